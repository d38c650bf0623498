//! Recoders against brute force, and the laws they obey.

mod suppression;
