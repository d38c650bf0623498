//! JSON Lines: one object on every line.

mod line;
mod read;
mod write;

pub(crate) use read::{JsonParts, JsonReader};
pub(crate) use write::write_jsonl;
