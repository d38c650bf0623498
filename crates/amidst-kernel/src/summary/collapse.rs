//! From rows to a summary.

use amidst_core::{Coded, Error, Observer, Result};
use rayon::prelude::*;

use super::{
    JointHistogram, NamedValues, TupleSummary,
    error::{SummaryError, TOO_MANY_PEOPLE},
};
use crate::{
    ClassHistograms,
    packed::{Numbered, Packed},
};

/// Rows to collapse: which columns are quasi columns, and what is counted beside them.
#[derive(Clone)]
pub struct CodedRows<'a> {
    quasi: Vec<(&'a str, &'a Coded)>,
    joints: Vec<Vec<(&'a str, &'a Coded)>>,
    weights: Option<&'a [u64]>,
}

impl<'a> CodedRows<'a> {
    /// Rows by their quasi columns.
    pub fn new(quasi: &[(&'a str, &'a Coded)]) -> Self {
        Self { quasi: quasi.to_vec(), joints: Vec::new(), weights: None }
    }

    /// Counts, tuple by tuple, the values of a column; of several, their combinations.
    pub fn with_histogram(mut self, columns: &[(&'a str, &'a Coded)]) -> Self {
        self.joints.push(columns.to_vec());
        self
    }

    /// For each row the people that it stands for, in millionths.
    pub fn with_weights(mut self, weights: &'a [u64]) -> Self {
        self.weights = Some(weights);
        self
    }
}

impl TupleSummary {
    /// Collapses rows to distinct tuples.
    ///
    /// # Errors
    /// If there is no quasi column, a histogram is of none, columns differ in length, or rows or people are too many to
    /// count.
    pub fn collapse(rows: &CodedRows<'_>) -> Result<Self> {
        Self::collapse_observed(rows, &())
    }

    /// [`TupleSummary::collapse`], and an observer is asked whether to go on.
    ///
    /// # Errors
    /// As there, and if the observer aborts.
    pub fn collapse_observed(rows: &CodedRows<'_>, observer: &dyn Observer) -> Result<Self> {
        let (columns, numbered) = numbered(&rows.quasi, observer)?;
        let (tuples, counts) = Packed::collapse(&numbered, observer)?;
        let length = numbered[0].codes.len();
        let is_short =
            |columns: &[(&str, &Coded)]| columns.iter().any(|(_, coded)| coded.codes.len() != length);
        if rows.joints.iter().any(|columns| is_short(columns))
            || rows.weights.is_some_and(|it| it.len() != length)
        {
            return Err(Error::Internal(
                "what is counted beside the rows differs from them in length".into(),
            ));
        }
        let beside = !rows.joints.is_empty() || rows.weights.is_some();
        let tuple_of_row = if beside { tuples.tuple_of_row(&numbered, observer)? } else { Vec::new() };
        let joint = |columns: &Vec<(&str, &Coded)>| histogram(columns, &tuple_of_row, counts.len(), observer);
        let histograms = rows.joints.par_iter().map(joint).collect::<Result<_>>()?;
        let weights = rows.weights.map(|weights| sums(weights, &tuple_of_row, counts.len())).transpose();
        let weights = weights.map_err(|error| Error::Parameter {
            name: "weight",
            value: "the sum of all".into(),
            expected: error.to_string(),
        })?;
        Ok(Self { columns, tuples, counts, weights, histograms })
    }
}

type NumberedColumns<'a> = (Vec<NamedValues>, Vec<Numbered<'a>>);

fn numbered<'a>(columns: &[(&'a str, &'a Coded)], observer: &dyn Observer) -> Result<NumberedColumns<'a>> {
    let columns = columns.par_iter().map(|(name, coded)| NamedValues::occurring(name, coded, observer));
    Ok(columns.collect::<Result<Vec<_>>>()?.into_iter().unzip())
}

fn histogram(
    columns: &[(&str, &Coded)],
    tuple_of_row: &[u32],
    tuples: usize,
    observer: &dyn Observer,
) -> Result<JointHistogram> {
    let (columns, numbered) = numbered(columns, observer)?;
    let (combinations, _) = Packed::collapse(&numbered, observer)?;
    let combination_of_row = combinations.tuple_of_row(&numbered, observer)?;
    let tally = ClassHistograms::of_rows(
        (&combination_of_row, None),
        combinations.len(),
        tuple_of_row,
        tuples,
        observer,
    )?;
    Ok(JointHistogram { columns, combinations, tally })
}

fn sums(weights: &[u64], tuple_of_row: &[u32], tuples: usize) -> std::result::Result<Vec<u64>, SummaryError> {
    let total = weights.iter().try_fold(0_u64, |sum, &weight| sum.checked_add(weight));
    total.ok_or(TOO_MANY_PEOPLE)?;
    let mut sums = vec![0; tuples];
    tuple_of_row.iter().zip(weights).for_each(|(&tuple, weight)| sums[tuple as usize] += weight);
    Ok(sums)
}
