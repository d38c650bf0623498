//! Nodes looked at closely, one after another: each class table is rolled up from those before.

use amidst_core::{Needs, Result};
use amidst_kernel::{Histograms, Kernel};

use crate::{NodeView, Problem, facts, problem::Reached};

/// Looks at many nodes of a problem. What is seen of a node does not depend on what was looked at before.
pub struct Viewer<'a> {
    problem: &'a Problem<'a>,
    kernel: Kernel<'a>,
    histograms: Histograms,
}

impl<'a> Viewer<'a> {
    /// Keeps class tables within the problem's budget of memory.
    pub fn new(problem: &'a Problem<'a>) -> Self {
        Self::with_memory(problem, problem.memory_bytes)
    }

    /// Keeps class tables within a budget.
    pub(crate) fn with_memory(problem: &'a Problem<'a>, bytes: usize) -> Self {
        Self { problem, kernel: Kernel::new(problem.tuples, bytes), histograms: Histograms::default() }
    }

    /// Looks closely at one node; it need not lie within the level bounds.
    ///
    /// # Errors
    /// If there is not one level per column, each within its hierarchy.
    pub fn view(&mut self, levels: &[u8]) -> Result<NodeView> {
        let Problem { tuples, rule, metric, .. } = self.problem;
        self.problem.check_levels(levels)?;
        let table = self.kernel.table(levels);
        let released = rule.released(&mut self.kernel, &table);
        let mut node = facts::sums(tuples, rule, &table, &released);
        facts::add_columns(&mut node, Needs::Bits, tuples, &table, &released, &mut self.histograms);
        let reached = rule.reached(&mut self.kernel, &table, &released);
        Ok(NodeView {
            score: metric.score(&node),
            is_feasible: node.suppressed <= self.problem.max_suppressed,
            reached: rule
                .requirements()
                .iter()
                .zip(reached)
                .map(|(it, reached)| Reached::new(&it.model, reached))
                .collect(),
            facts: node,
        })
    }
}
