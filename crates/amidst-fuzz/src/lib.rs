//! Inputs that nobody would write, for everything that reads what users give: nothing may panic, hang or ask for memory
//! that no machine has.
//!
//! Inputs are drawn by number: the same target, seed and number give the same bytes on every machine, so that a failure
//! is repeated by its number alone. [`Target`] says what is tried, [`mutate`] how an input comes from the seeds,
//! [`watch`] what happens when one fails. There is no coverage to steer by; seeds and words say what a format is made of.

pub mod doors;
pub mod mutate;
pub mod options;
pub mod parent;
pub mod seeds;
pub mod target;
pub mod watch;

pub use target::Target;
