//! The best node, proved: everything the other algorithms know, put together.

use amidst_core::{Observer, Outcome, Result};

use crate::{Algorithm, Guarantee, Problem, parts, proof};

/// Finds the best node and proves that no other is better.
#[derive(Clone, Copy, Debug)]
pub struct Optimal;

impl Optimal {
    /// Its id.
    pub const NAME: &str = "optimal";
}

impl Algorithm for Optimal {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn search(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        Ok(proof::best(problem, observer, &|left| parts::bound(left, observer)))
    }
}
