//! Nodes by number, and sets of them.

use amidst_core::{Lattice, Levels};

/// Numbers the nodes of a lattice, the foremost column of a ranking moving the number most.
pub(crate) struct Grid {
    pub bottom: Levels,
    pub top: Levels,
    /// By column.
    pub strides: Vec<usize>,
    pub nodes: usize,
}

/// Nodes whose state is held as bits: 16 MiB for each set.
const MOST_NODES: u128 = 1 << 27;

impl Grid {
    /// Whether a lattice is small enough.
    pub fn holds(lattice: &Lattice) -> bool {
        lattice.nodes() <= MOST_NODES
    }

    pub fn new(lattice: &Lattice, ranking: &[usize]) -> Self {
        let mut strides = vec![0; ranking.len()];
        let mut nodes = 1;
        for &column in ranking.iter().rev() {
            strides[column] = nodes;
            nodes *= usize::from(lattice.top()[column] - lattice.bottom()[column]) + 1;
        }
        Self { bottom: lattice.bottom().to_vec(), top: lattice.top().to_vec(), strides, nodes }
    }

    /// The number of a node of the lattice.
    pub fn number(&self, levels: &[u8]) -> usize {
        let steps = levels.iter().zip(&self.bottom).map(|(level, low)| usize::from(level - low));
        steps.zip(&self.strides).map(|(step, stride)| step * stride).sum()
    }

    /// How far the top is above the bottom.
    pub fn height(&self) -> u32 {
        self.top.iter().zip(&self.bottom).map(|(high, low)| u32::from(high - low)).sum()
    }

    /// The nodes so far above the bottom, in the order of their levels.
    pub fn at_height(&self, height: u32) -> impl Iterator<Item = usize> {
        self.between(0, self.nodes - 1, height)
    }

    /// The nodes from a low one to a high one that are so far above the low one, in the order of their levels.
    pub fn between(&self, low: usize, high: usize, height: u32) -> impl Iterator<Item = usize> {
        let nodes = Lattice::new(self.levels(low), self.levels(high)).at_height(height);
        nodes.map(|levels| self.number(&levels))
    }

    /// The nodes one step above a node.
    pub fn above(&self, number: usize) -> impl Iterator<Item = usize> {
        let levels = self.levels(number);
        (0..levels.len())
            .filter(move |&column| levels[column] < self.top[column])
            .map(move |column| number + self.strides[column])
    }

    /// The nodes one step below a node.
    pub fn below(&self, number: usize) -> impl Iterator<Item = usize> {
        let levels = self.levels(number);
        (0..levels.len())
            .filter(move |&column| levels[column] > self.bottom[column])
            .map(move |column| number - self.strides[column])
    }

    /// The node of a number.
    pub fn levels(&self, number: usize) -> Levels {
        (0..self.strides.len()).map(|column| self.level(number, column)).collect()
    }

    /// The level of a column at a node.
    pub fn level(&self, number: usize, column: usize) -> u8 {
        let radix = usize::from(self.top[column] - self.bottom[column]) + 1;
        self.bottom[column] + (number / self.strides[column] % radix) as u8
    }

    /// A node with one column at the top.
    pub fn at_top(&self, number: usize, column: usize) -> usize {
        let steps = self.top[column] - self.level(number, column);
        number + usize::from(steps) * self.strides[column]
    }
}

/// Nodes as numbers that are compared in all columns at once: a field for each column, and above it a bit that stays free.
///
/// With that bit a column takes at most twice the bits that it adds to the number of nodes, so every grid fits.
pub(crate) struct Places {
    bottom: Levels,
    shifts: Vec<u32>,
    free: u64,
}

impl Places {
    pub fn new(grid: &Grid) -> Self {
        let (mut shifts, mut free, mut next) = (Vec::with_capacity(grid.top.len()), 0, 0);
        for (high, low) in grid.top.iter().zip(&grid.bottom) {
            shifts.push(next);
            if high > low {
                next += (high - low).ilog2() + 1;
                free |= 1 << next;
                next += 1;
            }
        }
        Self { bottom: grid.bottom.clone(), shifts, free }
    }

    /// The place of a node.
    pub fn of(&self, levels: &[u8]) -> u64 {
        let steps = levels.iter().zip(&self.bottom).map(|(level, low)| u64::from(level - low));
        steps.zip(&self.shifts).map(|(step, shift)| step << shift).sum()
    }

    /// Whether a node is at or below another: no column borrows from its free bit.
    pub fn is_at_or_below(&self, place: u64, other: u64) -> bool {
        ((other | self.free) - place) & self.free == self.free
    }
}

/// A set of nodes, a bit each.
pub(crate) struct NodeSet {
    bits: Vec<u64>,
    len: usize,
}

impl NodeSet {
    pub fn new(grid: &Grid) -> Self {
        Self { bits: vec![0; grid.nodes.div_ceil(64)], len: 0 }
    }

    pub fn contains(&self, number: usize) -> bool {
        self.bits[number / 64] >> (number % 64) & 1 == 1
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The nodes, by number.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let ones = |(at, &word): (usize, &u64)| {
            let next = move |rest: &u64| (rest & (rest - 1) != 0).then(|| rest & (rest - 1));
            let words = std::iter::successors((word != 0).then_some(word), next);
            words.map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        };
        self.bits.iter().enumerate().flat_map(ones)
    }

    pub fn insert(&mut self, number: usize) {
        self.len += usize::from(!self.contains(number));
        self.bits[number / 64] |= 1 << (number % 64);
    }

    /// Adds a node and everything below it. A node already in stands for everything below itself.
    pub fn insert_below(&mut self, grid: &Grid, levels: &mut [u8], number: usize) {
        self.insert(number);
        for column in 0..levels.len() {
            if levels[column] > grid.bottom[column] && !self.contains(number - grid.strides[column]) {
                levels[column] -= 1;
                self.insert_below(grid, levels, number - grid.strides[column]);
                levels[column] += 1;
            }
        }
    }

    /// Adds a node and everything above it. A node already in stands for everything above itself.
    pub fn insert_above(&mut self, grid: &Grid, levels: &mut [u8], number: usize) {
        self.insert(number);
        for column in 0..levels.len() {
            if levels[column] < grid.top[column] && !self.contains(number + grid.strides[column]) {
                levels[column] += 1;
                self.insert_above(grid, levels, number + grid.strides[column]);
                levels[column] -= 1;
            }
        }
    }

    /// The first node from `start` on, wrapping around, that is in none of the sets.
    pub fn next_outside<const SETS: usize>(sets: [&Self; SETS], start: usize, nodes: usize) -> Option<usize> {
        let words = nodes.div_ceil(64);
        let free = |word: usize| {
            let past_end = (words * 64 - nodes) as u32;
            let in_range = if word + 1 == words { u64::MAX >> past_end } else { u64::MAX };
            !sets.iter().fold(0, |taken, set| taken | set.bits[word]) & in_range
        };
        let found = |word: usize, free: u64| (free != 0).then(|| word * 64 + free.trailing_zeros() as usize);
        let (first, from_start) = (start / 64, u64::MAX << (start % 64));
        found(first, free(first) & from_start).or_else(|| {
            (1..=words).map(|step| (first + step) % words).find_map(|word| found(word, free(word)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        Grid::new(&Lattice::new(vec![1, 0, 0], vec![3, 4, 6]), &[2, 0, 1])
    }

    #[test]
    fn numbers_and_levels_are_inverse() {
        let grid = grid();
        for number in 0..grid.nodes {
            assert_eq!(grid.number(&grid.levels(number)), number);
        }
    }

    #[test]
    fn heights_hold_every_node_once_in_the_order_of_levels() {
        let grid = grid();
        let mut all = Vec::new();
        for height in 0..=grid.height() {
            let levels: Vec<Levels> = grid.at_height(height).map(|number| grid.levels(number)).collect();
            assert!(
                levels.is_sorted() && levels.iter().all(|it| amidst_core::lattice::height(it) == height + 1)
            );
            all.extend(grid.at_height(height));
        }
        all.sort_unstable();
        assert_eq!(all, (0..grid.nodes).collect::<Vec<_>>());
        assert_eq!(grid.at_height(grid.height() + 1).count(), 0);
    }

    #[test]
    fn nodes_between_two_are_those_above_the_one_and_below_the_other() {
        let grid = grid();
        let (low, high) = (vec![1, 1, 2], vec![2, 4, 5]);
        let part = Lattice::new(low.clone(), high.clone());
        let mut found = Vec::new();
        for step in 0..=7 {
            let nodes = grid.between(grid.number(&low), grid.number(&high), step);
            let nodes: Vec<Levels> = nodes.map(|number| grid.levels(number)).collect();
            assert!(nodes.iter().all(|node| amidst_core::lattice::height(node) == 4 + step));
            found.extend(nodes);
        }
        found.sort_unstable();
        assert_eq!(found, part.iter().collect::<Vec<_>>());
    }

    #[test]
    fn neighbours_are_one_step_away() {
        let grid = grid();
        for number in 0..grid.nodes {
            let levels = grid.levels(number);
            for above in grid.above(number) {
                assert!(amidst_core::lattice::at_or_below(&levels, &grid.levels(above)));
                assert!(grid.below(above).any(|below| below == number));
            }
        }
        assert_eq!((grid.below(0).count(), grid.above(grid.nodes - 1).count()), (0, 0));
    }

    #[test]
    fn places_compare_like_levels() {
        let grid = grid();
        let places = Places::new(&grid);
        for node in 0..grid.nodes {
            for other in 0..grid.nodes {
                let (levels, others) = (grid.levels(node), grid.levels(other));
                let is_below = places.is_at_or_below(places.of(&levels), places.of(&others));
                assert_eq!(is_below, amidst_core::lattice::at_or_below(&levels, &others));
            }
        }
        let (bottom, widest) = (vec![3; 27], vec![4; 27]);
        let places = Places::new(&Grid::new(
            &Lattice::new(bottom.clone(), widest.clone()),
            &(0..27).collect::<Vec<_>>(),
        ));
        assert!(places.is_at_or_below(places.of(&bottom), places.of(&widest)));
        assert!(!places.is_at_or_below(places.of(&widest), places.of(&bottom)));
    }

    #[test]
    fn sets_give_their_nodes_in_order() {
        let grid = grid();
        let mut set = NodeSet::new(&grid);
        [3, 63, 64, 100].iter().for_each(|&number| set.insert(number));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 100]);
    }

    #[test]
    fn floods_reach_exactly_what_is_below_or_above() {
        let grid = grid();
        let (mut below, mut above) = (NodeSet::new(&grid), NodeSet::new(&grid));
        let node = vec![2, 1, 3];
        below.insert_below(&grid, &mut node.clone(), grid.number(&node));
        above.insert_above(&grid, &mut node.clone(), grid.number(&node));
        for number in 0..grid.nodes {
            let levels = grid.levels(number);
            assert_eq!(below.contains(number), amidst_core::lattice::at_or_below(&levels, &node));
            assert_eq!(above.contains(number), amidst_core::lattice::at_or_below(&node, &levels));
        }
        assert_eq!((below.len(), above.len()), (2 * 2 * 4, 2 * 4 * 4));
    }

    #[test]
    fn the_next_node_outside_wraps_around() {
        let grid = grid();
        let mut set = NodeSet::new(&grid);
        (0..grid.nodes).filter(|&number| number != 3).for_each(|number| set.insert(number));
        assert_eq!(NodeSet::next_outside([&set], 4, grid.nodes), Some(3));
        assert_eq!(NodeSet::next_outside([&set], 3, grid.nodes), Some(3));
        set.insert(3);
        assert_eq!(NodeSet::next_outside([&set], 70, grid.nodes), None);
    }
}
