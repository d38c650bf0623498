//! What solves: `anonymize`, `apply`, `explain`, `solutions`, `sweep`.

use amidst::{
    Answer, Job, Spec,
    explain::{Reveal, explain as explained},
    io::Batches,
    solutions::{SolutionsAnswer, SolutionsOptions},
    spec::{Input, Limit, OnUnmapped, Output},
    sweep::Grid,
};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::{
    beside::Surroundings,
    exceptions::{out_of_reach, raised},
    frame::batches,
    question::{answer, read, spec},
    released::Released,
    spec::PlanQuestion,
};

/// How messages call the table.
pub const TABLE: &str = "the table";

/// A job on a table, and how much memory it may take.
fn job(spec: Spec, table: Batches, memory: Option<usize>) -> Job {
    Job::new(spec).with_source(table).with_memory(memory)
}

/// Solves, recodes and verifies.
#[pyfunction]
#[pyo3(signature = (table, spec_json, around, memory=None))]
pub fn anonymize(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    spec_json: &str,
    around: Surroundings,
    memory: Option<usize>,
) -> PyResult<Released> {
    let spec = spec(py, spec_json)?;
    let reporting = spec.output.reporting().map_err(|error| raised(py, &error))?;
    let job = job(spec, batches(TABLE, table)?, memory);
    let answer: Answer = around.run(py, move |observer| job.run_in_memory(observer))?;
    Released::of(py, answer, reporting)
}

/// What `apply` may be told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApplyQuestion {
    plan: PlanQuestion,
    missing: Option<Vec<String>>,
    earlier: Vec<String>,
    on_unmapped: Option<OnUnmapped>,
    not_identifying: Vec<String>,
}

impl ApplyQuestion {
    /// The job that recodes as planned.
    pub fn job(self) -> amidst::Result<Job> {
        let input = Input { missing: self.missing, ..Input::default() };
        self.plan
            .apply()?
            .with_earlier(self.earlier)
            .with_on_unmapped(self.on_unmapped)
            .with_not_identifying(self.not_identifying)
            .job(input, Output::default())
    }
}

/// Recodes by a plan.
#[pyfunction]
#[pyo3(signature = (table, question, around, memory=None))]
pub fn apply(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    question: &str,
    around: Surroundings,
    memory: Option<usize>,
) -> PyResult<Released> {
    let asked: ApplyQuestion = read(py, question)?;
    let job = asked.job().map_err(|error| raised(py, &error))?;
    let reporting = job.spec().output.reporting().map_err(|error| raised(py, &error))?;
    let job = job.with_source(batches(TABLE, table)?).with_memory(memory);
    let answer = around.run(py, move |observer| job.run_in_memory(observer))?;
    Released::of(py, answer, reporting)
}

/// Why a job ends as it does.
#[pyfunction]
#[pyo3(signature = (table, spec_json, around, reveal=false, memory=None))]
pub fn explain(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    spec_json: &str,
    around: Surroundings,
    reveal: bool,
    memory: Option<usize>,
) -> PyResult<String> {
    let job = job(spec(py, spec_json)?, batches(TABLE, table)?, memory);
    let reveal = if reveal { Reveal::Names } else { Reveal::Counts };
    let found = around.run(py, move |observer| explained(&job, reveal, observer))?;
    Ok(answer(&found))
}

/// Every minimal node; the drawing of the lattice if asked for.
#[pyfunction]
#[pyo3(signature = (table, spec_json, around, nodes=false, drawing=false, memory=None))]
pub fn solutions(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    spec_json: &str,
    around: Surroundings,
    nodes: bool,
    drawing: bool,
    memory: Option<usize>,
) -> PyResult<(String, Option<String>)> {
    let spec = spec(py, spec_json)?;
    let reporting = spec.output.reporting().map_err(|error| raised(py, &error))?;
    let job = job(spec, batches(TABLE, table)?, memory);
    let wanted = SolutionsOptions { nodes, drawing, ..SolutionsOptions::default() };
    match around.run(py, move |observer| job.solutions(wanted, observer))? {
        SolutionsAnswer::Found(found) => Ok((answer(&found), found.drawing.clone())),
        SolutionsAnswer::Infeasible(answer) => Err(out_of_reach(py, &answer, reporting)),
    }
}

/// The grid that `sweep` goes over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridQuestion {
    k: Vec<u64>,
    suppression: Vec<Limit>,
    algorithm: Vec<String>,
}

/// A grid of problems: the answer, and its curves.
#[pyfunction]
#[pyo3(signature = (table, spec_json, grid, around, memory=None))]
pub fn sweep(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    spec_json: &str,
    grid: &str,
    around: Surroundings,
    memory: Option<usize>,
) -> PyResult<(String, String)> {
    let asked: GridQuestion = read(py, grid)?;
    let grid = Grid { k: asked.k, suppression: asked.suppression, algorithms: asked.algorithm };
    let job = job(spec(py, spec_json)?, batches(TABLE, table)?, memory);
    let found = around.run(py, move |observer| job.sweep(&grid, observer))?;
    Ok((answer(&found), found.to_svg()))
}
