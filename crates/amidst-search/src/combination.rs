//! Combinations: enough rows for every value tuple of some columns, rather than of all of them.

use std::collections::HashMap;

use amidst_kernel::{ClassTable, Tuples};

/// Some quasi columns, and how many rows must share their values wherever a row is released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The columns, by their place among the quasi columns.
    pub columns: Vec<usize>,
    /// The least number of released rows.
    pub k: u64,
}

impl Combination {
    /// The combinations that are not met as soon as others are: those within a larger one that asks for as much.
    pub fn needed(all: Vec<Self>) -> Vec<Self> {
        let mut all: Vec<Self> = all
            .into_iter()
            .map(|mut one| {
                one.columns.sort_unstable();
                one.columns.dedup();
                one
            })
            .collect();
        all.sort_by(|a, b| (&a.columns, a.k).cmp(&(&b.columns, b.k)));
        all.dedup();
        let implies = |other: &Self, one: &Self| {
            other != one
                && other.k >= one.k
                && one.columns.iter().all(|column| other.columns.contains(column))
        };
        all.iter().filter(|one| !all.iter().any(|other| implies(other, one))).cloned().collect()
    }
}

/// Of the marked classes the most that can be released together: within them every combination has its rows.
///
/// What is missing in one combination may break another, so marks are taken away until nothing changes. The union of two
/// sets that can be released can be released too, so the result is the one largest; and what can be released at a node
/// can be at every node above, where rows only gain company. So generalizing never suppresses more rows.
pub(crate) fn core(
    tuples: &Tuples,
    table: &ClassTable,
    combinations: &[Combination],
    mut marks: Vec<bool>,
) -> Vec<bool> {
    let labels: Vec<Vec<u32>> =
        (0..tuples.attributes().len()).map(|column| tuples.labels(table, column)).collect();
    let groups: Vec<Groups> = combinations.iter().map(|one| Groups::new(&labels, one, table.len())).collect();
    let mut is_changed = !groups.is_empty();
    while is_changed {
        is_changed = false;
        for groups in &groups {
            is_changed |= groups.unmark(table.counts(), &mut marks);
        }
    }
    marks
}

/// The classes that share the values of a combination.
struct Groups {
    k: u64,
    of_class: Vec<u32>,
    len: usize,
}

impl Groups {
    fn new(labels: &[Vec<u32>], combination: &Combination, classes: usize) -> Self {
        let mut of_class = vec![0_u32; classes];
        let mut len = usize::from(classes > 0);
        for &column in &combination.columns {
            let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
            for (group, &label) in of_class.iter_mut().zip(&labels[column]) {
                let next = numbers.len() as u32;
                *group = *numbers.entry((*group, label)).or_insert(next);
            }
            len = numbers.len();
        }
        Self { k: combination.k, of_class, len }
    }

    /// Takes the marks away where too few rows are marked; tells whether any was.
    fn unmark(&self, counts: &[u32], marks: &mut [bool]) -> bool {
        let mut rows = vec![0_u64; self.len];
        for ((&group, &count), &mark) in self.of_class.iter().zip(counts).zip(&*marks) {
            rows[group as usize] += u64::from(count) * u64::from(mark);
        }
        let mut is_changed = false;
        for (&group, mark) in self.of_class.iter().zip(marks) {
            let stays = rows[group as usize] >= self.k;
            is_changed |= *mark && !stays;
            *mark &= stays;
        }
        is_changed
    }
}
