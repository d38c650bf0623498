//! The recoders, from outside.

mod revisited;
