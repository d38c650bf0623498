//! What the library shows to those who use it.

mod cases;
mod laws;
mod solutions;
