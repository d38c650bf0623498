//! A release, and what is said of it.

use std::path::PathBuf;

use amidst::{
    Answer,
    advanced::{papers, reporting::Reporting},
};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::{
    exceptions::{broken, out_of_reach},
    frame::ReleasedTable,
};

/// What came of a job. Its papers hold no cell value.
#[pyclass(frozen, module = "amidst._amidst")]
pub struct Released(Box<amidst::Released>);

impl Released {
    /// What came of a job, or the exception that says why nothing did.
    pub fn of(py: Python<'_>, answer: Answer, reporting: Reporting) -> PyResult<Self> {
        match answer {
            Answer::Released(released) => Ok(Self(released)),
            Answer::Infeasible(answer) => Err(out_of_reach(py, &answer, reporting)),
        }
    }
}

#[pymethods]
impl Released {
    /// The release, then the tables beside it.
    fn tables(&self) -> Vec<ReleasedTable> {
        self.0.tables.iter().cloned().map(ReleasedTable).collect()
    }

    /// Its numbers.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// What became of each column.
    fn columns(&self) -> String {
        let told = self.0.columns.iter().map(|column| {
            let words = column.transformation.to_string();
            json!({ "name": column.name, "role": column.role.name(), "became": words })
        });
        told.collect::<Value>().to_string()
    }

    /// The report, in HTML.
    fn report(&self) -> String {
        papers::report(&self.0)
    }

    /// The certificate.
    fn certificate(&self) -> String {
        papers::certificate(&self.0)
    }

    /// The plan as a file in a folder has it; nothing if it was recoded cell by cell.
    fn plan(&self, py: Python<'_>, folder: PathBuf) -> PyResult<Option<String>> {
        let folder = std::path::absolute(folder).map_err(|error| broken(py, &error.to_string()))?;
        Ok(papers::plan_in(&self.0, &folder).map(|plan| plan.to_string()))
    }
}
