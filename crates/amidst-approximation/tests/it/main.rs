//! Tests of the approximation algorithms.

mod drawn;
mod papers;
mod ratios;
