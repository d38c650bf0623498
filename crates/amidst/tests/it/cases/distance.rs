//! Distance vectors: how far two tuples are apart.

use amidst_core::{Hierarchy, Levels};
use serde::Deserialize;

use super::{Expectation, agree, subject::Subject};

/// How far two tuples are apart in each column, and the labels on which they meet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    between: [Vec<String>; 2],
    levels: Levels,
    meet: Vec<String>,
}

/// The distance vector between two tuples.
pub fn vector(
    hierarchies: &[Hierarchy],
    a: &[impl AsRef<str>],
    b: &[impl AsRef<str>],
) -> Result<Levels, String> {
    agree("columns", &(a.len(), b.len()), &(hierarchies.len(), hierarchies.len()))?;
    let leaf = |hierarchy: &Hierarchy, value: &str| {
        hierarchy.leaf(Some(value)).ok_or_else(|| format!("{value} is not in its hierarchy"))
    };
    let distance = |((hierarchy, a), b): ((&Hierarchy, _), _)| {
        Ok(hierarchy.distance(leaf(hierarchy, AsRef::as_ref(a))?, leaf(hierarchy, AsRef::as_ref(b))?))
    };
    hierarchies.iter().zip(a).zip(b).map(distance).collect()
}

impl Expectation for Distance {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let hierarchies = subject.quasi_hierarchies()?;
        let [a, b] = &self.between;
        let levels = vector(&hierarchies, a, b)?;
        agree("distance vector", &levels, &self.levels)?;
        for tuple in [a, b] {
            let label = |((hierarchy, value), &level): ((&Hierarchy, &String), &u8)| {
                let leaf = hierarchy.leaf(Some(value)).expect("it has a distance");
                hierarchy.path(leaf)[usize::from(level)].as_deref().map(String::from)
            };
            let met: Option<Vec<String>> = hierarchies.iter().zip(tuple).zip(&levels).map(label).collect();
            agree("labels met", &met.as_ref(), &Some(&self.meet))?;
        }
        Ok(())
    }
}
