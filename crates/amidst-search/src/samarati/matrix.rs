//! The matrix of distance vectors: at which levels each outlier meets each other tuple.
//!
//! A row for every distinct tuple of too few rows, a column for every distinct tuple, and for each pair the vector of
//! levels at which they meet, column by column. At a node two tuples fall together if their vector is at or below it, so
//! the matrix alone tells what a node suppresses, and where solutions can lie. A class of too few rows holds nothing but
//! outliers, so it is exact to count these.

use amidst_core::{Attribute, Error, Label, Lattice, Levels, Result};
use amidst_kernel::Kernel;

use super::lanes::{Ceiling, Lanes};
use crate::Problem;

/// The id of the algorithm that asks for a matrix, and is refused one.
pub(super) const ALGORITHM: &str = "samarati-matrix";

/// The distance vectors between outliers and all distinct tuples, for requirements that count the rows of classes.
pub struct Matrix {
    k: u64,
    lattice: Lattice,
    lanes: Lanes,
    /// For each column the labels of all tuples.
    labels: Vec<Vec<u32>>,
    /// The rows of each tuple.
    counts: Vec<u32>,
    /// The tuples of fewer rows than k.
    outliers: Vec<usize>,
    /// Outlier by outlier and word by word: that word of the vector to each tuple.
    words: Vec<u32>,
    /// For each column the levels that occur in vectors, ascending.
    occurring: Vec<Vec<u8>>,
    /// For each outlier the fewest steps above the bottom that bring it near k rows; `None` if nothing does.
    steps: Vec<Option<u32>>,
}

/// Tuples compared before the rows met so far are looked at.
const STRETCH: usize = 64;

impl Matrix {
    /// Compares all outliers of a problem with all its tuples. Tuples are those at the bottom of the problem's lattice.
    ///
    /// # Errors
    /// If something else than the number of rows in a class is required, or the matrix takes more memory than the
    /// problem allows.
    pub fn new(problem: &Problem<'_>) -> Result<Self> {
        Ok(Self::build(problem, || false)?.expect("nobody stops it"))
    }

    /// The matrix; `None` if stopped.
    pub(super) fn build(problem: &Problem<'_>, is_stopped: impl FnMut() -> bool) -> Result<Option<Self>> {
        let k = problem.rule.rows_needed().ok_or_else(|| {
            refusal("it counts rows of whole classes, and more than that is asked, such as k of combinations; choose samarati".into())
        })?;
        let (tuples, lattice) = (problem.tuples, problem.lattice().clone());
        let table = Kernel::above(tuples, lattice.bottom(), 0).table(lattice.bottom());
        let counts = table.counts().to_vec();
        let outliers: Vec<usize> = (0..counts.len()).filter(|&at| u64::from(counts[at]) < k).collect();
        let lanes = Lanes::new(tuples.attributes().iter().map(|attribute| attribute.height));
        let words = outliers.len() as u128 * counts.len() as u128 * lanes.words() as u128;
        let bytes = words * size_of::<u32>() as u128;
        if bytes > problem.memory_bytes as u128 {
            let (rows, columns, mebibytes) = (outliers.len(), counts.len(), bytes.div_ceil(1 << 20));
            let size = format!("its matrix of {rows} outliers by {columns} tuples takes {mebibytes} MiB");
            return Err(refusal(format!("{size}, more than the memory allowed")));
        }
        let mut matrix = Self {
            labels: (0..tuples.attributes().len()).map(|column| tuples.labels(&table, column)).collect(),
            occurring: lattice.bottom().iter().map(|&level| vec![level]).collect(),
            words: Vec::with_capacity(words as usize),
            steps: Vec::with_capacity(outliers.len()),
            k,
            lattice,
            lanes,
            counts,
            outliers,
        };
        let is_complete = matrix.fill(tuples.attributes(), is_stopped);
        Ok(is_complete.then_some(matrix))
    }

    /// Compares every outlier; `false` if stopped.
    fn fill(&mut self, attributes: &[Attribute], mut is_stopped: impl FnMut() -> bool) -> bool {
        let bottom = self.lattice.bottom().to_vec();
        let gaps: Vec<Vec<u8>> =
            attributes.iter().zip(&bottom).map(|(attribute, &level)| gaps(attribute, level)).collect();
        let (tuples, words) = (self.counts.len(), self.lanes.words());
        let mut heights = vec![0_u32; tuples];
        let mut rows_at = Vec::new();
        for at in 0..self.outliers.len() {
            if is_stopped() {
                return false;
            }
            let outlier = self.outliers[at];
            heights.fill(0);
            self.words.resize((at + 1) * words * tuples, 0);
            for (column, gaps) in gaps.iter().enumerate() {
                let labels = &self.labels[column];
                let meets = meets(gaps, labels[outlier] as usize, bottom[column]);
                note(&mut self.occurring[column], &meets);
                let (word, shift) = self.lanes.place(column);
                let row = &mut self.words[(at * words + word) * tuples..][..tuples];
                for ((packed, height), &label) in row.iter_mut().zip(&mut heights).zip(labels) {
                    let level = meets[label as usize];
                    *packed |= u32::from(level) << shift;
                    *height += u32::from(level - bottom[column]);
                }
            }
            rows_at.clear();
            for (&height, &count) in heights.iter().zip(&self.counts) {
                rows_at.resize(rows_at.len().max(height as usize + 1), 0);
                rows_at[height as usize] += u64::from(count);
            }
            self.steps.push(steps_to(self.k, &rows_at));
        }
        true
    }

    /// The rows a node suppresses. It must be at or above the bottom of the problem's lattice.
    pub fn suppressed(&self, levels: &[u8]) -> u64 {
        self.alone(levels).sum()
    }

    /// Whether a node suppresses at most so many rows.
    pub fn satisfies(&self, levels: &[u8], max_suppressed: u64) -> bool {
        let mut left = Some(max_suppressed);
        self.alone(levels).all(|rows| {
            left = left.and_then(|left| left.checked_sub(rows));
            left.is_some()
        })
    }

    /// The rows of each outlier that has fewer than k rows with it at a node.
    fn alone(&self, levels: &[u8]) -> impl Iterator<Item = u64> {
        let ceiling = self.lanes.ceiling(levels);
        let alone = (0..self.outliers.len()).filter(move |&outlier| self.company(outlier, &ceiling) < self.k);
        alone.map(|outlier| u64::from(self.counts[self.outliers[outlier]]))
    }

    /// The rows of the class of an outlier at a node, or some number not below k if there are that many.
    fn company(&self, outlier: usize, ceiling: &[Ceiling]) -> u64 {
        let tuples = self.counts.len();
        let vectors = &self.words[outlier * ceiling.len() * tuples..][..ceiling.len() * tuples];
        let mut rows = 0;
        for (stretch, counts) in self.counts.chunks(STRETCH).enumerate() {
            let mut met = [true; STRETCH];
            for (words, ceiling) in vectors.chunks_exact(tuples).zip(ceiling) {
                let words = words[stretch * STRETCH..].iter().take(counts.len());
                met.iter_mut().zip(words).for_each(|(met, &word)| *met &= ceiling.holds(word));
            }
            rows += met.iter().zip(counts).map(|(&met, &rows)| u64::from(met) * u64::from(rows)).sum::<u64>();
            if rows >= self.k {
                break;
            }
        }
        rows
    }

    /// Nothing that suppresses at most so many rows is fewer steps above the bottom than this; `None` if nothing is at
    /// all.
    ///
    /// An outlier is suppressed at every node that is too low for it to meet k rows, whatever way the node goes up.
    pub fn lowest_height(&self, max_suppressed: u64) -> Option<u32> {
        let rows = self.outliers.iter().map(|&outlier| u64::from(self.counts[outlier]));
        let mut needs: Vec<(Option<u32>, u64)> = self.steps.iter().copied().zip(rows).collect();
        needs.sort_unstable_by_key(|&(steps, _)| std::cmp::Reverse(steps.unwrap_or(u32::MAX)));
        let mut suppressed = 0;
        for (steps, rows) in needs {
            suppressed += rows;
            if suppressed > max_suppressed {
                return steps;
            }
        }
        Some(0)
    }

    /// A node at or above every minimal one: the least upper bound of all vectors, within the problem's lattice. It
    /// suppresses no more than the top does.
    pub fn upper(&self) -> Levels {
        let highest = |(levels, &top): (&Vec<u8>, &u8)| {
            let highest = *levels.last().expect("the bottom level always occurs");
            highest.min(top)
        };
        self.occurring.iter().zip(self.lattice.top()).map(highest).collect()
    }

    /// The lowest node that suppresses the same rows as a node because no vector lies between: in each column the
    /// highest level not above the node's that occurs in a vector.
    pub fn floor(&self, levels: &[u8]) -> Levels {
        let floor = |(occurring, &level): (&Vec<u8>, &u8)| {
            occurring[occurring.partition_point(|&other| other <= level).saturating_sub(1)]
        };
        self.occurring.iter().zip(levels).map(floor).collect()
    }

    /// The rows of the matrix: those tuples that have fewer rows than k, by their number among all.
    pub fn outliers(&self) -> &[usize] {
        &self.outliers
    }

    /// The fewest steps above the bottom that bring an outlier, by its place in [`Matrix::outliers`], near k rows; `None` if
    /// nothing does.
    pub fn steps(&self, outlier: usize) -> Option<u32> {
        self.steps[outlier]
    }

    /// The rows of each tuple.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The labels of a tuple on the bottom levels: indices into these levels of its [`Attribute`]s.
    pub fn tuple(&self, tuple: usize) -> Vec<u32> {
        self.labels.iter().map(|labels| labels[tuple]).collect()
    }

    /// The vector between an outlier, by its place in [`Matrix::outliers`], and a tuple.
    pub fn vector(&self, outlier: usize, tuple: usize) -> Levels {
        let words = outlier * self.lanes.words();
        self.lanes.unpack(|word| self.words[(words + word) * self.counts.len() + tuple])
    }
}

fn refusal(reason: String) -> Error {
    let expected = format!("{reason}; choose samarati, which gives the same answer");
    Error::Parameter { name: "algorithm", value: ALGORITHM.into(), expected }
}

/// The levels at which neighbouring labels of a level meet. Labels stand in the order of their hierarchy, so others meet
/// at the highest of those between them.
fn gaps(attribute: &Attribute, level: u8) -> Vec<u8> {
    let meet = |label: u32| {
        let (mut pair, mut level) = ([label, label + 1], level);
        while pair[0] != pair[1] {
            let labels: &Vec<Label> = &attribute.levels[usize::from(level)];
            pair = pair.map(|label| labels[label as usize].parent);
            level += 1;
        }
        level
    };
    (1..attribute.levels[usize::from(level)].len() as u32).map(|label| meet(label - 1)).collect()
}

/// The level at which a label meets each label.
fn meets(gaps: &[u8], label: usize, bottom: u8) -> Vec<u8> {
    let mut meets = vec![bottom; gaps.len() + 1];
    for before in (0..label).rev() {
        meets[before] = meets[before + 1].max(gaps[before]);
    }
    for after in label + 1..meets.len() {
        meets[after] = meets[after - 1].max(gaps[after - 1]);
    }
    meets
}

/// Adds levels to those seen, which are ascending.
fn note(seen: &mut Vec<u8>, levels: &[u8]) {
    for &level in levels {
        if let Err(at) = seen.binary_search(&level) {
            seen.insert(at, level);
        }
    }
}

/// The fewest steps within which there are k rows.
fn steps_to(k: u64, rows_at: &[u64]) -> Option<u32> {
    let mut rows = 0;
    let reached = |&at: &u64| {
        rows += at;
        rows >= k
    };
    rows_at.iter().position(reached).map(|steps| steps as u32)
}
