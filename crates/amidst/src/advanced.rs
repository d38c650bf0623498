//! What stands behind the front, for programs that build on more than a job: the command line is one. It may change with every
//! version.

pub use amidst_demo as demo;
pub use amidst_profile as profile;
pub use amidst_spec::{catalog, combinations, error, files, hierarchies, quoted, requirements, value};

pub use crate::run::MOST_THREADS;

/// How a job ended.
pub mod outcome {
    pub use amidst_report::outcome::*;
}

/// What is said of a release, as text.
pub mod papers {
    pub use amidst_report::papers::{certificate, plan_in, report};
}
