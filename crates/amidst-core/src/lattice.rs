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
    fn counts_match_the_papers() {
        let lattice = Lattice::new(vec![0; 3], vec![2, 2, 1]);
        assert_eq!((lattice.nodes(), lattice.strategies()), (18, Some(30)));
        assert_eq!(lattice.iter().count(), 18);
    }
}
