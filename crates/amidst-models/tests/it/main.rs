//! Laws of every privacy model.

mod cases;
mod contract;
mod counter_examples;
mod emd;
mod exact;
mod monotonicity;
mod parts;
mod refusals;
mod support;
mod worked;
