//! Small random problems, for comparing a fast way with a slow one.

use amidst_core::{Hierarchy, hierarchy::Path};
use amidst_table::{Column, Table};

use super::SeededRng;

/// Upper bounds of what is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Rows, at least 1.
    pub rows: u32,
    /// Columns, at least 1.
    pub columns: u32,
    /// Leaves of a hierarchy, at least 1.
    pub leaves: u32,
    /// Height of a hierarchy, at least 1.
    pub height: u32,
    /// Of 100 cells, so many are missing.
    pub missing_percent: u32,
}

impl Default for Shape {
    fn default() -> Self {
        Self { rows: 40, columns: 4, leaves: 8, height: 4, missing_percent: 3 }
    }
}

/// A table of quasi columns, each with its hierarchy.
#[derive(Clone)]
pub struct Small {
    /// The names of the columns.
    pub header: Vec<String>,
    /// Rows of cells; `None` is missing.
    pub rows: Vec<Vec<Option<String>>>,
    /// The paths of each column's hierarchy, in an order of chance; leaves may be absent from the rows.
    pub paths: Vec<Vec<Path>>,
}

impl Small {
    /// A problem within the bounds. Some columns are even, some are skewed; rows repeat.
    pub fn draw(shape: Shape, seed: u64) -> Self {
        let mut draw = SeededRng::new(seed);
        let width = draw.between(1, shape.columns);
        let paths: Vec<Vec<Path>> = (0..width).map(|_| paths(&mut draw, shape)).collect();
        let skewed: Vec<bool> = paths.iter().map(|_| draw.percent(50)).collect();
        let rows = (0..draw.between(1, shape.rows))
            .map(|_| {
                let columns = paths.iter().zip(&skewed);
                columns
                    .map(|(paths, &skewed)| cell(&mut draw, paths, skewed, shape.missing_percent))
                    .collect()
            })
            .collect();
        Self { header: (0..width).map(|at| format!("q{at}")).collect(), rows, paths }
    }

    /// The table.
    pub fn table(&self) -> Table {
        let column = |(at, name): (usize, &String)| {
            Column::from_texts(name, self.rows.iter().map(|row| row[at].as_deref()))
        };
        Table::new(self.header.iter().enumerate().map(column).collect())
    }

    /// The hierarchies, in the order of the columns.
    pub fn hierarchies(&self) -> Vec<Hierarchy> {
        let build =
            |paths: &Vec<Path>| Hierarchy::from_paths(paths.clone()).expect("paths were drawn from a tree");
        self.paths.iter().map(build).collect()
    }
}

/// The paths of a random tree; one of its leaves is the missing value, if cells may be missing.
fn paths(draw: &mut SeededRng, shape: Shape) -> Vec<Path> {
    let (leaves, height) = (draw.between(1, shape.leaves) as usize, draw.between(1, shape.height));
    let mut group: Vec<usize> = (0..leaves).collect();
    let mut paths: Vec<Path> = group.iter().map(|leaf| vec![Some(format!("v{leaf}").into())]).collect();
    for level in 1..height {
        group = coarser(draw, &group);
        paths.iter_mut().zip(&group).for_each(|(path, at)| path.push(Some(format!("l{level}g{at}").into())));
    }
    paths.iter_mut().for_each(|path| path.push(Some("*".into())));
    if shape.missing_percent > 0 {
        let mut missing: Path = vec![None; height as usize];
        missing.push(Some("*".into()));
        paths.push(missing);
    }
    draw.shuffle(&mut paths);
    paths
}

/// Joins neighbouring groups by tosses of a coin.
fn coarser(draw: &mut SeededRng, group: &[usize]) -> Vec<usize> {
    let mut next = 0;
    let mut joined = vec![0];
    for pair in group.windows(2) {
        next += usize::from(pair[0] != pair[1] && draw.percent(50));
        joined.push(next);
    }
    joined
}

fn cell(draw: &mut SeededRng, paths: &[Path], skewed: bool, missing_percent: u32) -> Option<String> {
    if draw.percent(missing_percent) {
        return None;
    }
    let leaves: Vec<&str> = paths.iter().filter_map(|path| path[0].as_deref()).collect();
    let last = leaves.len() as u32 - 1;
    let at = if skewed { draw.low_between(0, last) } else { draw.between(0, last) };
    Some(leaves[at as usize].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_hierarchies_that_hold_its_cells() {
        for seed in 0..300 {
            let small = Small::draw(Shape::default(), seed);
            let hierarchies = small.hierarchies();
            assert_eq!(small.table().rows(), small.rows.len());
            let covered = |row: &Vec<Option<String>>| {
                row.iter().zip(&hierarchies).all(|(cell, h)| h.leaf(cell.as_deref()).is_some())
            };
            assert!(small.rows.iter().all(covered), "seed {seed}");
        }
    }

    #[test]
    fn without_missing_cells_no_leaf_is_missing() {
        let shape = Shape { missing_percent: 0, ..Shape::default() };
        for seed in 0..100 {
            let small = Small::draw(shape, seed);
            assert!(small.rows.iter().flatten().all(Option::is_some));
            assert!(small.hierarchies().iter().all(|hierarchy| hierarchy.leaf(None).is_none()));
        }
    }

    #[test]
    fn problems_differ_in_every_dimension() {
        let problems: Vec<Small> = (0..200).map(|seed| Small::draw(Shape::default(), seed)).collect();
        assert!((1..=4).all(|width| problems.iter().any(|small| small.header.len() == width)));
        let heights: Vec<u8> = problems
            .iter()
            .flat_map(|small| small.hierarchies())
            .map(|hierarchy| hierarchy.height())
            .collect();
        assert!((1..=4).all(|height| heights.contains(&height)));
    }
}
