//! The ids of everything that can be asked to solve.

use amidst_search::Preference;

/// The id that leaves the choice of the algorithm to us.
pub const AUTO: &str = "auto";

/// The id of the algorithm that takes tables apart.
pub const ANATOMY: &str = "anatomy";

/// The id of the algorithm that blanks cells.
pub const LOCAL_SUPPRESSION: &str = "local-suppression";

/// The ids of all algorithms.
pub fn algorithms() -> Vec<&'static str> {
    let (search, cells) = (amidst_search::names(), amidst_cells::names());
    [&[AUTO], &search[..], &cells[..], &[LOCAL_SUPPRESSION, ANATOMY]].concat()
}

/// The ids of all policies that choose a node.
pub fn policies() -> Vec<&'static str> {
    [&Preference::NAMES[..], &amidst_metrics::NAMES].concat()
}
