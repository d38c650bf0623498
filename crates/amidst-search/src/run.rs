//! One search under way: judging nodes, remembering the best.

use std::{collections::HashMap, rc::Rc};

use amidst_core::{
    Infeasible, Lattice, Levels, Metric, NodeFacts, Observer, Outcome, Score, Solution, Stage, Statistics,
    lattice::{at_or_below, height},
};
use amidst_kernel::Kernel;

use crate::{
    Problem,
    facts::{self, FactsBuilder},
    rule::{Evaluation, Released},
};

pub(crate) struct Run<'a> {
    pub problem: &'a Problem<'a>,
    observer: &'a dyn Observer,
    pub kernel: Kernel<'a>,
    desk: FactsBuilder,
    /// The nodes in question: those of the problem, or fewer.
    pub lattice: Lattice,
    /// Nodes judged before the proof begins.
    known: HashMap<Levels, Rc<Judged>>,
    pub best: Option<Best>,
    /// No feasible node scores less, as far as is known.
    bound: Score,
    /// Nodes ruled out or judged.
    pub decided: u64,
    least_suppressed: u64,
    statistics: Statistics,
    is_stopped: bool,
}

/// A node whose class table was made.
pub(crate) struct Judged {
    pub facts: NodeFacts,
    /// What the sure part of the rule makes of the node, if it is not all there is.
    sure: Option<NodeFacts>,
    /// What every node below suppresses at least, if that is more.
    below: Option<NodeFacts>,
    pub is_feasible: bool,
    /// Whether everything below is infeasible too.
    pub rules_out_below: bool,
}

impl Judged {
    /// Rows suppressed here are suppressed at every node below, and no more need be.
    pub fn sure(&self) -> &NodeFacts {
        self.sure.as_ref().unwrap_or(&self.facts)
    }

    /// As many rows of each class as are suppressed here are suppressed at every node below, if not the same. The classes are those of
    /// [`Judged::sure`].
    pub fn below(&self) -> &NodeFacts {
        self.below.as_ref().unwrap_or_else(|| self.sure())
    }

    #[cfg(test)]
    /// A node that suppresses so many rows, too many; nothing else is known of it.
    pub fn infeasible(suppressed: u64) -> Self {
        let facts = NodeFacts { suppressed, ..NodeFacts::default() };
        Self { facts, sure: None, below: None, is_feasible: false, rules_out_below: false }
    }
}

/// The best node so far.
pub(crate) struct Best {
    pub score: Score,
    pub height: u32,
    pub levels: Levels,
    suppressed: u64,
    classes: u64,
}

impl<'a> Run<'a> {
    pub fn new(problem: &'a Problem<'a>, observer: &'a dyn Observer) -> Self {
        Self {
            problem,
            observer,
            kernel: Kernel::above(problem.tuples, problem.lattice().bottom(), problem.memory_bytes),
            desk: FactsBuilder::new(problem.target()),
            lattice: problem.lattice().clone(),
            known: HashMap::new(),
            best: None,
            bound: problem.metric().floor(problem.lattice().bottom()),
            decided: 0,
            least_suppressed: u64::MAX,
            statistics: Statistics { nodes: problem.nodes(), ..Statistics::default() },
            is_stopped: false,
        }
    }

    pub fn metric(&self) -> &'a dyn Metric {
        self.problem.metric()
    }

    /// Whether the objective tells nodes apart by their levels alone.
    pub fn has_floor(&self) -> bool {
        self.metric().floor(self.lattice.top()) > self.metric().floor(self.lattice.bottom())
    }

    /// Whether to stop now. Once it is so, it stays so.
    pub fn is_stopped(&mut self) -> bool {
        self.is_stopped = self.is_stopped || self.observer.is_stopped();
        self.is_stopped
    }

    /// Makes the class table of a node and scores it.
    pub fn judge_once(&mut self, levels: &[u8]) -> Judged {
        let table = self.kernel.table(levels);
        let Problem { tuples, rule, metric, .. } = self.problem;
        self.statistics.judged += 1;
        let Evaluation { released, sure, below: lost, is_hopeless } =
            rule.rule(&mut self.kernel, &table, self.problem.max_suppressed);
        let needs = metric.needs();
        let mut facts_of = |released: &Released| {
            let mut facts = facts::sums(tuples, rule, &table, released);
            self.desk.add_classes(&mut facts, needs, &mut self.kernel, &table, released);
            facts
        };
        let mut node = facts_of(&released);
        let mut sure = sure.map(|sure| (facts_of(&sure), sure));
        match is_hopeless {
            true => node.suppressed = node.suppressed.max(lost.as_ref().map_or(0, |lost| lost.rows)),
            false => self.least_suppressed = self.least_suppressed.min(node.suppressed),
        }
        let is_feasible = node.suppressed <= self.problem.max_suppressed;
        if is_feasible {
            let suppressed = |class| released.suppressed_of(&table, class);
            self.desk.add_columns(&mut node, needs, tuples, &table, suppressed);
            self.consider(metric.score(&node), &node);
        }
        self.report();
        let rules_out_below = is_hopeless || (!is_feasible && self.problem.is_monotone());
        let mut below = None;
        if let Some((facts, sure)) = sure.as_mut().filter(|_| !rules_out_below) {
            // What is charged to the nodes below is the larger part: nobody asks what the other would have shown.
            match lost {
                Some(lost) => {
                    let facts = below.insert(NodeFacts { suppressed: lost.rows, ..facts.clone() });
                    self.desk.add_columns(facts, needs, tuples, &table, |class| lost.of_class[class]);
                }
                None => {
                    let suppressed = |class| sure.suppressed_of(&table, class);
                    self.desk.add_columns(facts, needs, tuples, &table, suppressed);
                }
            }
        }
        let sure = sure.map(|(facts, _)| facts);
        Judged { facts: node, sure, below, is_feasible, rules_out_below }
    }

    /// Tells how far the search has come.
    pub fn report(&self) {
        let nodes = u64::try_from(self.statistics.nodes).ok();
        let before = self.statistics.nodes - self.problem.lattice().nodes().min(self.statistics.nodes);
        let decided = u64::try_from(before).unwrap_or(u64::MAX).saturating_add(self.decided);
        self.observer.progress(Stage::Solving, decided, nodes);
        if let Some(best) = &self.best {
            self.observer.best(&best.score, (&self.bound).min(&best.score));
        }
    }

    /// No feasible node scores less than this.
    pub fn note_bound(&mut self, bound: &Score) {
        self.bound = self.bound.clone().max(bound.clone());
        self.report();
    }

    /// Counts a node that was judged without a class table.
    pub fn count_judged(&mut self) {
        self.statistics.judged += 1;
    }

    /// Takes a feasible node for the best, whatever the others score.
    pub fn choose(&mut self, judged: &Judged) {
        self.best = None;
        self.consider(self.metric().score(&judged.facts), &judged.facts);
    }

    /// From now on makes class tables from that of a node, for nodes at or above it.
    pub fn work_above(&mut self, levels: &[u8]) {
        self.statistics.rolled_up += self.kernel.rolled_up();
        self.kernel = Kernel::above(self.problem.tuples, levels, self.problem.memory_bytes);
    }

    fn consider(&mut self, score: Score, node: &NodeFacts) {
        let height = height(&node.levels);
        if self.may_beat(&score, height, &node.levels) {
            let NodeFacts { suppressed, classes, .. } = *node;
            self.best = Some(Best { score, height, levels: node.levels.clone(), suppressed, classes });
        }
    }

    /// [`Run::judge_once`], unless it was done before.
    pub fn judge(&mut self, levels: &[u8]) -> Rc<Judged> {
        if let Some(known) = self.known.get(levels) {
            return Rc::clone(known);
        }
        let judged = Rc::new(self.judge_once(levels));
        self.known.insert(levels.to_vec(), Rc::clone(&judged));
        judged
    }

    /// Whether a node was judged before the proof began.
    pub fn knows(&self, levels: &[u8]) -> bool {
        self.known.contains_key(levels)
    }

    /// Whether a node judged before the proof begins shows that one below it is no better than the best.
    pub fn is_ruled_out(&self, levels: &[u8]) -> bool {
        let height = height(levels);
        let rules_out = |judged: &Judged| {
            judged.rules_out_below
                || !self.may_beat(&self.metric().bound_below(levels, judged.below()), height, levels)
        };
        self.known.iter().any(|(above, judged)| at_or_below(levels, above) && rules_out(judged))
    }

    /// Nodes of the lattice that were judged before the proof begins, in order.
    pub fn known_nodes(&self) -> Vec<(Levels, Rc<Judged>)> {
        let known = self.known.iter().filter(|(levels, _)| self.lattice.contains(levels));
        let mut known: Vec<_> = known.map(|(levels, judged)| (levels.clone(), Rc::clone(judged))).collect();
        known.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        known
    }

    /// Whether a node that scores `bound` or worse may still be better than the best.
    pub fn may_beat(&self, bound: &Score, height: u32, levels: &[u8]) -> bool {
        let Some(best) = &self.best else { return true };
        bound.cmp(&best.score).then(height.cmp(&best.height)).then_with(|| levels.cmp(&best.levels)).is_lt()
    }

    /// What the search cost so far.
    pub fn statistics(&self) -> Statistics {
        let rolled_up = self.statistics.rolled_up + self.kernel.rolled_up();
        Statistics { rolled_up, ..self.statistics }
    }

    /// The answer. `open_bound` is the least that nodes not decided may score; `None` if all are decided.
    pub fn finish(self, open_bound: Option<Score>) -> Outcome {
        let statistics = self.statistics();
        let is_open = self.is_stopped && open_bound.is_some();
        let solution = self.best.map(|best| Solution {
            bound: open_bound.map_or_else(|| best.score.clone(), |bound| bound.min(best.score.clone())),
            levels: best.levels,
            score: best.score,
            suppressed: best.suppressed,
            classes: best.classes,
            statistics,
        });
        match solution {
            solution if is_open => Outcome::Stopped(solution),
            Some(solution) => Outcome::Found(solution),
            None => Outcome::Infeasible(Infeasible { least_suppressed: self.least_suppressed, statistics }),
        }
    }
}
