//! Samarati: a node of the least height at which there is a solution.

mod all;

use amidst_core::{Control, Outcome, Result};

use crate::{Algorithm, Guarantee, Minimal, Problem, parts, run::Run};

/// Finds a node of the least height.
#[derive(Clone, Copy, Debug)]
pub struct Samarati;

impl Samarati {
    /// Its id.
    pub const NAME: &str = "samarati";
}

impl Algorithm for Samarati {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::LeastHeight
    }

    fn search(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Outcome> {
        let minimal = all::minimal(problem, control);
        let mut run = Run::new(problem, control);
        run.judge(minimal.nodes.first().map_or(problem.lattice().top(), |lowest| lowest));
        Ok(run.finish(Some(parts::bound(problem, control))))
    }

    fn minimal(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Minimal> {
        Ok(all::minimal(problem, control))
    }
}
