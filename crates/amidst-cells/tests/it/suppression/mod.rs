//! Local suppression against brute force on small tables, and its laws on larger ones.

mod brute_force;
mod case;
mod laws;
mod slides;
