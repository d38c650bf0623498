//! The hot path: from rows to distinct quasi tuples, and from tuples to the class table of any node.
//!
//! Rows are looked at twice in a whole run: once to collapse them to [`Tuples`], once to say which class each of them
//! falls into ([`Tuples::assign`]). In between a search asks a [`Kernel`] for class tables. Nothing here knows what is
//! good or bad about a class.

mod address;
mod assign;
mod block;
mod cache;
mod collapse;
mod column;
mod distinct;
mod domain;
mod grouper;
mod hash_index;
mod histogram;
mod layout;
mod locate;
mod node_map;
mod people;
mod ranks;
mod rollup;
mod row_keys;
mod table;
mod tally;
mod tuples;

pub use assign::{Assignment, SUPPRESSED};
pub use cache::Kernel;
pub use column::QuasiColumn;
pub use histogram::Histograms;
pub use people::MILLIONTHS;
pub use table::ClassTable;
pub use tally::{Companion, Tally, UNCOUNTED};
pub use tuples::Tuples;
