//! A set of splits that are made, its head, with those that may still be made, its tail: the classes that the head makes, and in
//! them the cells that all of both would make.

use amidst_cells::Judge;
use amidst_kernel::UNCOUNTED;

use crate::{
    Cost,
    ground::{FEATURES, Features, Grain, Ground},
};

/// Rows are joined when more than one of so many splits of the tail was left out.
const LEFT_OUT: usize = 12;

/// See the module.
#[derive(Clone)]
pub struct Node {
    /// The splits that are made.
    pub head: Vec<u32>,
    /// Those that may still be made, ascending. One that presupposes another has it here or in the head.
    pub tail: Vec<u32>,
    /// The rows that are not suppressed, class after class, cells of a class one after the other.
    grains: Vec<Grain>,
    /// Where each class ends.
    ends: Vec<u32>,
    /// The rows that are suppressed by the head, and so by whatever follows it.
    pub suppressed: u64,
    /// Splits that were left out since rows were last joined.
    left_out: usize,
}

/// The cells of a node.
pub struct Cells {
    /// Their keys.
    pub keys: Vec<u128>,
    /// Their features, one after the other.
    pub features: Vec<f64>,
    /// Where each class ends.
    pub ends: Vec<u32>,
}

impl Node {
    /// Nothing is split yet, and these splits may be.
    pub fn new(ground: &Ground<'_>, tail: Vec<u32>) -> Self {
        let grains = ground.grains.clone();
        let ends = vec![grains.len() as u32];
        let mut node = Self { head: Vec::new(), tail, grains, ends, suppressed: 0, left_out: 0 };
        node.coarsen(ground);
        node
    }

    /// A head whose every split has what it presupposes, and a tail.
    pub fn of(ground: &Ground<'_>, head: &[u32], tail: Vec<u32>) -> Self {
        let firsts = ground.firsts(head.iter().copied());
        let finest = ground.firsts(head.iter().chain(&tail).copied());
        let keyed = |grain: &Grain| {
            let key = if ground.merges { ground.coarsened(grain.key, &finest) } else { grain.key };
            (ground.coarsened(grain.key, &firsts), Grain { key, ..*grain })
        };
        let mut keyed: Vec<(u128, Grain)> = ground.grains.iter().map(keyed).collect();
        keyed.sort_unstable();
        let mut node = Self {
            head: head.to_vec(),
            tail,
            grains: Vec::new(),
            ends: Vec::new(),
            suppressed: 0,
            left_out: 0,
        };
        let mut judge = Judge::new(&ground.problem.conditions, ground.problem.points);
        let mut class = Vec::new();
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            class.clear();
            class.extend(same.iter().map(|(_, grain)| *grain));
            node.add(ground, &class, &mut judge);
        }
        node.coarsen(ground);
        node
    }

    /// Adds a class, or suppresses it.
    fn add(&mut self, ground: &Ground<'_>, class: &[Grain], judge: &mut Judge<'_>) {
        let rows: u64 = class.iter().map(|grain| u64::from(grain.rows)).sum();
        let holds = rows >= ground.least
            && (ground.merges || judge.holds(class.iter().map(|grain| (grain.point, grain.rows))));
        if !holds {
            self.suppressed += rows;
        } else {
            self.grains.extend_from_slice(class);
            self.ends.push(self.grains.len() as u32);
        }
    }

    /// The classes, grain by grain.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = &[Grain]> {
        let start = |class: usize| if class == 0 { 0 } else { self.ends[class - 1] as usize };
        (0..self.ends.len()).map(move |class| &self.grains[start(class)..self.ends[class] as usize])
    }

    /// With a split of the tail made. What it presupposes must be.
    pub fn with(&self, ground: &Ground<'_>, split: u32) -> Self {
        let mut node = Self {
            head: self.head.iter().copied().chain([split]).collect(),
            tail: self.tail.iter().copied().filter(|&other| other != split).collect(),
            grains: Vec::with_capacity(self.grains.len()),
            ends: Vec::with_capacity(self.ends.len() + 8),
            suppressed: self.suppressed,
            left_out: self.left_out,
        };
        let by = ground.splits.get(split);
        let mut judge = Judge::new(&ground.problem.conditions, ground.problem.points);
        let mut parts: Vec<Vec<Grain>> = vec![Vec::new(); by.bounds.len() + 1];
        for class in self.classes() {
            let part = |grain: &Grain| {
                let code = ground.code(grain.key, by.axis);
                by.bounds.partition_point(|&bound| bound <= code)
            };
            let first = part(&class[0]);
            if class.iter().all(|grain| part(grain) == first) {
                node.grains.extend_from_slice(class);
                node.ends.push(node.grains.len() as u32);
                continue;
            }
            parts.iter_mut().for_each(Vec::clear);
            class.iter().for_each(|grain| parts[part(grain)].push(*grain));
            parts.iter().filter(|part| !part.is_empty()).for_each(|part| node.add(ground, part, &mut judge));
        }
        node
    }

    /// Without splits of the tail, nor those that presuppose them. Rows that are no longer told apart are joined once that pays: until
    /// then bounds are a little lower than they could be.
    pub fn leave_out(&mut self, ground: &Ground<'_>, is_out: impl Fn(u32) -> bool) {
        let mut left: Vec<u32> = Vec::with_capacity(self.tail.len());
        for &split in &self.tail {
            // What is presupposed has a lower number.
            let parent = ground.splits.get(split).parent;
            let is_open = parent.is_none_or(|it| self.head.contains(&it) || left.binary_search(&it).is_ok());
            if is_open && !is_out(split) {
                left.push(split);
            }
        }
        self.left_out += self.tail.len() - left.len();
        self.tail = left;
        if ground.problem.cost != Cost::Discernibility || self.left_out * LEFT_OUT > self.tail.len() {
            self.coarsen(ground);
        }
    }

    /// Joins what no split of the tail tells apart.
    fn coarsen(&mut self, ground: &Ground<'_>) {
        self.left_out = 0;
        if !ground.merges {
            return;
        }
        let firsts = ground.firsts(self.head.iter().chain(&self.tail).copied());
        let mut merged: Vec<Grain> = Vec::with_capacity(self.grains.len());
        let mut start = 0;
        for end in &mut self.ends {
            let class = &mut self.grains[start..*end as usize];
            start = *end as usize;
            class.iter_mut().for_each(|grain| grain.key = ground.coarsened(grain.key, &firsts));
            class.sort_unstable();
            let first = merged.len();
            for grain in class.iter() {
                match merged[first..].last_mut() {
                    Some(last) if (last.key, last.label) == (grain.key, grain.label) => {
                        last.rows += grain.rows
                    }
                    _ => merged.push(*grain),
                }
            }
            *end = merged.len() as u32;
        }
        self.grains = merged;
    }

    /// The cells that all splits of head and tail make.
    pub fn cells(&self, ground: &Ground<'_>) -> Cells {
        let firsts = ground.firsts(self.head.iter().chain(&self.tail).copied());
        // A value that more rows have than may still be suppressed is released, whatever follows.
        let left = ground.problem.limit.saturating_sub(self.suppressed);
        let shares = self.shares(ground, &firsts, left);
        let mut cells = Cells::new(self.ends.len());
        let mut own: Vec<Grain> = Vec::new();
        for class in self.classes() {
            // Where rows are taken together, that has been done.
            let class = if ground.merges { class } else { coarsened(ground, class, &firsts, &mut own) };
            for cell in class.chunk_by(|a, b| a.key == b.key) {
                cells.keys.push(cell[0].key);
                cells.features.extend_from_slice(&features(ground, cell, &shares)[..ground.features()]);
            }
            cells.ends.push(cells.keys.len() as u32);
        }
        cells
    }

    /// The shares of intervals that are named after the values that more than so many rows of classes have.
    fn shares(&self, ground: &Ground<'_>, firsts: &[Vec<u32>], more_than: u64) -> Vec<Vec<f64>> {
        if ground.problem.cost != Cost::Loss || ground.problem.limit == 0 {
            return ground.shares(firsts, &ground.rows_of_codes, 0);
        }
        let mut rows: Vec<Vec<u64>> = firsts.iter().map(|codes| vec![0; codes.len()]).collect();
        for grain in &self.grains {
            for (axis, rows) in rows.iter_mut().enumerate() {
                rows[ground.code(grain.key, axis) as usize] += u64::from(grain.rows);
            }
        }
        ground.shares(firsts, &rows, more_than)
    }

    /// What the head costs.
    pub fn cost(&self, ground: &Ground<'_>) -> f64 {
        let mut sums = vec![0.0; ground.sums()];
        ground.add_suppressed(self.suppressed as f64, &mut sums, 1.0);
        if ground.problem.cost == Cost::Discernibility {
            let rows = |class: &[Grain]| class.iter().map(|grain| u64::from(grain.rows)).sum::<u64>();
            return ground.cost(&sums) + self.classes().map(|class| rows(class).pow(2)).sum::<u64>() as f64;
        }
        let firsts = ground.firsts(self.head.iter().copied());
        let shares = self.shares(ground, &firsts, 0);
        let mut own: Vec<Grain> = Vec::new();
        for class in self.classes() {
            let class = coarsened(ground, class, &firsts, &mut own);
            ground.add_part(&features(ground, class, &shares), &mut sums, 1.0);
        }
        ground.cost(&sums)
    }
}

impl Cells {
    /// Whether nothing but their rows counts: under discernibility, if all of them have fewer than k.
    pub fn are_small(&self, ground: &Ground<'_>) -> bool {
        let is_small = |cell: &[f64]| cell[1] == 0.0;
        ground.problem.cost == Cost::Discernibility
            && self.features.chunks_exact(ground.features()).all(is_small)
    }

    fn new(classes: usize) -> Self {
        Self { keys: Vec::new(), features: Vec::new(), ends: Vec::with_capacity(classes) }
    }
}

/// The grains of a class with their keys coarsened, sorted.
fn coarsened<'g>(
    ground: &Ground<'_>,
    class: &[Grain],
    firsts: &[Vec<u32>],
    own: &'g mut Vec<Grain>,
) -> &'g [Grain] {
    own.clear();
    own.extend(class.iter().map(|it| Grain { key: ground.coarsened(it.key, firsts), ..*it }));
    own.sort_unstable();
    own
}

/// The features of a cell whose grains are sorted.
fn features(ground: &Ground<'_>, cell: &[Grain], shares: &[Vec<f64>]) -> Features {
    let mut features = [0.0; FEATURES];
    let rows: u64 = cell.iter().map(|grain| u64::from(grain.rows)).sum();
    features[0] = rows as f64;
    match ground.problem.cost {
        Cost::Discernibility if rows >= ground.least => features[1] = (rows * rows) as f64,
        Cost::Discernibility => features[2] = rows as f64,
        Cost::Classification => {
            let of_label = |same: &[Grain]| same.iter().map(|grain| u64::from(grain.rows)).sum::<u64>();
            // A value that is not counted is nobody's.
            let known = cell.chunk_by(|a, b| a.label == b.label).filter(|same| same[0].label != UNCOUNTED);
            let most = known.map(of_label).max().unwrap_or(0);
            features[1] = (rows - most) as f64;
        }
        Cost::Loss => {
            for (axis, shares) in shares.iter().enumerate() {
                features[1 + axis] = rows as f64 * shares[ground.code(cell[0].key, axis) as usize];
            }
        }
    }
    features
}
