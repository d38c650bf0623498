//! Searches for the best node: one folder per algorithm. A new one is its folder and one line in [`ALL`].
//!
//! All are behind the trait `Algorithm`, a `Solver` of lattices; those that find all minimal nodes are
//! `MinimalFinder`s besides. They share ground but never import one another. `rule.rs` says which classes a node releases:
//! first the *sure* part, requirements that suppress no more when classes merge, by which a node rules out everything below
//! it, then the rest, of which `below.rs` says how much every node below suppresses at least; `smallest.rs` lets the
//! smallest classes go until all hold together. `run.rs` judges nodes and remembers the best; `grid.rs` numbers nodes and
//! keeps sets of them; `tags.rs` decides nodes through judged ones (exact algorithms); `above.rs` finds the best node above
//! the minimal ones; `proof/` rules everything else out; `parts.rs` puts a lower bound together from sets of columns;
//! `combination.rs` asks k of chosen columns; `preference/` chooses among minimal nodes.

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
mod rng;
mod rule;
mod run;
mod samarati;
#[cfg(test)]
mod sample;
mod smallest;
mod tags;
mod verdicts;

use amidst_core::{Error, Observer, Outcome, Result, Solver, SolverInfo};

pub use amidst_core::{
    Combination,
    requirement::{Class, Requirement, Split},
};
pub use annealing::Annealing;
pub use bottom_up::BottomUp;
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
pub use problem::{KnownScores, Problem};
pub use samarati::{Matrix, Samarati, SamaratiMatrix, Trace, Visit};
pub use verdicts::Verdicts;

/// A search for one level for each column.
pub trait Algorithm: for<'a> Solver<Problem<'a>, Answer = Outcome> {
    /// What finds every minimal node, if it does.
    fn minimal_finder(&self) -> Option<&dyn MinimalFinder> {
        None
    }
}

/// A search that decides so much that every minimal node is found.
pub trait MinimalFinder: Algorithm {
    /// Finds every feasible node below which no node is feasible.
    ///
    /// # Errors
    /// If the algorithm cannot work on this problem.
    fn minimal(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Minimal>;
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

/// What finds all minimal nodes, by its id.
///
/// # Errors
/// If there is no such algorithm, or it finds single nodes only.
pub fn minimal_finder(name: &str) -> Result<&'static dyn MinimalFinder> {
    algorithm(name)?.minimal_finder().ok_or_else(|| {
        let finders = ALL.iter().filter_map(|algorithm| algorithm.minimal_finder());
        let names: Vec<&str> = finders.map(|finder| finder.name()).collect();
        let expected = format!("it finds one node, not all minimal ones; choose one of {}", names.join(", "));
        Error::Parameter { name: "algorithm", value: name.into(), expected }
    })
}

/// What every algorithm is.
pub fn infos() -> Vec<SolverInfo> {
    ALL.iter().map(|algorithm| algorithm.info()).collect()
}

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
