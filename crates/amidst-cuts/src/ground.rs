//! What every set of splits of a problem is judged on: rows as packed tuples, and what parts of them cost.

use amidst_cells::{Axis, Objective};
use amidst_core::{Error, Result};
use amidst_kernel::UNCOUNTED;

use crate::{Cost, Problem, Splits};

/// Rows that agree on everything that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grain {
    /// The codes of all columns, packed.
    pub key: u128,
    /// Its value of the target, where that matters.
    pub label: u32,
    /// One of its points.
    pub point: u32,
    /// How many they are.
    pub rows: u32,
}

/// See the module.
pub struct Ground<'a> {
    /// What is asked.
    pub problem: &'a Problem<'a>,
    /// Where columns may be cut.
    pub splits: Splits,
    /// All rows.
    pub grains: Vec<Grain>,
    /// No released class has fewer rows.
    pub least: u64,
    /// Whether rows that agree may be taken together: then nothing but their number matters. Under loss it also matters which
    /// values they have where some may be suppressed, since an interval is named after those that are released.
    pub merges: bool,
    /// For each column and code, how many rows have it. Nothing where no share counts.
    pub rows_of_codes: Vec<Vec<u64>>,
    /// The lowest bit of each column, and how many bits it has.
    fields: Vec<(u32, u32)>,
    /// Of the columns, the largest being 1.
    weights: Vec<f64>,
}

/// Most columns that parts are summed up over; the rows come first.
pub const FEATURES: usize = 33;

/// What is summed up over a part of a class. By cost: its rows; then for discernibility the squares of cells of enough rows and
/// the rows of other cells, for classification the rows outside most of their cells, for loss the shares of each column.
pub type Features = [f64; FEATURES];

impl<'a> Ground<'a> {
    /// Of a problem.
    ///
    /// # Errors
    /// If there are too many columns or values for it.
    pub fn new(problem: &'a Problem<'a>) -> Result<Self> {
        let splits = Splits::new(problem.axes);
        let mut fields = Vec::with_capacity(problem.axes.len());
        let mut low = 0;
        for axis in problem.axes {
            let bits = 32 - axis.values().saturating_sub(1).leading_zeros();
            fields.push((low, bits));
            low += bits;
        }
        if low > 128 || problem.axes.len() >= FEATURES {
            return Err(Error::Parameter {
                name: "algorithm",
                value: format!("cuts of {} columns with {} splits", problem.axes.len(), splits.len()),
                expected: format!(
                    "at most {} quasi columns whose numbers of values multiply to at most 2^128; take mondrian or local",
                    FEATURES - 1
                ),
            });
        }
        let points = problem.points;
        let labels = match (problem.cost, problem.target) {
            (Cost::Classification, Some(target)) => Some(points.aux_column(target)),
            _ => None,
        };
        let grain = |point: u32| {
            let codes = points.codes(point).iter().zip(&fields);
            Grain {
                key: codes.map(|(&code, (low, _))| u128::from(code) << low).sum(),
                label: labels.map_or(UNCOUNTED, |labels| labels[point as usize]),
                point,
                rows: points.count(point),
            }
        };
        let mut grains: Vec<Grain> = (0..points.len() as u32).map(grain).collect();
        grains.sort_unstable();
        let heaviest = problem.axes.iter().map(|axis| axis.weight).fold(0.0, f64::max);
        let weight = |axis: &Axis| if heaviest > 0.0 { axis.weight / heaviest } else { 0.0 };
        Ok(Self {
            least: problem.conditions.least(),
            merges: problem.conditions.only_rows() && (problem.cost != Cost::Loss || problem.limit == 0),
            rows_of_codes: match problem.cost {
                Cost::Loss => rows_of_codes(problem),
                _ => Vec::new(),
            },
            weights: problem.axes.iter().map(weight).collect(),
            problem,
            splits,
            grains,
            fields,
        })
    }

    /// The code of a column in a key.
    pub fn code(&self, key: u128, axis: usize) -> u32 {
        let (low, bits) = self.fields[axis];
        (key >> low) as u32 & ((1_u64 << bits) - 1) as u32
    }

    /// The key without the code of a column.
    pub fn without(&self, key: u128, axis: usize) -> u128 {
        let (low, bits) = self.fields[axis];
        key & !(((1_u128 << bits) - 1) << low)
    }

    /// The key with every code replaced by the first of its interval; intervals are looked up by column and code.
    pub fn coarsened(&self, key: u128, first: &[Vec<u32>]) -> u128 {
        let fields = self.fields.iter().zip(first).enumerate();
        fields.map(|(axis, ((low, _), first))| u128::from(first[self.code(key, axis) as usize]) << low).sum()
    }

    /// For each column and code the first code of its interval, under some splits.
    pub fn firsts(&self, chosen: impl Iterator<Item = u32> + Clone) -> Vec<Vec<u32>> {
        let mut firsts: Vec<Vec<u32>> =
            self.problem.axes.iter().map(|axis| vec![0; axis.values() as usize]).collect();
        for split in chosen {
            let split = self.splits.get(split);
            split.bounds.iter().for_each(|&bound| firsts[split.axis][bound as usize] = bound);
        }
        for codes in &mut firsts {
            let mut last = 0;
            codes.iter_mut().for_each(|first| {
                last = last.max(*first);
                *first = last;
            });
        }
        firsts
    }

    /// Tells rows apart no longer that no split of a set does, where only their numbers count.
    pub fn join(&mut self, splits: &[u32]) {
        if !self.merges {
            return;
        }
        let firsts = self.firsts(splits.iter().copied());
        let mut grains = std::mem::take(&mut self.grains);
        grains.iter_mut().for_each(|grain| grain.key = self.coarsened(grain.key, &firsts));
        grains.sort_unstable();
        grains.dedup_by(|grain, kept| {
            let is_same = (grain.key, grain.label) == (kept.key, kept.label);
            kept.rows += if is_same { grain.rows } else { 0 };
            is_same
        });
        self.grains = grains;
    }

    /// The share of its domain that each interval of each column stands for, by its first code, if it is named after the values
    /// that more than so many rows have. Nothing where no share counts.
    pub fn shares(&self, firsts: &[Vec<u32>], rows: &[Vec<u64>], more_than: u64) -> Vec<Vec<f64>> {
        if self.problem.cost != Cost::Loss {
            return Vec::new();
        }
        let of = |((axis, firsts), rows): ((&Axis, &Vec<u32>), &Vec<u64>)| {
            let mut shares = vec![0.0; firsts.len()];
            let mut start = 0;
            for interval in firsts.chunk_by(|a, b| a == b) {
                let end = start + interval.len() as u32 - 1;
                shares[start as usize] = share(axis, (start, end), |code| rows[code as usize] > more_than);
                start = end + 1;
            }
            shares
        };
        self.problem.axes.iter().zip(firsts).zip(rows).map(of).collect()
    }

    /// How many features count.
    pub fn features(&self) -> usize {
        match self.problem.cost {
            Cost::Discernibility => 3,
            Cost::Classification => 2,
            Cost::Loss => 1 + self.problem.axes.len(),
        }
    }

    /// How many sums a cost is made of.
    pub fn sums(&self) -> usize {
        if self.problem.cost == Cost::Loss { self.problem.axes.len() } else { 1 }
    }

    /// What a part of a class costs at least once it is apart, added to the sums. Of discernibility the rows alone may be given, if
    /// all of them are in small cells.
    pub fn add_part(&self, part: &[f64], sums: &mut [f64], times: f64) {
        let rows = part[0];
        if rows < self.least as f64 {
            return self.add_suppressed(rows, sums, times);
        }
        match self.problem.cost {
            Cost::Discernibility => {
                let (squares, small) =
                    if let &[_, squares, small] = part { (squares, small) } else { (0.0, rows) };
                sums[0] += times * self.least_squares(rows, squares, small);
            }
            Cost::Classification => sums[0] += times * part[1],
            Cost::Loss => sums.iter_mut().zip(&part[1..]).for_each(|(sum, share)| *sum += times * share),
        }
    }

    /// What so many suppressed rows cost, added to the sums.
    pub fn add_suppressed(&self, rows: f64, sums: &mut [f64], times: f64) {
        let price = if self.problem.cost == Cost::Discernibility { self.problem.rows as f64 } else { 1.0 };
        sums.iter_mut().for_each(|sum| *sum += times * rows * price);
    }

    /// The least that the squares of classes add up to into which a class may fall, rows that it loses at their price: cells of
    /// k rows or more cost at least their own squares; of the others as many classes of k rows are made as there can be, and
    /// each row left over makes one of them, or one around a larger cell, larger by one. Where no cell has k rows, that is
    /// no less than so many classes of one size.
    fn least_squares(&self, rows: f64, squares: f64, small: f64) -> f64 {
        let k = self.least as f64;
        // A row that is suppressed must not be cheaper than one left over.
        if (self.problem.rows as f64) < 4.0 * k {
            return squares + small * k;
        }
        let classes = (small / k).floor();
        let left = squares + classes * k * k + 2.0 * k * (small - classes * k);
        if small < rows {
            return left;
        }
        let (each, more) = ((rows / classes).floor(), rows % classes);
        left.max((classes - more) * each * each + more * (each + 1.0) * (each + 1.0))
    }

    /// The cost that sums make.
    pub fn cost(&self, sums: &[f64]) -> f64 {
        if self.problem.cost != Cost::Loss {
            return sums[0];
        }
        let rows = (self.problem.points.rows() as f64).max(1.0);
        let columns = self.weights.iter().zip(sums).map(|(weight, sum)| 1.0 + weight * sum / rows);
        columns.product::<f64>().powf(1.0 / self.weights.len().max(1) as f64) - 1.0
    }
}

/// For each column and code, how many rows have it.
fn rows_of_codes(problem: &Problem<'_>) -> Vec<Vec<u64>> {
    let mut rows: Vec<Vec<u64>> = problem.axes.iter().map(|axis| vec![0; axis.values() as usize]).collect();
    for point in 0..problem.points.len() as u32 {
        for (rows, &code) in rows.iter_mut().zip(problem.points.codes(point)) {
            rows[code as usize] += u64::from(problem.points.count(point));
        }
    }
    rows
}

/// The share of its domain that an interval of codes stands for. Labels of a hierarchy stand for all values below them, any other
/// interval for the values that it is named after.
pub fn share(axis: &Axis, (low, high): (u32, u32), is_named: impl Fn(u32) -> bool) -> f64 {
    let is_named = |code: &u32| axis.hierarchy().is_some() || is_named(*code);
    let named = (low..=high).filter(is_named).map(|code| axis.cover(code));
    named.reduce(|cover, code| axis.join(cover, code)).map_or(0.0, |cover| axis.share(Objective::Loss, cover))
}

/// The entropy of a histogram, in bits.
pub fn entropy(counts: &[u64]) -> f64 {
    let rows = counts.iter().sum::<u64>() as f64;
    let share = |&count: &u64| count as f64 / rows;
    counts.iter().filter(|count| **count > 0).map(|count| -share(count) * share(count).log2()).sum()
}
