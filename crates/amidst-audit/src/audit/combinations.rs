//! k of combinations of quasi columns: how rare their values are in the file, and which classes of the source could be
//! released together.

use rayon::prelude::*;

use super::{ledger::Ledger, source::Expected};
use crate::{AuditError, Claim, ColumnContent, CombinationClaim, CombinationReport, Policy, Subsets};

/// The promised combinations over the classes of the recoded source.
pub(crate) struct Combinations<'a> {
    promised: &'a [CombinationClaim],
    /// Each one's columns by their places among the quasi columns.
    places: Vec<Vec<usize>>,
    subsets: Subsets,
    policy: Policy,
}

impl<'a> Combinations<'a> {
    /// Finds the columns of what is promised; `None` if k is promised of all quasi columns together.
    pub fn new(claim: &'a Claim, expected: &Expected, ledger: &Ledger) -> Result<Option<Self>, AuditError> {
        let promised = claim.combinations.as_slice();
        if promised.is_empty() {
            return Ok(None);
        }
        let is_by_cells =
            claim.columns.iter().any(|column| matches!(column.content, ColumnContent::Cells(_)));
        if claim.policy == Policy::Wildcard && !is_by_cells {
            return Err(AuditError::Claim(
                "combinations of columns at one level are judged under own-value only".into(),
            ));
        }
        let place = |name: &String| {
            let named = |at: usize| claim.columns[expected.images[at].column].name == *name;
            let place = (0..expected.images.len()).find(|&at| named(at));
            place.ok_or_else(|| AuditError::Claim(format!("a combination has {name:?}, which is not quasi")))
        };
        let places = promised
            .iter()
            .map(|one| one.columns.iter().map(place).collect())
            .collect::<Result<Vec<_>, AuditError>>()?;
        let widths = expected.images.iter().map(|image| image.field().width).collect();
        let subsets = ledger.subsets(widths, expected.images.iter().map(|image| image.missing()).collect());
        Ok(Some(Self { promised, places, subsets, policy: claim.policy }))
    }

    /// What each combination reaches if so many rows of each class are released. What strangers share with others is not
    /// known, and the truth check fails for them: each counts as if it shared nothing.
    pub fn reached(&self, released: &[u64], unmatched: &[u64]) -> Vec<CombinationReport> {
        let reached = |(one, columns): (&CombinationClaim, &Vec<usize>)| {
            let sums = match self.policy {
                Policy::OwnValue => self.subsets.groups(columns).sums(released),
                Policy::Wildcard => vec![self.subsets.k_wildcard(columns, released)],
            };
            let occurring = sums.iter().chain(unmatched).filter(|&&rows| rows > 0);
            CombinationReport {
                columns: one.columns.clone(),
                asked: one.k,
                reached: occurring.min().copied().unwrap_or(0),
            }
        };
        self.promised.par_iter().zip(&self.places).map(reached).collect()
    }

    /// Of the classes of the source that `may` be released the most that can be together: within them every combination
    /// has its rows. Ends early once all that are left are among those `released`, where nothing is needlessly missing.
    ///
    /// Every round takes away the classes that are too rare in any combination of what is left, until there are none.
    pub fn releasable(&self, may: Vec<bool>, source: &[u64], released: &[u64]) -> Vec<bool> {
        let mut left = may;
        loop {
            let counts: Vec<u64> =
                left.iter().zip(source).map(|(&is_left, &rows)| if is_left { rows } else { 0 }).collect();
            let stay = |mut kept: Vec<bool>, (one, columns): (&CombinationClaim, &Vec<usize>)| {
                let groups = self.subsets.groups(columns);
                let sums = groups.sums(&counts);
                let tuples = kept.iter_mut().zip(&groups.of_tuple);
                tuples.for_each(|(kept, &group)| *kept &= sums[group as usize] >= one.k);
                kept
            };
            let both = |mut a: Vec<bool>, b: Vec<bool>| {
                a.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
                a
            };
            let all = self.promised.par_iter().zip(&self.places);
            let kept = all.fold(|| left.clone(), stay).reduce(|| left.clone(), both);
            let is_done = kept == left || !kept.iter().zip(released).any(|(&kept, &rows)| kept && rows == 0);
            left = kept;
            if is_done {
                return left;
            }
        }
    }
}
