//! Recoders against brute force, and the laws they obey.

mod mondrian;
mod revisited;
mod suppression;
