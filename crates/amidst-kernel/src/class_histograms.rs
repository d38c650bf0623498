//! Histograms of companion columns: for each class, how many of its rows have each value.
//!
//! A companion is a column beside the quasi columns that a privacy model looks at, such as a sensitive one. Its values
//! are counted per tuple once; the tally of any class table is rolled up from a finer one, like the table itself.

use amidst_core::{
    Aborted, Observer, UNCOUNTED,
    observer::{BLOCK_ROWS, watched},
};

/// For each class of a table the rows of each value of a companion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassHistograms {
    /// `starts[class]..starts[class + 1]` is the histogram of a class.
    starts: Vec<u32>,
    /// The values that occur in a class, ascending.
    values: Vec<u32>,
    counts: Vec<u32>,
    width: usize,
}

impl ClassHistograms {
    /// The values that occur in a class, ascending, and the rows of each.
    pub fn class(&self, class: usize) -> (&[u32], &[u32]) {
        let range = self.starts[class] as usize..self.starts[class + 1] as usize;
        (&self.values[range.clone()], &self.counts[range])
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        (self.starts.len() + self.values.len() + self.counts.len()) * size_of::<u32>()
    }

    /// From the value, below `width` or [`UNCOUNTED`], and the class of each row, which stands for one or for so many.
    pub(crate) fn of_rows(
        (codes, counts): (&[u32], Option<&[u32]>),
        width: usize,
        class_of_row: &[u32],
        classes: usize,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let rows = class_of_row.iter().zip(codes);
        match counts {
            None => {
                let rows = rows.filter(|(_, code)| **code != UNCOUNTED);
                let pairs = rows.map(|(&class, &value)| (class, value, 1));
                Self::of_pairs_observed(pairs, classes, width, observer)
            }
            Some(counts) => {
                let rows = rows.zip(counts).filter(|((_, code), _)| **code != UNCOUNTED);
                let pairs = rows.map(|((&class, &value), &count)| (class, value, count));
                Self::of_pairs_observed(pairs, classes, width, observer)
            }
        }
    }

    /// Classes, values and rows, class by class, under other numbers for classes and values.
    pub(crate) fn entries<'a>(
        &'a self,
        class_of_class: &'a [u32],
        value_of_value: &'a [u32],
    ) -> impl Iterator<Item = (u32, u32, u32)> + Clone + 'a {
        class_of_class.iter().enumerate().flat_map(move |(class, &above)| {
            let (values, counts) = self.class(class);
            let entry = move |(&value, &count): (&u32, &u32)| (above, value_of_value[value as usize], count);
            values.iter().zip(counts).map(entry)
        })
    }

    /// The tally of a coarser table, given the class there of each class here.
    pub(crate) fn roll_up(&self, class_of_class: &[u32], classes: usize) -> Self {
        let entries = class_of_class.iter().enumerate().flat_map(|(class, &above)| {
            let (values, counts) = self.class(class);
            values.iter().zip(counts).map(move |(&value, &count)| (above, value, count))
        });
        Self::of_pairs(entries, classes, self.width)
    }

    /// Adds up rows by class and value.
    pub(crate) fn of_pairs(
        pairs: impl Iterator<Item = (u32, u32, u32)> + Clone,
        classes: usize,
        width: usize,
    ) -> Self {
        Self::of_pairs_observed(pairs, classes, width, &()).expect("nobody aborts")
    }

    fn of_pairs_observed(
        pairs: impl Iterator<Item = (u32, u32, u32)> + Clone,
        classes: usize,
        width: usize,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let mut ends = vec![0_u32; classes + 1];
        watched(pairs.clone(), observer).for_each(|(class, ..)| ends[class as usize + 1] += 1);
        observer.go_on()?;
        for class in 0..classes {
            ends[class + 1] += ends[class];
        }
        let mut next = ends.clone();
        let mut entries = vec![(0_u32, 0_u32); ends[classes] as usize];
        for (class, value, count) in watched(pairs, observer) {
            let place = &mut next[class as usize];
            entries[*place as usize] = (value, count);
            *place += 1;
        }
        observer.go_on()?;
        let mut tally = Self { starts: vec![0], width, ..Self::default() };
        let mut slots = vec![0_u32; width];
        let mut touched = Vec::new();
        let mut unasked = 0;
        for class in 0..classes {
            let own = ends[class] as usize..ends[class + 1] as usize;
            unasked += own.len();
            if unasked >= BLOCK_ROWS {
                observer.go_on()?;
                unasked = 0;
            }
            for &(value, count) in &entries[own] {
                let slot = &mut slots[value as usize];
                if *slot == 0 {
                    touched.push(value);
                }
                *slot += count;
            }
            touched.sort_unstable();
            for value in touched.drain(..) {
                tally.values.push(value);
                tally.counts.push(std::mem::take(&mut slots[value as usize]));
            }
            tally.starts.push(tally.values.len() as u32);
        }
        Ok(tally)
    }
}
