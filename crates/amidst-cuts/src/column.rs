//! The best cuts of one column, those of all others standing: what its intervals cost adds up, so that they are found exactly.

use std::collections::HashMap;

use amidst_cells::Axis;
use amidst_kernel::UNCOUNTED;

use crate::{
    Cost,
    ground::{Ground, share},
};

/// Rows by group, label and code: how many come before each code.
struct Counts {
    /// Group after group, label after label, one more than there are codes.
    before: Vec<u32>,
    labels: usize,
    codes: usize,
}

/// More labels are not told apart.
const LABELS: usize = 64;

/// The splits with those of one column replaced by the best. `is_strict` lets no interval suppress a row.
pub fn recut(ground: &Ground<'_>, splits: &[u32], axis: usize, is_strict: bool) -> Vec<u32> {
    let others = splits.iter().copied().filter(|&split| ground.splits.get(split).axis != axis);
    let counts = Counts::new(ground, others.clone(), axis);
    let price = |low: u32, high: u32| counts.price(ground, (axis, low, high), is_strict);
    let chosen = match ground.problem.axes[axis].hierarchy() {
        Some(_) => through_tree(ground, axis, price),
        None => along_line(ground, axis, price),
    };
    let mut splits: Vec<u32> = others.chain(chosen).collect();
    splits.sort_unstable();
    splits
}

/// The best intervals of an order. Missing cells are apart, or with everything.
fn along_line(ground: &Ground<'_>, axis: usize, price: impl Fn(u32, u32) -> f64) -> Vec<u32> {
    let shown: &Axis = &ground.problem.axes[axis];
    let (values, missing) = (shown.values(), shown.missing().filter(|&missing| missing > 0));
    let known = values - u32::from(shown.missing().is_some());
    // What the first codes cost at least, and where their last interval begins.
    let mut least: Vec<(f64, u32)> = vec![(0.0, 0)];
    for end in 1..=known {
        let ways = (0..end).map(|start| (least[start as usize].0 + price(start, end - 1), start));
        least.extend(ways.min_by(|a, b| a.0.total_cmp(&b.0)));
    }
    let apart = missing.map_or(0.0, |missing| price(missing, missing));
    if values == 0 || least[known as usize].0 + apart >= price(0, values - 1) {
        return Vec::new();
    }
    let (mut starts, mut end) = (Vec::from_iter(missing), known);
    while end > 0 {
        end = least[end as usize].1;
        starts.push(end);
    }
    let is_start = |split: &u32| starts.contains(&ground.splits.get(*split).bounds[0]);
    ground.splits.of_axis(axis).filter(is_start).collect()
}

/// The best labels of a hierarchy: each stays, or falls apart into those below it.
fn through_tree(ground: &Ground<'_>, axis: usize, price: impl Fn(u32, u32) -> f64) -> Vec<u32> {
    let all = ground.splits.of_axis(axis);
    let values = ground.problem.axes[axis].values();
    let mut least: HashMap<(u32, u32), (f64, Vec<u32>)> = HashMap::new();
    // What a split takes apart lies between bounds that it implies. Lower labels have higher numbers.
    for split in all.clone().rev() {
        let own = ground.splits.get(split);
        let (first, last) = (own.bounds[0], own.bounds[own.bounds.len() - 1]);
        let outer = || own.implied.iter().copied();
        let low = outer().filter(|&bound| bound < first).max().unwrap_or(0);
        let high = outer().filter(|&bound| bound > last).min().unwrap_or(values) - 1;
        let starts = std::iter::once(low).chain(own.bounds.iter().copied());
        let ends = own.bounds.iter().map(|bound| bound - 1).chain([high]);
        let (mut sum, mut splits) = (0.0, vec![split]);
        for part in starts.zip(ends) {
            let (cost, below) = least.remove(&part).unwrap_or_else(|| (price(part.0, part.1), Vec::new()));
            sum += cost;
            splits.extend(below);
        }
        let whole = price(low, high);
        least.insert((low, high), if sum < whole { (sum, splits) } else { (whole, Vec::new()) });
    }
    least.into_values().flat_map(|(_, splits)| splits).collect()
}

impl Counts {
    /// Rows are in one group that agree on all other columns as these splits cut them.
    fn new(ground: &Ground<'_>, others: impl Iterator<Item = u32> + Clone, axis: usize) -> Self {
        let mut firsts = ground.firsts(others);
        firsts[axis].fill(0);
        let width = match (ground.problem.cost, ground.problem.target) {
            (Cost::Classification, Some(target)) => ground.problem.points.width(target).min(LABELS),
            _ => 0,
        };
        // A value that is not counted is like no other.
        let (labels, codes) = (width + 1, ground.problem.axes[axis].values() as usize);
        let mut numbers: HashMap<u128, usize> = HashMap::new();
        let mut before: Vec<u32> = Vec::new();
        for grain in &ground.grains {
            let next = numbers.len();
            let group = *numbers.entry(ground.coarsened(grain.key, &firsts)).or_insert(next);
            if group == next {
                before.resize((next + 1) * labels * (codes + 1), 0);
            }
            let label = if grain.label == UNCOUNTED { width } else { (grain.label as usize).min(width) };
            let code = ground.code(grain.key, axis) as usize;
            before[(group * labels + label) * (codes + 1) + code + 1] += grain.rows;
        }
        for line in before.chunks_exact_mut(codes + 1) {
            (0..codes).for_each(|code| line[code + 1] += line[code]);
        }
        Self { before, labels, codes }
    }

    /// What an interval costs in all groups.
    fn price(&self, ground: &Ground<'_>, (axis, low, high): (usize, u32, u32), is_strict: bool) -> f64 {
        let least = ground.least as f64;
        let shown = &ground.problem.axes[axis];
        let share = match ground.problem.cost {
            Cost::Loss => share(shown, (low, high), |code| ground.rows_of_codes[axis][code as usize] > 0),
            _ => 0.0,
        };
        let number = |line: &[u32]| f64::from(line[high as usize + 1] - line[low as usize]);
        let group = |lines: &[u32]| {
            let own = lines.chunks_exact(self.codes + 1).map(number);
            let rows: f64 = own.clone().sum();
            if rows < least {
                let mut sums = [0.0];
                ground.add_suppressed(rows, &mut sums, 1.0);
                return if is_strict && rows > 0.0 { f64::INFINITY } else { sums[0] };
            }
            match ground.problem.cost {
                Cost::Discernibility => rows * rows,
                Cost::Classification => rows - own.take(self.labels - 1).fold(0.0, f64::max),
                Cost::Loss => rows * share,
            }
        };
        self.before.chunks_exact(self.labels * (self.codes + 1)).map(group).sum()
    }
}
