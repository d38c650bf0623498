//! What a spec may name, each described where it is implemented: models, measures, algorithms and ways to make a hierarchy.

use amidst_cells::Recoder;
use amidst_core::{Error as CoreError, hierarchy::builders::BUILDERS};
pub use amidst_core::{
    Guarantee, Method, SolverInfo,
    hierarchy::builders::BuilderInfo,
    metric::MeasureInfo,
    model::{ModelColumn, ModelInfo, Scope},
};

use amidst_cuts::{Cutter, KOptimize};

use crate::Result;

/// Every privacy model.
pub fn models() -> Vec<ModelInfo> {
    amidst_models::ALL.iter().map(|entry| entry.info).collect()
}

/// Every measure of loss.
pub fn measures() -> Vec<MeasureInfo> {
    amidst_metrics::ALL.iter().map(|entry| entry.info).collect()
}

/// Every algorithm: those that choose levels, those that cut columns, then those that change single cells.
pub fn algorithms() -> Vec<SolverInfo> {
    let cells = [
        amidst_cuts::infos(),
        amidst_cells::infos(),
        amidst_approximation::infos(),
        amidst_microaggregation::infos(),
        amidst_cells::OTHERS.to_vec(),
    ];
    amidst_search::infos().into_iter().chain(cells.concat()).collect()
}

/// An algorithm by its id.
pub fn algorithm(id: &str) -> Option<SolverInfo> {
    algorithms().into_iter().find(|info| info.id == id)
}

/// Every algorithm that puts rows into classes.
pub fn recoders() -> impl Iterator<Item = &'static Recoder> {
    amidst_cells::ALL.into_iter().chain(amidst_approximation::ALL).chain(amidst_microaggregation::ALL)
}

/// A recoder by its id.
///
/// # Errors
/// If there is none.
pub fn recoder(id: &str) -> Result<&'static Recoder> {
    let unknown = || CoreError::Parameter {
        name: "algorithm",
        value: id.into(),
        expected: format!("one of {}", recoders().map(|it| it.name()).collect::<Vec<_>>().join(", ")),
    };
    let found = amidst_cells::recoder(id).or_else(|| approximation(id));
    let found = found.or_else(|| amidst_microaggregation::recoder(id));
    Ok(found.ok_or_else(unknown)?)
}

/// A recoder by its id, if something is proved of how far from the best its answers are.
pub fn approximation(id: &str) -> Option<&'static Recoder> {
    amidst_approximation::recoder(id)
}

/// What cuts columns, by its id.
pub fn cutter(id: &str) -> Option<&'static Cutter> {
    amidst_cuts::cutter(id)
}

/// The objective of an algorithm where a spec names none.
pub fn usual_objective(algorithm: &str) -> &'static str {
    match approximation(algorithm).map(|recoder| recoder.info().guarantee) {
        Some(Guarantee::Approximation) => amidst_metrics::LevelSum::NAME,
        _ if algorithm == KOptimize::INFO.id => amidst_metrics::Discernibility::NAME,
        _ => amidst_metrics::Loss::NAME,
    }
}

/// Every way to make a hierarchy.
pub fn hierarchies() -> &'static [BuilderInfo] {
    const { &BUILDERS }
}
