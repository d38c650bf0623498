//! Questions as JSON, in the words of the spec; and answers.

use amidst::{Spec, spec::describe};
use pyo3::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

use crate::exceptions::unreadable;

/// Reads a question.
pub fn read<T: DeserializeOwned>(py: Python<'_>, json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| {
        let message = error.to_string();
        let words = message.rsplit_once(" at line ").map_or(message.as_str(), |(words, _)| words);
        unreadable(py, &describe(words))
    })
}

/// Reads a spec that is about a table in memory: what it says of files that hold tables or papers counts for nothing.
pub fn spec(py: Python<'_>, json: &str) -> PyResult<Spec> {
    let mut spec: Spec = read(py, json)?;
    spec.input.path.clear();
    let output = &mut spec.output;
    output.format = None;
    let papers = [&mut output.path, &mut output.report, &mut output.certificate, &mut output.plan];
    papers.into_iter().chain([&mut output.internal_certificate]).for_each(|path| *path = None);
    Ok(spec)
}

/// Writes an answer.
pub fn answer(found: &impl Serialize) -> String {
    serde_json::to_string(found).expect("an answer holds only what JSON can")
}
