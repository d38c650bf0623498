//! What is searched: tuples, requirements, a limit and an objective.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock},
};

use amidst_core::{
    Aborted, Attribute, Error, Lattice, Levels, Metric, Monotonicity, Observer, Result, Score,
};
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
    /// Nodes asked for, those included that cannot be feasible and have no table.
    nodes: u128,
    /// The companion whose values the classes should tell, for metrics that look at it.
    target: Option<usize>,
    pub(crate) max_suppressed: u64,
    pub(crate) memory_bytes: usize,
    seed: u64,
    /// A node that may be feasible, and good.
    start: Option<Arc<[u8]>>,
    /// Nodes to judge before all others, until one is infeasible.
    way: Arc<[Levels]>,
    /// What problems that ask the same have found out.
    known: Option<Arc<KnownScores>>,
}

/// What is known of the scores of a problem, shared by searches that are posed the same one after another: none looks for a bound
/// that another has found.
#[derive(Debug, Default)]
pub struct KnownScores {
    /// What no feasible node at or above a node scores below, put together from sets of columns.
    bounds: Mutex<Vec<(Levels, Score)>>,
    /// The score of the best node, proved.
    best: OnceLock<Score>,
}

impl KnownScores {
    /// Notes the score of the best node, which must be proved.
    pub fn note_best(&self, score: Score) {
        self.best.get_or_init(|| score);
    }

    /// The score of the best node, if it was noted.
    pub fn best(&self) -> Option<&Score> {
        self.best.get()
    }

    /// The bound of the nodes at or above one, if it was found.
    fn bound(&self, bottom: &[u8]) -> Option<Score> {
        self.bounds().iter().find(|(of, _)| of == bottom).map(|(_, bound)| bound.clone())
    }

    fn bounds(&self) -> MutexGuard<'_, Vec<(Levels, Score)>> {
        self.bounds.lock().expect("nobody panics while it is held")
    }
}

/// Memory for class tables, unless told otherwise.
const MEMORY_BYTES: usize = 512 << 20;

impl<'a> Problem<'a> {
    /// Puts a problem together. The lattice is that of the tuples' columns and their level bounds. Where tuples were collapsed at a
    /// coarser node than its bottom, nothing below that node may be feasible: [`Marginals::lowest`](amidst_kernel::Marginals::lowest).
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
            lattice: raised(tuples.lattice(), tuples.bottom().levels()),
            nodes: tuples.lattice().nodes(),
            target: None,
            max_suppressed: max_suppressed.min(tuples.rows()),
            memory_bytes: MEMORY_BYTES,
            seed: 0,
            start: None,
            way: Arc::default(),
            known: None,
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

    /// Names nodes to judge before all others, one after another until one is infeasible; even if the search is stopped, unless
    /// [`Problem::with_start`] names a feasible one. [`Optimal`](crate::Optimal) goes on from the best of them to better neighbours
    /// instead of looking for one: of a lattice that it decides the answer is the same.
    pub fn with_way(mut self, way: Vec<Levels>) -> Self {
        self.way = way.into();
        self
    }

    /// Shares what is known of scores with others that have the same tuples, requirements, limit and objective.
    pub fn with_known(mut self, known: Arc<KnownScores>) -> Self {
        self.known = Some(known);
        self
    }

    /// What no feasible node scores below: what was found before, or is found now by a search that is not stopped.
    pub(crate) fn known_bound(&self, observer: &dyn Observer, find: impl FnOnce() -> Score) -> Score {
        let Some(known) = &self.known else { return find() };
        if let Some(bound) = known.bound(self.lattice.bottom()) {
            return bound;
        }
        let bound = find();
        if !observer.is_stopped() {
            known.bounds().push((self.lattice.bottom().to_vec(), bound.clone()));
        }
        bound
    }

    /// The score of the best node, if somebody has proved it.
    pub(crate) fn known_best(&self) -> Option<&Score> {
        self.known.as_ref()?.best()
    }

    /// The nodes to judge first.
    pub(crate) fn way(&self) -> impl Iterator<Item = &Levels> {
        self.way.iter().filter(|levels| self.lattice.contains(levels))
    }

    /// The node to begin with, if one was named.
    pub(crate) fn start(&self) -> Option<&[u8]> {
        self.start.as_deref().filter(|levels| self.lattice.contains(levels))
    }

    /// Leaves out what is not at or above a node: nothing of that may be feasible.
    pub fn at_or_above(mut self, lowest: &[u8]) -> Self {
        self.lattice = raised(&self.lattice, lowest);
        self
    }

    /// The same problem within other level bounds, which may reach to the roots.
    pub fn within(&self, lattice: Lattice) -> Self {
        let Self { rule, metric, .. } = self;
        let nodes = lattice.nodes();
        Self {
            rule: Arc::clone(rule),
            metric: Arc::clone(metric),
            lattice,
            nodes,
            start: None,
            way: Arc::default(),
            known: None,
            ..*self
        }
    }

    /// The same problem under another objective.
    pub fn under(&self, metric: Box<dyn Metric>) -> Self {
        Self {
            rule: Arc::clone(&self.rule),
            metric: Arc::from(metric),
            lattice: self.lattice.clone(),
            start: None,
            way: Arc::default(),
            known: None,
            ..*self
        }
    }

    /// The same problem with another limit.
    pub fn with_max_suppressed(&self, max_suppressed: u64) -> Self {
        let max_suppressed = max_suppressed.min(self.tuples.rows());
        Self { max_suppressed, nodes: self.nodes, ..self.within(self.lattice.clone()) }
    }

    /// The tuples searched.
    pub fn tuples(&self) -> &'a Tuples {
        self.tuples
    }

    /// All nodes allowed.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// How many nodes were asked for. There are fewer in [`Problem::lattice`] if some were ruled out before.
    pub fn nodes(&self) -> u128 {
        self.nodes
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
        self.tuples.histograms(&table, |class| released.suppressed_of(&table, class), &mut histograms);
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

/// The nodes of a lattice at or above one.
fn raised(lattice: &Lattice, lowest: &[u8]) -> Lattice {
    let bottom = lattice.bottom().iter().zip(lowest).map(|(&asked, &lowest)| asked.max(lowest)).collect();
    Lattice::new(bottom, lattice.top().to_vec())
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

#[cfg(test)]
mod tests {
    use amidst_core::{Needs, Outcome};
    use amidst_kernel::Marginals;
    use amidst_metrics::{NAMES, metric};
    use amidst_models::KAnonymity;
    use amidst_testkit::generate::{
        SeededRng,
        small::{Shape, Small},
    };

    use super::*;
    use crate::{ALL, Algorithm, Exhaustive, Lightning, Optimal, sample};

    const SHAPE: Shape = Shape { rows: 60, columns: 4, leaves: 24, height: 4, missing_percent: 3 };

    /// A table that may have a column of nearly as many values as rows, within level bounds of chance.
    fn columns(seed: u64) -> Vec<QuasiColumn> {
        let mut draw = SeededRng::new(seed ^ 0xba5e);
        let columns = sample::quasi(&Small::draw(SHAPE, seed)).into_iter();
        columns
            .map(|column| {
                let height = u32::from(column.hierarchy.height());
                let bounds = draw.percent(30).then(|| draw.between(0, height));
                let low = bounds.map_or(0, |low| low.min(1));
                let high = bounds.map_or(height, |high| high.max(low));
                column.with_levels(low as u8, high as u8)
            })
            .collect()
    }

    /// What an algorithm finds, and how many nodes it says there are.
    fn found(algorithm: &dyn Algorithm, problem: &Problem<'_>) -> Option<(Vec<u8>, f64, u64, u64, u128)> {
        match algorithm.solve(problem, &()).expect("it searches anything") {
            Outcome::Found(it) => {
                Some((it.levels, it.score.value(), it.suppressed, it.classes, it.statistics.nodes))
            }
            Outcome::Infeasible(_) => None,
            Outcome::Stopped(_) => panic!("nobody stops it"),
        }
    }

    #[test]
    fn tuples_of_the_lowest_possible_labels_have_the_solutions_of_all_values() {
        let (mut raised, mut solved) = (0, 0);
        for seed in 0..3000 {
            let columns = columns(seed);
            let marginals = Marginals::new(&columns, &()).expect("columns fit together");
            let (k, limit) = (2 + seed % 5, [0, 2, 5, 20][seed as usize % 4]);
            let lowest = marginals.lowest(k, limit);
            let of_values = Tuples::collapse(&columns).expect("columns fit together");
            let of_labels =
                Tuples::collapse_at(&marginals, &columns, &lowest, &()).expect("columns fit together");
            let problem = |tuples| {
                let objective = metric(NAMES[seed as usize % NAMES.len()], None, of_values.attributes());
                let model = Box::new(KAnonymity::new(k).expect("k is at least 1"));
                Problem::new(tuples, vec![model], objective.expect("it is a name"), limit)
            };
            let (all, fewer) = (problem(&of_values), problem(&of_labels));
            if all.metric().needs().contains(Needs::ROW_BITS) {
                of_labels.count_values(&columns, &()).expect("nobody aborts");
            }
            let expected = found(&Exhaustive, &all);
            for algorithm in [&Optimal as &dyn Algorithm, &Exhaustive] {
                assert_eq!(found(algorithm, &fewer), expected, "{} of seed {seed}", algorithm.name());
            }
            // Of nodes that score alike it takes any.
            let score = |found: Option<(Vec<u8>, f64, u64, u64, u128)>| found.map(|(_, score, ..)| score);
            assert_eq!(score(found(&Lightning, &fewer)), score(expected.clone()), "seed {seed}");
            for finder in ALL.iter().filter_map(|algorithm| algorithm.minimal_finder()) {
                let minimal = |problem| finder.minimal(problem, &()).expect("k alone is monotone").nodes;
                assert_eq!(minimal(&fewer), minimal(&all), "{} of seed {seed}", finder.name());
            }
            raised += u32::from(fewer.lattice().nodes() < all.lattice().nodes());
            solved += u32::from(expected.is_some());
        }
        assert!(raised > 1000 && solved > 1000, "{raised}, {solved}");
    }

    #[test]
    fn counted_values_are_those_of_the_tuples_they_were_collapsed_from() {
        for seed in 0..300 {
            let columns = columns(seed);
            let marginals = Marginals::new(&columns, &()).expect("columns fit together");
            let top = marginals.lattice().top().to_vec();
            let tuples = Tuples::collapse_at(&marginals, &columns, &top, &()).expect("columns fit together");
            tuples.count_values(&columns, &()).expect("nobody aborts");
            let mut counts = tuples.value_counts().expect("they were counted").to_vec();
            let values = Tuples::collapse(&columns).expect("columns fit together");
            let mut expected = values.value_counts().expect("these are values").to_vec();
            counts.sort_unstable();
            expected.sort_unstable();
            assert_eq!(counts, expected, "seed {seed}");
        }
    }
}
