//! What every split of a tail would do to the classes of a node, found in one look at its cells.

use crate::{
    Cost,
    column_bound::ColumnScanner,
    ground::Ground,
    node::{Cells, Node},
};

/// What is known of a node and of its tail.
pub struct Scan {
    /// No set of splits that holds the head and others of the tail costs less.
    pub bound: f64,
    /// For each split of the tail, in its order.
    pub splits: Vec<Scanned>,
}

/// What is known of a split of the tail.
#[derive(Clone, Copy, Debug)]
pub struct Scanned {
    /// No set of splits that holds the head, this one and others of the tail costs less.
    pub bound: f64,
    /// No set of splits that holds the head and others of the tail, but not this one, costs less.
    pub without: f64,
    /// Rows that it suppresses besides.
    pub suppressed: f64,
    /// Whether some class that it splits leaves something that is worth it; if not, no set is better for it.
    pub is_useful: bool,
    /// The rows of all parts that it makes but the largest of each class.
    pub apart: f64,
}

/// Looks at nodes. Keeps what it needs for that from node to node; one for each thread.
#[derive(Default)]
pub struct Scanner {
    /// By code, the features of all cells of a class with lower codes.
    before: Vec<f64>,
    /// For each split of the tail, how much more the sums are with it.
    more: Vec<f64>,
    columns: ColumnScanner,
}

impl Scanner {
    /// Looks at a node. All ways to cut a column may be weighed, for a better bound; no further once a bound is so high that the node
    /// is not worth while.
    pub fn scan(&mut self, ground: &Ground<'_>, node: &Node, weighs_columns: bool, enough: f64) -> Scan {
        let cells = node.cells(ground);
        let mut scan = self.look(ground, node, &cells);
        if weighs_columns {
            // The column of most splits tells most.
            let mut tails: Vec<_> = of_columns(ground, &node.tail).collect();
            tails.sort_by_key(|tail| std::cmp::Reverse(tail.len()));
            for tail in tails {
                if scan.bound >= enough {
                    break;
                }
                let Some(column) = self.columns.scan(ground, node, &cells, &node.tail[tail.clone()]) else {
                    continue;
                };
                scan.bound = scan.bound.max(column.bound);
                for (split, sides) in scan.splits[tail].iter_mut().zip(column.splits) {
                    split.bound = split.bound.max(sides.with);
                    split.without = split.without.max(sides.without);
                }
            }
        }
        for split in &mut scan.splits {
            split.bound = split.bound.max(scan.bound);
            split.without = split.without.max(scan.bound);
        }
        scan
    }

    /// What follows from the classes of the head and the cells of head and tail.
    fn look(&mut self, ground: &Ground<'_>, node: &Node, cells: &Cells) -> Scan {
        let (stride, sums) = (ground.features(), ground.sums());
        // Where no cell costs more than its rows, they are all that is summed up.
        let width = if cells.are_small(ground) { 1 } else { stride };
        let mut base = vec![0.0; sums];
        ground.add_suppressed(node.suppressed as f64, &mut base, 1.0);
        self.more.clear();
        self.more.resize(node.tail.len() * sums, 0.0);
        let none = Scanned { bound: 0.0, without: 0.0, suppressed: 0.0, is_useful: false, apart: 0.0 };
        let mut splits = vec![none; node.tail.len()];
        let (mut start, mut all, mut own) = (0, vec![0.0; width], vec![0.0; sums]);
        for &end in &cells.ends {
            let class = start..end as usize;
            start = end as usize;
            all.fill(0.0);
            for cell in cells.features[class.start * stride..class.end * stride].chunks_exact(stride) {
                all.iter_mut().zip(cell).for_each(|(sum, feature)| *sum += feature);
            }
            own.fill(0.0);
            ground.add_part(&all, &mut own, 1.0);
            base.iter_mut().zip(&own).for_each(|(sum, own)| *sum += own);
            for tail in of_columns(ground, &node.tail) {
                self.scan_axis(ground, (cells, class.clone()), (&all, &own), (node, tail), &mut splits);
            }
        }
        let mut with = vec![0.0; sums];
        for (at, split) in splits.iter_mut().enumerate() {
            let more = &self.more[at * sums..][..sums];
            with.iter_mut().zip(base.iter().zip(more)).for_each(|(with, (base, more))| *with = base + more);
            split.bound = ground.cost(&with);
        }
        Scan { bound: ground.cost(&base), splits }
    }

    /// What the splits of one column do to one class.
    fn scan_axis(
        &mut self,
        ground: &Ground<'_>,
        (cells, class): (&Cells, std::ops::Range<usize>),
        (all, own): (&[f64], &[f64]),
        (node, tail): (&Node, std::ops::Range<usize>),
        splits: &mut [Scanned],
    ) {
        let (width, stride, sums) = (all.len(), ground.features(), own.len());
        let axis = ground.splits.get(node.tail[tail.start]).axis;
        let keys = &cells.keys[class.clone()];
        let codes = || keys.iter().map(|&key| ground.code(key, axis));
        let (low, high) = codes().fold((u32::MAX, 0), |(low, high), code| (low.min(code), high.max(code)));
        let needs_split = ground.problem.cost != Cost::Loss;
        if low == high {
            // No class falls apart, but below a label it may, and a narrower label is worth something by itself.
            for at in tail {
                let is_parent = ground.splits.get(node.tail[at]).is_parent;
                splits[at].is_useful |= is_parent || !needs_split;
            }
            return;
        }
        let places = (high - low + 1) as usize;
        self.before.clear();
        self.before.resize((places + 1) * width, 0.0);
        let features = cells.features[class.start * stride..class.end * stride].chunks_exact(stride);
        for (code, cell) in codes().zip(features) {
            let place = (code - low + 1) as usize * width;
            self.before[place..place + width].iter_mut().zip(cell).for_each(|(sum, it)| *sum += it);
        }
        for place in width..(places + 1) * width {
            self.before[place] += self.before[place - width];
        }
        let least = ground.least as f64;
        let mut part = vec![0.0; width];
        for at in tail {
            let split = ground.splits.get(node.tail[at]);
            let more = &mut self.more[at * sums..][..sums];
            let (mut from, mut parts, mut large, mut largest) = (0, 0, 0, 0.0_f64);
            let inner = split.implied.iter().copied().filter(|&bound| low < bound && bound <= high);
            let ends = inner.map(|bound| (bound - low) as usize).chain([places]);
            let mut suppressed = 0.0;
            for to in ends {
                let (before, until) = (&self.before[from * width..], &self.before[to * width..]);
                part.iter_mut()
                    .zip(until.iter().zip(before))
                    .for_each(|(sum, (until, before))| *sum = until - before);
                from = to;
                if part[0] == 0.0 {
                    continue;
                }
                // What stays whole costs what it did.
                if part[0] == all[0] {
                    (parts, large) = (1, 1);
                    break;
                }
                parts += 1;
                large += u32::from(part[0] >= least);
                largest = largest.max(part[0]);
                suppressed += if part[0] < least { part[0] } else { 0.0 };
                ground.add_part(&part, more, 1.0);
            }
            let splits_it = parts > 1;
            if splits_it {
                more.iter_mut().zip(own).for_each(|(more, own)| *more -= own);
                splits[at].suppressed += suppressed;
                splits[at].apart += all[0] - largest;
            }
            // Of two parts, a small one is cheaper with the other than suppressed, wherever both together are no more than half of
            // all rows or so: a class of a and b rows costs no more than a suppressed and b left if a + 2b is no more than all.
            let is_waste = ground.problem.cost == Cost::Discernibility
                && (parts, large) == (2, 1)
                && all[0] + largest <= ground.problem.rows as f64;
            let is_worth_it = large > 0 && !(is_waste && !split.is_parent && split.implied.len() == 1);
            splits[at].is_useful |= is_worth_it && (splits_it || split.is_parent || !needs_split);
        }
    }
}

/// The parts of a tail that belong to one column each.
fn of_columns(ground: &Ground<'_>, tail: &[u32]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let axis = |split: &u32| ground.splits.get(*split).axis;
    let mut from = 0;
    tail.chunk_by(move |a, b| axis(a) == axis(b)).map(move |part| {
        let own = from..from + part.len();
        from = own.end;
        own
    })
}
