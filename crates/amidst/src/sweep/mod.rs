//! A grid over k, suppression and algorithms, solved together: what each point of it would release, in numbers. Nothing is
//! released, and no cell value is told.
//!
//! The table is read once, and posed once for all points that pose it alike. Where an algorithm proves its answers, one answer
//! tells about others (`series.rs`); the answer of every point is the one that a run of its own gives.

mod chart;
mod csv;
mod grid;
mod instances;
mod page;
mod point;
mod series;
mod svg;

use amidst_core::{Observer, Stage};
use amidst_spec::{Result, roles::Roles, scheme::RecodingScheme};
use serde::Serialize;

use crate::{
    Job,
    job::{Dataset, within},
};
use grid::Case;
use instances::Instances;
use series::Series;

pub use grid::Grid;
pub use point::{PointResult, SweepPoint};

/// What comes of a grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// The version of this format.
    pub version: u32,
    /// Rows of the table.
    pub rows: u64,
    /// What was minimized.
    pub objective: String,
    /// Whether every point was solved. If not, the sweep was stopped, and the others are missing.
    pub complete: bool,
    /// The points: by algorithm and suppression as they were asked for, then by k.
    pub points: Vec<SweepPoint>,
}

impl Job {
    /// Solves a grid of problems, of which the job's is one, and releases nothing.
    ///
    /// # Errors
    /// If some point could not be run. That the target of one is out of reach is an answer, not an error.
    pub fn sweep(&self, grid: &Grid, observer: &dyn Observer) -> Result<Sweep> {
        within(self.memory(), observer, |observer| {
            let cases = self.cases(grid)?;
            observer.progress(Stage::Reading, 0, None);
            let mut read = cases[0].job.read(&cases[0].validated, observer)?;
            observer.rows(read.rows());
            sweep_of(&mut read, &cases, observer)
        })
    }
}

/// Solves the cases of a grid over rows that were read, or over a summary of them.
pub(crate) fn sweep_of(read: &mut Dataset, cases: &[Case], observer: &dyn Observer) -> Result<Sweep> {
    let header: Vec<String> = read.roles.columns().map(|(name, _)| name.to_owned()).collect();
    let mut instances = Instances::default();
    let mut all: Vec<Series<'_>> = Vec::new();
    // Algorithms and limits come one after another; a larger limit is solved first, because it may answer the others.
    let of_series: Vec<&[Case]> = cases.chunk_by(|a, b| a.is_beside(b)).collect();
    for of_algorithm in of_series.chunk_by(|a, b| a[0].algorithm == b[0].algorithm) {
        let mut order: Vec<&[Case]> = of_algorithm.to_vec();
        order.sort_by_key(|cases| std::cmp::Reverse(cases[0].suppression.of(read.rows())));
        let mut looser: Option<usize> = None;
        for cases in order {
            read.roles = roles(&cases[0], &header)?;
            let mut series = Series::new(cases, read.rows());
            series.solve(looser.map(|at| &all[at]), read, &mut instances, observer)?;
            looser = Some(all.len());
            all.push(series);
        }
    }
    observer.go_on()?;
    all.sort_by_key(|series| series.place());
    let points: Vec<SweepPoint> = all.into_iter().flat_map(Series::into_points).collect();
    Ok(Sweep {
        version: 1,
        rows: read.rows(),
        objective: cases[0].validated.objective.clone(),
        complete: points.len() == cases.len(),
        points,
    })
}

/// The columns as the scheme of a case takes them.
fn roles(case: &Case, header: &[String]) -> Result<Roles> {
    let scheme: RecodingScheme = case.validated.recoding;
    Ok(Roles::new(case.job.spec(), header)?.under(scheme))
}
