//! What a spec may name, each described where it is implemented: models, measures, algorithms and ways to make a hierarchy.

use amidst_core::hierarchy::builders::BUILDERS;
pub use amidst_core::{
    Guarantee, Method, SolverInfo,
    hierarchy::builders::BuilderInfo,
    metric::MeasureInfo,
    model::{ModelColumn, ModelInfo, Scope},
};

/// Every privacy model.
pub fn models() -> Vec<ModelInfo> {
    amidst_models::ALL.iter().map(|entry| entry.info).collect()
}

/// Every measure of loss.
pub fn measures() -> Vec<MeasureInfo> {
    amidst_metrics::ALL.iter().map(|entry| entry.info).collect()
}

/// Every algorithm: those that choose levels, then those that change single cells.
pub fn algorithms() -> Vec<SolverInfo> {
    [amidst_search::infos(), amidst_cells::infos()].concat()
}

/// An algorithm by its id.
pub fn algorithm(id: &str) -> Option<SolverInfo> {
    algorithms().into_iter().find(|info| info.id == id)
}

/// Every way to make a hierarchy.
pub fn hierarchies() -> &'static [BuilderInfo] {
    const { &BUILDERS }
}
