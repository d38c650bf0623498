//! The best node above the minimal ones: where the best is not minimal itself, it lies above one that is.

use std::collections::BTreeSet;

use amidst_core::{Levels, Monotonicity, Score, lattice::height};

use crate::{
    grid::{Grid, NodeSet},
    run::{Judged, Run},
};

/// Judges what may be best at or above some nodes; if stopped, gives the least that the rest may score.
pub(crate) fn best(run: &mut Run<'_>, grid: &Grid, minimal: &[Levels]) -> Option<Score> {
    let mut seen = NodeSet::new(grid);
    let mut open: BTreeSet<(u32, Levels)> =
        minimal.iter().map(|levels| (height(levels), levels.clone())).collect();
    while let Some((height, levels)) = open.pop_first() {
        if run.is_stopped() {
            return Some(run.metric().floor(&grid.bottom));
        }
        if !run.may_beat(&run.metric().floor(&levels), height, &levels) {
            continue;
        }
        let judged = run.judge(&levels);
        if ends(run, &judged) || !run.may_beat(&bound_above(run, &judged), height, &levels) {
            continue;
        }
        for above in grid.above(grid.number(&levels)) {
            if !seen.contains(above) {
                seen.insert(above);
                open.insert((height + 1, grid.levels(above)));
            }
        }
    }
    None
}

/// Whether nothing above a feasible node is better than the node itself.
pub(crate) fn ends(run: &Run<'_>, judged: &Judged) -> bool {
    let metric = run.metric();
    let stays_feasible = run.problem.rule.monotonicity() >= Monotonicity::Generalization;
    let unsuppressed = judged.facts.suppressed == 0 && stays_feasible;
    metric.is_monotone() && (unsuppressed || metric.ignores_suppression())
}

fn bound_above(run: &Run<'_>, judged: &Judged) -> Score {
    run.metric().bound_above(judged.sure())
}
