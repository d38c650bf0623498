//! A table of many quasi columns, as surveys have them: rows of one kind resemble each other.

use amidst_core::{Hierarchy, hierarchy::Path};

use super::SeededRng;

/// A column of the table.
pub struct WideColumn {
    /// What its values generalize to.
    pub hierarchy: Hierarchy,
    /// For each row a leaf of the hierarchy.
    pub leaves: Vec<u32>,
}

/// Kinds of rows.
const KINDS: u32 = 60;
/// Of 100 cells so many are what is usual for the row's kind.
const USUAL_PERCENT: u32 = 85;

/// So many columns of 2 to 40 values under hierarchies of height 2 to 4: 20 of them make more than 10^9 nodes.
pub fn wide(columns: u32, rows: usize, seed: u64) -> Vec<WideColumn> {
    let mut draw = SeededRng::new(seed);
    let kinds: Vec<u32> = (0..rows).map(|_| draw.low_between(0, KINDS - 1)).collect();
    (0..columns).map(|at| column(&mut draw, at, &kinds)).collect()
}

fn column(draw: &mut SeededRng, at: u32, kinds: &[u32]) -> WideColumn {
    let (height, values) = (2 + at % 3, [2, 4, 8, 15, 40][at as usize % 5]);
    let usual: Vec<u32> = (0..KINDS).map(|_| draw.low_between(0, values - 1)).collect();
    let hierarchy = Hierarchy::from_paths((0..values).map(|value| path(value, height)).collect())
        .expect("values share the labels of those they share a number with");
    let leaf_of: Vec<u32> = (0..values)
        .map(|value| hierarchy.leaf(Some(&name(value))).expect("every value has a path"))
        .collect();
    let cell = |&kind: &u32| match draw.percent(USUAL_PERCENT) {
        true => leaf_of[usual[kind as usize] as usize],
        false => leaf_of[draw.low_between(0, values - 1) as usize],
    };
    WideColumn { leaves: kinds.iter().map(cell).collect(), hierarchy }
}

/// Each level joins three labels of the one below.
fn path(value: u32, height: u32) -> Path {
    let label = |level: u32| format!("l{level}g{}", value / 3_u32.pow(level));
    let between = (1..height).map(|level| Some(label(level).into()));
    std::iter::once(Some(name(value).into())).chain(between).chain([Some("*".into())]).collect()
}

fn name(value: u32) -> String {
    format!("v{value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_columns_make_more_than_a_billion_nodes() {
        let columns = wide(20, 100, 1);
        let nodes: f64 = columns.iter().map(|column| f64::from(column.hierarchy.height()) + 1.0).product();
        assert!(nodes > 1e9);
        assert!(columns.iter().all(|column| column.leaves.len() == 100));
    }
}
