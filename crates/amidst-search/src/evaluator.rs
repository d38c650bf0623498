//! Nodes looked at closely, one after another: each class table is rolled up from those before.

use amidst_core::{Model, Needs, NodeFacts, Result, Score};
use amidst_kernel::Kernel;

use crate::{
    Problem,
    facts::{self, FactsBuilder},
};

/// One node, looked at closely.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// Its classes in sums, with what suppressed rows would have shown.
    pub facts: NodeFacts,
    /// Its score under the objective.
    pub score: Score,
    /// Whether it keeps suppression within the limit.
    pub is_feasible: bool,
    /// What each model asked for and what the released classes reach.
    pub reached: Vec<AttainedValue>,
}

/// How far the released classes of a node meet a model.
#[derive(Clone, Debug, PartialEq)]
pub struct AttainedValue {
    /// The model's id.
    pub model: &'static str,
    /// What was asked.
    pub asked: f64,
    /// The worst that any released class offers; `None` if nothing is released.
    pub reached: Option<f64>,
}

impl AttainedValue {
    pub(crate) fn new(model: &Model, reached: Option<f64>) -> Self {
        let asked = match model {
            Model::Class(model) => model.threshold(),
            Model::Table(model) => model.threshold(),
        };
        Self { model: model.name(), asked, reached }
    }
}

/// Looks at many nodes of a problem. What is seen of a node does not depend on what was looked at before.
pub struct NodeEvaluator<'a> {
    problem: &'a Problem<'a>,
    kernel: Kernel<'a>,
    desk: FactsBuilder,
}

impl<'a> NodeEvaluator<'a> {
    /// Keeps class tables within the problem's budget of memory.
    pub fn new(problem: &'a Problem<'a>) -> Self {
        Self::with_memory(problem, problem.memory_bytes)
    }

    /// Keeps class tables within a budget.
    pub(crate) fn with_memory(problem: &'a Problem<'a>, bytes: usize) -> Self {
        Self {
            problem,
            kernel: Kernel::new(problem.tuples, bytes),
            desk: FactsBuilder::new(problem.target()),
        }
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
        self.desk.add_classes(&mut node, Needs::ALL, &mut self.kernel, &table, &released);
        let suppressed = |class| released.suppressed_of(&table, class);
        self.desk.add_columns(&mut node, Needs::ALL, tuples, &table, suppressed);
        let reached = rule.reached(&mut self.kernel, &table, &released);
        Ok(NodeView {
            score: metric.score(&node),
            is_feasible: node.suppressed <= self.problem.max_suppressed,
            reached: rule
                .requirements()
                .iter()
                .zip(reached)
                .map(|(it, reached)| AttainedValue::new(&it.model, reached))
                .collect(),
            facts: node,
        })
    }
}

impl Problem<'_> {
    /// Looks closely at one node; it need not lie within the level bounds.
    ///
    /// # Errors
    /// If there is not one level per column, each within its hierarchy.
    pub fn judge(&self, levels: &[u8]) -> Result<NodeView> {
        NodeEvaluator::with_memory(self, 0).view(levels)
    }
}
