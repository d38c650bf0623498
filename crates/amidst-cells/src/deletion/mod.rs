//! Rows that are left out, where the others lose so much less that it pays.
//!
//! A row that is left out costs as much as one of which nothing is told. Rows may go out of classes that were found with
//! them; or the rows that are farthest from all others go first, classes are found without them, and those come back that
//! a class takes in for less than they cost outside. Few rows are solved exactly, where everything else is.

mod lonely;
mod outliers;

use amidst_core::{Observer, Result};

use crate::{
    Measured, Member, Partition, Problem, Recoder,
    exact::{FEW, exact_without},
    tree::Tree,
};
use lonely::{come_back, farthest};
use outliers::Outliers;

/// The recoder that solves few rows exactly, and whose search is too long to be done twice.
const LOCAL: &str = "local";

/// Leaves out at most so many rows, if that lowers the score of a partition that a recoder found. Every class that is left
/// holds.
///
/// # Errors
/// If the recoder fails where it is asked once more.
pub fn without_outliers(
    recoder: &Recoder,
    problem: &Problem<'_>,
    partition: Partition,
    limit: u64,
    observer: &dyn Observer,
) -> Result<Partition> {
    if limit == 0 || partition.has_regions() || problem.axes.is_empty() {
        return Ok(partition);
    }
    let mut ways = vec![Outliers::around(problem, &partition).leave_out(&partition, limit)];
    if recoder.name() != LOCAL {
        ways.extend(found_without(recoder, problem, &partition, limit, observer)?);
    } else if problem.points.rows() <= FEW {
        let outliers = Outliers::around(problem, &partition);
        let (classes, left_out) = exact_without(problem, &outliers.prices, (limit, outliers.row as u64));
        ways.push(Partition::new(classes).with_left_out(left_out));
    }
    let score = |partition: &Partition| {
        Measured::new(problem.axes, problem.points, partition).score(problem.axes, problem.objective)
    };
    let mut best = (score(&partition), partition);
    for way in ways {
        let score = score(&way);
        if score < best.0 {
            best = (score, way);
        }
    }
    Ok(best.1)
}

/// The classes of a table without the rows that are farthest from all others, of which some come back. Nothing, if no row is
/// far enough.
fn found_without(
    recoder: &Recoder,
    problem: &Problem<'_>,
    partition: &Partition,
    limit: u64,
    observer: &dyn Observer,
) -> Result<Option<Partition>> {
    let outliers = Outliers::around(problem, partition);
    let tree = Tree::new(problem.axes, problem.points, &outliers.prices, observer);
    let gone = farthest(&outliers, &tree, partition, limit, observer);
    if gone.is_empty() || observer.is_stopped() {
        return Ok(None);
    }
    let (points, point_of) = problem.points.without(&gone);
    let fewer = Problem { points: &points, conditions: problem.conditions.clone(), ..*problem };
    if !fewer.is_feasible() {
        return Ok(None);
    }
    let found = recoder.solve(&fewer, observer)?.partition;
    let classes = found.classes().map(|class| {
        let old = |member: &Member| Member { point: point_of[member.point as usize], ..*member };
        class.iter().map(old).collect::<Vec<_>>()
    });
    let back = come_back(&outliers, &tree, classes.collect(), &gone);
    let left = limit - back.rows_left_out();
    Ok(Some(Outliers::around(problem, &back).leave_out(&back, left)))
}
