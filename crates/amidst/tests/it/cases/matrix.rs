//! The matrix of distance vectors, what it says about the lattice, and what the chapter makes of it.
//!
//! Vectors are computed here as well, straight from hierarchies: what the library's matrix holds must be the same.

use std::collections::BTreeSet;

use amidst::solutions::SolutionsOptions;
use amidst_core::{
    Levels,
    lattice::{at_or_below, height},
};
use serde::Deserialize;

use super::{
    Expectation, agree,
    distance::vector,
    judge::{judge, matrix_rows, minimal, with_matrix},
    sorted,
    subject::Subject,
    working::working,
};

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

/// All nodes at which the chapter's algorithm, which adds up classes where it should add up tuples, counts wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overcount {
    k: u64,
    nodes: Vec<Miscounted>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Miscounted {
    levels: Levels,
    suppressed: u64,
    /// What the chapter's algorithm counts instead.
    counted: u64,
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
        self.alone(node, k).map(|(rows, _)| rows).sum()
    }

    /// The same with the rows of classes, as the chapter has it.
    fn counted(&self, node: &[u8], k: u64) -> u64 {
        self.alone(node, k).map(|(_, class)| class).sum()
    }

    /// For each outlier in a class of fewer than k rows, its rows and those of the class.
    fn alone(&self, node: &[u8], k: u64) -> impl Iterator<Item = (u64, u64)> {
        let met = |row: &Vec<Levels>| -> u64 {
            let met = row.iter().zip(&self.counts).filter(|(vector, _)| at_or_below(vector, node));
            met.map(|(_, count)| count).sum()
        };
        let classes = self.outliers.iter().zip(&self.rows).map(move |(&at, row)| (self.counts[at], met(row)));
        classes.filter(move |&(_, class)| class < k)
    }
}

impl Expectation for Matrix {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let vectors = Vectors::new(subject, self.k)?;
        agree("matrix", &vectors.rows, &self.rows)?;
        agree("the library's matrix", &matrix_rows(subject, self.k)?, &self.rows)?;
        let wanted = SolutionsOptions { matrix: true, ..SolutionsOptions::default() };
        let shown = working(subject, (self.k, 0), None, wanted)?.matrix.map(|matrix| matrix.vectors);
        agree("the matrix shown", &shown.as_ref(), &Some(&self.rows))?;
        for node in subject.lattice()?.iter() {
            let judged = judge(subject, self.k, &node)?.suppressed;
            let told = vectors.suppressed(&node, self.k);
            agree(&format!("rows suppressed at {node:?}, by the vectors"), &told, &judged)?;
            let told = with_matrix(subject, self.k, |matrix| matrix.suppressed(&node))?;
            agree(&format!("rows suppressed at {node:?}, by the library's matrix"), &told, &judged)?;
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
        let bounds = with_matrix(subject, self.k, |matrix| (matrix.lowest_height(0), matrix.upper()))?;
        agree("the library's bounds", &bounds, &(Some(self.lowest_height), self.upper.clone()))?;
        let wanted = SolutionsOptions { bounds: true, ..SolutionsOptions::default() };
        let shown = working(subject, (self.k, 0), None, wanted)?.bounds.ok_or("no bounds are shown")?;
        let told = (shown.lowest_height, &shown.upper.levels, shown.upper_height);
        agree("the bounds shown", &told, &(self.lowest_height, &self.upper, self.upper_height))?;
        let own = shown.outliers.get(self.row - 1).map(|it| (it.nearest.clone(), it.height));
        agree("what the row asks for", &own, &Some((sorted(&self.nearest), Some(self.lowest_height))))?;
        let minimal = minimal(subject, self.k, 0)?;
        let is_between = |node: &Levels| height(node) >= self.lowest_height && at_or_below(node, &self.upper);
        agree("minimal nodes within the bounds", &minimal.iter().all(is_between), &true)
    }
}

impl Expectation for Overcount {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let vectors = Vectors::new(subject, self.k)?;
        let mut differing = Vec::new();
        for node in subject.lattice()?.iter() {
            let judged = judge(subject, self.k, &node)?.suppressed;
            let told = with_matrix(subject, self.k, |matrix| matrix.suppressed(&node))?;
            agree(&format!("rows suppressed at {node:?}, by the library's matrix"), &told, &judged)?;
            let counted = vectors.counted(&node, self.k);
            if counted != judged {
                differing.push((node, judged, counted));
            }
        }
        let expected = self.nodes.iter().map(|node| (node.levels.clone(), node.suppressed, node.counted));
        agree("nodes counted wrong", &differing, &expected.collect::<Vec<_>>())
    }
}
