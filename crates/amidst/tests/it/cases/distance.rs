//! Distance vectors: how far tuples are apart, and what that says about the lattice.

use std::collections::BTreeSet;

use amidst_core::{
    Hierarchy, Levels,
    lattice::{at_or_below, height},
};
use serde::Deserialize;

use super::{
    Expectation, agree,
    judge::{judge, minimal},
    sorted,
    subject::Subject,
};

/// How far two tuples are apart in each column, and the labels on which they meet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    between: [Vec<String>; 2],
    levels: Levels,
    meet: Vec<String>,
}

/// The distance vectors between distinct outliers (rows) and distinct tuples (columns).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    k: u64,
    rows: Vec<Vec<Levels>>,
}

/// What the distance vectors say about where solutions lie.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    k: u64,
    /// A row of the matrix, counted from 1.
    row: usize,
    /// Its lowest vectors, apart from that to itself.
    nearest: Vec<Levels>,
    lowest_height: u32,
    /// The least upper bound of all vectors.
    upper: Levels,
    upper_height: u32,
}

/// Distinct tuples with counts, and the vectors between them.
struct Vectors {
    counts: Vec<u64>,
    /// The distinct tuples that are outliers at the bottom.
    outliers: Vec<usize>,
    /// One row per outlier, one column per distinct tuple.
    rows: Vec<Vec<Levels>>,
}

impl Vectors {
    fn new(subject: &Subject, k: u64) -> Result<Self, String> {
        let hierarchies = subject.quasi_hierarchies()?;
        let (mut distinct, mut counts) = (Vec::new(), Vec::new());
        for tuple in subject.tuples()? {
            match distinct.iter().position(|known| *known == tuple) {
                Some(at) => counts[at] += 1,
                None => {
                    distinct.push(tuple);
                    counts.push(1);
                }
            }
        }
        let outliers: Vec<usize> = (0..counts.len()).filter(|&at| counts[at] < k).collect();
        let row =
            |&at: &usize| distinct.iter().map(|other| vector(&hierarchies, &distinct[at], other)).collect();
        let rows = outliers.iter().map(row).collect::<Result<_, String>>()?;
        Ok(Self { counts, outliers, rows })
    }

    /// The rows a node must suppress, as the vectors tell it.
    fn suppressed(&self, node: &[u8], k: u64) -> u64 {
        let class = |row: &Vec<Levels>| -> u64 {
            row.iter()
                .zip(&self.counts)
                .filter(|(vector, _)| at_or_below(vector, node))
                .map(|(_, count)| count)
                .sum()
        };
        let alone = self.outliers.iter().zip(&self.rows).filter(|(_, row)| class(row) < k);
        alone.map(|(&at, _)| self.counts[at]).sum()
    }
}

fn vector(hierarchies: &[Hierarchy], a: &[impl AsRef<str>], b: &[impl AsRef<str>]) -> Result<Levels, String> {
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

impl Expectation for Matrix {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let vectors = Vectors::new(subject, self.k)?;
        agree("matrix", &vectors.rows, &self.rows)?;
        for node in subject.lattice()?.iter() {
            let judged = judge(subject, self.k, &node)?.suppressed;
            let told = vectors.suppressed(&node, self.k);
            agree(&format!("rows suppressed at {node:?}, by the vectors"), &told, &judged)?;
        }
        Ok(())
    }
}

impl Expectation for Bounds {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let vectors = Vectors::new(subject, self.k)?;
        let row =
            self.row.checked_sub(1).and_then(|at| vectors.rows.get(at)).ok_or("no such row in the matrix")?;
        let others: BTreeSet<&Levels> = row.iter().filter(|vector| height(vector) > 0).collect();
        let lowest =
            |vector: &&&Levels| !others.iter().any(|other| other != *vector && at_or_below(other, vector));
        let nearest: Vec<Levels> = others.iter().filter(lowest).map(|&vector| vector.clone()).collect();
        agree("nearest", &nearest, &sorted(&self.nearest))?;
        let lowest_height = nearest.iter().map(|vector| height(vector)).min();
        agree("lowest height", &lowest_height, &Some(self.lowest_height))?;
        let component = |at: usize| vectors.rows.iter().flatten().map(|vector| vector[at]).max();
        let upper: Option<Levels> = (0..subject.quasi.len()).map(component).collect();
        agree("upper bound", &upper.as_ref(), &Some(&self.upper))?;
        agree("height of the upper bound", &height(&self.upper), &self.upper_height)?;
        let minimal = minimal(subject, self.k, 0)?;
        let is_between = |node: &Levels| height(node) >= self.lowest_height && at_or_below(node, &self.upper);
        agree("minimal nodes within the bounds", &minimal.iter().all(is_between), &true)
    }
}
