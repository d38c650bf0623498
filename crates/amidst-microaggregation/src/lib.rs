//! Microaggregation: rows close to one another form a class, and the class shows what they have in common: a mean, a
//! median, the most frequent value. It is perturbative: what is shown need not be true of any row.

mod aggregate;
mod centre;
mod combined;
mod furthest;
mod groups;
mod hansen_mukherjee;
mod loss;
mod mdav;
mod merge;
mod refine;
mod space;
#[cfg(test)]
mod tests;
mod tour;
mod tree;
mod univariate;
mod variable;

use amidst_cells::Recoder;
use amidst_core::SolverInfo;

pub use aggregate::{Aggregate, Summary};
pub use combined::Microaggregation;
pub use loss::information_loss;
pub use mdav::Mdav;
pub use univariate::Univariate;
pub use variable::VMdav;

/// Every recoder that shows averages.
pub const ALL: [&Recoder; 4] = [&Mdav, &VMdav { gamma: VMdav::GAMMA }, &Univariate, &Microaggregation];

/// What each of them is.
pub fn infos() -> Vec<SolverInfo> {
    ALL.iter().map(|recoder| recoder.info()).collect()
}

/// A recoder by its id.
pub fn recoder(id: &str) -> Option<&'static Recoder> {
    ALL.into_iter().find(|recoder| recoder.name() == id)
}
