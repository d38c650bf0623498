//! Recoders on drawn tables, against brute force and the papers' examples.

mod bound;
mod clusters;
mod drawn;
mod examples;
mod local;
