//! What the library shows to those who use it.

mod attack;
mod cases;
mod collapsed;
mod counted;
mod error_codes;
mod explain;
mod laws;
mod limits;
mod links;
mod observer;
mod own_measures;
mod own_models;
mod pages;
mod solutions;
mod stages;
mod stored;
mod survey;
mod two_passes;
mod types;
