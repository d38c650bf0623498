//! What a sweep is over: every k with every limit and every algorithm.

use amidst_spec::{
    Error, Result, Spec, names::AUTO, scheme::RecodingScheme, spec::Limit, validated::ValidatedSpec,
};

use crate::Job;

/// A grid. What it leaves empty is as the spec has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Each k.
    pub k: Vec<u64>,
    /// Each limit on suppression.
    pub suppression: Vec<Limit>,
    /// Each algorithm, by its id.
    pub algorithms: Vec<String>,
}

/// A point of the grid as a job.
pub(crate) struct Case {
    /// Where its series stands among all.
    pub series: usize,
    pub k: u64,
    pub suppression: Limit,
    /// As it was asked for.
    pub algorithm: String,
    pub job: Job,
    pub validated: ValidatedSpec,
}

impl Case {
    /// Whether another differs in k only.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.series == other.series
    }
}

impl Job {
    /// The points of a grid, checked: at least one, by algorithm, suppression and k.
    pub(crate) fn cases(&self, grid: &Grid) -> Result<Vec<Case>> {
        let spec = self.spec();
        let mut ks: Vec<Option<u64>> = grid.k.iter().copied().map(Some).collect();
        ks.sort_unstable();
        ks.dedup();
        if ks.is_empty() {
            ks.push(None);
        }
        let limits = match grid.suppression.is_empty() {
            true => vec![spec.solve.suppression.unwrap_or(Limit::NONE)],
            false => distinct(&grid.suppression),
        };
        let algorithms = match grid.algorithms.is_empty() {
            true => vec![spec.solve.algorithm.clone().unwrap_or_else(|| AUTO.into())],
            false => distinct(&grid.algorithms),
        };
        let series =
            algorithms.iter().flat_map(|algorithm| limits.iter().map(move |&limit| (algorithm, limit)));
        let mut cases = Vec::new();
        for (place, (algorithm, suppression)) in series.enumerate() {
            for &k in &ks {
                let mut spec: Spec = spec.clone();
                spec.privacy.k = k.or(spec.privacy.k);
                spec.solve.suppression = Some(suppression);
                spec.solve.algorithm = Some(algorithm.clone());
                let job = self.with_spec(spec);
                let validated = job.validated()?;
                refuse_incomparable(&validated)?;
                let algorithm = algorithm.clone();
                cases.push(Case { series: place, k: validated.k, suppression, algorithm, job, validated });
            }
        }
        Ok(cases)
    }
}

/// Refuses what has another measure than the others.
fn refuse_incomparable(validated: &ValidatedSpec) -> Result<()> {
    let is_other = matches!(validated.recoding, RecodingScheme::Averages | RecodingScheme::Fragments);
    match is_other {
        false => Ok(()),
        true => Err(Error::bad_value(
            "algorithm",
            format!(
                "algorithm = {:?}: a sweep compares what recoding loses, and this recodes nothing or shows averages; leave it out",
                validated.algorithm
            ),
        )),
    }
}

/// Each once, in the order in which they come.
fn distinct<T: Clone + PartialEq>(all: &[T]) -> Vec<T> {
    let mut seen: Vec<T> = Vec::new();
    for one in all {
        if !seen.contains(one) {
            seen.push(one.clone());
        }
    }
    seen
}
