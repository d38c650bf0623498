//! Searches for the best node: one folder per algorithm. A new one is its folder and one line in [`algorithm`].

mod exhaustive;
mod facts;
mod minimal;
mod optimal;
mod problem;
mod reachable;
mod rule;

use std::fmt;

use amidst_core::{Control, Error, Outcome, Result};

pub use exhaustive::Exhaustive;
pub use minimal::{Minimal, minimal};
pub use optimal::Optimal;
pub use problem::{NodeView, Problem, Reached};

/// A search strategy. What to stop for and whom to tell arrives in `control`, so a run can be repeated.
pub trait Algorithm: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports, e.g. `optimal`.
    fn name(&self) -> &'static str;

    /// Looks for the best feasible node.
    ///
    /// # Errors
    /// If the algorithm cannot work on this problem. That no node is feasible is an answer, not an error.
    fn search(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Outcome>;
}

/// The ids of all algorithms.
pub const NAMES: [&str; 2] = [Optimal::NAME, Exhaustive::NAME];

/// An algorithm by its id.
///
/// # Errors
/// If there is no such algorithm.
pub fn algorithm(name: &str) -> Result<Box<dyn Algorithm>> {
    match name {
        Optimal::NAME => Ok(Box::new(Optimal)),
        Exhaustive::NAME => Ok(Box::new(Exhaustive)),
        _ => Err(Error::Parameter {
            name: "algorithm",
            value: name.into(),
            expected: format!("one of {}", NAMES.join(", ")),
        }),
    }
}
