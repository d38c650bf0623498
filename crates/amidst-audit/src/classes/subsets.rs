//! Classes over some of the columns: how many rows share the values of a combination.

use amidst_core::{Aborted, Coded, Codes, Observer};

use super::{Field, Share, Tuples};

/// The distinct tuples of some columns, kept column by column, so that any subset of the columns can be grouped without
/// going back to the rows.
pub struct Subsets {
    columns: Vec<Codes>,
    /// How many codes each column has.
    widths: Vec<usize>,
    /// The code that means missing in each column, if any.
    missing: Vec<Option<u32>>,
    counts: Vec<u64>,
}

/// Which group of a subset each tuple belongs to.
pub(crate) struct TupleGroups {
    pub of_tuple: Vec<u32>,
    pub len: usize,
}

impl Subsets {
    /// Groups the rows of these columns once; in all of them, `None` in the dictionary is missing. An observer is asked whether to
    /// go on.
    ///
    /// # Errors
    /// If the observer aborts.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn of(rows: usize, columns: &[&Coded], observer: &dyn Observer) -> Result<Self, Aborted> {
        let fields = super::fields(rows, columns);
        let tuples = Tuples::of_columns(rows, columns, observer)?;
        let missing = columns.iter().map(|column| column.dictionary.missing()).collect();
        Ok(Self::of_tuples(&tuples, fields.iter().map(|field| field.width).collect(), missing))
    }

    /// Takes tuples apart.
    pub(crate) fn of_tuples(tuples: &Tuples, widths: Vec<usize>, missing: Vec<Option<u32>>) -> Self {
        let mut columns: Vec<Vec<u32>> = widths.iter().map(|_| Vec::with_capacity(tuples.len())).collect();
        let mut codes = vec![0; widths.len()];
        for tuple in 0..tuples.len() {
            tuples.unpack(tuple, &mut codes);
            columns.iter_mut().zip(&codes).for_each(|(column, &code)| column.push(code));
        }
        let columns = columns.into_iter().zip(&widths).map(|(codes, &width)| Codes::narrow(codes, width));
        Self { columns: columns.collect(), widths, missing, counts: tuples.counts().to_vec() }
    }

    /// The classes over some columns, given by their places, that have fewer than `k` rows, and the rows of the
    /// smallest class of any size. A missing cell is a value like any other.
    pub fn below(&self, columns: &[usize], k: u64) -> (Share, u64) {
        let sizes = self.groups(columns).sums(&self.counts);
        (below(&sizes, k), sizes.into_iter().min().unwrap_or(0))
    }

    /// The classes over some columns that have fewer than `k` rows, rows with a missing cell in these columns left out
    /// altogether.
    pub fn complete_below(&self, columns: &[usize], k: u64) -> Share {
        let is_missing = |tuple: usize| {
            columns.iter().any(|&column| self.missing[column] == Some(self.columns[column].at(tuple)))
        };
        let complete = |(tuple, &rows): (usize, &u64)| if is_missing(tuple) { 0 } else { rows };
        let counts: Vec<u64> = self.counts.iter().enumerate().map(complete).collect();
        below(&self.groups(columns).sums(&counts), k)
    }

    /// The fewest rows that any row matches on some columns when a missing cell matches anything, if each tuple has so many
    /// rows; 0 without rows.
    pub(crate) fn k_wildcard(&self, columns: &[usize], counts: &[u64]) -> u64 {
        let (tuples, groups) = self.grouped(columns);
        let sums = groups.sums(counts);
        let places: Vec<u32> = (0..sums.len() as u32).filter(|&place| sums[place as usize] > 0).collect();
        let sums: Vec<u64> = places.iter().map(|&place| sums[place as usize]).collect();
        let missing: Vec<Option<u32>> = columns.iter().map(|&column| self.missing[column]).collect();
        tuples.k_wildcard(&places, &sums, &missing, &()).expect("nobody aborts")
    }

    /// The number of distinct tuples.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Groups the tuples by some columns, given by their places.
    pub(crate) fn groups(&self, columns: &[usize]) -> TupleGroups {
        self.grouped(columns).1
    }

    fn grouped(&self, columns: &[usize]) -> (Tuples, TupleGroups) {
        let field =
            |&column: &usize| Field { codes: &self.columns[column], image: None, width: self.widths[column] };
        let fields: Vec<Field> = columns.iter().map(field).collect();
        let tuples = Tuples::of(&fields, self.len());
        let groups = TupleGroups {
            of_tuple: tuples.locate(&tuples.index(&()).expect("nobody aborts"), &fields, 0..self.len()),
            len: tuples.len(),
        };
        (tuples, groups)
    }
}

impl TupleGroups {
    /// The rows of each group, if each tuple has so many.
    pub fn sums(&self, counts: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; self.len];
        self.of_tuple.iter().zip(counts).for_each(|(&group, rows)| sums[group as usize] += rows);
        sums
    }
}

/// The sizes below `k`; what has no rows is no class.
fn below(sizes: &[u64], k: u64) -> Share {
    let rare = sizes.iter().filter(|&&rows| (1..k).contains(&rows));
    rare.fold(Share::default(), |share, rows| Share { classes: share.classes + 1, rows: share.rows + rows })
}
