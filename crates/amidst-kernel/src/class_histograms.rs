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
        let mut ends = vec![0_u32; classes + 1];
        class_of_class.iter().for_each(|&above| ends[above as usize + 1] += 1);
        for class in 0..classes {
            ends[class + 1] += ends[class];
        }
        let mut next = ends.clone();
        let mut members = vec![0_u32; class_of_class.len()];
        for (class, &above) in class_of_class.iter().enumerate() {
            let place = &mut next[above as usize];
            members[*place as usize] = class as u32;
            *place += 1;
        }
        let mut tally =
            Self { starts: Vec::with_capacity(classes + 1), width: self.width, ..Self::default() };
        tally.starts.push(0);
        let mut sums = Sums::new(self.width);
        for class in 0..classes {
            match &members[ends[class] as usize..ends[class + 1] as usize] {
                [alone] => {
                    let (values, counts) = self.class(*alone as usize);
                    tally.values.extend_from_slice(values);
                    tally.counts.extend_from_slice(counts);
                    tally.starts.push(tally.values.len() as u32);
                }
                members => {
                    for &member in members {
                        let (values, counts) = self.class(member as usize);
                        values.iter().zip(counts).for_each(|(&value, &count)| sums.add(value, count));
                    }
                    tally.push(&mut sums);
                }
            }
        }
        tally
    }

    /// Appends the histogram of a class.
    fn push(&mut self, sums: &mut Sums) {
        sums.take(|value, count| {
            self.values.push(value);
            self.counts.push(count);
        });
        self.starts.push(self.values.len() as u32);
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
        let mut sums = Sums::new(width);
        let mut unasked = 0;
        for class in 0..classes {
            let own = ends[class] as usize..ends[class + 1] as usize;
            unasked += own.len();
            if unasked >= BLOCK_ROWS {
                observer.go_on()?;
                unasked = 0;
            }
            entries[own].iter().for_each(|&(value, count)| sums.add(value, count));
            tally.push(&mut sums);
        }
        Ok(tally)
    }
}

/// The rows of each value, added up for one class after another.
struct Sums {
    /// By value; all zero between classes.
    slots: Vec<u32>,
    touched: Vec<u32>,
}

/// Values are looked through rather than sorted if at least one in so many has rows.
const DENSE: usize = 4;

impl Sums {
    fn new(width: usize) -> Self {
        Self { slots: vec![0; width], touched: Vec::new() }
    }

    fn add(&mut self, value: u32, count: u32) {
        let slot = &mut self.slots[value as usize];
        if *slot == 0 {
            self.touched.push(value);
        }
        *slot += count;
    }

    /// Gives the values that have rows, in ascending order, and forgets them.
    fn take(&mut self, mut give: impl FnMut(u32, u32)) {
        if self.touched.len() * DENSE >= self.slots.len() {
            let values = self.slots.iter_mut().zip(0..).filter(|(rows, _)| **rows > 0);
            values.for_each(|(rows, value)| give(value, std::mem::take(rows)));
            self.touched.clear();
        } else {
            self.touched.sort_unstable();
            let slots = &mut self.slots;
            self.touched.drain(..).for_each(|value| give(value, std::mem::take(&mut slots[value as usize])));
        }
    }
}
