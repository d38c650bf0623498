//! How the papers work a table out: distance vectors, what they say about the lattice, the steps of a search, and one way up.
//!
//! Tuples are named by the numbers of their rows, counted from 1; no value is told.

use std::collections::BTreeSet;

use amidst_core::{
    Lattice, Levels, Observer,
    lattice::{at_or_below, height},
};
use amidst_search::{Family, Incognito, Matrix, Problem, Samarati, SamaratiMatrix, Trace};
use amidst_spec::{Error, Result, names::AUTO, validated::ValidatedSpec};
use serde::Serialize;

use super::{NamedLevels, SolutionsOptions};
use crate::job::{Dataset, LatticeInstance};

/// Matrices of more rows are not shown, nor those of so many times as many columns.
pub const MOST_OUTLIERS: usize = 200;
const MOST_TUPLES: usize = 5 * MOST_OUTLIERS;

/// What was asked for of the papers' working.
#[derive(Clone, Debug, Serialize)]
pub struct Working {
    /// Ways from the bottom to the top, one step at a time; nothing if there are more than can be counted.
    pub strategies: Option<u128>,
    /// The distance vectors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<DistanceMatrix>,
    /// What they say about where solutions lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// The steps of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<SearchTrace>,
    /// One way up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Strategy>,
}

/// The levels at which outliers, those tuples of fewer than k rows, meet all tuples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DistanceMatrix {
    /// The rows of each tuple, in the order in which tuples first occur.
    pub tuples: Vec<Vec<u64>>,
    /// The rows of each outlier.
    pub outliers: Vec<Vec<u64>>,
    /// For each outlier the vector to each tuple.
    pub vectors: Vec<Vec<Levels>>,
}

/// What distance vectors say about where solutions lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// Steps above the bottom that every solution has at least.
    pub lowest_height: u32,
    /// A node that every minimal node is at or below.
    pub upper: NamedLevels,
    /// Its height.
    pub upper_height: u32,
    /// What each outlier asks for by itself, if there are not too many.
    pub outliers: Vec<OutlierBound>,
}

/// What an outlier asks for by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutlierBound {
    /// Its rows.
    pub rows: Vec<u64>,
    /// The lowest vectors to other tuples.
    pub nearest: Vec<Levels>,
    /// Steps above the bottom within which it meets k rows; nothing if it never does.
    pub height: Option<u32>,
}

/// The steps of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "algorithm", rename_all = "kebab-case")]
pub enum SearchTrace {
    /// Heights visited by halving.
    Samarati {
        /// In their order.
        visits: Vec<HeightVisit>,
    },
    /// The same between the bounds of the distance vectors.
    SamaratiMatrix {
        /// In their order.
        visits: Vec<HeightVisit>,
    },
    /// Sets of columns, smaller ones first.
    Incognito {
        /// In their order.
        sets: Vec<ColumnSet>,
    },
}

/// What was seen at one height.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeightVisit {
    /// Steps above the bottom.
    pub height: u32,
    /// Nodes looked at, up to the first solution, or all.
    pub examined: u64,
    /// Of these, nodes below one that had failed.
    pub skipped: u64,
    /// The first solution.
    pub found: Option<NamedLevels>,
}

/// What became of a set of columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnSet {
    /// The columns.
    pub columns: Vec<String>,
    /// Levels of these columns that survived in all smaller sets.
    pub candidates: Vec<Levels>,
    /// Those of them that satisfy what was asked.
    pub survivors: Vec<Levels>,
}

/// One way from the bottom to the top, one step at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strategy {
    /// Its nodes.
    pub nodes: Vec<StrategyNode>,
    /// The first that satisfies what was asked: locally minimal.
    pub found: Option<NamedLevels>,
    /// Minimal nodes below it, which this way passes by.
    pub below: Vec<NamedLevels>,
}

/// A node on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StrategyNode {
    /// Its levels.
    pub levels: NamedLevels,
    /// Rows suppressed, those without a place in a hierarchy among them.
    pub suppressed: u64,
    /// Whether it satisfies what was asked.
    pub satisfying: bool,
}

/// What the working is told of.
pub(super) struct Worked<'a> {
    pub read: &'a Dataset,
    pub instance: &'a LatticeInstance,
    pub problem: &'a Problem<'a>,
    pub validated: &'a ValidatedSpec,
    pub minimal: &'a [Levels],
}

impl Worked<'_> {
    /// All that is wanted; nothing if nothing is.
    pub fn working(&self, wanted: &SolutionsOptions, observer: &dyn Observer) -> Result<Option<Working>> {
        if !wanted.shows_working() {
            return Ok(None);
        }
        let needs_matrix = wanted.matrix || wanted.bounds;
        let tuples = needs_matrix.then(|| Tuples::new(self, observer)).transpose()?;
        Ok(Some(Working {
            strategies: strategies(self.problem.lattice()),
            matrix: tuples.as_ref().filter(|_| wanted.matrix).map(|tuples| tuples.matrix()).transpose()?,
            bounds: tuples.as_ref().filter(|_| wanted.bounds).map(|tuples| tuples.bounds(self)),
            trace: wanted.trace.then(|| self.trace(observer)).transpose()?,
            path: wanted.path.as_ref().map(|columns| self.path(columns)).transpose()?,
        }))
    }

    fn named(&self, levels: &Levels) -> NamedLevels {
        NamedLevels { columns: self.instance.names(), levels: levels.clone() }
    }

    fn trace(&self, observer: &dyn Observer) -> Result<SearchTrace> {
        let visits = |trace: Trace| {
            let visit = |visit: amidst_search::Visit| HeightVisit {
                height: visit.height,
                examined: visit.examined,
                skipped: visit.skipped,
                found: visit.found.map(|levels| self.named(&levels)),
            };
            trace.visits.into_iter().map(visit).collect()
        };
        let names = self.instance.names();
        match &*self.validated.algorithm {
            AUTO | Samarati::NAME => {
                Ok(SearchTrace::Samarati { visits: visits(Samarati.trace(self.problem, observer)?) })
            }
            SamaratiMatrix::NAME => Ok(SearchTrace::SamaratiMatrix {
                visits: visits(SamaratiMatrix.trace(self.problem, observer)?),
            }),
            Incognito::NAME => {
                let set = |family: Family| ColumnSet {
                    columns: family.columns.iter().map(|&column| names[column].clone()).collect(),
                    candidates: family.candidates,
                    survivors: family.survivors,
                };
                let sets = Incognito.trace(self.problem, observer)?.into_iter().map(set).collect();
                Ok(SearchTrace::Incognito { sets })
            }
            other => Err(Error::bad_value(
                "algorithm",
                format!(
                    "algorithm = {other:?}: the steps of samarati, samarati-matrix and incognito are told; choose one of them"
                ),
            )),
        }
    }

    /// The way that takes columns up in the order named: one step where a column is named again later, the last time to its
    /// top. Those that are not named follow.
    fn path(&self, columns: &[String]) -> Result<Strategy> {
        let names = self.instance.names();
        let unknown = |column: &String| {
            Error::bad_value(
                "path",
                format!("path: {column:?} is no quasi column of the table; name quasi columns"),
            )
        };
        let place =
            |column: &String| names.iter().position(|name| name == column).ok_or_else(|| unknown(column));
        let mut order: Vec<usize> = columns.iter().map(place).collect::<Result<_>>()?;
        order.extend((0..names.len()).filter(|place| !columns.contains(&names[*place])));
        let lattice = self.problem.lattice();
        let mut levels = lattice.bottom().to_vec();
        let mut nodes = vec![self.node(&levels)?];
        for (at, &column) in order.iter().enumerate() {
            let is_last = !order[at + 1..].contains(&column);
            let top = lattice.top()[column];
            let to = if is_last { top } else { top.min(levels[column] + 1) };
            while levels[column] < to {
                levels[column] += 1;
                nodes.push(self.node(&levels)?);
            }
        }
        let found = nodes.iter().find(|node| node.satisfying).map(|node| node.levels.clone());
        let is_below = |node: &&Levels| {
            found.as_ref().is_some_and(|found| **node != found.levels && at_or_below(node, &found.levels))
        };
        let below = self.minimal.iter().filter(is_below).map(|node| self.named(node)).collect();
        Ok(Strategy { nodes, found, below })
    }

    fn node(&self, levels: &Levels) -> Result<StrategyNode> {
        let suppressed = self.problem.judge(levels)?.facts.suppressed;
        Ok(StrategyNode {
            levels: self.named(levels),
            suppressed: self.instance.rows_when(suppressed).suppressed,
            satisfying: suppressed <= self.problem.max_suppressed(),
        })
    }
}

/// The matrix of a table, and the rows of its tuples.
struct Tuples {
    matrix: Matrix,
    /// The rows of each tuple, by its number in the matrix.
    rows: Vec<Vec<u64>>,
    /// Tuples in the order in which they first occur.
    order: Vec<usize>,
}

impl Tuples {
    fn new(worked: &Worked<'_>, observer: &dyn Observer) -> Result<Self> {
        if worked.read.counts().is_some() {
            return Err(Error::bad_value(
                "matrix",
                "rows of a summary stand for several each and have no numbers; ask for the matrix of the table itself",
            ));
        }
        let matrix = Matrix::new(worked.problem)?;
        let mut rows = vec![Vec::new(); matrix.counts().len()];
        let tuple_of_row = worked.instance.tuple_of_row(worked.validated, observer)?;
        for (row, tuple) in (1..).zip(tuple_of_row) {
            if let Some(rows) = rows.get_mut(tuple as usize) {
                rows.push(row);
            }
        }
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|&tuple| rows[tuple].first().copied());
        Ok(Self { matrix, rows, order })
    }

    /// The places of outliers in the matrix, in the order in which they first occur.
    fn outliers(&self) -> Vec<usize> {
        let place = |tuple: &usize| self.matrix.outliers().binary_search(tuple).ok();
        self.order.iter().filter_map(place).collect()
    }

    fn rows_of(&self, outlier: usize) -> Vec<u64> {
        self.rows[self.matrix.outliers()[outlier]].clone()
    }

    fn matrix(&self) -> Result<DistanceMatrix> {
        let (outliers, tuples) = (self.outliers(), self.order.len());
        if outliers.len() > MOST_OUTLIERS || tuples > MOST_TUPLES {
            return Err(Error::too_large(
                "matrix",
                format!(
                    "the matrix has {} rows and {tuples} columns, and at most {MOST_OUTLIERS} rows and {MOST_TUPLES} columns are \
                     shown; ask for its bounds, or take a smaller table",
                    outliers.len()
                ),
            ));
        }
        let vectors = |&outlier: &usize| {
            self.order.iter().map(|&tuple| self.matrix.vector(outlier, tuple)).collect::<Vec<_>>()
        };
        Ok(DistanceMatrix {
            tuples: self.order.iter().map(|&tuple| self.rows[tuple].clone()).collect(),
            vectors: outliers.iter().map(vectors).collect(),
            outliers: outliers.into_iter().map(|outlier| self.rows_of(outlier)).collect(),
        })
    }

    fn bounds(&self, worked: &Worked<'_>) -> Bounds {
        let upper = self.matrix.upper();
        let outliers = Some(self.outliers()).filter(|outliers| outliers.len() <= MOST_OUTLIERS);
        let lowest = self.matrix.lowest_height(worked.problem.max_suppressed());
        Bounds {
            lowest_height: lowest.expect("there is a solution"),
            upper_height: height(&upper),
            upper: worked.named(&upper),
            outliers: outliers.into_iter().flatten().map(|outlier| self.bound(outlier)).collect(),
        }
    }

    fn bound(&self, outlier: usize) -> OutlierBound {
        let own = self.matrix.outliers()[outlier];
        let others = self.order.iter().filter(|&&tuple| tuple != own);
        let others: BTreeSet<Levels> = others.map(|&tuple| self.matrix.vector(outlier, tuple)).collect();
        let is_lowest =
            |vector: &&Levels| !others.iter().any(|other| other != *vector && at_or_below(other, vector));
        OutlierBound {
            rows: self.rows_of(outlier),
            nearest: others.iter().filter(is_lowest).cloned().collect(),
            height: self.matrix.steps(outlier),
        }
    }
}

/// Ways from the bottom to the top of a lattice, one step at a time: the factorial of its height over those of its columns.
fn strategies(lattice: &Lattice) -> Option<u128> {
    let (mut ways, mut steps) = (1_u128, 0_u128);
    for (low, high) in lattice.bottom().iter().zip(lattice.top()) {
        for step in 1..=u128::from(high - low) {
            steps += 1;
            // So many ways to place the steps of this column among those so far: a whole number at each step.
            ways = ways.checked_mul(steps)? / step;
        }
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_the_ways_to_mix_the_steps_of_columns() {
        let of = |top: &[u8]| strategies(&Lattice::new(vec![0; top.len()], top.to_vec()));
        assert_eq!((of(&[1, 2]), of(&[2, 2, 1]), of(&[1, 3])), (Some(3), Some(30), Some(4)));
        assert_eq!((of(&[]), of(&[9; 40])), (Some(1), None));
    }
}
