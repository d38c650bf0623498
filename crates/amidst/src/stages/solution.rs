//! A solution of a summary: what every distinct row of it becomes, wherever its rows lie.

use std::{collections::HashMap, sync::OnceLock};

use amidst_core::{Coded, Observer, Stage};
use amidst_io::released_type;
use amidst_kernel::{CodeTuples, TupleSummary};
use amidst_release::{ClassLookup, Quotas, RecodedColumn};
use amidst_spec::{Error, Result};
use arrow_schema::DataType;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{BoundJob, Summary, summary::unfit};
use crate::{
    job::{Dataset, PointClasses, RecodingSolution, SolveError},
    outcome::Infeasible,
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
pub struct Solution {
    /// The columns that the rows of the summary are told apart by, quasi columns first.
    names: Vec<String>,
    /// What the rows of a part find their classes by.
    found: Found,
    /// The types that released quasi columns have, in every part.
    types: Vec<String>,
    pub(super) recoding: RecodingSolution,
}

/// What the rows of a part find their classes by.
#[derive(Serialize, Deserialize)]
enum Found {
    /// Where whole columns are recoded: by what their values are shown as.
    ByLabels(ClassLookup),
    /// By their own values.
    ByValues(Box<ByValues>),
}

/// The points of rows by their values, and the classes of points.
#[derive(Serialize, Deserialize)]
pub(super) struct ByValues {
    tuples: TupleSummary,
    points: PointClasses,
    /// Made of the tuples once, for all parts.
    #[serde(skip)]
    known: OnceLock<Known>,
}

impl Solution {
    /// The version of the form.
    pub const VERSION: u32 = 1;

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { names, found, types, recoding } = self;
        let body = serde_json::to_vec(&(Self::VERSION, names, found, types, recoding));
        let body = body.expect("words and numbers");
        [&Sha256::digest(&body)[..], &body].concat()
    }

    /// From bytes.
    ///
    /// # Errors
    /// If they are not those of a solution of this version, or not as they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let foreign = || unfit("its bytes are not those of a solution");
        let (checksum, body) = bytes.split_first_chunk::<32>().ok_or_else(foreign)?;
        if Sha256::digest(body)[..] != checksum[..] {
            return Err(foreign());
        }
        let (version, names, found, types, recoding) = serde_json::from_slice(body).map_err(|_| foreign())?;
        match version {
            Self::VERSION => Ok(Self { names, found, types, recoding }),
            other => Err(unfit(format!("it has version {other}, and this program knows {}", Self::VERSION))),
        }
    }

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

    /// Whether rows that are alike to a search are in several classes, so that they have to be dealt.
    pub fn deals(&self) -> bool {
        self.by_values().is_some_and(|values| values.quotas().deals())
    }

    /// What rows find their classes by, if it is their own values.
    pub(super) fn by_values(&self) -> Option<&ByValues> {
        match &self.found {
            Found::ByLabels(_) => None,
            Found::ByValues(values) => Some(values),
        }
    }

    /// The class of every row of a part, if it follows from what the row is shown as.
    pub(super) fn class_of_row(&self, part: &Dataset, observer: &dyn Observer) -> Result<Option<Vec<u32>>> {
        let coded = |name: &str| part.model_column(name).coded().expect("columns looked at are coded");
        match &self.found {
            Found::ByLabels(lookup) => lookup.class_of_row(coded, observer).map(Some),
            Found::ByValues(_) => Ok(None),
        }
    }
}

impl ByValues {
    /// How many rows of each point go into each class.
    pub fn quotas(&self) -> &Quotas {
        &self.points.quotas
    }

    /// The point of every row of a part.
    pub fn point_of_row(
        &self,
        part: &Dataset,
        names: &[String],
        observer: &dyn Observer,
    ) -> Result<Vec<u32>> {
        let known = match self.known.get() {
            Some(known) => known,
            None => {
                let known = Known::new(&self.tuples)?;
                self.known.get_or_init(|| known)
            }
        };
        let own: Vec<&Coded> = names
            .iter()
            .map(|name| part.model_column(name).coded().expect("columns looked at are coded"))
            .collect();
        let widths = own.iter().map(|coded| (&coded.codes, coded.dictionary.len()));
        let (tuples, tuple_of_row) = CodeTuples::collapse(&widths.collect::<Vec<_>>(), None, observer)?;
        // Codes of the part as codes of the summary.
        let code_of: Vec<Vec<Option<u32>>> =
            own.iter().zip(&known.codes).map(|(own, codes)| codes_of(own, codes)).collect();
        let columns: Vec<Vec<u32>> = (0..own.len()).map(|column| tuples.column(column)).collect();
        let point = |tuple: usize| {
            let codes = columns.iter().zip(&code_of).map(|(column, code_of)| code_of[column[tuple] as usize]);
            let row = known.row_of.get(&codes.collect::<Option<Vec<u32>>>()?)?;
            Some(self.points.point_of_row[*row])
        };
        let of_tuple: Option<Vec<u32>> = (0..tuples.len()).map(point).collect();
        let of_tuple = of_tuple.ok_or_else(|| unfit("a part has rows that are not in what was solved"))?;
        observer.go_on().map_err(Error::from)?;
        Ok(tuple_of_row.into_iter().map(|tuple| of_tuple[tuple as usize]).collect())
    }
}

/// Where the rows of a summary are found by their values.
struct Known {
    /// The code of each value, column by column.
    codes: Vec<HashMap<Option<Box<str>>, u32>>,
    row_of: HashMap<Vec<u32>, usize>,
}

impl Known {
    fn new(tuples: &TupleSummary) -> Result<Self> {
        let columns = tuples.counted_rows().map_err(|error| unfit(error.to_string()))?;
        let codes = columns
            .iter()
            .map(|(_, coded)| coded.dictionary.iter().map(|value| value.map(Box::from)).zip(0..).collect());
        let key = |row: usize| -> Vec<u32> { columns.iter().map(|(_, coded)| coded.codes.at(row)).collect() };
        let rows = columns.first().map_or(0, |(_, coded)| coded.codes.len());
        Ok(Self { codes: codes.collect(), row_of: (0..rows).map(|row| (key(row), row)).collect() })
    }
}

/// The codes that the values of a column have elsewhere, if they are known there.
fn codes_of(own: &Coded, codes: &HashMap<Option<Box<str>>, u32>) -> Vec<Option<u32>> {
    own.dictionary.iter().map(|value| codes.get(&value.map(Box::from)).copied()).collect()
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
            Ok(mut recoding) => {
                let of_column = |column: &RecodedColumn| {
                    let source = read.table.column(&column.name).expect("every quasi column is recoded");
                    released_type(&source.source_type, column.labels.iter()).to_string()
                };
                let types = recoding.recoded.iter().map(of_column).collect();
                let points = recoding.points.take().expect("rows of a summary have points");
                let coded = |name: &str| read.model_column(name).coded().expect("quasi columns are coded");
                let found = match recoding.levels().is_empty() {
                    false => Found::ByLabels(ClassLookup::new(&recoding.recoding(), coded)),
                    true => {
                        let tuples = summary.tuples().clone();
                        Found::ByValues(Box::new(ByValues { tuples, points, known: OnceLock::new() }))
                    }
                };
                SolveOutcome::Found(Box::new(Solution { names: self.names(), found, types, recoding }))
            }
            Err(SolveError::Failed(error)) => return Err(error),
            Err(SolveError::Infeasible(infeasibility)) => {
                let infeasible = self.job.infeasible(infeasibility, &self.validated, &read, observer)?;
                SolveOutcome::Infeasible(Box::new(infeasible))
            }
        })
    }

    /// Refuses a solution of a summary that is not of this table.
    pub(super) fn own_solution(&self, solution: &Solution) -> Result<()> {
        let quasi = self.binding.roles.quasi().map(|(name, _)| name);
        let recoded = solution.recoding.recoded.iter().map(|column| column.name.as_str());
        match solution.names == self.names() && recoded.eq(quasi) {
            true => Ok(()),
            false => Err(unfit("a solution is of another table, or of another spec")),
        }
    }

    /// The columns that rows are told apart by: quasi columns first, then those that a search looks at besides.
    pub fn names(&self) -> Vec<String> {
        let quasi = self.binding.roles.quasi().map(|(name, _)| name.to_owned());
        quasi.chain(self.aux_columns()).collect()
    }
}
