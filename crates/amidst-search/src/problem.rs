//! What is searched: tuples, requirements, a limit and an objective.

use std::{fmt, sync::Arc};

use amidst_core::{Aborted, Attribute, Error, Lattice, Metric, Monotonicity, Observer, Result};
use amidst_kernel::{Assignment, Histograms, Kernel, QuasiColumn, Tuples};

use crate::{
    Combination, Requirement,
    combination::least_rows,
    grid::Grid,
    rule::{Released, Rule},
};

/// A search problem: find the node within the lattice that suppresses at most so many rows and scores lowest.
///
/// A node's outliers are the classes that fail a model or a combination. All of them are suppressed.
pub struct Problem<'a> {
    pub(crate) tuples: &'a Tuples,
    pub(crate) rule: Arc<Rule>,
    pub(crate) metric: Arc<dyn Metric>,
    lattice: Lattice,
    /// The companion whose values the classes should tell, for metrics that look at it.
    target: Option<usize>,
    pub(crate) max_suppressed: u64,
    pub(crate) memory_bytes: usize,
    seed: u64,
    /// A node that may be feasible, and good.
    start: Option<Arc<[u8]>>,
}

/// Memory for class tables, unless told otherwise.
const MEMORY_BYTES: usize = 512 << 20;

impl<'a> Problem<'a> {
    /// Puts a problem together. The lattice is that of the tuples' columns and their level bounds.
    pub fn new(
        tuples: &'a Tuples,
        requirements: impl IntoIterator<Item = impl Into<Requirement>>,
        metric: Box<dyn Metric>,
        max_suppressed: u64,
    ) -> Self {
        Self {
            tuples,
            rule: Arc::new(Rule::new(requirements.into_iter().map(Into::into).collect())),
            metric: Arc::from(metric),
            lattice: tuples.lattice().clone(),
            target: None,
            max_suppressed: max_suppressed.min(tuples.rows()),
            memory_bytes: MEMORY_BYTES,
            seed: 0,
            start: None,
        }
    }

    /// Asks for enough rows in some combinations of columns, besides what the models ask of whole classes.
    ///
    /// # Panics
    /// If the problem was shared already: say everything before deriving others from it.
    pub fn with_combinations(mut self, combinations: Vec<Combination>) -> Self {
        let rule = Arc::into_inner(self.rule).expect("a problem is put together before it is shared");
        self.rule = Arc::new(rule.with_combinations(Combination::needed(combinations)));
        self
    }

    /// Sets the target column of metrics that look at one: a companion, by its number among those of the tuples.
    pub fn with_target(mut self, aux_column: usize) -> Self {
        self.target = Some(aux_column);
        self
    }

    /// Sets how much memory class tables may take while searching.
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory_bytes = bytes;
        self
    }

    /// Sets what everything random follows from.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Names a node of the lattice that may be feasible, and good, such as the best of a problem that asks for more. [`Optimal`](crate::Optimal)
    /// begins there instead of looking for one: of a lattice that it decides the answer is the same, and found sooner.
    pub fn with_start(mut self, levels: &[u8]) -> Self {
        self.start = Some(levels.into());
        self
    }

    /// The node to begin with, if one was named.
    pub(crate) fn start(&self) -> Option<&[u8]> {
        self.start.as_deref().filter(|levels| self.lattice.contains(levels))
    }

    /// The same problem within other level bounds, which may reach to the roots.
    pub fn within(&self, lattice: Lattice) -> Self {
        let Self { rule, metric, .. } = self;
        Self { rule: Arc::clone(rule), metric: Arc::clone(metric), lattice, start: None, ..*self }
    }

    /// The same problem under another objective.
    pub fn under(&self, metric: Box<dyn Metric>) -> Self {
        Self {
            rule: Arc::clone(&self.rule),
            metric: Arc::from(metric),
            lattice: self.lattice.clone(),
            start: None,
            ..*self
        }
    }

    /// The same problem with another limit.
    pub fn with_max_suppressed(&self, max_suppressed: u64) -> Self {
        let max_suppressed = max_suppressed.min(self.tuples.rows());
        Self { max_suppressed, ..self.within(self.lattice.clone()) }
    }

    /// The tuples searched.
    pub fn tuples(&self) -> &'a Tuples {
        self.tuples
    }

    /// All nodes allowed.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// What is minimized.
    pub fn metric(&self) -> &dyn Metric {
        &*self.metric
    }

    /// The target column: a companion, by its number among those of the tuples.
    pub fn target(&self) -> Option<usize> {
        self.target
    }

    /// What released classes must meet.
    pub fn requirements(&self) -> &[Arc<Requirement>] {
        self.rule.requirements()
    }

    /// The same problem without what breaks when classes merge. It has all solutions of this one, and maybe more.
    pub(crate) fn relaxed(&self) -> Self {
        Self { rule: Arc::new(self.rule.sure_part()), ..self.within(self.lattice.clone()) }
    }

    /// The combinations of columns that must have enough rows; those that follow from others are left out.
    pub fn combinations(&self) -> &[Combination] {
        self.rule.combinations()
    }

    /// The most rows a node may suppress.
    pub fn max_suppressed(&self) -> u64 {
        self.max_suppressed
    }

    /// What everything random follows from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the lattice is small enough to decide every node, so that a search can end with a proof.
    pub fn is_decidable(&self) -> bool {
        Grid::holds(&self.lattice)
    }

    /// Whether a node that suppresses too many rows tells that everything below it does.
    pub fn is_monotone(&self) -> bool {
        match self.rule.monotonicity() {
            Monotonicity::Suppression => true,
            Monotonicity::Generalization => self.max_suppressed == 0,
            Monotonicity::None => false,
        }
    }

    /// Refuses what an algorithm that decides nodes by others cannot judge.
    pub(crate) fn check_monotone(&self, algorithm: &'static str) -> Result<()> {
        if self.is_monotone() {
            return Ok(());
        }
        let expected = "with these requirements a node above a solution need not be one, which this algorithm \
                        relies on; choose optimal, exhaustive or lightning, or suppress nothing";
        Err(Error::Parameter { name: "algorithm", value: algorithm.into(), expected: expected.into() })
    }

    /// For each column, for each label that occurs on its level of a node, the rows of outlier classes that show it.
    ///
    /// # Errors
    /// If there is not one level per column, each within its hierarchy.
    pub fn outlier_rows(&self, levels: &[u8]) -> Result<Vec<Vec<u64>>> {
        self.check_levels(levels)?;
        let mut kernel = Kernel::new(self.tuples, 0);
        let table = kernel.table(levels);
        let released = self.rule.released(&mut kernel, &table);
        let mut histograms = Histograms::default();
        self.tuples.histograms(&table, |class| !released.contains(&table, class), &mut histograms);
        Ok((0..levels.len()).map(|column| histograms.column(column).to_vec()).collect())
    }

    /// For each combination the fewest released rows that share its values at a node; 0 if nothing is released.
    ///
    /// # Errors
    /// If there is not one level per column, each within its hierarchy.
    pub fn least_rows(&self, levels: &[u8], combinations: &[Combination]) -> Result<Vec<u64>> {
        self.check_levels(levels)?;
        let mut kernel = Kernel::new(self.tuples, 0);
        let table = kernel.table(levels);
        let released = self.rule.released(&mut kernel, &table);
        let marks: Vec<bool> = (0..table.len()).map(|class| released.contains(&table, class)).collect();
        Ok(least_rows(self.tuples, &table, combinations, &marks))
    }

    pub(crate) fn check_levels(&self, levels: &[u8]) -> Result<()> {
        let attributes = self.tuples.attributes();
        let fits = |(attribute, &level): (&Attribute, &u8)| level <= attribute.height;
        if attributes.len() == levels.len() && attributes.iter().zip(levels).all(fits) {
            return Ok(());
        }
        let expected = "one level per quasi column, each within its hierarchy".into();
        Err(Error::Parameter { name: "levels", value: format!("{levels:?}"), expected })
    }

    /// Says for every row of the columns that were collapsed which class of a node it falls into.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn assign(
        &self,
        columns: &[QuasiColumn],
        levels: &[u8],
        observer: &dyn Observer,
    ) -> Result<Assignment, Aborted> {
        let mut kernel = Kernel::new(self.tuples, 0);
        let table = kernel.table(levels);
        let released: Released = self.rule.released(&mut kernel, &table);
        self.tuples.assign(columns, &table, |class| released.contains(&table, class), observer)
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
