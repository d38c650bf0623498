//! The order of released rows. It gives people away, so it is a function of what is released, or of a secret key.

mod content;
mod order;
mod runs;
mod sort;

pub use content::content_keys;
pub use order::{count, places, ranks, shuffled, sorted};
pub use runs::{Merged, Runs};
pub use sort::{Keyed, sorted_by};
