//! Measures of loss, as a search sees them.

/// A score under an objective; lower is better. Compared part by part: most objectives have one part.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub struct Score(pub Vec<f64>);
