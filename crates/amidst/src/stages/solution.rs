//! A solution of a summary: what every distinct row of it becomes, wherever its rows lie.

use std::collections::HashMap;

use amidst_core::{Coded, Observer, Stage};
use amidst_io::released_type;
use amidst_kernel::{CodeTuples, TupleSummary};
use amidst_spec::{Error, Result};
use arrow_schema::DataType;
use serde::{Deserialize, Serialize};

use super::{BoundJob, Summary, summary::unfit};
use crate::{
    job::{Dataset, PointClasses, RecodingSolution, SolveError},
    outcome::Infeasible,
    release::RecodedColumn,
    summary::{Objective, Rows},
};

/// How a search over a summary ended.
pub enum SolveOutcome {
    /// With a solution.
    Found(Box<Solution>),
    /// Without: the target is out of reach.
    Infeasible(Box<Infeasible>),
}

/// The class of every distinct row of a summary, and what each class shows. It holds cell values: it is data like the table.
#[derive(Serialize, Deserialize)]
pub struct Solution {
    tuples: TupleSummary,
    /// The types that released quasi columns have, in every part.
    types: Vec<String>,
    pub(super) recoding: RecodingSolution,
}

impl Solution {
    /// The level of each quasi column; nothing if columns are recoded cell by cell.
    pub fn levels(&self) -> Vec<(String, u8)> {
        self.recoding.levels()
    }

    /// Rows read, released and suppressed.
    pub fn rows(&self) -> Rows {
        self.recoding.rows
    }

    /// The algorithm that found it.
    pub fn algorithm(&self) -> &str {
        &self.recoding.algorithm
    }

    /// What was minimized, and what of it is left.
    pub fn objective(&self) -> &Objective {
        &self.recoding.objective
    }

    /// Whether it is proved that none is better.
    pub fn is_optimal(&self) -> bool {
        self.recoding.is_optimal
    }

    /// How much better the best could still be, as a share of this one's score.
    pub fn gap(&self) -> f64 {
        self.recoding.gap
    }

    /// Every measure of loss.
    pub fn loss(&self) -> &[(String, f64)] {
        &self.recoding.loss
    }

    /// The type that a released quasi column has.
    pub(super) fn released_type(&self, name: &str) -> Option<DataType> {
        let at = self.recoding.recoded.iter().position(|column| column.name == name)?;
        self.types.get(at)?.parse().ok()
    }

    pub(super) fn points(&self) -> &PointClasses {
        self.recoding.points.as_ref().expect("rows of a summary have points")
    }

    /// The point of every row of a part.
    pub(super) fn point_of_row(
        &self,
        part: &Dataset,
        names: &[String],
        observer: &dyn Observer,
    ) -> Result<Vec<u32>> {
        let known = self.tuples.counted_rows().map_err(|error| unfit(error.to_string()))?;
        let own: Vec<&Coded> = names
            .iter()
            .map(|name| part.model_column(name).coded().expect("columns looked at are coded"))
            .collect();
        let widths = own.iter().map(|coded| (&coded.codes, coded.dictionary.len()));
        let (tuples, tuple_of_row) = CodeTuples::collapse(&widths.collect::<Vec<_>>(), None, observer)?;
        // Codes of the part as codes of the summary.
        let code_of = |(own, (_, known)): (&&Coded, &(String, Coded))| -> Vec<Option<u32>> {
            let codes: HashMap<Option<&str>, u32> = known.dictionary.iter().zip(0..).collect();
            own.dictionary.iter().map(|value| codes.get(&value).copied()).collect()
        };
        let code_of: Vec<Vec<Option<u32>>> = own.iter().zip(&known).map(code_of).collect();
        let columns: Vec<Vec<u32>> = (0..own.len()).map(|column| tuples.column(column)).collect();
        let key = |row: usize| -> Vec<u32> { known.iter().map(|(_, coded)| coded.codes.at(row)).collect() };
        let rows = known.first().map_or(0, |(_, coded)| coded.codes.len());
        let row_of: HashMap<Vec<u32>, usize> = (0..rows).map(|row| (key(row), row)).collect();
        let points = self.points();
        let point = |tuple: usize| {
            let codes = columns.iter().zip(&code_of).map(|(column, code_of)| code_of[column[tuple] as usize]);
            let row = row_of.get(&codes.collect::<Option<Vec<u32>>>()?)?;
            Some(points.point_of_row[*row])
        };
        let of_tuple: Option<Vec<u32>> = (0..tuples.len()).map(point).collect();
        let of_tuple = of_tuple.ok_or_else(|| unfit("a part has rows that are not in what was solved"))?;
        observer.go_on().map_err(Error::from)?;
        Ok(tuple_of_row.into_iter().map(|tuple| of_tuple[tuple as usize]).collect())
    }
}

impl BoundJob {
    /// Looks for a solution of a summary: the one that a table has of which it is the summary.
    ///
    /// # Errors
    /// If the summary is of something else, or the observer aborts.
    pub fn solve(&self, summary: &Summary, observer: &dyn Observer) -> Result<SolveOutcome> {
        let mut read = self.dataset(summary, observer)?;
        observer.progress(Stage::Solving, 0, None);
        let answer = self.job.settled(&mut read, &self.validated, observer);
        observer.go_on()?;
        Ok(match answer {
            Ok(recoding) => {
                let of_column = |column: &RecodedColumn| {
                    let source = read.table.column(&column.name).expect("every quasi column is recoded");
                    released_type(&source.source_type, column.labels.iter()).to_string()
                };
                let types = recoding.recoded.iter().map(of_column).collect();
                SolveOutcome::Found(Box::new(Solution { tuples: summary.tuples().clone(), types, recoding }))
            }
            Err(SolveError::Failed(error)) => return Err(error),
            Err(SolveError::Infeasible(infeasibility)) => {
                let infeasible = self.job.infeasible(infeasibility, &self.validated, &read, observer)?;
                SolveOutcome::Infeasible(Box::new(infeasible))
            }
        })
    }

    /// The columns that rows are told apart by: quasi columns first, then those that a search looks at besides.
    pub(super) fn names(&self) -> Vec<String> {
        let quasi = self.binding.roles.quasi().map(|(name, _)| name.to_owned());
        quasi.chain(self.aux_columns()).collect()
    }
}
