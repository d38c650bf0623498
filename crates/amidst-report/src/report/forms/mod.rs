//! Annexes shaped for readers who expect a form. Each says what was measured, and leaves blank what only people know.

mod ema;
mod expert;
mod safe_harbor;

pub use ema::ema;
pub use expert::expert;
pub use safe_harbor::safe_harbor;
