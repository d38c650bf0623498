//! The best node, proved: everything the other algorithms know, put together.

use amidst_core::{Guarantee, Observer, Outcome, Result, Solver, SolverInfo};

use crate::{Algorithm, Problem, parts, proof};

/// Finds the best node and proves that no other is better.
#[derive(Clone, Copy, Debug)]
pub struct Optimal;

impl Optimal {
    /// Its id.
    pub const NAME: &str = "optimal";
}

impl Solver<Problem<'_>> for Optimal {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(Self::NAME, "the best node, proved to be it", Guarantee::Optimal)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        Ok(proof::best(problem, observer, &|left, work| parts::bound_of_several(left, observer, work)))
    }
}

impl Algorithm for Optimal {}
