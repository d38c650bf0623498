//! Rows with equal codes, put together.

use std::collections::HashMap;

use amidst_core::{Aborted, Codes, Observer, observer::blocks};
use amidst_kernel::UNCOUNTED;

/// One column of the rows: codes, and what each code counts as.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub codes: &'a Codes,
    /// What each code counts as; `None`: itself.
    pub image: Option<&'a [u32]>,
}

impl<'a> Field<'a> {
    pub fn of(codes: &'a Codes) -> Self {
        Self { codes, image: None }
    }

    pub fn at(&self, row: usize) -> u32 {
        let code = self.codes.at(row);
        self.image.map_or(code, |image| image[code as usize])
    }
}

/// Groups of rows, numbered in the order in which they are met.
pub(super) struct RowGroups {
    pub of_row: Vec<u32>,
    /// Rows of each group.
    pub sizes: Vec<u64>,
    /// The first row of each group, which has its values.
    pub first_row: Vec<u32>,
}

impl RowGroups {
    /// Puts rows together that agree in all fields. An observer is asked whether to go on.
    pub fn of(rows: usize, fields: &[Field<'_>], observer: &dyn Observer) -> Result<Self, Aborted> {
        let mut of_row: Vec<u32> = vec![0; rows];
        for field in fields {
            let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
            for block in blocks(rows, observer) {
                for row in block? {
                    let next = numbers.len() as u32;
                    of_row[row] = *numbers.entry((of_row[row], field.at(row))).or_insert(next);
                }
            }
        }
        let groups = of_row.iter().max().map_or(0, |&last| last as usize + 1);
        let (mut sizes, mut first_row) = (vec![0; groups], vec![u32::MAX; groups]);
        for (row, &group) in (0..).zip(&of_row) {
            sizes[group as usize] += 1;
            let first = &mut first_row[group as usize];
            *first = row.min(*first);
        }
        Ok(Self { of_row, sizes, first_row })
    }

    pub fn len(&self) -> usize {
        self.sizes.len()
    }
}

/// How often each known value of a column occurs in each group, groups one after another and values ascending in them.
pub(super) struct Counts {
    counts: Vec<(u32, u32, u64)>,
}

impl Counts {
    /// Counts the values of rows, of which some may be [`UNCOUNTED`].
    pub fn new(groups: &RowGroups, values: &[u32]) -> Self {
        let cells = groups.of_row.iter().zip(values).filter(|(_, value)| **value != UNCOUNTED);
        let mut cells: Vec<(u32, u32)> = cells.map(|(&group, &value)| (group, value)).collect();
        cells.sort_unstable();
        let counts =
            cells.chunk_by(PartialEq::eq).map(|run| (run[0].0, run[0].1, run.len() as u64)).collect();
        Self { counts }
    }

    /// The values of each group that has any with their rows, in the order of the groups.
    pub fn groups(&self) -> impl Iterator<Item = &[(u32, u32, u64)]> {
        self.counts.chunk_by(|one, other| one.0 == other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_agree_are_together() {
        let (a, b) = (Codes::narrow(vec![5, 5, 7, 5], 8), Codes::narrow(vec![0, 1, 1, 0], 2));
        let groups = RowGroups::of(4, &[Field::of(&a), Field::of(&b)], &()).unwrap();
        assert_eq!(
            (groups.of_row, groups.sizes, groups.first_row),
            (vec![0, 1, 2, 0], vec![2, 1, 1], vec![0, 1, 2])
        );
        let together = RowGroups::of(4, &[Field { codes: &a, image: Some(&[0; 8]) }], &()).unwrap();
        assert_eq!(together.sizes, [4]);
        assert_eq!(RowGroups::of(3, &[], &()).unwrap().sizes, [3]);
        assert_eq!(RowGroups::of(0, &[], &()).unwrap().len(), 0);
        let counts = Counts::new(&together, &[0, 1, 1, UNCOUNTED]);
        assert_eq!(counts.groups().collect::<Vec<_>>(), [[(0, 0, 1), (0, 1, 2)]]);
    }
}
