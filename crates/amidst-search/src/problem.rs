//! What is searched: tuples, requirements, a limit and an objective.

use std::fmt;

use amidst_core::{
    Attribute, ClassModel, ClassSummary, Error, Lattice, Metric, Needs, NodeFacts, Result, Score,
};
use amidst_kernel::{Histograms, Kernel, Tuples};

use crate::{facts, rule::Rule};

/// A search problem: find the node within the lattice that suppresses at most so many rows and scores lowest.
///
/// A node's outliers are the classes for which a model fails. All of them are suppressed.
pub struct Problem<'a> {
    pub(crate) tuples: &'a Tuples,
    pub(crate) rule: Rule,
    pub(crate) metric: Box<dyn Metric>,
    pub(crate) max_suppressed: u64,
    pub(crate) memory_bytes: usize,
}

/// Memory for class tables, unless told otherwise.
const MEMORY_BYTES: usize = 512 << 20;

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
    pub reached: Vec<Reached>,
}

/// How far the released classes of a node meet a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The model's id.
    pub model: &'static str,
    /// What was asked.
    pub asked: f64,
    /// The least that any released class offers; `None` if nothing is released.
    pub reached: Option<f64>,
}

impl Reached {
    fn of(model: &dyn ClassModel, classes: &[ClassSummary]) -> Self {
        let reached = classes.iter().map(|class| model.reached(class)).min_by(f64::total_cmp);
        Self { model: model.name(), asked: model.asked(), reached }
    }
}

impl<'a> Problem<'a> {
    /// Puts a problem together. The lattice is that of the tuples' columns and their level bounds.
    pub fn new(
        tuples: &'a Tuples,
        models: Vec<Box<dyn ClassModel>>,
        metric: Box<dyn Metric>,
        max_suppressed: u64,
    ) -> Self {
        let max_suppressed = max_suppressed.min(tuples.rows());
        Self { tuples, rule: Rule::new(models), metric, max_suppressed, memory_bytes: MEMORY_BYTES }
    }

    /// Sets how much memory class tables may take while searching.
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory_bytes = bytes;
        self
    }

    /// The tuples searched.
    pub fn tuples(&self) -> &'a Tuples {
        self.tuples
    }

    /// All nodes allowed.
    pub fn lattice(&self) -> &'a Lattice {
        self.tuples.lattice()
    }

    /// What is minimized.
    pub fn metric(&self) -> &dyn Metric {
        &*self.metric
    }

    /// What every released class must meet.
    pub fn models(&self) -> &[Box<dyn ClassModel>] {
        self.rule.models()
    }

    /// The most rows a node may suppress.
    pub fn max_suppressed(&self) -> u64 {
        self.max_suppressed
    }

    /// Whether a class of so many rows is released.
    pub fn releases(&self, rows: u64) -> bool {
        u32::try_from(rows).is_ok_and(|rows| self.rule.releases(rows))
    }

    /// Looks closely at one node; it need not lie within the level bounds.
    ///
    /// # Errors
    /// If there is not one level per column, each within its hierarchy.
    pub fn judge(&self, levels: &[u8]) -> Result<NodeView> {
        let attributes = self.tuples.attributes();
        let fits = |(attribute, &level): (&Attribute, &u8)| level <= attribute.height;
        if attributes.len() != levels.len() || !attributes.iter().zip(levels).all(fits) {
            let expected = "one level per quasi column, each within its hierarchy".into();
            return Err(Error::Parameter { name: "levels", value: format!("{levels:?}"), expected });
        }
        let table = Kernel::new(self.tuples, 0).table(levels);
        let mut node = facts::sums(self.tuples, &self.rule, &table);
        let mut histograms = Histograms::default();
        facts::add_columns(&mut node, Needs::Bits, self.tuples, &self.rule, &table, &mut histograms);
        let released = table.counts().iter().filter(|&&rows| self.rule.releases(rows));
        let classes: Vec<ClassSummary> =
            released.map(|&rows| ClassSummary::of_rows(u64::from(rows))).collect();
        Ok(NodeView {
            score: self.metric.score(&node),
            is_feasible: node.suppressed <= self.max_suppressed,
            reached: self.models().iter().map(|model| Reached::of(&**model, &classes)).collect(),
            facts: node,
        })
    }
}

impl fmt::Debug for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("rows", &self.tuples.rows())
            .field("lattice", self.lattice())
            .field("rule", &self.rule)
            .field("metric", &self.metric)
            .field("max_suppressed", &self.max_suppressed)
            .finish_non_exhaustive()
    }
}
