//! Recoders against brute force and the papers' examples, and the laws they obey.

mod anatomy;
mod bound;
mod clusters;
mod deletion;
mod drawn;
mod examples;
mod local;
mod mondrian;
mod revisited;
mod suppression;
