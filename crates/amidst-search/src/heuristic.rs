//! What all heuristics have in common: how they end, and how they compare nodes that suppress too many rows.

use amidst_core::{Needs, Observer, Outcome, Score};

use crate::{
    Problem, parts,
    rng::SeededRng,
    run::{Judged, Run},
};

/// Ends a search that may not have found the best node, and says how far it is from the best at most.
///
/// If every node was judged, the best of them is the best.
pub(crate) fn finish(mut run: Run<'_>, observer: &dyn Observer) -> Outcome {
    let open = (!has_judged_all(&run)).then(|| bound(&mut run, observer));
    run.finish(open)
}

/// A search led by chance, all of which follows from the problem's seed. Nothing is walked if no node is feasible.
pub(crate) fn by_chance(
    problem: &Problem<'_>,
    observer: &dyn Observer,
    walk: impl FnOnce(&mut Run<'_>, &Energy, &mut SeededRng),
) -> Outcome {
    let mut run = Run::new(problem, observer);
    if let Some(energy) = Energy::new(&mut run) {
        walk(&mut run, &energy, &mut SeededRng::new(problem.seed()));
    }
    finish(run, observer)
}

/// Nodes that a search led by chance judges at most.
pub(crate) const MOST_JUDGED: u64 = 4000;

/// Whether a search led by chance ends: it was stopped, has judged so many nodes, or all there are.
pub(crate) fn is_enough(run: &mut Run<'_>) -> bool {
    run.is_stopped() || run.statistics().judged >= MOST_JUDGED || has_judged_all(run)
}

fn has_judged_all(run: &Run<'_>) -> bool {
    u128::from(run.statistics().judged) >= run.lattice.nodes()
}

/// No feasible node scores below this.
fn bound(run: &mut Run<'_>, observer: &dyn Observer) -> Score {
    let parts = parts::bound(run.problem, observer);
    let bottom = run.problem.lattice().bottom();
    if !run.knows(bottom) {
        return parts;
    }
    run.metric().bound_above(run.judge(bottom).sure()).max(parts)
}

/// The score of a judged node. Of one that suppresses too many rows nobody looked up what these would have shown: it
/// gets a score without that, which is no higher.
pub(crate) fn score(run: &Run<'_>, judged: &Judged) -> Score {
    let metric = run.metric();
    match judged.is_feasible || !metric.needs().contains(Needs::LEAVES) {
        true => metric.score(&judged.facts),
        false => metric.bound_below(&judged.facts.levels, &judged.facts),
    }
}

/// How bad nodes are, in one number, those included that suppress too many rows: a score, and a penalty for the rows
/// beyond the limit.
pub(crate) struct Energy {
    /// The penalty if all rows were beyond the limit.
    penalty: f64,
}

/// Suppressing all rows beyond the limit is so many times as bad as the top.
const PENALTY: f64 = 2.0;

impl Energy {
    /// Judges the bottom, which bounds how good nodes can be, and the top, which tells how bad. None if the top tells
    /// that no node is feasible.
    pub fn new(run: &mut Run<'_>) -> Option<Self> {
        let lattice = run.problem.lattice();
        run.judge(lattice.bottom());
        let top = run.judge(lattice.top());
        let scale = score(run, &top).value();
        (!top.rules_out_below).then_some(Self { penalty: PENALTY * if scale > 0.0 { scale } else { 1.0 } })
    }

    /// The energy of a node, which is judged for it.
    pub fn of(&self, run: &mut Run<'_>, levels: &[u8]) -> f64 {
        let judged = run.judge(levels);
        run.decided = run.statistics().judged;
        let excess = judged.facts.suppressed.saturating_sub(run.problem.max_suppressed);
        let share = excess as f64 / judged.facts.rows.max(1) as f64;
        score(run, &judged).value() + self.penalty * share
    }
}
