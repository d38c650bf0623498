//! Recoders from outside.

mod anatomy;
