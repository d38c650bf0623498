//! What users of the crate may rely on.

mod bad_input;
mod lake;
mod round_trips;
mod table;
mod text_identity;
mod types;
