//! What could be asked for instead, when what was asked cannot be had.

use amidst_kernel::Kernel;

use crate::{Combination, Problem, combination::core};

impl Problem<'_> {
    /// The largest k, of people where people are counted, that some node reaches within the suppression limit while
    /// releasing at least one class. Where k is
    /// asked of combinations, the largest that each of them reaches which asks for more.
    ///
    /// Coarser classes are larger, so it is reached at the top of the lattice. 0 if there are no rows.
    pub fn best_reachable(&self) -> u64 {
        let mut kernel = Kernel::new(self.tuples, 0);
        let table = kernel.table(self.lattice().top());
        let sizes = self.rule.sizes(&mut kernel, &table);
        let is_reached = |k: u64| {
            let combination = |one: &Combination| Combination { k: one.k.min(k), ..one.clone() };
            let combinations: Vec<Combination> = self.combinations().iter().map(combination).collect();
            let least = if combinations.is_empty() { k } else { 1 };
            let marks = sizes.iter().map(|&size| size >= least).collect();
            let kept = core(self.tuples, &table, &combinations, marks);
            let rows = table.counts().iter().zip(kept).filter(|(_, kept)| *kept);
            let released: u64 = rows.map(|(&rows, _)| u64::from(rows)).sum();
            released > 0 && self.tuples.rows() - released <= self.max_suppressed
        };
        // What is reached for some k is reached for every smaller one.
        let (mut reached, mut beyond) = (0, self.tuples.rows() + 1);
        while beyond - reached > 1 {
            let k = reached + (beyond - reached) / 2;
            if is_reached(k) { reached = k } else { beyond = k }
        }
        reached
    }
}
