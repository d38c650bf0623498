//! Every minimal node of a job, which of them is preferred, and the lattice around them. Levels and counts, no cell value.

mod csv;
mod files;
mod marks;
mod node;
mod style;
mod svg;
mod working;

use std::{collections::HashSet, sync::Arc};

use amidst_core::{Levels, Observer, Stage, lattice::height};
use amidst_metrics::Measures;
use amidst_search::{NodeEvaluator, NodeView, Verdicts};
use amidst_spec::{Error, Result, validated::ValidatedSpec};
use serde::Serialize;

use crate::{
    Job,
    job::{Dataset, Deadline, Infeasibility, LatticeInstance, RankedNodes, SolveError, weigh, within},
    outcome::Infeasible,
};

pub use crate::summary::NamedLevels;
use working::Worked;

pub use files::Files;
pub use marks::Marks;
pub use node::{Best, LatticeNode, Node};
pub use svg::MOST_DRAWN;
pub use working::{
    Bounds, ColumnSet, DistanceMatrix, HeightVisit, MOST_OUTLIERS, OutlierBound, SearchTrace, Strategy,
    StrategyNode, Working,
};

/// Nodes of a lattice that are listed whether they were judged or not; of larger ones only those judged.
pub const MOST_LISTED: u128 = 100_000;

/// What is wanted besides the minimal nodes.
#[derive(Clone, Debug, Default)]
pub struct SolutionsOptions {
    /// The other nodes of the lattice.
    pub nodes: bool,
    /// With `nodes`: what those that satisfy lose, also where others decided them.
    pub all_satisfying: bool,
    /// A drawing of the lattice.
    pub drawing: bool,
    /// The matrix of distance vectors, of at most [`MOST_OUTLIERS`] rows.
    pub matrix: bool,
    /// What these vectors say about where solutions lie.
    pub bounds: bool,
    /// The steps of the search.
    pub trace: bool,
    /// One way up: columns in the order in which they rise, one step where a column is named again later, the last time to its
    /// top. Those that are not named follow.
    pub path: Option<Vec<String>>,
}

impl SolutionsOptions {
    fn shows_working(&self) -> bool {
        self.matrix || self.bounds || self.trace || self.path.is_some()
    }
}

/// The solutions of a job.
#[derive(Clone, Debug, Serialize)]
pub struct Solutions {
    /// The version of this format.
    pub version: u32,
    /// Nodes in the lattice.
    pub lattice: u128,
    /// Nodes that satisfy what was asked; `None` if not every node was decided.
    pub satisfying: Option<u64>,
    /// Whether all minimal nodes were found. If not, the search was stopped.
    pub complete: bool,
    /// The nodes that satisfy what was asked while no node below them does, by height and then by levels.
    pub minimal: Vec<Node>,
    /// The one to take.
    pub preferred: Node,
    /// All minimal nodes that the policy holds best, the preferred one among them.
    pub ties: Vec<Node>,
    /// The best of all nodes under the objective.
    pub best: Best,
    /// What is odd, in words.
    pub warnings: Vec<String>,
    /// What it took to find the minimal nodes.
    pub search: Search,
    /// Nodes of the lattice, by height and then by levels, if they were wanted: those judged, and the others too if the
    /// lattice has at most [`MOST_LISTED`] nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<LatticeNode>>,
    /// How the papers work it out, if that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub working: Option<Working>,
    /// The lattice as SVG, if it was wanted.
    #[serde(skip)]
    pub drawing: Option<String>,
    /// The quasi columns, in the order of the table.
    #[serde(skip)]
    pub columns: Vec<String>,
    /// What was asked, in numbers.
    #[serde(skip)]
    pub asked: ProblemSummary,
}

/// How a search for all minimal nodes ended.
pub enum SolutionsAnswer {
    /// With some.
    Found(Box<Solutions>),
    /// With none: the target is out of reach.
    Infeasible(Box<Infeasible>),
}

/// What it took to find the minimal nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Search {
    /// Nodes in the lattice.
    pub lattice: u128,
    /// Nodes whose class table was made.
    pub judged: u64,
    /// Of those, tables rolled up from a smaller one than the distinct tuples.
    pub rolled_up: u64,
}

/// What was asked, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemSummary {
    /// What k is asked for, in words.
    pub k: String,
    /// Rows read.
    pub rows: u64,
    /// The most rows that may be suppressed.
    pub max_suppressed: u64,
    /// The policy's id.
    pub policy: String,
    /// The objective's id.
    pub objective: String,
}

impl Job {
    /// Finds every minimal node and the one that is preferred, and releases nothing.
    ///
    /// # Errors
    /// If the job could not run. That its target is out of reach is an answer, not an error.
    pub fn solutions(&self, wanted: SolutionsOptions, observer: &dyn Observer) -> Result<SolutionsAnswer> {
        within(self.memory(), observer, |observer| self.solutions_within(wanted, observer))
    }

    fn solutions_within(&self, wanted: SolutionsOptions, observer: &dyn Observer) -> Result<SolutionsAnswer> {
        let validated = self.validated()?;
        observer.progress(Stage::Reading, 0, None);
        validated.needs_levels()?;
        validated.needs_classes()?;
        self.solutions_of(&self.read(&validated, observer)?, &validated, wanted, observer)
    }

    /// The same of rows that were read, or of a summary of them.
    pub(crate) fn solutions_of(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        wanted: SolutionsOptions,
        observer: &dyn Observer,
    ) -> Result<SolutionsAnswer> {
        observer.progress(Stage::Solving, 0, None);
        let infeasible = |why: Infeasibility| {
            Ok(SolutionsAnswer::Infeasible(Box::new(self.describe(why, validated, read))))
        };
        let instance = match self.instance(read, validated, observer) {
            Ok(instance) => instance,
            Err(SolveError::Infeasible(why)) => return infeasible(why),
            Err(SolveError::Failed(error)) => return Err(error),
        };
        let problem = instance.problem(validated)?;
        let lattice = problem.lattice().nodes();
        if wanted.drawing && lattice > MOST_DRAWN {
            return Err(Error::too_large(
                "draw",
                format!(
                    "the lattice has {lattice} nodes, and a drawing shows at most {MOST_DRAWN}; list them, or limit the levels of some \
                 columns"
                ),
            ));
        }
        let ranked = match weigh(&instance, &problem, validated, &Deadline::new(observer, validated)) {
            Ok(ranked) => ranked,
            Err(SolveError::Infeasible(why)) => return infeasible(instance.infeasibility(validated, why)?),
            Err(SolveError::Failed(error)) => return Err(error),
        };
        let nodes = &ranked.minimal.nodes;
        let worked = Worked { read, instance: &instance, problem: &problem, validated, minimal: nodes };
        let working = worked.working(&wanted, observer)?;
        let scribe = NodeReporter::new(&instance, validated);
        let verdicts = Verdicts::new(&problem, &ranked.minimal.judged);
        let all = match wanted.nodes || wanted.drawing {
            true => {
                let mut evaluator = NodeEvaluator::new(&problem);
                let mut nodes = scribe.nodes(&ranked, verdicts.as_ref(), &mut evaluator, lattice)?;
                if wanted.all_satisfying {
                    scribe.look_at_satisfying(&mut nodes, &mut evaluator, observer)?;
                }
                Some(nodes)
            }
            false => None,
        };
        let satisfying = verdicts.and_then(|verdicts| verdicts.feasible());
        let mut solutions = scribe.solutions(&ranked, &instance, validated, satisfying);
        if wanted.drawing {
            solutions.drawing = Some(svg::draw(&solutions, problem.lattice(), all.as_deref().unwrap_or(&[])));
        }
        solutions.nodes = all.filter(|_| wanted.nodes);
        solutions.working = working;
        Ok(SolutionsAnswer::Found(Box::new(solutions)))
    }
}

/// Puts down what was seen of nodes, in the words of the interface.
struct NodeReporter<'a> {
    instance: &'a LatticeInstance,
    columns: Arc<[String]>,
    measures: Measures,
}

impl<'a> NodeReporter<'a> {
    fn new(instance: &'a LatticeInstance, validated: &ValidatedSpec) -> Self {
        let measures = validated.registry.all_measures(instance.tuples().attributes());
        Self { instance, columns: instance.names(), measures }
    }

    fn named(&self, levels: &Levels) -> NamedLevels {
        NamedLevels { columns: self.columns.clone(), levels: levels.clone() }
    }

    fn node(&self, view: &NodeView) -> Node {
        let rows = self.instance.rows_when(view.facts.suppressed);
        let suppression = ("suppression", rows.suppressed as f64 / rows.r#in as f64);
        Node {
            levels: self.named(&view.facts.levels),
            height: height(&view.facts.levels),
            suppressed: rows.suppressed,
            classes: view.facts.classes,
            loss: self.measures.of(&view.facts).into_iter().chain([suppression]).collect(),
        }
    }

    fn solutions(
        &self,
        ranked: &RankedNodes,
        instance: &LatticeInstance,
        validated: &ValidatedSpec,
        satisfying: Option<u64>,
    ) -> Solutions {
        let minimal: Vec<Node> = ranked.views.iter().map(|view| self.node(view)).collect();
        let best = &ranked.best;
        let statistics = ranked.minimal.statistics;
        let unproved = "that the best node is the best was not proved: the search was stopped, or the lattice is too large";
        let mut warnings = [instance.warnings(validated), ranked.warnings(instance, validated)].concat();
        warnings.extend((!ranked.is_best_proved()).then(|| unproved.to_owned()));
        Solutions {
            version: 1,
            lattice: statistics.nodes,
            satisfying,
            complete: ranked.minimal.is_complete,
            preferred: minimal[ranked.preferred].clone(),
            ties: ranked.ties.iter().map(|&at| minimal[at].clone()).collect(),
            best: Best { node: self.node(best), minimal: ranked.minimal.nodes.contains(&best.facts.levels) },
            minimal,
            warnings,
            search: Search {
                lattice: statistics.nodes,
                judged: statistics.judged,
                rolled_up: statistics.rolled_up,
            },
            nodes: None,
            working: None,
            drawing: None,
            columns: self.columns.to_vec(),
            asked: ProblemSummary {
                k: validated.describe_k(),
                rows: instance.rows(),
                max_suppressed: instance.limit(validated),
                policy: validated.prefer.clone(),
                objective: validated.objective.clone(),
            },
        }
    }

    /// The nodes of the lattice, those judged with what judging them showed.
    fn nodes(
        &self,
        ranked: &RankedNodes,
        verdicts: Option<&Verdicts>,
        evaluator: &mut NodeEvaluator<'_>,
        lattice: u128,
    ) -> Result<Vec<LatticeNode>> {
        let judged = ranked.minimal.judged.iter().map(|judged| {
            let node = self.node(&evaluator.view(&judged.levels)?);
            Ok(LatticeNode::judged(node, judged.is_feasible))
        });
        let mut nodes = judged.collect::<Result<Vec<LatticeNode>>>()?;
        if let Some(verdicts) = verdicts.filter(|_| lattice <= MOST_LISTED) {
            let known: HashSet<Levels> = nodes.iter().map(|node| node.levels.levels.clone()).collect();
            let pruned = verdicts.lattice().iter().filter(|levels| !known.contains(levels));
            nodes.extend(pruned.map(|levels| LatticeNode::pruned(self.named(&levels), verdicts.of(&levels))));
        }
        nodes.sort_by(|a, b| (a.height, &a.levels.levels).cmp(&(b.height, &b.levels.levels)));
        Ok(nodes)
    }

    /// Judges nodes that satisfy and were not judged, because others decided them.
    fn look_at_satisfying(
        &self,
        nodes: &mut [LatticeNode],
        evaluator: &mut NodeEvaluator<'_>,
        observer: &dyn Observer,
    ) -> Result<()> {
        for node in nodes.iter_mut().filter(|node| !node.judged && node.satisfying == Some(true)) {
            observer.go_on()?;
            *node = LatticeNode::judged(self.node(&evaluator.view(&node.levels.levels)?), true);
        }
        Ok(())
    }
}
