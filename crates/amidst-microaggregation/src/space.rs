//! Rows as spots in a metric space: numbers standardised, other values as far apart as they differ.

use std::sync::Arc;

use amidst_core::Hierarchy;
use rayon::prelude::*;

use amidst_cells::{Axis, Member, Problem};

/// Where every point of a problem stands.
///
/// A column of places gives one coordinate: mean 0, deviation 1 (with n − 1). If cells are missing, they stand at the mean
/// and off by the whole width of the column, on a coordinate of their own. Any other column is a category: two values are
/// as far apart as the level of their lowest common label over the height of the hierarchy, or without one 1. The square
/// of a distance is the sum of the columns' squares, each times the column's weight over the largest weight.
///
/// Coordinates are whole multiples of [`Space::GRAIN`], so sums of them are exact, whatever their order.
pub(super) struct Space {
    numeric: usize,
    categories: Vec<Category>,
    /// Point after point, its coordinates and then its codes.
    spots: Vec<f64>,
}

/// A column that is no number.
#[derive(Clone)]
struct Category {
    weight: f64,
    values: u32,
    hierarchy: Option<Arc<Hierarchy>>,
    /// By two codes, if there are not too many.
    table: Arc<[f64]>,
}

/// Categories of at most so many values have a table.
const TABLED: u32 = 256;

impl Category {
    fn new(weight: f64, values: u32, hierarchy: Option<Arc<Hierarchy>>) -> Self {
        let mut category = Self { weight, values, hierarchy, table: Arc::default() };
        if values <= TABLED {
            let pairs = (0..values).flat_map(|a| (0..values).map(move |b| (a, b)));
            category.table = pairs.map(|(a, b)| category.walked(a, b)).collect();
        }
        category
    }

    /// The square of the distance between two values.
    fn apart(&self, a: u32, b: u32) -> f64 {
        let known = self.table.get(a as usize * self.values as usize + b as usize);
        known.copied().unwrap_or_else(|| self.walked(a, b))
    }

    fn walked(&self, a: u32, b: u32) -> f64 {
        match &self.hierarchy {
            _ if a == b => 0.0,
            None => self.weight,
            Some(hierarchy) => {
                let (mut a, mut b, mut level) = (a, b, 0);
                while a != b {
                    let parents = hierarchy.parents(level);
                    (a, b, level) = (parents[a as usize], parents[b as usize], level + 1);
                }
                let share = f64::from(level) / f64::from(hierarchy.height());
                self.weight * share * share
            }
        }
    }
}

/// A place in a [`Space`], a point's or another: coordinates, then codes of categories, which doubles hold exactly.
pub(super) type Spot<'a> = &'a [f64];

impl Space {
    /// Absolute values of a standardised column of n rows sum to less than n, so below 2^24 rows no sum is rounded.
    const GRAIN: f64 = 1.0 / (1 << 28) as f64;

    /// Places the points of a problem.
    pub fn new(problem: &Problem<'_>) -> Self {
        let largest = problem.axes.iter().map(|axis| axis.weight).fold(0.0, f64::max);
        let (mut tables, mut categories) = (Vec::new(), Vec::new());
        for (at, axis) in problem.axes.iter().enumerate() {
            let weight = if largest > 0.0 { axis.weight / largest } else { 1.0 };
            let rows = || rows_of_code(problem, at);
            match axis.places() {
                _ if weight <= 0.0 => {}
                Some(places) => tables.extend(standardised(axis, places, &rows(), weight).map(|it| (at, it))),
                None => {
                    categories.push((at, Category::new(weight, axis.values(), axis.hierarchy().cloned())));
                }
            }
        }
        let numeric = tables.len();
        for (at, category) in &categories {
            tables.push((*at, (0..category.values).map(f64::from).collect()));
        }
        let spot = |point: u32| {
            let codes = problem.points.codes(point);
            tables.iter().map(move |(at, table)| table[codes[*at] as usize])
        };
        let spots = (0..problem.points.len() as u32).into_par_iter().flat_map_iter(spot).collect();
        Self { numeric, categories: categories.into_iter().map(|(_, category)| category).collect(), spots }
    }

    /// The same space with other points in it, one spot after another.
    pub fn with_spots(&self, spots: Vec<f64>) -> Self {
        Self { numeric: self.numeric, categories: self.categories.clone(), spots }
    }

    /// The number of coordinates and categories.
    pub fn width(&self) -> usize {
        self.numeric + self.categories.len()
    }

    /// The number of coordinates.
    pub fn numeric(&self) -> usize {
        self.numeric
    }

    /// The number of values of each category.
    pub fn values(&self) -> impl Iterator<Item = usize> {
        self.categories.iter().map(|category| category.values as usize)
    }

    /// Where a point stands.
    pub fn spot(&self, point: u32) -> Spot<'_> {
        &self.spots[point as usize * self.width()..][..self.width()]
    }

    /// The square of a distance.
    pub fn square(&self, a: Spot<'_>, b: Spot<'_>) -> f64 {
        self.sum(|at| a[at] - b[at], |category, at| self.apart(category, a[at], b[at]))
    }

    /// Never above the square of the distance to anything in a box, given by its low and its high ends.
    pub fn least(&self, spot: Spot<'_>, low: Spot<'_>, high: Spot<'_>) -> f64 {
        let category = |category, at: usize| match (low[at]..=high[at]).contains(&spot[at]) {
            true => 0.0,
            // Leaves are numbered depth-first: the end that is nearer in the numbering is nearer.
            false => self.apart(category, spot[at], if spot[at] < low[at] { low[at] } else { high[at] }),
        };
        self.sum(|at| (low[at] - spot[at]).max(spot[at] - high[at]).max(0.0), category)
    }

    /// Never below the square of the distance to anything in a box.
    pub fn most(&self, spot: Spot<'_>, low: Spot<'_>, high: Spot<'_>) -> f64 {
        let ends = |category, at: usize| {
            self.apart(category, spot[at], low[at]).max(self.apart(category, spot[at], high[at]))
        };
        self.sum(|at| (spot[at] - low[at]).max(high[at] - spot[at]), ends)
    }

    /// How far a box reaches in one direction, squared.
    pub fn reach(&self, at: usize, low: f64, high: f64) -> f64 {
        match at.checked_sub(self.numeric) {
            None => (high - low) * (high - low),
            Some(category) => self.apart(category, low, high),
        }
    }

    /// All sums are made in one order, so that bounds and distances round alike.
    #[inline(always)]
    fn sum(&self, numeric: impl Fn(usize) -> f64, category: impl Fn(usize, usize) -> f64) -> f64 {
        let mut sum = 0.0;
        for at in 0..self.numeric {
            let difference = numeric(at);
            sum += difference * difference;
        }
        for at in self.numeric..self.width() {
            sum += category(at - self.numeric, at);
        }
        sum
    }

    /// The square of the distance between two values of a category.
    pub fn apart(&self, category: usize, a: f64, b: f64) -> f64 {
        self.categories[category].apart(a as u32, b as u32)
    }

    /// The centre of some rows: the mean of every coordinate and the most frequent value of every category, of equals the
    /// one with the smallest code.
    pub fn centroid(&self, members: &[Member]) -> Vec<f64> {
        let rows: f64 = members.iter().map(|member| f64::from(member.rows)).sum();
        let mean = |at: usize| {
            let of = |member: &Member| f64::from(member.rows) * self.spot(member.point)[at];
            members.iter().map(of).sum::<f64>() / rows
        };
        let mode = |at: usize| {
            let code = |member: &Member| (self.spot(member.point)[at] as u32, u64::from(member.rows));
            f64::from(mode(members.iter().map(code).collect()))
        };
        (0..self.numeric).map(mean).chain((self.numeric..self.width()).map(mode)).collect()
    }

    /// The sum of the squared distances of some rows to their centre.
    pub fn spread(&self, members: &[Member]) -> f64 {
        let centroid = self.centroid(members);
        let of = |member: &Member| f64::from(member.rows) * self.square(self.spot(member.point), &centroid);
        members.iter().map(of).sum()
    }
}

/// The most frequent code, of equals the smallest.
pub(super) fn mode(mut rows_of_code: Vec<(u32, u64)>) -> u32 {
    rows_of_code.sort_unstable();
    let groups = rows_of_code.chunk_by(|a, b| a.0 == b.0);
    let summed = groups.map(|group| (group.iter().map(|(_, rows)| rows).sum::<u64>(), group[0].0));
    summed.max_by_key(|&(rows, code)| (rows, std::cmp::Reverse(code))).map_or(0, |(_, code)| code)
}

fn rows_of_code(problem: &Problem<'_>, axis: usize) -> Vec<u64> {
    let mut rows = vec![0; problem.axes[axis].values() as usize];
    for point in 0..problem.points.len() as u32 {
        rows[problem.points.codes(point)[axis] as usize] += u64::from(problem.points.count(point));
    }
    rows
}

/// One or two coordinates for every code of a column; none if all its values are equal.
fn standardised(axis: &Axis, places: &[f64], rows: &[u64], weight: f64) -> impl Iterator<Item = Vec<f64>> {
    let (mean, deviation) = moments(places, rows);
    let scale = if deviation > 0.0 { weight.sqrt() / deviation } else { 0.0 };
    let place = |place: &f64| ((place - mean) * scale / Space::GRAIN).round() * Space::GRAIN;
    let mut table: Vec<f64> = places.iter().map(place).collect();
    let width = table.last().zip(table.first()).map_or(0.0, |(last, first)| last - first).ceil().max(1.0);
    let missing = axis.missing().filter(|&missing| rows[missing as usize] > 0);
    table.resize(rows.len(), 0.0);
    let off = missing.map(|missing| {
        let mut off = vec![0.0; rows.len()];
        off[missing as usize] = width;
        off
    });
    (scale > 0.0).then_some(table).into_iter().chain(off)
}

/// The mean and the deviation, with n − 1, of places that occur in so many rows.
pub(super) fn moments(places: &[f64], rows: &[u64]) -> (f64, f64) {
    let each = || places.iter().zip(rows).map(|(&place, &rows)| (place, rows as f64));
    let all: f64 = each().map(|(_, rows)| rows).sum();
    // Around some place, so that large numbers close to one another keep their differences.
    let origin = places.first().copied().unwrap_or_default();
    let mean = origin + each().map(|(place, rows)| rows * (place - origin)).sum::<f64>() / all.max(1.0);
    let squares: f64 = each().map(|(place, rows)| rows * (place - mean) * (place - mean)).sum();
    (mean, if all > 1.0 { (squares / (all - 1.0)).sqrt() } else { 0.0 })
}
