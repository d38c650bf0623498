//! Classes of rows that are proved to cost at most so many times what the best ones cost, and the best ones of small tables.
//!
//! All approximation algorithms look at distances: what a row costs that is covered together with another one. Where the objective is a sum
//! over cells, that is a metric, the distance to its (k − 1)-th nearest other row is the least that a row costs in any
//! class, and a class costs each of its rows at most the sum of the edges of a tree over its rows. Every proof here needs
//! no more than that; docs/algorithms has them one by one.

mod disjoint;
mod exact;
#[cfg(test)]
mod example;
mod forest;
mod ground;
pub mod hard;
mod matching;
mod meyerson_williams;
mod pairs;
mod park_shim;
mod rows;
mod triples;

use amidst_cells::Recoder;
use amidst_core::SolverInfo;

pub use exact::{Exact, exact_without};
pub use forest::Forest;
pub use meyerson_williams::MeyersonWilliams;
pub use pairs::Pairs;
pub use park_shim::ParkShim;
pub use triples::Triples;

/// Every approximation algorithm.
pub const APPROXIMATIONS: [&Recoder; 5] = [&Forest, &Pairs, &Triples, &MeyersonWilliams, &ParkShim];

/// Every algorithm of which something is proved.
pub const ALL: [&Recoder; 6] = [&Exact, &Forest, &Pairs, &Triples, &MeyersonWilliams, &ParkShim];

/// What each of them is.
pub fn infos() -> Vec<SolverInfo> {
    ALL.iter().map(|recoder| recoder.info()).collect()
}

/// One by its id.
pub fn recoder(id: &str) -> Option<&'static Recoder> {
    ALL.into_iter().find(|recoder| recoder.name() == id)
}
