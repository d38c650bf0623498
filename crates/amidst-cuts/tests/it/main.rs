//! Tests of algorithms that cut columns.

mod brute_force;
mod drawn;
mod papers;
