//! Tables made up from a seed: the same seed gives the same table on every machine.

pub mod adult;
mod draw;
pub mod small;

pub use draw::Draw;
