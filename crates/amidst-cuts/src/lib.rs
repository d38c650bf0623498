//! Recoding by cuts: every column falls into intervals of its values, or into labels of its hierarchy, the same for all rows.
//!
//! A [`Problem`] is a set of points between axes, as for recoding cell by cell. A set of [`Splits`] of all columns makes
//! classes; those that do not meet the conditions are suppressed. Orders and hierarchies are treated alike: an order may be
//! cut anywhere, a label of a hierarchy into all labels below it, so that what may be had of a hierarchy is every cut
//! through its tree.

mod annealing;
mod bottom_up;
mod classes;
mod climb;
mod column;
mod column_bound;
mod energy;
mod genetic;
mod ground;
mod heuristic;
mod k_optimize;
mod node;
mod problem;
mod record;
mod scan;
mod splits;
mod top_down;

use amidst_core::{Solver, SolverInfo};

pub use annealing::AnnealingCuts;
pub use bottom_up::BottomUpCuts;
pub use genetic::GeneticCuts;
pub use k_optimize::{KOptimize, Rules};
pub use problem::{Cost, CutsResult, Problem};
pub use splits::{Split, Splits};
pub use top_down::TopDown;

/// What cuts columns.
pub type Cutter = dyn for<'a> Solver<Problem<'a>, Answer = CutsResult>;

/// Every algorithm that cuts columns.
pub const ALL: [&Cutter; 5] = [&KOptimize::ALL_RULES, &TopDown, &BottomUpCuts, &GeneticCuts, &AnnealingCuts];

/// What each of them is.
pub fn infos() -> Vec<SolverInfo> {
    ALL.iter().map(|cutter| cutter.info()).collect()
}

/// One by its id.
pub fn cutter(id: &str) -> Option<&'static Cutter> {
    ALL.into_iter().find(|cutter| cutter.name() == id)
}
