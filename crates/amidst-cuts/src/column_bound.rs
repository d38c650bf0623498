//! What the sets of a node cost at least, for every way to cut one of its columns: the finer it is cut, the more rows are
//! suppressed; the coarser, the larger classes are. Both are weighed by the same cuts, and so the bound is higher than one that
//! takes the suppressed rows from the head alone and the sizes from the tail alone.

use crate::{
    Cost,
    ground::Ground,
    node::{Cells, Node},
};

/// What is known of a column.
pub struct ColumnBound {
    /// No set of the node costs less.
    pub bound: f64,
    /// For each split of the column in the tail, in its order.
    pub splits: Vec<Sides>,
}

/// What sets with and without a split cost at least.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// Those that hold it.
    pub with: f64,
    /// Those that do not.
    pub without: f64,
}

/// Weighs columns. Keeps what it needs for that from one to the next.
#[derive(Default)]
pub struct ColumnScanner {
    /// Whether a cut may be made at a place, which all cuts of the head are: by code, the place.
    place_of: Vec<u32>,
    /// By first and last place of an interval: what it costs at least, and the rows that it suppresses. While they are summed up,
    /// how much more than the neighbours before.
    prices: Vec<f64>,
    suppressed: Vec<f64>,
    /// The cells of a class by their other columns and their place.
    cells: Vec<(u128, u32, u32)>,
    /// The same by place: other columns by number, and which cell.
    placed: Vec<(u32, u32, u32)>,
    /// By place, where its next cell goes.
    goes_to: Vec<usize>,
    /// Rows of each combination of other columns in the interval at hand.
    rows: Vec<f64>,
    /// Rows of combinations of other columns, several of them in one place.
    buckets: Vec<u32>,
}

impl ColumnScanner {
    /// Weighs the splits of one column in the tail, which are a part of it. Nothing if it is not an order, or if that makes no
    /// difference.
    pub fn scan(
        &mut self,
        ground: &Ground<'_>,
        node: &Node,
        cells: &Cells,
        tail: &[u32],
    ) -> Option<ColumnBound> {
        let axis = ground.splits.get(*tail.first()?).axis;
        let is_ready = |&split: &u32| {
            let parent = ground.splits.get(split).parent;
            parent.is_none_or(|parent| node.head.contains(&parent))
        };
        if ground.problem.cost == Cost::Loss
            || ground.problem.axes[axis].hierarchy().is_some()
            || !tail.iter().all(is_ready)
            || !self.makes_difference(ground, cells, axis)
        {
            return None;
        }
        let all = ground.splits.starts(axis, node.head.iter().chain(tail).copied());
        let made = ground.splits.starts(axis, node.head.iter().copied());
        self.place(ground.problem.axes[axis].values(), &all);
        let width = all.len() + 1;
        self.prices.clear();
        self.prices.resize(width * width, 0.0);
        self.suppressed.clear();
        self.suppressed.resize(width * width, 0.0);
        let mut start = 0;
        for &end in &cells.ends {
            self.add_class(ground, (axis, &all, &made), cells, start..end as usize);
            start = end as usize;
        }
        sum_up(&mut self.prices, width);
        sum_up(&mut self.suppressed, width);
        Some(self.weigh(ground, node, (&all, &made), tail))
    }

    /// Whether a column can make a difference. Under discernibility, rows that other columns may still tell apart into fewer than
    /// k cost what their number says, and of two numbers never less than of both together: no cut is then better than none.
    fn makes_difference(&mut self, ground: &Ground<'_>, cells: &Cells, axis: usize) -> bool {
        if ground.problem.cost != Cost::Discernibility {
            return true;
        }
        let features = ground.features();
        let mut start = 0;
        for &end in &cells.ends {
            let class = start..end as usize;
            start = end as usize;
            let bits = (2 * class.len()).next_power_of_two().ilog2().clamp(1, 16);
            self.buckets.clear();
            self.buckets.resize(1 << bits, 0);
            for cell in class {
                // Combinations that fall together seem to be larger than they are, which only takes time.
                let others = ground.without(cells.keys[cell], axis);
                let mixed = (others as u64 ^ (others >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let bucket = &mut self.buckets[(mixed >> (64 - bits)) as usize];
                *bucket += cells.features[cell * features] as u32;
                if u64::from(*bucket) >= ground.least {
                    return true;
                }
            }
        }
        false
    }

    /// The place of every code, which is that of the last cut before it.
    fn place(&mut self, values: u32, all: &[u32]) {
        self.place_of.clear();
        let mut place = 0;
        for code in 0..values {
            place += usize::from(all.get(place + 1).is_some_and(|&next| next <= code));
            self.place_of.push(place as u32);
        }
    }

    /// Adds what every interval costs in one class of the head.
    fn add_class(
        &mut self,
        ground: &Ground<'_>,
        (axis, all, made): (usize, &[u32], &[u32]),
        cells: &Cells,
        class: std::ops::Range<usize>,
    ) {
        let merges = ground.problem.cost == Cost::Discernibility;
        self.cells.clear();
        self.cells.extend(class.map(|cell| {
            let key = cells.keys[cell];
            let code = ground.code(key, axis);
            // Rows of one class and target are not told apart by other columns where that makes no difference.
            let others = if merges { ground.without(key, axis) } else { 0 };
            (others, self.place_of[code as usize], cell as u32)
        }));
        self.cells.sort_unstable();
        // Where the cells of each place go: places are few, so that none has to be compared with another.
        self.goes_to.clear();
        self.goes_to.resize(all.len() + 1, 0);
        self.cells.iter().for_each(|&(_, place, _)| self.goes_to[place as usize + 1] += 1);
        (1..self.goes_to.len()).for_each(|place| self.goes_to[place] += self.goes_to[place - 1]);
        self.placed.clear();
        self.placed.resize(self.cells.len(), (0, 0, 0));
        let mut number = 0;
        for (at, &(others, place, cell)) in self.cells.iter().enumerate() {
            number += u32::from(at > 0 && self.cells[at - 1].0 != others);
            let next = &mut self.goes_to[place as usize];
            self.placed[*next] = (place, number, cell);
            *next += 1;
        }
        let Some(&(first, ..)) = self.placed.first() else { return };
        // The class lies between two cuts of the head.
        let code = all[first as usize];
        let at = made.partition_point(|&start| start <= code);
        let low = self.place_of[made[at - 1] as usize] as usize;
        let high = made.get(at).map_or(all.len(), |&next| self.place_of[next as usize] as usize);
        let (width, features) = (all.len() + 1, ground.features());
        let least = ground.least as f64;
        let mut from = low;
        let mut begin = 0;
        while begin < self.placed.len() {
            let first = self.placed[begin].0 as usize;
            self.rows.clear();
            self.rows.resize(number as usize + 1, 0.0);
            let mut part = [0.0; 3];
            let mut end = begin;
            while end < self.placed.len() {
                let last = self.placed[end].0;
                while let Some(&(_, number, cell)) = self.placed.get(end).filter(|it| it.0 == last) {
                    let own = &cells.features[cell as usize * features..][..features];
                    part[0] += own[0];
                    if merges {
                        let before = self.rows[number as usize];
                        let after = before + own[0];
                        self.rows[number as usize] = after;
                        if before >= least {
                            part[1] -= before * before;
                        } else {
                            part[2] -= before;
                        }
                        if after >= least {
                            part[1] += after * after;
                        } else {
                            part[2] += after;
                        }
                    } else {
                        part[1] += own[1];
                    }
                    end += 1;
                }
                let next = self.placed.get(end).map_or(high, |it| it.0 as usize);
                let mut price = [0.0];
                ground.add_part(&part[..features], &mut price, 1.0);
                let area = ([from, first + 1], [last as usize, next]);
                add(&mut self.prices, width, area, price[0]);
                if part[0] < least {
                    add(&mut self.suppressed, width, area, part[0]);
                }
            }
            from = first + 1;
            begin += self.placed[begin..].partition_point(|it| it.0 as usize == first);
        }
    }

    /// The least over all cuts of the column.
    fn weigh(
        &self,
        ground: &Ground<'_>,
        node: &Node,
        (all, made): (&[u32], &[u32]),
        tail: &[u32],
    ) -> ColumnBound {
        let width = all.len() + 1;
        let left = ground.problem.limit.saturating_sub(node.suppressed) as f64;
        let price = |first: usize, last: usize| {
            let at = first * width + last;
            if self.suppressed[at] > left { f64::INFINITY } else { self.prices[at] }
        };
        let mut sums = [0.0];
        ground.add_suppressed(node.suppressed as f64, &mut sums, 1.0);
        let mut total = sums[0];
        let mut sides = vec![Sides { with: 0.0, without: f64::INFINITY }; all.len()];
        let mut bests = vec![0.0; all.len()];
        for (at, &start) in made.iter().enumerate() {
            let low = self.place_of[start as usize] as usize;
            let high = made.get(at + 1).map_or(all.len(), |&next| self.place_of[next as usize] as usize);
            let size = high - low;
            // What lies before a place costs at least, and what lies from it on.
            let (mut before, mut after) = (vec![0.0; size + 1], vec![0.0; size + 1]);
            for end in 1..=size {
                let ways = (0..end).map(|start| before[start] + price(low + start, low + end - 1));
                before[end] = ways.fold(f64::INFINITY, f64::min);
            }
            for start in (0..size).rev() {
                let ways = (start + 1..=size).map(|end| price(low + start, low + end - 1) + after[end]);
                after[start] = ways.fold(f64::INFINITY, f64::min);
            }
            for (start, &cost) in before[..size].iter().enumerate() {
                let mut least = f64::INFINITY;
                for end in (start + 2..=size).rev() {
                    least = least.min(cost + price(low + start, low + end - 1) + after[end]);
                    let without = &mut sides[low + end - 1].without;
                    *without = without.min(least);
                }
            }
            for place in 0..size {
                sides[low + place].with = before[place] + after[place];
                bests[low + place] = before[size];
            }
            total += before[size];
        }
        let of = |split: &u32| {
            let place = self.place_of[ground.splits.get(*split).bounds[0] as usize] as usize;
            // The rest of the column costs what it does at least.
            let more = |side: f64| if total.is_finite() { total - bests[place] + side } else { total };
            Sides { with: more(sides[place].with), without: more(sides[place].without) }
        };
        ColumnBound { bound: total, splits: tail.iter().map(of).collect() }
    }
}

/// Adds to all intervals that begin and end within ranges.
fn add(sums: &mut [f64], width: usize, (first, last): ([usize; 2], [usize; 2]), value: f64) {
    for (row, sign) in [(first[0], value), (first[1], -value)] {
        sums[row * width + last[0]] += sign;
        sums[row * width + last[1]] -= sign;
    }
}

/// From differences to sums, both ways.
fn sum_up(sums: &mut [f64], width: usize) {
    for line in sums.chunks_exact_mut(width) {
        (1..width).for_each(|at| line[at] += line[at - 1]);
    }
    (width..sums.len()).for_each(|at| sums[at] += sums[at - width]);
}
