//! Searches against brute force, and the laws they obey.

mod brute_force;
mod case;
mod heuristics;
mod laws;
mod least_height;
mod matrix;
mod models;
mod papers;
mod preferences;
mod presence;
mod requirements;
mod stopping;
mod subsets;
mod summaries;
mod target;
mod values;
mod views;
mod wide;
