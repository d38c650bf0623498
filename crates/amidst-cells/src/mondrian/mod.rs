//! Mondrian: regions of rows, cut in two as long as both sides meet the conditions (LeFevre, DeWitt, Ramakrishnan, 2006).
//!
//! Strict cuts go between values, so that rows which agree stay together, and a region is given up only if no column has
//! an allowable cut. Relaxed cuts halve: rows of one value may be on both sides. The hybrid cuts strictly while it can and
//! halves what is left. Conditions beyond the number of rows may fail on both sides of a cut and still hold further down:
//! regions are not cut through such, so with them a partition may be coarser than need be.

mod cut;
mod cutter;
mod records;
mod scores;
mod shown;
mod steps;
mod width;
mod worker;

use amidst_core::{Error, Method, Observer, Result, Solver, SolverInfo, parameter::ParamInfo};

use crate::{Labels, Partition, PartitionResult, Problem};
use cut::Course;
use cutter::Shared;
use records::{apart, records};
use shown::Shown;
use worker::{Region, Worker};

/// Cuts regions in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mondrian {
    /// Between values.
    Strict,
    /// In halves.
    Relaxed,
    /// Between values while it can, then in halves.
    Hybrid,
}

/// Where a region may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ways {
    /// Between values.
    Values,
    /// In halves, if that is allowable, else between values. Every record is one row.
    Halves,
}

/// More columns than anybody has.
const COLUMNS: usize = 256;

const SPLIT: ParamInfo = ParamInfo::word(
    "split",
    &["width", "loss", "gain"],
    "whether a region is cut along its widest column, where it costs least, or where it tells most about the target",
);
const LABELS: ParamInfo = ParamInfo::word(
    "labels",
    &["data", "region"],
    "whether a class shows what its own rows need, or the region it was cut out as",
);

impl Solver<Problem<'_>> for Mondrian {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        let (id, doc) = match self {
            Self::Strict => {
                ("mondrian", "regions cut between values, near the median of their widest column")
            }
            Self::Relaxed => ("mondrian-relaxed", "the same in halves, rows of one value on both sides"),
            Self::Hybrid => ("mondrian-hybrid", "the same between values while that can be, then in halves"),
        };
        SolverInfo::new(id, doc, Method::LocalRecoding).with_parameters(&[SPLIT, LABELS])
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        match problem.axes.len() {
            0..=4 => Ok(self.run::<4>(problem, observer)),
            5..=6 => Ok(self.run::<6>(problem, observer)),
            7..=10 => Ok(self.run::<10>(problem, observer)),
            11..=16 => Ok(self.run::<16>(problem, observer)),
            17..=32 => Ok(self.run::<32>(problem, observer)),
            33..=COLUMNS => Ok(self.run::<COLUMNS>(problem, observer)),
            columns => Err(Error::Parameter {
                name: "algorithm",
                value: format!("{} for {columns} quasi columns", self.name()),
                expected: format!("at most {COLUMNS} quasi columns"),
            }),
        }
    }
}

impl Mondrian {
    /// With room for so many columns.
    fn run<const D: usize>(self, problem: &Problem<'_>, observer: &dyn Observer) -> PartitionResult {
        if problem.points.is_empty() {
            return PartitionResult::new(Partition::default(), true);
        }
        let course = Course::new(observer, problem.points.rows());
        let shared = Shared::new(problem, &course);
        let mut records = records::<D>(problem.points);
        if self == Self::Relaxed {
            records = apart(&records);
        }
        let shown = (problem.labels == Labels::Region).then(|| Shown::everything(problem.axes));
        let ways = if self == Self::Relaxed { Ways::Halves } else { Ways::Values };
        let worker = Worker::new(problem, &shared, &course, records.len()).halving(self == Self::Hybrid);
        let partition = worker
            .run(Region { records: &mut records, rows: problem.points.rows(), shown }, ways)
            .partition();
        PartitionResult::new(partition, !course.is_stopped())
    }
}
