//! The best node, proved.
//!
//! First a good node is found ([`incumbent`]); the better it is, the less remains to be proved. Then every other node is
//! ruled out, most of them without being judged:
//!
//! * a node that suppresses too many rows rules out everything below it (*predictive tagging*);
//! * rows suppressed at a node are suppressed at every node below it, so its suppression is charged to all of them;
//! * what a node costs without any suppression is the least that everything above it costs.
//!
//! Objectives that depend on levels are proved from coarse to fine ([`descend`]), the others by cutting the lattice in
//! halves ([`halve`]). Lattices too large for either are narrowed column by column and then searched without a proof
//! ([`narrow`]).
//!
//! Judging happens one node after another, whatever the number of threads: these share the work on a class table. So the
//! nodes judged, like the answer, are always the same.

mod descend;
mod grid;
mod halve;
mod incumbent;
mod narrow;
mod run;

use amidst_core::{Control, Outcome, Result};

use crate::{Algorithm, Problem};
use grid::Grid;
use run::Run;

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

    fn search(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Outcome> {
        let mut run = Run::new(problem, control);
        let top = run.judge(problem.lattice().top());
        if !top.is_feasible && run.tags_down() {
            return Ok(run.finish(None));
        }
        incumbent::find(&mut run);
        if !Grid::holds(&run.lattice) {
            narrow::narrow(&mut run);
        }
        let open_bound = if !Grid::holds(&run.lattice) {
            Some(narrow::bound(&mut run))
        } else if run.has_floor() {
            descend::prove(&mut run)
        } else {
            halve::prove(&mut run)
        };
        Ok(run.finish(open_bound))
    }
}
