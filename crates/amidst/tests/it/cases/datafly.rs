//! The one way up that Datafly walks, and where it ends.

use amidst_core::{Levels, lattice::at_or_below};
use serde::Deserialize;

use super::{
    Expectation, agree,
    judge::{self, minimal},
    subject::Subject,
};

/// The nodes walked, the one found, and whether it is minimal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Datafly {
    k: u64,
    max_suppressed: u64,
    walk: Vec<Levels>,
    found: Levels,
    minimal: bool,
    /// A minimal node at or below the one found.
    below: Levels,
}

impl Expectation for Datafly {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let (walk, found) = judge::datafly(subject, self.k, self.max_suppressed)?;
        agree("nodes walked", &walk, &self.walk)?;
        agree("node found", &found, &self.found)?;
        let minimal = minimal(subject, self.k, self.max_suppressed)?;
        agree("being minimal", &minimal.contains(&found), &self.minimal)?;
        let is_below = at_or_below(&self.below, &found) && minimal.contains(&self.below);
        agree("a minimal node at or below", &is_below, &true)
    }
}
