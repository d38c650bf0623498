//! Searches against brute force, and the laws they obey.

mod brute_force;
mod case;
mod laws;
mod models;
mod preferences;
mod stopping;
mod views;
mod wide;
