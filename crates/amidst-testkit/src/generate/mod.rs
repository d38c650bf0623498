//! Tables made up from a seed: the same seed gives the same table on every machine.

pub mod adult;
mod rng;
pub mod small;
mod wide;

pub use rng::SeededRng;
pub use wide::{WideColumn, wide};
