//! Anatomy: groups of rows that differ in their sensitive values, for a release in two tables that only the groups link.

mod deal;
mod merge;
mod values;

use amidst_core::{Error, Method, Observer, Result, Solver, SolverInfo};

use crate::{PartitionResult, Problem};
use values::Values;

/// Groups in which no sensitive value stands out.
///
/// Rows are dealt into as many groups as there can be, then groups are merged until the conditions of the problem hold
/// too. It takes parameters of the data, so it is not among those that are at hand ready made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anatomy {
    l: u64,
    diversity: Diversity,
    sensitive: Vec<usize>,
}

/// What is asked of the sensitive values in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diversity {
    /// There are at least l of them.
    #[default]
    Distinct,
    /// None of them has more than 1/l of the rows, as Xiao and Tao have it.
    Share,
}

impl Anatomy {
    /// Its id.
    pub const NAME: &str = "anatomy";
    /// What it is.
    pub const INFO: SolverInfo = SolverInfo::new(
        Self::NAME,
        "every value stays; rows are dealt into groups, which alone link tables",
        Method::Bucketization,
    );

    /// Groups in which l holds for each of some companions of the points.
    ///
    /// # Errors
    /// If l is 0 or there is no companion.
    pub fn new(l: u64, diversity: Diversity, sensitive: Vec<usize>) -> Result<Self> {
        if l == 0 {
            let (name, value, expected) = ("l", l.to_string(), "it must be at least 1".into());
            return Err(Error::Parameter { name, value, expected });
        }
        if sensitive.is_empty() {
            let (name, value, expected) =
                ("algorithm", Self::NAME.into(), "it needs a sensitive column".into());
            return Err(Error::Parameter { name, value, expected });
        }
        Ok(Self { l, diversity, sensitive })
    }

    /// The largest l for which there are such groups: the one that all rows together have. As l holds for two groups
    /// together if it holds for each, no groups have a larger one.
    pub fn largest(&self, problem: &Problem<'_>) -> u64 {
        self.values(problem).iter().map(|values| values.largest(self.diversity)).min().unwrap_or(0)
    }

    fn values(&self, problem: &Problem<'_>) -> Vec<Values> {
        self.sensitive.iter().map(|&aux_column| Values::of(problem.points, aux_column)).collect()
    }

    fn refuse(&self, largest: u64) -> Error {
        let why = match self.diversity {
            Diversity::Distinct => "a sensitive column has no more values",
            Diversity::Share => "a sensitive value would have more than its share of every group",
        };
        let expected = format!("at most {largest} can be had here, {why}; ask for less");
        Error::Parameter { name: "l", value: self.l.to_string(), expected }
    }
}

impl Solver<Problem<'_>> for Anatomy {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        Self::INFO
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let largest = self.largest(problem);
        if self.l > largest {
            return Err(self.refuse(largest));
        }
        // The column that allows the fewest groups is dealt by; the others have to take what they get.
        let least = problem.conditions.least();
        let groups = |values: &Values| values.groups(self.l, self.diversity, least);
        let values = self.values(problem);
        let strictest =
            values.iter().min_by_key(|values| groups(values)).expect("there is a sensitive column");
        let dealt = deal::deal(problem.points, strictest, groups(strictest), observer);
        let is_finished = dealt.is_finished;
        let partition = merge::merge(problem, self, dealt)
            .ok_or_else(|| Error::Internal("anatomy was asked of rows that do not hold together".into()))?;
        Ok(PartitionResult::new(partition, is_finished))
    }
}
