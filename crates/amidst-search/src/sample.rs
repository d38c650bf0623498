//! Small random tables as tests of this crate take them.

use std::sync::Arc;

use amidst_core::{Codes, Hierarchy};
use amidst_kernel::{QuasiColumn, Tuples};
use amidst_testkit::generate::small::Small;

/// The columns of a random table.
pub fn quasi(small: &Small) -> Vec<QuasiColumn> {
    let column = |(at, hierarchy): (usize, Hierarchy)| {
        let leaf = |row: &Vec<Option<String>>| hierarchy.leaf(row[at].as_deref()).expect("cells are leaves");
        let codes = Codes::narrow(small.rows.iter().map(leaf).collect(), hierarchy.leaves());
        QuasiColumn::new(&small.header[at], Arc::new(hierarchy), codes)
    };
    small.hierarchies().into_iter().enumerate().map(column).collect()
}

/// The distinct tuples of a random table.
pub fn tuples(small: &Small) -> Tuples {
    Tuples::collapse(&quasi(small)).expect("columns fit together")
}
