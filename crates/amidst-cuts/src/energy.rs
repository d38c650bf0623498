//! Sets of splits in one number each, those included that suppress too many rows; for searches that pass through such sets.

use crate::{Cost, ground::Ground, node::Node, record::Best};

/// Rows beyond the limit cost so many times what suppressed rows do.
const PENALTY: f64 = 2.0;

/// A set of splits, ascending, and how bad it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its cost, and a penalty for rows suppressed beyond the limit.
    pub energy: f64,
    /// Whether it suppresses no more than may be: only then is it an answer.
    pub is_allowed: bool,
    /// The set.
    pub splits: Vec<u32>,
}

impl Judged {
    /// Judges a set in which every split has what it presupposes.
    pub fn new(ground: &Ground<'_>, splits: Vec<u32>) -> Self {
        let (cost, suppressed) = counted(ground, &splits).unwrap_or_else(|| {
            let node = Node::of(ground, &splits, Vec::new());
            (node.cost(ground), node.suppressed)
        });
        let beyond = suppressed.saturating_sub(ground.problem.limit) as f64;
        // Suppressing everything costs most, under every cost.
        let mut worst = vec![0.0; ground.sums()];
        ground.add_suppressed(ground.problem.points.rows() as f64, &mut worst, 1.0);
        let share = beyond / (ground.problem.points.rows() as f64).max(1.0);
        // One row fewer can lower the loss of all others: no set that may not be is as good as everything in one class.
        let entry = if ground.problem.cost == Cost::Loss && beyond > 0.0 { 1.0 } else { 0.0 };
        let energy = cost + (entry + PENALTY * share) * ground.cost(&worst);
        Self { energy, is_allowed: beyond == 0.0, splits }
    }

    /// The better of two, whether they may be or not; of equals the one with the smaller set.
    pub fn lower(self, other: Self) -> Self {
        let is_lower = (other.energy, &other.splits) < (self.energy, &self.splits);
        if is_lower { other } else { self }
    }

    /// The better answer: one that may be before one that may not, then the better of two.
    pub fn better(self, other: Self) -> Self {
        match (self.is_allowed, other.is_allowed) {
            (true, false) => self,
            (false, true) => other,
            _ => self.lower(other),
        }
    }

    /// It as an answer. Everything as one class if it suppresses more than may be.
    pub fn into_best(self, ground: &Ground<'_>) -> Best {
        let mut best = Best::new(&Node::of(ground, &[], Vec::new()), ground);
        best.offer(&Node::of(ground, &self.splits, Vec::new()), ground);
        best
    }
}

/// Combinations of intervals that are counted at most, each at a place of its own.
const PLACES: usize = 1 << 20;

/// The cost of a set and the rows it suppresses, where nothing but numbers of rows matters and there are few combinations of
/// intervals: then they are counted in one look at all rows.
fn counted(ground: &Ground<'_>, splits: &[u32]) -> Option<(f64, u64)> {
    if !ground.merges || ground.problem.cost != Cost::Discernibility {
        return None;
    }
    // For each column and code, the interval times the combinations of the columns before.
    let mut places = 1_usize;
    let mut parts: Vec<Vec<u32>> = Vec::with_capacity(ground.problem.axes.len());
    for axis in 0..ground.problem.axes.len() {
        let starts = ground.splits.starts(axis, splits.iter().copied());
        let part = |code: u32| (starts.partition_point(|&start| start <= code) - 1) * places;
        parts.push((0..ground.problem.axes[axis].values()).map(|code| part(code) as u32).collect());
        places = places.checked_mul(starts.len()).filter(|&places| places <= PLACES)?;
    }
    let mut rows = vec![0_u64; places];
    for grain in &ground.grains {
        let own = parts.iter().enumerate();
        let place: u32 = own.map(|(axis, part)| part[ground.code(grain.key, axis) as usize]).sum();
        rows[place as usize] += u64::from(grain.rows);
    }
    let suppressed = rows.iter().filter(|rows| **rows < ground.least).sum();
    let mut sums = [0.0];
    ground.add_suppressed(suppressed as f64, &mut sums, 1.0);
    let squares = rows.iter().filter(|rows| **rows >= ground.least).map(|rows| rows * rows).sum::<u64>();
    Some((sums[0] + squares as f64, suppressed))
}

/// A set without splits that presuppose one that it does not hold.
pub fn closed(ground: &Ground<'_>, splits: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut closed: Vec<u32> = Vec::new();
    for split in splits {
        // What is presupposed has a lower number.
        let parent = ground.splits.get(split).parent;
        if parent.is_none_or(|parent| closed.binary_search(&parent).is_ok()) {
            closed.push(split);
        }
    }
    closed
}
