//! Specs and plans: files and TOML to JSON and back.

use std::path::{Path, PathBuf};

use amidst::{
    Apply, Plan, Spec,
    io::read_text,
    spec::{Input, KeySource, Output, relative},
};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::{
    exceptions::raised,
    question::{self, read, write_spec},
};

/// Reads a spec from a file. Its relative paths become relative to where the program runs; it need not name a table.
#[pyfunction]
pub fn read_spec(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    let text = read_text(&path).map_err(|error| raised(py, &error.into()))?;
    let spec = Spec::from_toml(&text).map_err(|error| raised(py, &error.of_spec(&path)));
    spec.map(|mut spec| {
        spec.resolve(path.parent().unwrap_or(Path::new("")));
        write_spec(&spec)
    })
}

/// Reads a spec from text.
#[pyfunction]
pub fn spec_from_toml(py: Python<'_>, text: &str) -> PyResult<String> {
    Spec::from_toml(text).map(|spec| write_spec(&spec)).map_err(|error| raised(py, &error))
}

/// Writes a spec as a file in a folder has it.
#[pyfunction]
#[pyo3(signature = (spec, folder=None))]
pub fn spec_to_toml(py: Python<'_>, spec: &str, folder: Option<PathBuf>) -> PyResult<String> {
    let mut spec = question::read_spec(py, spec)?;
    if let Some(folder) = folder {
        lay_into(&mut spec, &folder);
    }
    Ok(spec.to_toml())
}

/// Reads a plan from a file, and says what it is like as text.
#[pyfunction]
pub fn read_plan(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    Plan::read(&path).map(|plan| plan.to_string()).map_err(|error| raised(py, &error))
}

/// A plan: in a file, to whose folder its paths are relative, or at hand.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanQuestion {
    File(PathBuf),
    Text(String),
}

impl PlanQuestion {
    /// What applies it.
    pub fn apply(self) -> amidst::Result<Apply> {
        match self {
            Self::File(path) => Apply::read(path),
            Self::Text(text) => {
                let path = PathBuf::from("a plan in memory");
                text.parse::<Plan>().map(Apply::new).map_err(|problem| amidst::Error::Plan { path, problem })
            }
        }
    }
}

/// The spec that a plan amounts to: one level for each column, and what was asked for.
#[pyfunction]
pub fn plan_to_spec(py: Python<'_>, plan: &str) -> PyResult<String> {
    let plan: PlanQuestion = read(py, plan)?;
    let job = plan.apply().and_then(|plan| plan.job(Input::default(), Output::default()));
    job.map(|job| write_spec(job.spec())).map_err(|error| raised(py, &error))
}

/// Makes the paths of a spec such as a file in a folder has them.
fn lay_into(spec: &mut Spec, folder: &Path) {
    let lay = |path: &mut String| {
        if !path.is_empty() {
            *path = relative(path, folder);
        }
    };
    lay(&mut spec.input.path);
    spec.privacy.require.iter_mut().filter_map(|it| it.population.as_mut()).for_each(lay);
    let output = &mut spec.output;
    let papers = [&mut output.report, &mut output.certificate, &mut output.internal_certificate];
    papers.into_iter().chain([&mut output.path, &mut output.plan]).flatten().for_each(lay);
    for column in spec.columns.values_mut() {
        column.hierarchy.iter_mut().filter_map(|hierarchy| hierarchy.file.as_mut()).for_each(lay);
        if let Some(KeySource::File(path)) = &mut column.key {
            lay(path);
        }
    }
}
