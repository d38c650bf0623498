//! From rows to a summary.

use amidst_core::{Coded, Error, Observer, Result};
use rayon::prelude::*;

use super::{JointHistogram, NamedValues, TupleSummary};
use crate::{
    ClassHistograms,
    packed::{Numbered, Packed},
};

/// Rows to collapse: which columns are quasi columns, and what is counted beside them.
#[derive(Clone)]
pub struct CodedRows<'a> {
    quasi: Vec<(&'a str, &'a Coded)>,
    joints: Vec<Vec<(&'a str, &'a Coded)>>,
}

impl<'a> CodedRows<'a> {
    /// Rows by their quasi columns.
    pub fn new(quasi: &[(&'a str, &'a Coded)]) -> Self {
        Self { quasi: quasi.to_vec(), joints: Vec::new() }
    }

    /// Counts, tuple by tuple, the values of a column; of several, their combinations.
    pub fn with_histogram(mut self, columns: &[(&'a str, &'a Coded)]) -> Self {
        self.joints.push(columns.to_vec());
        self
    }
}

impl TupleSummary {
    /// Collapses rows to distinct tuples.
    ///
    /// # Errors
    /// If there is no quasi column, a histogram is of none, columns differ in length, or rows are too many to count.
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
        if rows.joints.iter().any(|columns| is_short(columns)) {
            return Err(Error::Internal(
                "what is counted beside the rows differs from them in length".into(),
            ));
        }
        let tuple_of_row = match rows.joints.is_empty() {
            true => Vec::new(),
            false => tuples.tuple_of_row(&numbered, observer)?,
        };
        let joint = |columns: &Vec<(&str, &Coded)>| histogram(columns, &tuple_of_row, counts.len(), observer);
        let histograms = rows.joints.par_iter().map(joint).collect::<Result<_>>()?;
        Ok(Self { columns, tuples, counts, histograms })
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
