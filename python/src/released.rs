//! A release, and what is said of it.

use std::{
    mem,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use amidst::{Answer, advanced::papers, io::Batches, reporting::Reporting};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::{
    exceptions::{broken, out_of_reach},
    frame::ReleasedTable,
};

/// What came of a job. Its papers hold no cell value.
#[pyclass(frozen, module = "amidst._amidst")]
pub struct Released {
    said: Box<amidst::Released>,
    /// The release and what stands beside it, until they are taken: whoever keeps the papers need not keep the cells.
    tables: Mutex<Vec<Batches>>,
}

impl Released {
    /// What came of a job, or the exception that says why nothing did.
    pub fn of(py: Python<'_>, answer: Answer, reporting: Reporting) -> PyResult<Self> {
        match answer {
            Answer::Released(mut said) => {
                let tables = Mutex::new(mem::take(&mut said.tables));
                Ok(Self { said, tables })
            }
            Answer::Infeasible(answer) => Err(out_of_reach(py, &answer, reporting)),
        }
    }
}

#[pymethods]
impl Released {
    /// The release, then the tables beside it; nothing if they were taken before.
    fn take_tables(&self) -> Vec<ReleasedTable> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *tables).into_iter().map(ReleasedTable).collect()
    }

    /// Its numbers.
    fn to_json(&self) -> String {
        self.said.to_json()
    }

    /// What became of each column.
    fn columns(&self) -> String {
        let told = self.said.columns.iter().map(|column| {
            let words = column.transformation.to_string();
            json!({ "name": column.name, "role": column.role.name(), "became": words })
        });
        told.collect::<Value>().to_string()
    }

    /// The report, in HTML.
    fn report(&self) -> String {
        papers::report(&self.said)
    }

    /// The certificate.
    fn certificate(&self) -> String {
        papers::certificate(&self.said)
    }

    /// The plan as a file in a folder has it; nothing if it was recoded cell by cell.
    fn plan(&self, py: Python<'_>, folder: PathBuf) -> PyResult<Option<String>> {
        let folder = std::path::absolute(folder).map_err(|error| broken(py, &error.to_string()))?;
        Ok(papers::plan_in(&self.said, &folder).map(|plan| plan.to_string()))
    }
}
