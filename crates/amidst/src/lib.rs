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
//!     Answer::OutOfReach(answer) => println!("{}", answer.message),
//! }
//! # Ok::<(), amidst::Error>(())
//! ```

pub mod attack;
mod certificate;
pub mod check;
pub mod combinations;
pub mod compare;
pub mod demo;
pub mod error;
pub mod explain;
mod external;
pub mod files;
pub mod hierarchies;
mod household;
pub mod job;
pub mod plan;
pub mod profile;
pub mod release;
mod report;
pub mod reporting;
pub mod requirements;
pub mod risk;
pub mod solutions;
mod source;
pub mod spec;
pub mod summary;
mod teller;
pub mod value;
pub mod verify;
mod watch;
mod weight;

pub use amidst_audit::Number;
pub use amidst_core::{Control, ErrorKind, Place, Role, Score, Threshold};
pub use amidst_io as io;
pub use error::{Error, Result};
pub use job::{Answer, Job, Released};
pub use plan::Plan;
pub use spec::Spec;
pub use watch::{Stage, Watch};
pub use {arrow_array, arrow_schema};
