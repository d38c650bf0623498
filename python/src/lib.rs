//! The native half of the Python package `amidst`: takes tables and questions in, gives answers out, decides nothing.
//!
//! Tables come and go over the Arrow PyCapsule interface (`frame.rs`), questions and answers as JSON (`question.rs`), in the words of
//! the spec. Whatever takes long runs beside the interpreter and can be interrupted (`beside.rs`). The API that people use is written in
//! Python, in `amidst/`.

mod assess;
mod beside;
mod exceptions;
mod frame;
mod job;
mod question;
mod released;
mod spec;
mod stages;

use pyo3::prelude::*;

/// What `amidst` is made of.
#[pymodule]
mod _amidst {
    #[pymodule_export]
    use crate::{
        assess::{attack, check, compare, risk, verify},
        frame::ReleasedTable,
        job::{anonymize, apply, explain, solutions, sweep},
        released::Released,
        spec::{plan_to_spec, read_plan, read_spec, spec_from_toml, spec_to_toml},
        stages::{Solved, Stages, merged_audits, merged_summaries},
    };

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "as Python spells it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
