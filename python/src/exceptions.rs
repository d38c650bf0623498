//! Errors become exceptions: the one place that knows which. The classes are written in Python, in `amidst/errors.py`.

use amidst::{Error, ErrorCode, Infeasible, advanced::error, reporting::Reporting};
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyModule};

/// The exception for an error: its class says whose matter it is, its `code` what is wrong.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    of(py, "of_error", error.to_json())
}

/// The exception for a target that is out of reach.
pub fn out_of_reach(py: Python<'_>, answer: &Infeasible, reporting: Reporting) -> PyErr {
    of(py, "of_answer", answer.to_json(reporting))
}

/// The exception for a question that cannot be read.
pub fn unreadable(py: Python<'_>, problem: &str) -> PyErr {
    of(py, "of_error", error::json(ErrorCode::BadSpec, problem))
}

/// The exception for a table that nobody can take in.
pub fn unsupported(py: Python<'_>, name: &str) -> PyErr {
    let problem = format!(
        "{name}: has a column of a type that cannot be taken in, or is no table; give its columns other types"
    );
    of(py, "of_error", error::json(ErrorCode::UnsupportedType, &problem))
}

/// The exception for a mistake of our own.
pub fn broken(py: Python<'_>, problem: &str) -> PyErr {
    of(py, "of_error", error::json(ErrorCode::Internal, problem))
}

fn of(py: Python<'_>, function: &str, json: String) -> PyErr {
    let made = PyModule::import(py, "amidst.errors")
        .and_then(|errors| errors.getattr(function))
        .and_then(|function| function.call1((json,)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyRuntimeError::new_err("amidst is not installed whole: amidst.errors is missing"),
    }
}
