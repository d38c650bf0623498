//! Tables of Python, as record batches: whatever has `__arrow_c_stream__` comes in, and what goes out has it too. Cells are not copied.

use amidst::io::Batches;
use arrow_array::{
    RecordBatchIterator,
    ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader},
};
use arrow_pyarrow::FromPyArrow;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyCapsule,
};

use crate::exceptions::{raised, unsupported};

/// Takes a table in.
pub fn batches(name: &str, table: &Bound<'_, PyAny>) -> PyResult<Batches> {
    let py = table.py();
    let reader = RecordBatchStreamReader::from_pyarrow_bound(table).map_err(|error| {
        // What went wrong may be told in words that quote cells.
        if error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py) {
            unsupported(py, name)
        } else {
            error
        }
    })?;
    Batches::from_reader(name, reader).map_err(|error| raised(table.py(), &error.into()))
}

/// A table that was released.
#[pyclass(frozen, module = "amidst._amidst")]
pub struct ReleasedTable(pub Batches);

#[pymethods]
impl ReleasedTable {
    /// The cells, to be taken by anything that knows Arrow. A schema asked for is not looked at: the types are those released.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches: Vec<_> = self.0.batches().iter().cloned().map(Ok).collect();
        let reader = RecordBatchIterator::new(batches, self.0.schema().clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.0.rows()
    }

    fn __repr__(&self) -> String {
        format!("<released table, {} rows>", self.0.rows())
    }
}
