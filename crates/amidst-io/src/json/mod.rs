//! JSON Lines: one object on every line.

mod line;
mod not_finite;
mod read;
mod write;

pub(crate) use read::JsonReader;
pub(crate) use write::{JsonStyle, write_jsonl};
