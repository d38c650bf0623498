//! The lattice of level vectors: every way to choose one level per quasi column.

/// One level per quasi column, in column order.
pub type Levels = Vec<u8>;

/// All level vectors between a lowest and a highest one, ordered componentwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    bottom: Levels,
    top: Levels,
}

impl Lattice {
    /// The lattice between two vectors.
    ///
    /// # Panics
    /// If `bottom` is not below `top` in every component.
    pub fn new(bottom: Levels, top: Levels) -> Self {
        assert!(bottom.len() == top.len() && bottom.iter().zip(&top).all(|(low, high)| low <= high));
        Self { bottom, top }
    }

    /// The least generalized node.
    pub fn bottom(&self) -> &[u8] {
        &self.bottom
    }

    /// The most generalized node.
    pub fn top(&self) -> &[u8] {
        &self.top
    }

    /// The number of nodes, saturating.
    pub fn nodes(&self) -> u128 {
        self.spans().fold(1_u128, |nodes, span| nodes.saturating_mul(u128::from(span) + 1))
    }

    /// The number of strategies: shortest paths from bottom to top. `None` if it does not fit.
    pub fn strategies(&self) -> Option<u128> {
        let mut total = 0_u128;
        let mut strategies = 1_u128;
        for span in self.spans() {
            for step in 1..=u128::from(span) {
                total += 1;
                strategies = strategies.checked_mul(total)? / step;
            }
        }
        Some(strategies)
    }

    /// Whether a node lies between bottom and top.
    pub fn contains(&self, node: &[u8]) -> bool {
        node.len() == self.top.len() && at_or_below(&self.bottom, node) && at_or_below(node, &self.top)
    }

    /// For each component, how far the number of a node moves when that component rises by one.
    ///
    /// Numbers follow [`Lattice::iter`]; they only make sense for lattices of fewer than 2^64 nodes.
    pub fn strides(&self) -> Vec<u64> {
        let mut strides = vec![1_u64; self.top.len()];
        for at in (1..strides.len()).rev() {
            let span = u64::from(self.top[at] - self.bottom[at]);
            strides[at - 1] = strides[at].wrapping_mul(span + 1);
        }
        strides
    }

    /// Every node, the last component running fastest.
    pub fn iter(&self) -> impl Iterator<Item = Levels> {
        let mut next = Some(self.bottom.clone());
        std::iter::from_fn(move || {
            let current = next.take()?;
            next = self.successor(&current);
            Some(current)
        })
    }

    fn successor(&self, node: &[u8]) -> Option<Levels> {
        let at = (0..node.len()).rev().find(|&at| node[at] < self.top[at])?;
        let mut next = node.to_vec();
        next[at] += 1;
        next[at + 1..].copy_from_slice(&self.bottom[at + 1..]);
        Some(next)
    }

    /// How far the top is above the bottom.
    pub fn height(&self) -> u32 {
        self.spans().map(u32::from).sum()
    }

    /// The nodes so far above the bottom, in lexicographic order and made one by one.
    pub fn at_height(&self, height: u32) -> impl Iterator<Item = Levels> + use<> {
        let lattice = self.clone();
        let mut next = lattice.first_above(&lattice.bottom, height);
        std::iter::from_fn(move || {
            let current = next.take()?;
            next = lattice.next_at_height(&current);
            Some(current)
        })
    }

    /// Of the nodes so many steps above a node the first in lexicographic order; `None` if the top is not that far.
    pub fn first_above(&self, node: &[u8], mut steps: u32) -> Option<Levels> {
        let mut above = node.to_vec();
        for (level, &top) in above.iter_mut().zip(&self.top).rev() {
            // A component has at most 255 steps to go.
            let step = steps.min((top - *level).into());
            *level += step as u8;
            steps -= step;
        }
        (steps == 0).then_some(above)
    }

    /// Raises the last component that some component behind it can pay for.
    fn next_at_height(&self, node: &[u8]) -> Option<Levels> {
        let mut behind = 0;
        for at in (0..node.len()).rev() {
            if behind > 0 && node[at] < self.top[at] {
                let mut next = node.to_vec();
                next[at] += 1;
                next[at + 1..].copy_from_slice(&self.bottom[at + 1..]);
                return self.first_above(&next, behind - 1);
            }
            behind += u32::from(node[at] - self.bottom[at]);
        }
        None
    }

    fn spans(&self) -> impl Iterator<Item = u8> {
        self.top.iter().zip(&self.bottom).map(|(high, low)| high - low)
    }
}

/// The sum of a node's levels: its absolute distance from the bottom.
pub fn height(levels: &[u8]) -> u32 {
    levels.iter().map(|&level| u32::from(level)).sum()
}

/// Whether `a` is at or below `b` in every component.
pub fn at_or_below(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

/// The nodes directly below one, as far as a lowest node allows.
pub fn steps_below(levels: &[u8], bottom: &[u8]) -> impl Iterator<Item = Levels> {
    let lower = |column: usize| {
        let mut below = levels.to_vec();
        below[column] -= 1;
        below
    };
    (0..levels.len()).filter(|&column| levels[column] > bottom[column]).map(lower)
}

/// The nodes directly above one, as far as a highest node allows.
pub fn steps_above(levels: &[u8], top: &[u8]) -> impl Iterator<Item = Levels> {
    let raise = |column: usize| {
        let mut above = levels.to_vec();
        above[column] += 1;
        above
    };
    (0..levels.len()).filter(|&column| levels[column] < top[column]).map(raise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_in_mixed_radix_order() {
        let nodes: Vec<Levels> = Lattice::new(vec![0, 1], vec![1, 2]).iter().collect();
        assert_eq!(nodes, [[0, 1], [0, 2], [1, 1], [1, 2]]);
    }

    #[test]
    fn strides_number_the_nodes_in_order() {
        let lattice = Lattice::new(vec![1, 0, 2], vec![3, 1, 4]);
        let strides = lattice.strides();
        for (number, node) in lattice.iter().enumerate() {
            let steps = node.iter().zip(lattice.bottom()).map(|(level, low)| u64::from(level - low));
            assert_eq!(steps.zip(&strides).map(|(step, stride)| step * stride).sum::<u64>(), number as u64);
        }
        assert!(
            lattice.contains(&[1, 1, 2]) && !lattice.contains(&[0, 1, 2]) && !lattice.contains(&[1, 2, 2])
        );
    }

    #[test]
    fn heights_hold_every_node_once_in_lexicographic_order() {
        for lattice in [
            Lattice::new(vec![1, 0, 2], vec![3, 1, 4]),
            Lattice::new(vec![0, 2, 0, 1], vec![0, 2, 5, 2]),
            Lattice::new(vec![], vec![]),
        ] {
            let low = height(lattice.bottom());
            for above in 0..=lattice.height() {
                let expected: Vec<Levels> = lattice.iter().filter(|it| height(it) == low + above).collect();
                assert_eq!(lattice.at_height(above).collect::<Vec<_>>(), expected);
            }
            assert_eq!(lattice.at_height(lattice.height() + 1).count(), 0);
        }
    }

    #[test]
    fn heights_of_lattices_beyond_enumeration_begin_at_once() {
        let lattice = Lattice::new(vec![0; 100], vec![9; 100]);
        let nodes: Vec<Levels> = lattice.at_height(450).take(3).collect();
        assert!(nodes.is_sorted() && nodes.iter().all(|node| height(node) == 450));
        assert_eq!((nodes[0][49], nodes[0][50], nodes[1][49], nodes[1][50]), (0, 9, 1, 8));
    }

    #[test]
    fn the_first_node_above_is_the_first_of_all() {
        let lattice = Lattice::new(vec![1, 0, 2], vec![3, 1, 4]);
        for node in lattice.iter() {
            for steps in 0..=lattice.height() + 1 {
                let above =
                    |other: &Levels| at_or_below(&node, other) && height(other) == height(&node) + steps;
                assert_eq!(lattice.first_above(&node, steps), lattice.iter().find(above));
            }
        }
    }

    #[test]
    fn steps_lead_one_level_up_or_down_within_the_lattice() {
        let lattice = Lattice::new(vec![1, 0], vec![2, 1]);
        let above: Vec<Levels> = steps_above(&[1, 0], lattice.top()).collect();
        let below: Vec<Levels> = steps_below(&[2, 0], lattice.bottom()).collect();
        assert_eq!((above, below), (vec![vec![2, 0], vec![1, 1]], vec![vec![1, 0]]));
        assert_eq!(steps_above(lattice.top(), lattice.top()).count(), 0);
        assert_eq!(steps_below(lattice.bottom(), lattice.bottom()).count(), 0);
    }

    #[test]
    fn counts_match_the_papers() {
        let lattice = Lattice::new(vec![0; 3], vec![2, 2, 1]);
        assert_eq!((lattice.nodes(), lattice.strategies()), (18, Some(30)));
        assert_eq!(lattice.iter().count(), 18);
    }
}
