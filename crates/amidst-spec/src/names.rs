//! The ids of everything that can be asked to solve.

use amidst_search::Preference;

use crate::catalog;

/// The id that leaves the choice of the algorithm to us.
pub const AUTO: &str = "auto";

/// The id of the algorithm that takes tables apart.
pub const ANATOMY: &str = amidst_cells::Anatomy::NAME;

/// The ids of all algorithms.
pub fn algorithms() -> Vec<&'static str> {
    std::iter::once(AUTO).chain(catalog::algorithms().iter().map(|info| info.id)).collect()
}

/// The ids of all policies that choose a node.
pub fn policies() -> Vec<&'static str> {
    [&Preference::NAMES[..], &amidst_metrics::NAMES].concat()
}
