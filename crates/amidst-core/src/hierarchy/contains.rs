//! Whether a label says what its value is.
