//! What is said of a run: how it ended, what it found in numbers, and the papers that tell it, to those inside and to those outside.

pub mod certificate;
mod messages;
pub mod outcome;
pub mod outputs;
pub mod papers;
pub mod plan;
pub mod public_report;
pub mod report;
pub mod source_key;
pub mod summary;

use amidst_release as release;
