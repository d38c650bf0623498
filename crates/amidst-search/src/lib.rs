//! Searches for the best node: one folder per algorithm. A new one is its folder and one line in [`ALL`].

mod above;
mod annealing;
mod below;
mod bottom_up;
mod combination;
mod counted;
mod datafly;
mod evaluator;
mod exhaustive;
mod facts;
mod flash;
mod genetic;
mod grid;
mod heuristic;
mod incognito;
mod incumbent;
mod lightning;
mod minimal;
mod ola;
mod optimal;
mod parts;
mod preference;
mod problem;
mod proof;
mod reachable;
mod requirement;
mod rng;
mod rule;
mod run;
mod samarati;
#[cfg(test)]
mod sample;
mod smallest;
mod tags;
mod verdicts;

use std::fmt;

use amidst_core::{Error, Observer, Outcome, Result};

pub use annealing::Annealing;
pub use bottom_up::BottomUp;
pub use combination::Combination;
pub use datafly::Datafly;
pub use evaluator::{AttainedValue, NodeEvaluator, NodeView};
pub use exhaustive::Exhaustive;
pub use flash::Flash;
pub use genetic::Genetic;
pub use incognito::{Family, Incognito};
pub use lightning::Lightning;
pub use minimal::{Judgement, Minimal};
pub use ola::Ola;
pub use optimal::Optimal;
pub use preference::{Overall, Preference};
pub use problem::Problem;
pub use requirement::{Class, Requirement, Split};
pub use samarati::{Matrix, Samarati, SamaratiMatrix, Trace, Visit};
pub use verdicts::Verdicts;

/// A search strategy. What to stop for and whom to tell arrives in `observer`, so a run can be repeated.
pub trait Algorithm: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports, e.g. `optimal`.
    fn name(&self) -> &'static str;

    /// What its answer is, once it has run to its end.
    fn guarantee(&self) -> Guarantee;

    /// Looks for a good feasible node; how good is told by its bound.
    ///
    /// # Errors
    /// If the algorithm cannot work on this problem. That no node is feasible is an answer, not an error.
    fn search(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome>;

    /// Finds every feasible node below which no node is feasible.
    ///
    /// # Errors
    /// If the algorithm finds single nodes only, or cannot work on this problem.
    fn minimal(&self, _problem: &Problem<'_>, _control: &dyn Observer) -> Result<Minimal> {
        let finders =
            ALL.iter().filter(|it| it.guarantee() != Guarantee::Heuristic && it.name() != Optimal::NAME);
        let names: Vec<&str> = finders.map(|algorithm| algorithm.name()).collect();
        let expected = format!("it finds one node, not all minimal ones; choose one of {}", names.join(", "));
        Err(Error::Parameter { name: "algorithm", value: self.name().into(), expected })
    }
}

/// What the answer of an algorithm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// The best node under the objective.
    Optimal,
    /// A node of the least height, whatever the objective.
    LeastHeight,
    /// A feasible node. If nodes above a feasible one need not be feasible, it may miss all there are.
    Heuristic,
}

/// Every algorithm.
pub const ALL: [&dyn Algorithm; 12] = [
    &Optimal,
    &Exhaustive,
    &Samarati,
    &SamaratiMatrix,
    &Incognito,
    &Ola,
    &Flash,
    &Lightning,
    &Datafly,
    &BottomUp,
    &Genetic,
    &Annealing,
];

/// The ids of all algorithms.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|algorithm| algorithm.name()).collect()
}

/// An algorithm by its id.
///
/// # Errors
/// If there is no such algorithm.
pub fn algorithm(name: &str) -> Result<&'static dyn Algorithm> {
    ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| Error::Parameter {
        name: "algorithm",
        value: name.into(),
        expected: format!("one of {}", names().join(", ")),
    })
}
