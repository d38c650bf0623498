//! What can be released where combinations ask for enough rows.

use std::collections::HashMap;

use amidst_core::Combination;
use amidst_kernel::{ClassTable, Tuples};

/// Of the marked classes the most that can be released together: within them every combination has its rows.
///
/// What is missing in one combination may break another, so marks are taken away until nothing changes. The union of two
/// sets that can be released can be released too, so the result is the one largest; and what can be released at a node
/// can be at every node above, where rows only gain company. So generalizing never suppresses more rows.
pub(crate) fn core(
    tuples: &Tuples,
    table: &ClassTable,
    combinations: &[Combination],
    marks: Vec<bool>,
) -> Vec<bool> {
    if combinations.is_empty() {
        return marks;
    }
    let labels: Vec<Vec<u32>> =
        (0..tuples.attributes().len()).map(|column| tuples.labels(table, column)).collect();
    core_of_labels(&labels, table.counts(), combinations, marks, KEPT_NUMBERS)
}

/// The most numbers of groups that are kept from round to round; where there are more, groups are made anew in each.
const KEPT_NUMBERS: usize = 32 << 20;

fn core_of_labels(
    labels: &[Vec<u32>],
    counts: &[u32],
    combinations: &[Combination],
    mut marks: Vec<bool>,
    kept_numbers: usize,
) -> Vec<bool> {
    let groups = |one: &Combination| CombinationClasses::new(labels, one, counts.len());
    let is_kept = combinations.len().saturating_mul(counts.len()) <= kept_numbers;
    let kept: Vec<CombinationClasses> = combinations.iter().filter(|_| is_kept).map(groups).collect();
    let mut is_changed = !combinations.is_empty();
    while is_changed {
        is_changed = false;
        for (at, one) in combinations.iter().enumerate() {
            is_changed |= match kept.get(at) {
                Some(groups) => groups.unmark(counts, &mut marks),
                None => groups(one).unmark(counts, &mut marks),
            };
        }
    }
    marks
}

/// For each combination the fewest rows of marked classes that share its values; 0 if none is marked.
pub(crate) fn least_rows(
    tuples: &Tuples,
    table: &ClassTable,
    combinations: &[Combination],
    marks: &[bool],
) -> Vec<u64> {
    let labels: Vec<Vec<u32>> =
        (0..tuples.attributes().len()).map(|column| tuples.labels(table, column)).collect();
    let least = |one: &Combination| {
        let rows = CombinationClasses::new(&labels, one, table.len()).rows(table.counts(), marks);
        rows.into_iter().filter(|&rows| rows > 0).min().unwrap_or(0)
    };
    combinations.iter().map(least).collect()
}

/// For each tuple of some columns' labels, the rows of marked classes that show it.
pub(crate) fn rows_of(tuples: &Tuples, table: &ClassTable, columns: &[usize], marks: &[bool]) -> Vec<u64> {
    let labels: Vec<Vec<u32>> = columns.iter().map(|&column| tuples.labels(table, column)).collect();
    let shown = Combination { columns: (0..columns.len()).collect(), k: 0 };
    CombinationClasses::new(&labels, &shown, table.len()).rows(table.counts(), marks)
}

/// The classes that share the values of a combination.
struct CombinationClasses {
    k: u64,
    of_class: Vec<u32>,
    len: usize,
}

impl CombinationClasses {
    fn new(labels: &[Vec<u32>], combination: &Combination, classes: usize) -> Self {
        let mut of_class = vec![0_u32; classes];
        let mut len = usize::from(classes > 0);
        for &column in &combination.columns {
            len = refine(&mut of_class, len, &labels[column]);
        }
        Self { k: combination.k, of_class, len }
    }

    /// The rows of marked classes in each group.
    fn rows(&self, counts: &[u32], marks: &[bool]) -> Vec<u64> {
        let mut rows = vec![0_u64; self.len];
        for ((&group, &count), &mark) in self.of_class.iter().zip(counts).zip(marks) {
            rows[group as usize] += u64::from(count) * u64::from(mark);
        }
        rows
    }

    /// Takes the marks away where too few rows are marked; tells whether any was.
    fn unmark(&self, counts: &[u32], marks: &mut [bool]) -> bool {
        let rows = self.rows(counts, marks);
        let mut is_changed = false;
        for (&group, mark) in self.of_class.iter().zip(marks) {
            let stays = rows[group as usize] >= self.k;
            is_changed |= *mark && !stays;
            *mark &= stays;
        }
        is_changed
    }
}

/// Splits groups by a column's labels and numbers the parts as they come; tells how many there are.
fn refine(of_class: &mut [u32], len: usize, labels: &[u32]) -> usize {
    let width = labels.iter().max().map_or(0, |&label| label as usize + 1);
    let mut parts = 0;
    let mut number = |known: &mut u32| {
        if *known == NONE {
            *known = parts;
            parts += 1;
        }
        *known
    };
    let cells = len.saturating_mul(width);
    if cells <= DENSE * of_class.len() {
        let mut known = vec![NONE; cells];
        for (group, &label) in of_class.iter_mut().zip(labels) {
            *group = number(&mut known[*group as usize * width + label as usize]);
        }
    } else {
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        for (group, &label) in of_class.iter_mut().zip(labels) {
            *group = number(known.entry((*group, label)).or_insert(NONE));
        }
    }
    parts as usize
}

/// No number yet.
const NONE: u32 = u32::MAX;

/// Up to so many cells for each class, parts are looked up in an array rather than by hashing.
const DENSE: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    /// Classes of two columns; a factor makes labels sparse, too sparse for an array.
    fn labels(factor: u32) -> Vec<Vec<u32>> {
        let column = |step: u32| (0..200_u32).map(|at| at * at / step % 23 * factor).collect();
        vec![column(7), column(3)]
    }

    #[test]
    fn sparse_labels_make_the_same_groups() {
        let combination = Combination { columns: vec![0, 1], k: 1 };
        let (dense, sparse) = (
            CombinationClasses::new(&labels(1), &combination, 200),
            CombinationClasses::new(&labels(1_000_003), &combination, 200),
        );
        assert_eq!((dense.len, &dense.of_class), (sparse.len, &sparse.of_class));
        let labels = labels(1);
        let same = |a: usize, b: usize| labels.iter().all(|column| column[a] == column[b]);
        let pairs = (0..200).flat_map(|a| (0..200).map(move |b| (a, b)));
        assert!(pairs.into_iter().all(|(a, b)| same(a, b) == (dense.of_class[a] == dense.of_class[b])));
    }

    #[test]
    fn groups_made_anew_in_each_round_leave_the_same_classes() {
        let counts: Vec<u32> = (0..200).map(|at| 1 + at % 5).collect();
        let combination = |columns: &[usize], k| Combination { columns: columns.to_vec(), k };
        let all = [combination(&[0, 1], 4), combination(&[0], 20), combination(&[1], 20)];
        let core = |kept| core_of_labels(&labels(1), &counts, &all, vec![true; 200], kept);
        assert_eq!(core(0), core(usize::MAX));
        // What one combination takes away makes another rare: it takes six rounds.
        assert_eq!(core(0).into_iter().filter(|&mark| mark).count(), 75);
    }
}
