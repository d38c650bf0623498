//! Small tables, their answers row by row, and checks that share nothing with the solver.

use amidst_cells::{
    Axis, Points,
    suppression::{Blanks, Goal, Suppression},
};
use amidst_core::{Codes, Combination, Observer};
use amidst_kernel::AuxColumn;
use amidst_testkit::generate::SeededRng;

/// A row: values, or nothing where a cell is blank or missing.
pub type Row = Vec<Option<u32>>;

/// A table and what is asked of it.
#[derive(Clone, Debug)]
pub struct Case {
    pub rows: Vec<Row>,
    pub strata: Option<Vec<u32>>,
    pub k: u64,
    pub combinations: Vec<Combination>,
    pub costs: Vec<u64>,
    pub blanks: Blanks,
    pub goal: Goal,
}

impl Case {
    /// Asks k of all columns together, every cell at the same cost.
    pub fn new(rows: Vec<Row>, k: u64, blanks: Blanks) -> Self {
        let costs = vec![1; rows[0].len()];
        Self { rows, strata: None, k, combinations: Vec::new(), costs, blanks, goal: Goal::Cells }
    }

    /// Some rows of a few values.
    pub fn draw(draw: &mut SeededRng, rows: u32, columns: u32, values: u32) -> Vec<Row> {
        (0..rows).map(|_| (0..columns).map(|_| Some(draw.low_between(0, values - 1))).collect()).collect()
    }

    pub fn columns(&self) -> usize {
        self.costs.len()
    }

    /// What each row shows.
    pub fn solve(&self) -> Vec<Row> {
        let (rows, is_finished) = self.solve_with(&());
        assert!(is_finished);
        rows
    }

    /// What each row shows, and whether it ran to its end.
    pub fn solve_with(&self, observer: &dyn Observer) -> (Vec<Row>, bool) {
        let values: Vec<u32> = (0..self.columns())
            .map(|column| self.rows.iter().filter_map(|row| row[column]).max().map_or(0, |last| last + 1))
            .collect();
        let has_missing = |column: usize| self.rows.iter().any(|row| row[column].is_none());
        let axis = |column: usize| {
            let known = (0..values[column]).map(|value| Some(value.to_string().into()));
            Axis::blanks("", known.chain(has_missing(column).then_some(None)).collect())
        };
        let axes: Vec<Axis> = (0..self.columns()).map(axis).collect();
        let codes = |column: usize| {
            let codes = self.rows.iter().map(|row| row[column].unwrap_or(values[column])).collect();
            let all = axes[column].values();
            (Codes::narrow(codes, all as usize), all)
        };
        let columns: Vec<(Codes, u32)> = (0..self.columns()).map(codes).collect();
        let strata = self.strata.iter().map(|strata| AuxColumn {
            codes: strata.clone(),
            width: strata.iter().max().map_or(1, |last| *last as usize + 1),
        });
        let (points, point_of_row) = Points::collapse(&columns, &strata.collect::<Vec<_>>()).unwrap();
        let instance = Suppression {
            axes: &axes,
            points: &points,
            k: self.k,
            combinations: &self.combinations,
            strata: self.strata.is_some().then(|| points.aux_column(0)),
            costs: &self.costs,
            blanks: self.blanks,
            goal: self.goal,
        };
        assert!(instance.is_feasible());
        let found = instance.solve(observer).unwrap();
        let classes = found.partition.class_of_row(&points, &point_of_row, &()).unwrap();
        let shown = |(&class, row): (&u32, &Row)| {
            let covers = found.partition.covers(&axes, &points, class as usize);
            let cell =
                |column: usize| if axes[column].is_single(covers[column]) { row[column] } else { None };
            (0..self.columns()).map(cell).collect()
        };
        (classes.iter().zip(&self.rows).map(shown).collect(), found.is_finished)
    }

    /// What is asked: columns and rows.
    fn needs(&self) -> Vec<(Vec<usize>, u64)> {
        match &self.combinations[..] {
            [] => vec![((0..self.columns()).collect(), self.k)],
            some => some.iter().map(|one| (one.columns.clone(), one.k)).collect(),
        }
    }

    /// Whether every row is matched by enough rows.
    pub fn is_valid(&self, shown: &[Row]) -> bool {
        let matches = |a: usize, b: usize, columns: &[usize]| {
            let is_one = self.strata.as_ref().is_none_or(|strata| strata[a] == strata[b]);
            let cells = |column: usize| (shown[a][column], shown[b][column]);
            is_one
                && columns.iter().all(|&column| match (cells(column), self.blanks) {
                    ((None, _) | (_, None), Blanks::Wildcard) => true,
                    ((a, b), _) => a == b,
                })
        };
        self.needs().iter().all(|(columns, k)| {
            (0..shown.len())
                .all(|a| (0..shown.len()).filter(|&b| matches(a, b, columns)).count() as u64 >= *k)
        })
    }

    /// What the blanks cost.
    pub fn cost(&self, shown: &[Row]) -> u64 {
        (0..shown.len()).map(|row| self.cost_of(&self.rows[row], &shown[row])).sum()
    }

    fn cost_of(&self, row: &Row, shown: &Row) -> u64 {
        let cells = row.iter().zip(shown).zip(&self.costs);
        cells.map(|((before, after), cost)| if before.is_some() && after.is_none() { *cost } else { 0 }).sum()
    }

    /// A row with some columns blank.
    fn blanked(&self, row: usize, columns: u32) -> Row {
        let cells = self.rows[row].iter().enumerate();
        cells.map(|(column, cell)| cell.filter(|_| columns >> column & 1 == 0)).collect()
    }

    /// The least that a row would have to pay if no other row had a blank.
    pub fn price(&self, row: usize) -> u64 {
        let met = |columns: u32| {
            let kept = |column: &&usize| columns >> **column & 1 == 0 && self.rows[row][**column].is_some();
            let is_one =
                |other: usize| self.strata.as_ref().is_none_or(|strata| strata[row] == strata[other]);
            self.needs().iter().all(|(all, k)| {
                let agrees = |&other: &usize| {
                    is_one(other)
                        && all
                            .iter()
                            .filter(kept)
                            .all(|&column| self.rows[row][column] == self.rows[other][column])
                };
                (0..self.rows.len()).filter(agrees).count() as u64 >= *k
            })
        };
        let prices = (0..1 << self.columns()).filter(|&columns| met(columns));
        prices.map(|columns| self.cost_of(&self.rows[row], &self.blanked(row, columns))).min().unwrap()
    }

    /// The least cost of all blanks that will do; where a blank matches everything, no row pays more than its price.
    pub fn optimum(&self) -> u64 {
        let options = |row: usize| -> Vec<Row> {
            let limit = if self.blanks == Blanks::Wildcard { self.price(row) } else { u64::MAX };
            let all = (0..1 << self.columns()).map(|columns| self.blanked(row, columns));
            let mut all: Vec<Row> =
                all.filter(|shown| self.cost_of(&self.rows[row], shown) <= limit).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let options: Vec<Vec<Row>> = (0..self.rows.len()).map(options).collect();
        let mut best = u64::MAX;
        self.search(&options, &mut Vec::new(), &mut best);
        best
    }

    fn search(&self, options: &[Vec<Row>], shown: &mut Vec<Row>, best: &mut u64) {
        if self.cost(shown) >= *best {
            return;
        }
        if shown.len() == options.len() {
            if self.is_valid(shown) {
                *best = self.cost(shown);
            }
            return;
        }
        for option in &options[shown.len()] {
            shown.push(option.clone());
            self.search(options, shown, best);
            shown.pop();
        }
    }
}
