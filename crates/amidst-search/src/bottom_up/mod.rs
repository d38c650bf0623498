//! Bottom-up generalization: always the step that frees most rows for what it costs (after Wang, Yu and Chakraborty,
//! 2004, on whole columns).
//!
//! From the bottom one column after another is raised. A step frees the rows that were suppressed and no longer are. It
//! costs what the objective's floor rises by, or, if floors tell no nodes apart, what the score does. The step with the
//! most rows freed for its cost is taken: any row for nothing is more than all rows for something, and no row is nothing
//! whatever the cost. Of equals the cheaper one is taken, then the first column. The way ends at a node that suppresses
//! few enough rows, or at the top.
//!
//! From the best node that was judged on the way columns are lowered again, always the one that leads to the best node,
//! while that is better. So no feasible node one step below the result is better than it. If nothing may be suppressed,
//! or suppression does not matter to the objective, that makes it a minimal node, where only feasible nodes stand above
//! a feasible one; otherwise it is minimal, or better than all feasible nodes one step below.

use std::{cmp::Ordering, rc::Rc};

use amidst_core::{
    Guarantee, Levels, Observer, Outcome, Result, Solver, SolverInfo,
    lattice::{height, steps_below},
};

use crate::{
    Algorithm, Problem, heuristic,
    run::{Judged, Run},
};

/// Raises columns by rows freed for the loss added, then lowers what need not be raised.
#[derive(Clone, Copy, Debug)]
pub struct BottomUp;

impl BottomUp {
    /// Its id.
    pub const NAME: &str = "bottom-up";
}

impl Solver<Problem<'_>> for BottomUp {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "columns are raised where that helps most, then lowered again",
            Guarantee::Heuristic,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        let mut run = Run::new(problem, observer);
        raise(&mut run);
        lower(&mut run);
        Ok(heuristic::finish(run, observer))
    }
}

impl Algorithm for BottomUp {}

/// Raises columns until few enough rows are suppressed.
fn raise(run: &mut Run<'_>) {
    let lattice = run.problem.lattice();
    let mut node = Raised::new(run, lattice.bottom().to_vec());
    while !node.judged.is_feasible {
        let mut steps = Vec::new();
        for column in (0..node.levels.len()).filter(|&column| node.levels[column] < lattice.top()[column]) {
            if run.is_stopped() {
                return;
            }
            let mut levels = node.levels.clone();
            levels[column] += 1;
            steps.push(Raised::new(run, levels));
        }
        match steps.into_iter().min_by(|a, b| node.compare(a, b)) {
            Some(step) => node = step,
            None => return,
        }
    }
}

/// A node on the way up or beside it.
struct Raised {
    levels: Levels,
    judged: Rc<Judged>,
    cost: f64,
}

impl Raised {
    fn new(run: &mut Run<'_>, levels: Levels) -> Self {
        let judged = run.judge(&levels);
        run.decided = run.statistics().judged;
        let cost = if run.has_floor() { run.metric().floor(&levels) } else { heuristic::score(run, &judged) };
        Self { levels, judged, cost: cost.value() }
    }

    /// Which of two steps from here comes first: the one worth more, of equals the cheaper one.
    fn compare(&self, a: &Self, b: &Self) -> Ordering {
        self.worth(b).total_cmp(&self.worth(a)).then(a.cost.total_cmp(&b.cost))
    }

    /// Rows freed for the cost of a step.
    fn worth(&self, step: &Self) -> f64 {
        let [before, after] = [self, step].map(|node| node.judged.facts.suppressed as f64);
        // Rows for nothing are worth more than any number.
        if before == after { 0.0 } else { (before - after) / (step.cost - self.cost).max(0.0) }
    }
}

/// Lowers columns of the best node while that makes it better.
fn lower(run: &mut Run<'_>) {
    let bottom = run.problem.lattice().bottom();
    while let Some(start) = run.best.as_ref().map(|best| best.levels.clone()) {
        for lowered in steps_below(&start, bottom) {
            if run.is_stopped() {
                return;
            }
            if run.may_beat(&run.metric().floor(&lowered), height(&lowered), &lowered) {
                run.judge(&lowered);
            }
        }
        if run.best.as_ref().is_some_and(|best| best.levels == start) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    /// A node that suppresses so many rows and costs so much.
    fn node(suppressed: u64, cost: f64) -> Raised {
        Raised { levels: Vec::new(), judged: Rc::new(Judged::infeasible(suppressed)), cost }
    }

    #[track_caller]
    fn check(better: Raised, worse: Raised) {
        let here = node(10, 1.0);
        assert_eq!(
            (here.compare(&better, &worse), here.compare(&worse, &better)),
            (Ordering::Less, Ordering::Greater)
        );
    }

    #[test]
    fn more_rows_for_the_cost_come_first() {
        check(node(8, 2.0), node(4, 5.0));
        check(node(4, 3.0), node(8, 2.0));
    }

    #[test]
    fn rows_for_nothing_come_before_all_others() {
        check(node(9, 1.0), node(0, 1.1));
        check(node(9, 0.5), node(0, 1.1));
    }

    #[test]
    fn of_equal_steps_the_cheaper_one_comes_first() {
        check(node(10, 2.0), node(10, 3.0));
        check(node(8, 2.0), node(6, 3.0));
        check(node(9, 0.5), node(5, 1.0));
    }

    #[test]
    fn steps_that_suppress_more_come_last() {
        check(node(10, 9.0), node(11, 2.0));
        check(node(10, 9.0), node(11, 1.0));
    }

    #[test]
    fn equals_are_equal() {
        assert_eq!(node(10, 1.0).compare(&node(4, 2.0), &node(4, 2.0)), Ordering::Equal);
    }
}
