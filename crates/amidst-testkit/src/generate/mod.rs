//! Tables made up from a seed: the same seed gives the same table on every machine.

pub mod adult;
mod draw;
pub mod small;
mod wide;

pub use draw::Draw;
pub use wide::{WideColumn, wide};
