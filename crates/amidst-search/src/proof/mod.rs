//! The best node, and why no other is better.
//!
//! First a good node is found ([`incumbent`]); the better it is, the less remains to be proved. Then every other node is
//! ruled out, most of them without being judged:
//!
//! * a node where the sure part of the rule suppresses too many rows rules out everything below it (*predictive
//!   tagging*); with requirements that break when classes merge, that is less than the whole rule;
//! * rows surely suppressed at a node are suppressed at every node below it, so they are charged to all of them;
//! * what a node costs without any suppression is the least that everything above it costs.
//!
//! Objectives that depend on levels are proved from coarse to fine ([`descend`]), the others by cutting the lattice in
//! halves ([`halve`]). Lattices too large for either are narrowed column by column ([`narrow`]); if they stay too large,
//! whoever asks says what their nodes score at least.
//!
//! Judging happens one node after another, whatever the number of threads: these share the work on a class table. So the
//! nodes judged, like the answer, are always the same.

mod descend;
mod halve;
mod narrow;

use amidst_core::{Observer, Outcome, Score};

use crate::{Problem, grid::Grid, incumbent, run::Run};

/// Says what no feasible node of a problem scores below, by looking at so many tuples.
pub(crate) type Bound<'a> = &'a dyn Fn(&Problem<'_>, u64) -> Score;

/// The best node, proved if the lattice is small enough to decide every node. Of one that is not, or that takes long and may be
/// stopped, `bound` says what no feasible node scores below.
pub(crate) fn best(problem: &Problem<'_>, observer: &dyn Observer, bound: Bound<'_>) -> Outcome {
    let mut run = Run::new(problem, observer);
    let top = run.judge(problem.lattice().top());
    if top.rules_out_below {
        return run.finish(None);
    }
    let is_found = problem.start().is_some_and(|start| run.judge(start).is_feasible);
    let is_led = incumbent::follow(&mut run, is_found);
    if !is_found && !is_led {
        incumbent::find(&mut run);
    }
    if !Grid::holds(&run.lattice) {
        narrow::narrow(&mut run);
    }
    let open_bound = if !Grid::holds(&run.lattice) {
        Some(bound(&problem.within(run.lattice.clone()), u64::MAX).max(narrow::bound(&mut run)))
    } else if run.has_floor() {
        descend::prove(&mut run, bound)
    } else {
        halve::prove(&mut run)
    };
    run.finish(open_bound)
}
