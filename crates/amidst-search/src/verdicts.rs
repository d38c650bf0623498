//! What judged nodes say about all the others.

use amidst_core::Lattice;

use crate::{
    Judgement, Problem,
    grid::{Grid, NodeSet},
};

/// Which nodes of a lattice are feasible, as far as judged ones decide it.
pub struct Verdicts {
    lattice: Lattice,
    grid: Grid,
    feasible: NodeSet,
    infeasible: NodeSet,
}

impl Verdicts {
    /// Follows what nodes judged say; `None` if the lattice is too large to keep the state of every node.
    pub fn new(problem: &Problem<'_>, judged: &[Judgement]) -> Option<Self> {
        let lattice = problem.lattice().clone();
        if !Grid::holds(&lattice) {
            return None;
        }
        let grid = Grid::new(&lattice, &problem.tuples().ranking());
        let (mut feasible, mut infeasible) = (NodeSet::new(&grid), NodeSet::new(&grid));
        for node in judged {
            let (mut levels, number) = (node.levels.clone(), grid.number(&node.levels));
            match (node.is_feasible, problem.is_monotone()) {
                (true, true) => feasible.insert_above(&grid, &mut levels, number),
                (false, true) => infeasible.insert_below(&grid, &mut levels, number),
                (true, false) => feasible.insert(number),
                (false, false) => infeasible.insert(number),
            }
        }
        Some(Self { lattice, grid, feasible, infeasible })
    }

    /// All nodes.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Whether a node is feasible; `None` if that is not decided, or it is no node of the lattice.
    pub fn of(&self, levels: &[u8]) -> Option<bool> {
        let number = self.lattice.contains(levels).then(|| self.grid.number(levels))?;
        let is_feasible = self.feasible.contains(number);
        (is_feasible || self.infeasible.contains(number)).then_some(is_feasible)
    }

    /// How many nodes are feasible; `None` if not every one is decided.
    pub fn feasible(&self) -> Option<u64> {
        let decided = self.feasible.len() + self.infeasible.len();
        (decided == self.grid.nodes).then_some(self.feasible.len() as u64)
    }
}
