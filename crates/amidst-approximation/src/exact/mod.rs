//! `exact`: the best partition of a small table, with its proof.
//!
//! Up to 14 rows, and up to 20 where only rows are asked of classes, all sets of rows are looked at. Beyond, a linear program
//! over the closed cells of the table says what rows are worth, which bounds every partition, and what could still be better is
//! put together and compared ([`search`]); the least loss takes several of them ([`loss`]). What is not proved in time is told as
//! the best that was found, with its bound.

mod cells;
mod loss;
mod program;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod values;

use amidst_cells::{
    Approximation, Measured, Objective, Partition, PartitionResult, Problem, Recoder, bound, without_outliers,
};
use amidst_core::{Error, Guarantee, Method, Observer, Result, Solver, SolverInfo};

use loss::least_loss;
use search::cheapest;
use table::Table;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

/// Tables of more different rows are refused.
const MOST_POINTS: usize = 300;

impl Exact {
    /// Its id.
    pub const NAME: &str = "exact";
}

impl Solver<Problem<'_>> for Exact {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo {
            guarantee: Guarantee::Optimal,
            ..SolverInfo::new(
                Self::NAME,
                "the best of all, proved, for small tables; or the best found, with a bound",
                Method::LocalRecoding,
            )
        }
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        exact_without(problem, 0, observer)
    }
}

/// The best partition that leaves out at most so many rows, each at the price of one of which nothing is told.
///
/// # Errors
/// If the table is too large, or more than rows is asked of its classes and it has more than 14.
pub fn exact_without(problem: &Problem<'_>, limit: u64, observer: &dyn Observer) -> Result<PartitionResult> {
    let refuse = |expected: &str| {
        Err(Error::Parameter { name: "algorithm", value: Exact::NAME.into(), expected: expected.into() })
    };
    if problem.points.len() > MOST_POINTS {
        return refuse(
            "it proves small tables, of up to 300 different rows; take local, or forest for a proved factor",
        );
    }
    if problem.axes.iter().any(|axis| axis.is_wide_set()) {
        return refuse(
            "a column of more than 64 values needs a hierarchy, or an order; give it one, or take local",
        );
    }
    let found = local().solve(problem, observer)?;
    if found.is_optimal && limit == 0 {
        return Ok(found);
    }
    if !problem.conditions.only_rows() {
        return refuse(
            "where more than k is asked of a class it proves tables of up to 14 rows, under gcp or levels, none of them left out; take local",
        );
    }
    let partition = without_outliers(local(), problem, found.partition, limit, observer)?;
    Ok(match Table::new(problem, observer) {
        Some(table) => proved(&table, partition, limit, observer),
        None => {
            let approximation = approximation(problem, &partition, 0.0);
            let found = PartitionResult::new(partition, !observer.is_stopped());
            PartitionResult { approximation: Some(approximation), ..found }
        }
    })
}

/// What is told of a partition and a bound: none below what every table's bound says, which takes no time where rows are so few,
/// and none above what the partition costs, which rounding could bring about.
fn approximation(problem: &Problem<'_>, partition: &Partition, proved: f64) -> Approximation {
    let cost = Measured::new(problem.axes, problem.points, partition).score(problem.axes, problem.objective);
    Approximation { bound: proved.max(bound(problem, &())).min(cost), ratio: None, ratio_with_deletion: None }
}

fn local() -> &'static Recoder {
    amidst_cells::recoder("local").expect("it is there")
}

/// The best partition, from one that is known, with what is proved of it.
fn proved(table: &Table<'_>, known: Partition, limit: u64, observer: &dyn Observer) -> PartitionResult {
    let (partition, is_optimal, bound) = match table.problem.objective {
        Objective::Loss => {
            let found = least_loss(table, known, limit, observer);
            (found.partition, found.is_proved, found.bound)
        }
        Objective::Gcp | Objective::Levels => {
            let costs = table.costs(&table.weights());
            let found = cheapest(table, &costs, &[known], limit, observer);
            (found.partition.clone(), found.is_proved(), table.score(found.bound))
        }
    };
    PartitionResult {
        is_optimal,
        approximation: Some(approximation(table.problem, &partition, bound)),
        ..PartitionResult::new(partition, is_optimal || !observer.is_stopped())
    }
}
