//! Suppressing the smallest classes until all that are left meet what is asked of them together.

use amidst_core::{Sizes, TableModel};
use amidst_kernel::{ClassTable, Tuples};

/// Takes marks away, those of the smallest classes first, until the marked classes meet all models together.
///
/// Of classes of the same size those go first whose labels come first, so the order of the table tells nothing.
pub(crate) fn unmark(tuples: &Tuples, table: &ClassTable, models: &[&dyn TableModel], marks: &mut [bool]) {
    let rows_of = |class: usize| u64::from(table.counts()[class]);
    let mut sizes: Sizes = (0..marks.len()).filter(|&class| marks[class]).map(rows_of).collect();
    let Cut { size, classes } = cut(&mut sizes, models);
    let mut last: Vec<usize> = Vec::new();
    for (class, mark) in marks.iter_mut().enumerate().filter(|(_, mark)| **mark) {
        match rows_of(class) {
            rows if rows < size => *mark = false,
            rows if rows == size => last.push(class),
            _ => {}
        }
    }
    if classes > 0 && (classes as usize) < last.len() {
        let columns = tuples.attributes().len();
        last.sort_by_cached_key(|&class| -> Vec<u32> {
            (0..columns).map(|column| tuples.label(table, class, column)).collect()
        });
    }
    last.iter().take(classes as usize).for_each(|&class| marks[class] = false);
}

/// All classes of fewer rows than a size go, and so many of that size.
struct Cut {
    size: u64,
    classes: u64,
}

/// Takes sizes away until the rest meet all models; tells what was taken.
fn cut(sizes: &mut Sizes, models: &[&dyn TableModel]) -> Cut {
    let hold = |sizes: &Sizes| models.iter().all(|model| model.holds(sizes));
    loop {
        let Some((size, classes)) = sizes.iter().next() else { return Cut { size: u64::MAX, classes: 0 } };
        if hold(sizes) {
            return Cut { size, classes: 0 };
        }
        let without = |taken: u64| {
            let mut rest = sizes.clone();
            rest.remove(size, taken);
            rest
        };
        let rest = without(classes);
        if hold(&rest) {
            let (mut too_few, mut enough) = (0, classes);
            while enough - too_few > 1 {
                let middle = too_few + (enough - too_few) / 2;
                if hold(&without(middle)) { enough = middle } else { too_few = middle }
            }
            return Cut { size, classes: enough };
        }
        *sizes = rest;
    }
}
