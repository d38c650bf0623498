//! A table posed as a search problem: quasi columns under their hierarchies, rows without a place set aside.

use std::sync::Arc;

use amidst_core::{Coded, Table};
use amidst_io::Layout;
use amidst_kernel::{QuasiColumn, Tuples};
use amidst_models::KAnonymity;
use amidst_search::{Preference, Problem};

use super::{
    Ask, Roles,
    quasi::{Covered, Surroundings, placed_rows},
    unsolved::{Unsolved, Why},
};
use crate::{
    Result,
    release::SUPPRESSED,
    spec::MissingPolicy,
    summary::{Risk, Rows},
};

/// Everything a search needs, and what leads from its answer back to the rows.
pub(crate) struct Posed {
    /// The quasi columns, in the order of the table.
    pub columns: Vec<Covered>,
    quasi: Vec<QuasiColumn>,
    tuples: Tuples,
    /// The rows that take part, if some do not.
    placed: Option<Vec<u32>>,
    rows: u64,
    /// The most rows that may be suppressed, those without a place included.
    limit: u64,
    /// Whether some quasi cell is missing.
    has_missing: bool,
}

impl Posed {
    /// Poses the problem, unless it has no solution for reasons that need no search.
    pub fn new(
        table: &Table,
        roles: &Roles,
        ask: &Ask,
        layout: &Layout,
    ) -> Result<std::result::Result<Self, Unsolved>> {
        let surroundings = Surroundings::new(layout, ask.missing.clone());
        let source: Vec<_> =
            roles.quasi().map(|(name, _)| table.column(name).expect("it was read")).collect();
        let columns = source
            .iter()
            .zip(roles.quasi())
            .map(|(column, (_, spec))| Covered::new(column, spec, &surroundings))
            .collect::<Result<Vec<_>>>()?;
        let coded: Vec<&Coded> =
            source.iter().map(|column| column.coded().expect("quasi columns are coded")).collect();
        let placed = placed_rows(&columns, &coded);
        let rows = table.rows() as u64;
        let unplaced = rows - placed.as_ref().map_or(rows, |placed| placed.len() as u64);
        if rows - unplaced < ask.k {
            return Ok(Err(Unsolved::new(rows - unplaced, rows, Why::TooFewRows)));
        }
        // A release holds at least one class, so suppressing more is no solution whatever the limit.
        let limit = ask.suppression.of(rows).min(rows - ask.k);
        if unplaced > limit {
            return Ok(Err(Unsolved::new(0, unplaced, Why::TooManyUnplaced(unplaced))));
        }
        let quasi = columns
            .iter()
            .zip(&coded)
            .zip(roles.quasi())
            .map(|((covered, coded), (_, spec))| covered.quasi(coded, spec, placed.as_deref()))
            .collect::<Result<Vec<_>>>()?;
        let tuples = Tuples::collapse(&quasi)?;
        let has_missing = coded.iter().any(|coded| coded.dictionary.missing().is_some());
        Ok(Ok(Self { columns, quasi, tuples, placed, rows, limit, has_missing }))
    }

    /// The problem under the objective asked for.
    pub fn problem(&self, ask: &Ask) -> Result<Problem<'_>> {
        let metric = amidst_metrics::metric(&ask.objective, ask.aggregate, self.tuples.attributes())?;
        let model = KAnonymity::new(ask.k)?;
        let problem = Problem::new(&self.tuples, vec![Box::new(model)], metric, self.limit - self.unplaced());
        Ok(match ask.memory_bytes {
            Some(bytes) => problem.with_memory(bytes),
            None => problem,
        }
        .with_seed(ask.seed))
    }

    /// The policy that chooses a node.
    pub fn preference(&self, ask: &Ask) -> Result<Preference> {
        let place = |name: &String| self.columns.iter().position(|column| column.name == *name);
        let priority: Vec<usize> =
            ask.priority.iter().map(|name| place(name).expect("it was checked to be quasi")).collect();
        let metric = |name: &str| amidst_metrics::metric(name, None, self.tuples.attributes()).ok();
        Ok(Preference::parse(&ask.prefer, &priority, metric)?)
    }

    /// Whether a search answers more than was asked. It takes a missing cell for a value of its own; where the wildcard
    /// reading was asked for and cells are missing, that is stricter, and a finer release may exist.
    pub fn is_stricter(&self, ask: &Ask) -> bool {
        self.has_missing && ask.missing_policy == MissingPolicy::Wildcard
    }

    /// What is odd about the columns and the way they are compared, in words.
    pub fn warnings(&self, ask: &Ask) -> Vec<String> {
        let stricter = "missing = \"wildcard\" was solved under \"own-value\", which is stricter: a finer release may exist";
        let hierarchies = self.columns.iter().filter_map(|column| column.warning.clone());
        hierarchies.chain(self.is_stricter(ask).then(|| stricter.to_owned())).collect()
    }

    /// The names of the quasi columns.
    pub fn names(&self) -> Arc<[String]> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// The most rows that may be suppressed, those without a place included.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The distinct tuples of the rows that take part.
    pub fn tuples(&self) -> &Tuples {
        &self.tuples
    }

    /// Rows of the table.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Rows without a place in some hierarchy, which are suppressed whatever the node.
    pub fn unplaced(&self) -> u64 {
        self.rows - self.placed.as_ref().map_or(self.rows, |placed| placed.len() as u64)
    }

    /// Rows read, released and suppressed when a node suppresses so many of those that take part.
    pub fn rows_when(&self, suppressed: u64) -> Rows {
        let suppressed = suppressed + self.unplaced();
        Rows { r#in: self.rows, out: self.rows - suppressed, suppressed }
    }

    /// The risk in the source, values as they are.
    pub fn risk(&self) -> Risk {
        let as_is = self.tuples.bottom();
        let smallest = as_is.counts().iter().copied().min().unwrap_or(0);
        Risk::new(self.tuples.rows(), as_is.len() as u64, u64::from(smallest))
    }

    /// The class of every row of the table at a node, and each column's label for every class.
    pub fn assign(&self, problem: &Problem<'_>, levels: &[u8]) -> (Vec<u32>, Vec<Vec<u32>>) {
        let assignment = problem.assign(&self.quasi, levels);
        let labels = (0..self.quasi.len()).map(|column| assignment.labels(column).to_vec()).collect();
        let class_of_row = match &self.placed {
            None => assignment.class_of_row,
            Some(placed) => {
                let mut class_of_row = vec![SUPPRESSED; self.rows as usize];
                placed
                    .iter()
                    .zip(&assignment.class_of_row)
                    .for_each(|(&row, &class)| class_of_row[row as usize] = class);
                class_of_row
            }
        };
        (class_of_row, labels)
    }
}
