//! From a summary to rows, each of which stands for all that are alike: whatever takes rows takes a summary.

use std::sync::Arc;

use amidst_core::Coded;

use super::{NamedValues, SummaryError, TupleSummary};

impl TupleSummary {
    /// Its rows, those that are alike as one with a count: first the quasi columns, then those counted beside them.
    ///
    /// # Errors
    /// If columns are counted beside the tuples in several histograms: which of their values go together is not known.
    pub fn counted_rows(&self) -> Result<Vec<(String, Coded)>, SummaryError> {
        let joint = match &self.histograms[..] {
            [] => None,
            [joint] => Some(joint),
            _ => return Err(SummaryError::NotJoint),
        };
        let (mut tuples, mut combinations, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for (tuple, &rows) in self.counts.iter().enumerate() {
            let (own, own_rows) = joint.map_or((&[0][..], std::slice::from_ref(&rows)), |it| it.tuple(tuple));
            tuples.extend(own.iter().map(|_| tuple));
            combinations.extend(own.iter().map(|&combination| combination as usize));
            counts.extend_from_slice(own_rows);
        }
        let counts: Arc<[u32]> = counts.into();
        let column = |values: &NamedValues, codes: Vec<u32>| {
            let coded = Coded::narrow(values.dictionary(), codes).with_counts(Some(Arc::clone(&counts)));
            (values.name().to_owned(), coded)
        };
        let quasi =
            self.columns.iter().enumerate().map(|(at, values)| {
                column(values, tuples.iter().map(|&tuple| self.code(tuple, at)).collect())
            });
        let beside = joint.into_iter().flat_map(|joint| {
            let codes = |at| combinations.iter().map(|&combination| joint.code(combination, at)).collect();
            joint.columns().iter().enumerate().map(move |(at, values)| (values, codes(at)))
        });
        let beside: Vec<_> = beside.map(|(values, codes)| column(values, codes)).collect();
        Ok(quasi.chain(beside).collect())
    }
}
