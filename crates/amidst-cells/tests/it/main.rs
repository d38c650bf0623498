//! The recoders, from outside.

mod anatomy;
mod revisited;
