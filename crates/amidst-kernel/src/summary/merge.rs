//! Two summaries of parts of a table as that of both parts.

use std::cmp::Ordering;

use super::{JointHistogram, NamedValues, SummaryError, TupleSummary, error::TOO_MANY_ROWS};
use crate::{ClassHistograms, packed::Packed};

impl TupleSummary {
    /// The summary of the rows of both. The order does not matter, nor in which pairs many are merged.
    ///
    /// # Errors
    /// If the two were not collapsed by the same columns, or rows become too many to count.
    pub fn merge(self, other: Self) -> Result<Self, SummaryError> {
        self.check_alike(&other)?;
        if self.rows() + other.rows() > u64::from(u32::MAX) {
            return Err(TOO_MANY_ROWS);
        }
        let (columns, tuples, places) = union((self.columns, self.tuples), (other.columns, other.tuples));
        let counts = add([&self.counts, &other.counts], &places, tuples.len());
        let pairs = self.histograms.into_iter().zip(other.histograms);
        let histograms = pairs.map(|(ours, theirs)| ours.merge(theirs, &places, tuples.len())).collect();
        Ok(Self { columns, tuples, counts, histograms })
    }

    fn check_alike(&self, other: &Self) -> Result<(), SummaryError> {
        let names = |columns: &[NamedValues]| -> Vec<String> {
            columns.iter().map(|column| column.name().to_owned()).collect()
        };
        let joints = |summary: &Self| -> Vec<Vec<String>> {
            summary.histograms.iter().map(|histogram| names(&histogram.columns)).collect()
        };
        match () {
            () if names(&self.columns) != names(&other.columns) => {
                Err(SummaryError::Different("their columns"))
            }
            () if joints(self) != joints(other) => {
                Err(SummaryError::Different("the columns that are counted beside the tuples"))
            }
            () => Ok(()),
        }
    }
}

impl JointHistogram {
    /// The rows of both, given for each of the two the place of each of its tuples.
    fn merge(self, other: Self, places: &[Vec<u32>; 2], tuples: usize) -> Self {
        let (columns, combinations, codes) =
            union((self.columns, self.combinations), (other.columns, other.combinations));
        let parts = [&self.tally, &other.tally].into_iter().zip(places).zip(&codes);
        let entries = parts.flat_map(|((tally, places), codes)| tally.entries(places, codes));
        let tally = ClassHistograms::of_pairs(entries, tuples, combinations.len());
        Self { columns, combinations, tally }
    }
}

/// The tuples of both under common values, and for each of the two the place there of each of its tuples.
fn union(ours: (Vec<NamedValues>, Packed), theirs: (Vec<NamedValues>, Packed)) -> Union {
    let columns = ours.0.into_iter().zip(theirs.0).map(|(ours, theirs)| ours.union(theirs));
    let (columns, codes): (Vec<NamedValues>, Vec<[Vec<u32>; 2]>) = columns.unzip();
    let widths = || columns.iter().map(NamedValues::len).collect();
    // Values keep their order among those of both, so the tuples of each part stay in order.
    let [ours, theirs] = [(0, &ours.1), (1, &theirs.1)].map(|(part, tuples)| {
        let mut recoded = Packed::new(widths());
        for tuple in 0..tuples.len() {
            recoded.push(
                codes
                    .iter()
                    .enumerate()
                    .map(|(column, codes)| codes[part][tuples.number(tuple, column) as usize]),
            );
        }
        recoded
    });
    let (tuples, places) = interleave(&ours, &theirs);
    (columns, tuples, places)
}

type Union = (Vec<NamedValues>, Packed, [Vec<u32>; 2]);

/// Ascending tuples of both, each once.
fn interleave(ours: &Packed, theirs: &Packed) -> (Packed, [Vec<u32>; 2]) {
    let mut tuples = Packed::new(ours.widths.clone());
    let mut places = [Vec::with_capacity(ours.len()), Vec::with_capacity(theirs.len())];
    let (mut at, mut other) = (0, 0);
    while at < ours.len() || other < theirs.len() {
        let first = match (at < ours.len(), other < theirs.len()) {
            (true, true) => ours.key(at).cmp(theirs.key(other)),
            (true, false) => Ordering::Less,
            _ => Ordering::Greater,
        };
        let place = tuples.len() as u32;
        tuples.keys.extend_from_slice(if first.is_le() { ours.key(at) } else { theirs.key(other) });
        if first.is_le() {
            places[0].push(place);
            at += 1;
        }
        if first.is_ge() {
            places[1].push(place);
            other += 1;
        }
    }
    (tuples, places)
}

/// Sums by place.
fn add(parts: [&[u32]; 2], places: &[Vec<u32>; 2], tuples: usize) -> Vec<u32> {
    let mut sums = vec![0; tuples];
    for (part, places) in parts.into_iter().zip(places) {
        part.iter().zip(places).for_each(|(&number, &place)| sums[place as usize] += number);
    }
    sums
}
