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
//! The front is small: a job and its answers, what judges tables ([`check`], [`risk`], [`attack`], [`compare`]), what explains
//! ([`mod@explain`], [`solutions`], [`sweep`]) and what verifies ([`mod@verify`]); [`stages`] is for tables in parts. What programs need that are as
//! large as the command line is in [`advanced`].
//!
//! What may change: until version 1.0 a minor version may change types and functions, and the changelog says so; in [`advanced`], a patch may; the format of
//! specs, plans and certificates is numbered by itself, and so is the JSON of every answer.

pub mod advanced;
mod apply;
pub mod explain;
mod job;
mod run;
pub mod solutions;
pub mod stages;
pub mod sweep;

pub use amidst_assess::{PeopleFinding, attack, check, compare, risk};
pub use amidst_core::{
    Aborted, ErrorCode, ErrorKind, Observer, Place, Role, Score, Signal, Stage, Threshold, metric, model,
    parameter,
};
pub use amidst_io as io;
use amidst_report::{outcome, outputs, papers};
pub use amidst_spec::{Error, Plan, Result, Spec, reporting, spec};
/// What was verified of a release.
pub mod audit {
    pub use amidst_audit::{
        AuditError, Check, CheckResult, CombinationReport, FileReport, Number, PartAudit, Report,
        RequirementReport,
    };
}
/// What became of columns.
pub mod release {
    pub use amidst_release::{ColumnTransformation, NOTHING_LEFT, Transformation, is_nothing_left};
}
/// What a run found, in numbers.
pub mod summary {
    pub use amidst_report::summary::*;
}
/// A certificate against the bytes that it speaks of.
pub mod verify {
    pub use amidst_verify::{
        Claimed, Figure, PublicKey, SigningKey, Standing, Verified, VerifyOptions, sign_certificate,
        signature_beside, verify,
    };
}

pub use apply::Apply;
pub use job::Job;
pub use outcome::{Answer, Infeasible, InfeasibleReason, Released};
pub use {arrow_array, arrow_schema};
