//! What tests and benchmarks of amidst share: tables made up, and slow ways to know the right answer. Never published.

pub mod cuts;
pub mod generate;
pub mod models;
pub mod oracle;
pub mod transport;
