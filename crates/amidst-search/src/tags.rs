//! Predictive tagging: a judged node decides everything above or below it.

use amidst_core::{Error, Levels, Outcome, Result, lattice::height};

use crate::{
    Judgement, Minimal, above,
    grid::{Grid, NodeSet},
    run::Run,
};

/// A lattice whose nodes are being decided.
pub(crate) struct Tags<'a> {
    pub run: Run<'a>,
    pub grid: Grid,
    /// Feasible nodes, as far as they are known.
    feasible: NodeSet,
    /// Nodes known not to be.
    infeasible: NodeSet,
    judged: Vec<Judgement>,
}

impl<'a> Tags<'a> {
    /// Nothing is decided yet.
    ///
    /// # Errors
    /// If nodes do not decide others, or there are too many of them to keep the state of each.
    pub fn new(run: Run<'a>, algorithm: &'static str) -> Result<Self> {
        run.problem.check_monotone(algorithm)?;
        if !Grid::holds(&run.lattice) {
            let expected = format!(
                "it keeps the state of every node, and the lattice has {} nodes; choose lightning, or limit the levels \
                 of some columns",
                run.lattice.nodes()
            );
            return Err(Error::Parameter { name: "algorithm", value: algorithm.into(), expected });
        }
        let grid = Grid::new(&run.lattice, run.kernel.ranking());
        let [feasible, infeasible] = std::array::from_fn(|_| NodeSet::new(&grid));
        Ok(Self { run, grid, feasible, infeasible, judged: Vec::new() })
    }

    /// Whether a node is decided.
    pub fn is_tagged(&self, number: usize) -> bool {
        self.feasible.contains(number) || self.infeasible.contains(number)
    }

    /// Whether a node is known to be feasible.
    pub fn is_feasible(&self, number: usize) -> bool {
        self.feasible.contains(number)
    }

    /// Whether a node is known not to be feasible.
    pub fn is_infeasible(&self, number: usize) -> bool {
        self.infeasible.contains(number)
    }

    /// Whether every node is decided.
    pub fn is_complete(&self) -> bool {
        self.feasible.len() + self.infeasible.len() == self.grid.nodes
    }

    /// Whether a node is feasible: judges it unless it is decided, and then decides everything above or below it.
    pub fn check(&mut self, number: usize) -> bool {
        if self.is_tagged(number) {
            return self.is_feasible(number);
        }
        let mut levels = self.grid.levels(number);
        let judged = self.run.judge(&levels);
        let (suppressed, is_feasible) = (judged.facts.suppressed, judged.is_feasible);
        self.judged.push(Judgement { levels: levels.clone(), suppressed, is_feasible });
        if is_feasible {
            self.feasible.insert_above(&self.grid, &mut levels, number);
        } else {
            self.infeasible.insert_below(&self.grid, &mut levels, number);
        }
        self.run.decided = (self.feasible.len() + self.infeasible.len()) as u64;
        is_feasible
    }

    /// The best node above the minimal ones, once every node is decided; else the best judged.
    pub fn best(mut self) -> Outcome {
        if !self.is_complete() {
            let open = self.run.metric().floor(&self.grid.bottom);
            return self.run.finish(Some(open));
        }
        let minimal = self.lowest();
        let open = above::best(&mut self.run, &self.grid, &minimal);
        self.run.finish(open)
    }

    /// The minimal nodes: all of them if every node is decided, else those known to be minimal.
    pub fn minimal(self) -> Minimal {
        Minimal {
            nodes: self.lowest(),
            is_complete: self.is_complete(),
            statistics: self.run.statistics(),
            judged: self.judged,
        }
    }

    /// Feasible nodes with nothing but infeasible ones directly below, by height and then by levels.
    fn lowest(&self) -> Vec<Levels> {
        let is_lowest = |&number: &usize| self.grid.below(number).all(|below| self.is_infeasible(below));
        let mut lowest: Vec<Levels> =
            self.feasible.iter().filter(is_lowest).map(|number| self.grid.levels(number)).collect();
        lowest.sort_by(|a, b| (height(a), a).cmp(&(height(b), b)));
        lowest
    }
}
