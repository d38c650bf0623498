//! For lattices too large to visit: fewer levels per column, and an honest bound on the rest.

use amidst_core::{Lattice, Score, lattice::height};

use crate::run::Run;

/// Drops levels of single columns that cannot be part of a better node, until nothing changes.
///
/// A low level is dropped if it suppresses too much even with all other columns at the top, a high one if it costs too
/// much even with all others at the bottom.
pub(super) fn narrow(run: &mut Run<'_>) {
    let mut is_changed = true;
    while is_changed && !run.is_stopped() {
        is_changed = false;
        for column in 0..run.lattice.top().len() {
            let (low, high) = (run.lattice.bottom()[column], run.lattice.top()[column]);
            let new_low = (low..=high).find(|&level| !is_too_low(run, column, level));
            let new_high = (low..=high).rev().find(|&level| !is_too_high(run, column, level));
            match (new_low, new_high) {
                (Some(new_low), Some(new_high)) if new_low <= new_high => {
                    is_changed |= (new_low, new_high) != (low, high);
                    set_levels(run, column, new_low, new_high);
                }
                // Nothing is better than the best: it alone remains.
                _ => {
                    let best = run.best.as_ref().expect("without a best nothing is too low and too high");
                    run.lattice = Lattice::new(best.levels.clone(), best.levels.clone());
                    return;
                }
            }
        }
    }
}

fn is_too_low(run: &mut Run<'_>, column: usize, level: u8) -> bool {
    if run.best.is_none() {
        return false;
    }
    let mut coarsest = run.lattice.top().to_vec();
    coarsest[column] = level;
    let judged = run.judge(&coarsest);
    let finest = corner(run, column, level);
    let is_charged = || {
        let bound = run.metric().bound_below(&finest, judged.below());
        !run.may_beat(&bound, height(&finest), &finest)
    };
    judged.rules_out_below || is_charged()
}

fn is_too_high(run: &Run<'_>, column: usize, level: u8) -> bool {
    let finest = corner(run, column, level);
    !run.may_beat(&run.metric().floor(&finest), height(&finest), &finest)
}

/// The finest node with a column at a level.
fn corner(run: &Run<'_>, column: usize, level: u8) -> Vec<u8> {
    let mut corner = run.lattice.bottom().to_vec();
    corner[column] = level;
    corner
}

fn set_levels(run: &mut Run<'_>, column: usize, low: u8, high: u8) {
    let (mut bottom, mut top) = (run.lattice.bottom().to_vec(), run.lattice.top().to_vec());
    (bottom[column], top[column]) = (low, high);
    run.lattice = Lattice::new(bottom, top);
}

/// What every node of the lattice scores at least.
pub(super) fn bound(run: &mut Run<'_>) -> Score {
    let bottom = run.lattice.bottom().to_vec();
    let floor = run.metric().floor(&bottom);
    let judged = run.judge(&bottom);
    run.metric().bound_above(judged.sure()).max(floor)
}

#[cfg(test)]
mod tests {
    use amidst_core::Solver;
    use amidst_metrics::{NAMES, metric};
    use amidst_models::KAnonymity;
    use amidst_testkit::generate::small::{Shape, Small};

    use super::super::{descend, halve};
    use super::*;
    use crate::{Exhaustive, Problem, incumbent, sample::tuples};

    #[test]
    fn a_narrowed_lattice_still_holds_the_answer_and_its_bound_is_honest() {
        let mut narrowed = 0;
        for seed in 0..1000 {
            let tuples = tuples(&Small::draw(Shape::default(), seed));
            let objective =
                metric(NAMES[seed as usize % NAMES.len()], None, tuples.attributes()).expect("it is a name");
            let limit = [0, 3, 10, u64::MAX][seed as usize % 4];
            let model = KAnonymity::new(1 + seed % 6).expect("k is at least 1");
            let problem = Problem::new(&tuples, vec![Box::new(model)], objective, limit);
            let exhaustive = Exhaustive.solve(&problem, &()).expect("it searches anything");
            let amidst_core::Outcome::Found(expected) = exhaustive else { continue };
            let mut run = Run::new(&problem, &());
            incumbent::find(&mut run);
            narrow(&mut run);
            narrowed += u32::from(run.lattice.nodes() < problem.lattice().nodes());
            let bound = bound(&mut run).min(run.best.as_ref().expect("it was found").score.clone());
            assert!(bound <= expected.score, "seed {seed}");
            let open = if run.has_floor() {
                descend::prove(&mut run, &|_, _| Score::new(0.0))
            } else {
                halve::prove(&mut run)
            };
            let best = run.best.expect("it was found");
            assert!(open.is_none());
            assert_eq!((best.score, best.levels), (expected.score, expected.levels), "seed {seed}");
        }
        assert!(narrowed > 200, "only {narrowed} lattices were narrowed");
    }
}
