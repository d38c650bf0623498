//! Classes and columns made up for tests.

use std::sync::Arc;

use amidst_core::{ClassModel, ClassSummary, Hierarchy, Model, ModelParams, Sizes, TableModel, Values};
use amidst_testkit::generate::SeededRng;

/// A class that owns what it shows.
#[derive(Clone, Debug, Default)]
pub struct Class {
    pub values: Vec<u32>,
    pub counts: Vec<u32>,
    /// Rows whose value is missing under `wildcard`.
    pub unknown: u64,
    pub population: f64,
}

impl Class {
    /// By the rows of each value; values of no rows are left out.
    pub fn of(rows: &[u32]) -> Self {
        let present = rows.iter().enumerate().filter(|(_, rows)| **rows > 0);
        let (values, counts) = present.map(|(value, &rows)| (value as u32, rows)).unzip();
        Self { values, counts, ..Self::default() }
    }

    pub fn of_rows(rows: u64) -> Self {
        Self { unknown: rows, ..Self::default() }
    }

    pub fn with_unknown(self, unknown: u64) -> Self {
        Self { unknown, ..self }
    }

    pub fn with_population(self, population: f64) -> Self {
        Self { population, ..self }
    }

    pub fn summary(&self) -> ClassSummary<'_> {
        let class = ClassSummary::of_values(&self.values, &self.counts);
        class.with_rows(class.rows + self.unknown).with_population(self.population)
    }

    pub fn rows(&self) -> u64 {
        self.summary().rows
    }

    /// Both classes as one.
    pub fn merged(&self, other: &Self) -> Self {
        let most = self.values.iter().chain(&other.values).max().map_or(0, |&value| value as usize + 1);
        let mut rows = vec![0; most];
        for class in [self, other] {
            class.values.iter().zip(&class.counts).for_each(|(&value, count)| rows[value as usize] += count);
        }
        let merged = Self::of(&rows).with_unknown(self.unknown + other.unknown);
        merged.with_population(self.population + other.population)
    }
}

/// A model of classes.
pub fn class_model(params: &ModelParams, values: Option<&Values>) -> Box<dyn ClassModel> {
    match amidst_models::model(params, values) {
        Ok(Model::Class(model)) => model,
        other => panic!("{params:?} is no model of classes: {other:?}"),
    }
}

/// A model of the whole table.
pub fn table_model(params: &ModelParams) -> Box<dyn TableModel> {
    match amidst_models::model(params, None) {
        Ok(Model::Table(model)) => model,
        other => panic!("{params:?} is no model of tables: {other:?}"),
    }
}

pub fn sizes(rows: &[u64]) -> Sizes {
    rows.iter().copied().collect()
}

/// Two leaves under each of two labels under the root.
pub fn two_by_two() -> (Arc<Hierarchy>, Vec<u32>) {
    let path = |leaf: &str, label: &str| vec![Some(leaf.into()), Some(label.into()), Some("*".into())];
    let paths = vec![path("a", "x"), path("b", "x"), path("c", "y"), path("d", "y")];
    let hierarchy = Hierarchy::from_paths(paths).unwrap();
    let leaves = ["a", "b", "c", "d"].map(|leaf| hierarchy.leaf(Some(leaf)).unwrap());
    (Arc::new(hierarchy), leaves.to_vec())
}

/// A hierarchy of chance over so many values, which stand in it in an order of chance.
pub fn draw_hierarchy(draw: &mut SeededRng, values: usize) -> (Arc<Hierarchy>, Vec<u32>) {
    let height = draw.between(1, 3) as usize;
    let mut paths: Vec<Vec<usize>> = vec![Vec::new(); values];
    let mut group: Vec<usize> = (0..values).collect();
    draw.shuffle(&mut group);
    for _ in 1..height {
        let groups = values as u32;
        let joined: Vec<usize> = (0..values).map(|_| draw.below(groups.div_ceil(2)) as usize).collect();
        group.iter_mut().for_each(|at| *at = joined[*at]);
        paths.iter_mut().zip(&group).for_each(|(path, at)| path.push(*at));
    }
    let path = |(value, labels): (usize, &Vec<usize>)| {
        let between = labels.iter().enumerate().map(|(level, at)| Some(format!("l{level}g{at}").into()));
        std::iter::once(Some(format!("v{value}").into())).chain(between).chain([Some("*".into())]).collect()
    };
    let hierarchy = Hierarchy::from_paths(paths.iter().enumerate().map(path).collect()).unwrap();
    let leaf = |value: usize| hierarchy.leaf(Some(&format!("v{value}"))).unwrap();
    let leaves = (0..values).map(leaf).collect();
    (Arc::new(hierarchy), leaves)
}

/// A column of so many rows, with everything that any model may want to know of it.
pub fn draw_values(draw: &mut SeededRng, counts: Vec<u64>) -> Values {
    let mut numbers: Vec<u32> = counts.iter().map(|_| draw.below(1000)).collect();
    numbers.sort_unstable();
    Values {
        numbers: Some(numbers.into_iter().map(f64::from).collect()),
        hierarchy: Some(draw_hierarchy(draw, counts.len())),
        named: vec![draw.below(counts.len() as u32)],
        rows_asked: Some(counts.iter().map(|_| u64::from(draw.between(1, 4))).collect()),
        counts,
    }
}
