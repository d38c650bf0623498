//! The door to amidst: a [`Spec`] becomes a [`Job`], a job becomes a verified release.
//!
//! ```no_run
//! use amidst::{Answer, Job, Spec};
//!
//! let spec = Spec::from_toml(
//!     r#"
//!     input.path = "patients.csv"
//!     columns.name.role = "identifier"
//!     columns.age.role = "quasi"
//!     columns.zip.role = "quasi"
//!     columns.diagnosis.role = "sensitive"
//!     privacy.k = 5
//!     solve.suppression = "5%"
//!     output.path = "release.csv"
//!     "#,
//! )?;
//! match Job::new(spec).run(&())? {
//!     Answer::Released(released) => println!("k = {}", released.audit.k),
//!     Answer::Infeasible(answer) => println!("{}", answer.message),
//! }
//! # Ok::<(), amidst::Error>(())
//! ```
//!
//! Tables need not be files: [`Job::with_source`] takes Arrow record batches, and [`Job::run_in_memory`] gives them back, audited
//! like everything else. An [`Observer`] sees how far a job is and may end it. [`Job::with_model`] takes a privacy model of one's
//! own. `examples/` has a program for each: `files`, `batches`, `observed`, `own_model`.
//!
//! What may change: until version 1.0 a minor version may change types and functions, and the changelog says so; the format of
//! specs, plans and certificates is numbered by itself, and so is the JSON of every answer.

mod apply;
mod certificate;
pub mod explain;
pub mod job;
pub mod outcome;
mod outputs;
mod papers;
mod plan;
mod public_report;
pub mod release;
mod report;
pub mod solutions;
mod source_key;
pub mod stages;
pub mod summary;

pub use amidst_assess::{PeopleFinding, attack, check, compare, risk};
pub use amidst_audit::{self as audit, Number};
pub use amidst_core::{
    Aborted, ErrorCode, ErrorKind, Observer, Place, Role, Score, Signal, Stage, Threshold, metric, model,
    parameter,
};
pub use amidst_demo as demo;
pub use amidst_io as io;
pub use amidst_profile as profile;
pub use amidst_spec::{
    Error, Plan, Result, Spec, catalog, combinations, error, files, hierarchies, quoted, reporting,
    requirements, spec, value,
};
/// A certificate against the bytes that it speaks of.
pub mod verify {
    pub use amidst_verify::{Claimed, Figure, Standing, Verified, VerifyOptions, verify};
}

pub use apply::Apply;
pub use job::Job;
pub use outcome::{Answer, Infeasible, InfeasibleReason, Released};
pub use {arrow_array, arrow_schema};
