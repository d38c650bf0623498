//! Questions as JSON, in the words of the spec; and answers.

use std::mem;

use amidst::{Spec, spec::describe};
use pyo3::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::exceptions::unreadable;

/// Reads a question.
pub fn read<T: DeserializeOwned>(py: Python<'_>, json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| {
        let message = error.to_string();
        let words = message.rsplit_once(" at line ").map_or(message.as_str(), |(words, _)| words);
        unreadable(py, &describe(words))
    })
}

/// Reads a spec, with its columns in the order in which they are named.
pub fn read_spec(py: Python<'_>, json: &str) -> PyResult<Spec> {
    let mut spec: Spec = read(py, json)?;
    let written: Value = read(py, json)?;
    let columns = written.get("columns").and_then(Value::as_object);
    spec.named = columns.into_iter().flat_map(|columns| columns.keys().cloned()).collect();
    Ok(spec)
}

/// Writes a spec, with its columns in the order in which they were named.
pub fn write_spec(spec: &Spec) -> String {
    let mut written = serde_json::to_value(spec).expect("a spec holds only what JSON can");
    if let Some(columns) = written.get_mut("columns").and_then(Value::as_object_mut) {
        let mut all = mem::take(columns);
        let named = spec.named.iter().filter_map(|name| Some((name.clone(), all.shift_remove(name)?)));
        columns.extend(named.collect::<Vec<_>>());
        columns.extend(all);
    }
    written.to_string()
}

/// Reads a spec that is about a table in memory: what it says of files that hold tables or papers counts for nothing.
pub fn spec(py: Python<'_>, json: &str) -> PyResult<Spec> {
    let mut spec = read_spec(py, json)?;
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
