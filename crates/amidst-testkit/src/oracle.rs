//! The slow way to know what a node is worth: rows grouped one by one, and the measures written out as they are defined.
//!
//! Shares nothing with the kernel, the models or the metrics. Only hierarchies and their labels are taken as given.

use std::collections::HashMap;

use amidst_core::Hierarchy;

/// A quasi column.
#[derive(Clone)]
pub struct OracleColumn {
    /// What its values generalize to.
    pub hierarchy: Hierarchy,
    /// For each row a leaf of the hierarchy.
    pub leaves: Vec<u32>,
    /// How much it matters.
    pub weight: f64,
    /// The lowest level allowed.
    pub min: u8,
    /// The highest level allowed.
    pub max: u8,
}

/// What a node does to the rows.
#[derive(Clone, Debug)]
pub struct OracleNode {
    /// The node.
    pub levels: Vec<u8>,
    /// For each row whether it is suppressed.
    pub suppressed: Vec<bool>,
    /// For each row its label in each column.
    pub labels: Vec<Vec<u32>>,
    /// Rows of each class, released or not.
    pub sizes: HashMap<Vec<u32>, u64>,
    k: u64,
}

/// Every node within the level bounds, in lexicographic order.
pub fn nodes(columns: &[OracleColumn]) -> Vec<Vec<u8>> {
    let mut nodes = vec![vec![]];
    for column in columns {
        let longer =
            |node: Vec<u8>| (column.min..=column.max).map(move |level| [&node[..], &[level]].concat());
        nodes = nodes.into_iter().flat_map(longer).collect();
    }
    nodes
}

impl OracleNode {
    /// Groups the rows at a node; classes of fewer than `k` rows are suppressed.
    pub fn new(columns: &[OracleColumn], levels: &[u8], k: u64) -> Self {
        let maps: Vec<Vec<u32>> =
            columns.iter().zip(levels).map(|(column, &level)| column.hierarchy.ancestors(0, level)).collect();
        let rows = columns[0].leaves.len();
        let label = |row: usize| -> Vec<u32> {
            columns.iter().zip(&maps).map(|(column, map)| map[column.leaves[row] as usize]).collect()
        };
        let labels: Vec<Vec<u32>> = (0..rows).map(label).collect();
        let mut sizes = HashMap::new();
        labels.iter().for_each(|labels| *sizes.entry(labels.clone()).or_insert(0) += 1);
        let suppressed = labels.iter().map(|labels| sizes[labels] < k).collect();
        Self { levels: levels.to_vec(), suppressed, labels, sizes, k }
    }

    /// Rows suppressed.
    pub fn out(&self) -> u64 {
        self.suppressed.iter().filter(|&&suppressed| suppressed).count() as u64
    }

    /// Classes released.
    pub fn classes(&self) -> u64 {
        self.sizes.values().filter(|&&size| size >= self.k).count() as u64
    }

    /// The score under an objective; several parts for the aggregate `rank`.
    ///
    /// # Panics
    /// If there is no such objective or aggregate.
    pub fn score(&self, columns: &[OracleColumn], objective: &str, aggregate: &str) -> Vec<f64> {
        let n = self.labels.len() as f64;
        let out = self.out() as f64;
        let square = |size: &u64| (size * size) as f64;
        let per_column: fn(&Self, &OracleColumn, usize) -> f64 = match objective {
            "loss" => Self::loss,
            "precision" => Self::precision,
            "levels" => |node, column, at| node.labels.len() as f64 * node.precision(column, at),
            "entropy" => Self::entropy,
            "normalized-entropy" => Self::normalized_entropy,
            "gcp" => Self::certainty_penalty,
            "kl-divergence" => return vec![self.kl_divergence(columns)],
            "ambiguity" => return vec![self.ambiguity(columns)],
            "height" => |node, _, at| f64::from(node.levels[at]),
            "discernibility" => {
                let released = self.sizes.values().filter(|&&size| size >= self.k);
                return vec![released.map(square).sum::<f64>() + n * out];
            }
            "discernibility*" => return vec![self.sizes.values().map(square).sum()],
            "average-class-size" => {
                return vec![n / (self.classes() as f64 + f64::from(u8::from(out > 0.0)))];
            }
            _ => panic!("no objective {objective}"),
        };
        let values = columns.iter().enumerate().map(|(at, column)| per_column(self, column, at));
        combine(columns, values.collect(), aggregate)
    }

    /// The share of rows that are suppressed, or whose value in a target column differs from what most of their class have.
    pub fn classification(&self, target: &[u32]) -> f64 {
        let mut of_class: HashMap<&Vec<u32>, HashMap<u32, u64>> = HashMap::new();
        for (labels, &value) in self.labels.iter().zip(target) {
            *of_class.entry(labels).or_default().entry(value).or_default() += 1;
        }
        let released = of_class.into_iter().filter(|(labels, _)| self.sizes[*labels] >= self.k);
        let right: u64 = released.map(|(_, values)| values.into_values().max().unwrap_or(0)).sum();
        1.0 - right as f64 / self.labels.len() as f64
    }

    fn loss(&self, column: &OracleColumn, at: usize) -> f64 {
        let (n, domain) = (self.labels.len() as f64, column.hierarchy.leaves() as f64);
        if domain == 1.0 {
            return 0.0;
        }
        let share = |row: usize| match self.suppressed[row] {
            true => 1.0,
            false => self.leaves_below(column, at, row) / domain,
        };
        let sum: f64 = (0..self.labels.len()).map(share).sum();
        let least = n / domain;
        (sum - least) / (n - least)
    }

    fn precision(&self, column: &OracleColumn, at: usize) -> f64 {
        let (n, out) = (self.labels.len() as f64, self.out() as f64);
        let height = f64::from(column.hierarchy.height());
        let raised = if height == 0.0 { 0.0 } else { f64::from(self.levels[at]) / height };
        ((n - out) * raised + out) / n
    }

    fn certainty_penalty(&self, column: &OracleColumn, at: usize) -> f64 {
        let penalty = |row: usize| match self.leaves_below(column, at, row) {
            _ if self.suppressed[row] => 1.0,
            1.0 => 0.0,
            leaves => leaves / column.hierarchy.leaves() as f64,
        };
        (0..self.labels.len()).map(penalty).sum::<f64>() / self.labels.len() as f64
    }

    fn leaves_below(&self, column: &OracleColumn, at: usize, row: usize) -> f64 {
        column.hierarchy.leaf_range(self.levels[at], self.labels[row][at]).len() as f64
    }

    /// The tuples that a row may have been.
    fn area(&self, columns: &[OracleColumn], row: usize) -> f64 {
        let leaves = |(at, column): (usize, &OracleColumn)| match self.suppressed[row] {
            true => column.hierarchy.leaves() as f64,
            false => self.leaves_below(column, at, row),
        };
        columns.iter().enumerate().map(leaves).product()
    }

    fn ambiguity(&self, columns: &[OracleColumn]) -> f64 {
        (0..self.labels.len()).map(|row| self.area(columns, row)).sum()
    }

    /// Row by row: a tuple's share of the rows is what its rows count one after another.
    fn kl_divergence(&self, columns: &[OracleColumn]) -> f64 {
        let n = self.labels.len() as f64;
        let tuple = |row: usize| columns.iter().map(|column| column.leaves[row]).collect::<Vec<u32>>();
        let mut same: HashMap<Vec<u32>, f64> = HashMap::new();
        (0..self.labels.len()).for_each(|row| *same.entry(tuple(row)).or_default() += 1.0);
        let of_row = |row: usize| {
            let together = match self.suppressed[row] {
                true => self.out(),
                false => self.sizes[&self.labels[row]],
            };
            let spread = together as f64 / n / self.area(columns, row);
            (same[&tuple(row)] / n / spread).log2() / n
        };
        (0..self.labels.len()).map(of_row).sum()
    }

    fn normalized_entropy(&self, column: &OracleColumn, at: usize) -> f64 {
        let n = self.labels.len() as f64;
        let same = |leaf: u32| column.leaves.iter().filter(|&&other| other == leaf).count() as f64;
        let most: f64 = column.leaves.iter().map(|&leaf| (n / same(leaf)).log2()).sum();
        if most == 0.0 { 0.0 } else { self.entropy(column, at) / most }
    }

    fn entropy(&self, column: &OracleColumn, at: usize) -> f64 {
        let count = |of: &dyn Fn(usize) -> Option<u32>| {
            let mut counts: HashMap<u32, f64> = HashMap::new();
            (0..self.labels.len()).filter_map(of).for_each(|value| *counts.entry(value).or_default() += 1.0);
            counts
        };
        let leaves = count(&|row| Some(column.leaves[row]));
        let labels = count(&|row| Some(self.labels[row][at]));
        let lost: f64 = (0..self.labels.len())
            .map(|row| (labels[&self.labels[row][at]] / leaves[&column.leaves[row]]).log2())
            .sum();
        let out = self.out() as f64;
        let shown = count(&|row| self.suppressed[row].then_some(self.labels[row][at]));
        lost + shown.values().map(|rows| rows * (out / rows).log2()).sum::<f64>()
    }
}

/// Weights, then aggregates.
fn combine(columns: &[OracleColumn], values: Vec<f64>, aggregate: &str) -> Vec<f64> {
    let largest = columns.iter().map(|column| column.weight).fold(0.0, f64::max);
    let weight = |column: &OracleColumn| if largest > 0.0 { column.weight / largest } else { 1.0 };
    let mut values: Vec<f64> =
        values.iter().zip(columns).map(|(value, column)| value * weight(column)).collect();
    let d = values.len() as f64;
    match aggregate {
        "sum" => vec![values.iter().sum()],
        "maximum" => vec![values.iter().copied().fold(0.0, f64::max)],
        "arithmetic-mean" => vec![values.iter().sum::<f64>() / d],
        "geometric-mean" => {
            vec![values.iter().map(|value| (value + 1.0).powf(1.0 / d)).product::<f64>() - 1.0]
        }
        "rank" => {
            values.sort_by(|a, b| b.total_cmp(a));
            values
        }
        _ => panic!("no aggregate {aggregate}"),
    }
}
