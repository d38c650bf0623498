//! Why a job ends as it does, and what else could be had.
//!
//! One file per question: what is released, what holds k back, what one level or 1 % more suppression would buy, what each
//! column costs, and which targets are nearest when the one asked for is out of reach. Every answer is a change to the
//! spec with its outcome: whoever makes the change and runs the job finds the numbers told here.

mod case;
mod dropped;
mod holds_back;
mod more_suppression;
mod nearest;
mod one_level_more;
mod result;
mod values;

use amidst_core::{Observer, Stage};
use amidst_release::NOTHING_LEFT;
use amidst_spec::{Result, spec::Counted, validated::ValidatedSpec};
use serde::Serialize;

use crate::{
    Job,
    job::{Dataset, InfeasibleReason, LatticeInstance, SearchResult, SolveError, chosen, search, within},
};
use case::Case;

pub use case::{Best, Step};
pub use dropped::Dropped;
pub use holds_back::{Finer, HoldsBack, StandsOut};
pub use more_suppression::MoreSuppression;
pub use nearest::{Nearest, NearestColumn, Relief, Widened};
pub use one_level_more::OneLevelMore;
pub use result::ReleasedNode;
pub use values::{NamedValue, RowScope, Values};

/// Whether values of the table may be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reveal {
    /// Only how many there are.
    #[default]
    Counts,
    /// By name.
    Names,
}

/// Why a job ends as it does. Holds no value of the table unless that was asked for.
///
/// Rows whose values have no place in their hierarchies (`on_unmapped = "suppress"`) are suppressed at every node; wherever
/// rows are told to be suppressed, these are among them.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The version of this format.
    pub version: u32,
    /// `found`, `infeasible` or `stopped`, as `anonymize` tells it.
    pub outcome: &'static str,
    /// The algorithm that searched.
    pub algorithm: String,
    /// What was asked for.
    pub asked: ProblemSummary,
    /// Why nothing can be released, in words; `None` if something can.
    pub message: Option<String>,
    /// What would be released; `None` if nothing can.
    pub result: Option<ReleasedNode>,
    /// How many rows stand out.
    pub stands_out: StandsOut,
    /// What each column has to do with it, the one that matters most first.
    pub holds_back: Vec<HoldsBack>,
    /// What one level more would buy, for each column that may go further.
    pub one_level_more: Vec<OneLevelMore>,
    /// What 1 % more suppression would buy; `None` if no more rows could be suppressed, or it was not searched.
    pub more_suppression: Option<MoreSuppression>,
    /// What the other columns would gain if one were dropped, the largest gain first. Empty if there is one quasi column.
    pub dropped: Vec<Dropped>,
    /// Why the last two were not searched, or not for every column, in words.
    pub not_searched: Option<String>,
    /// What could be had instead, if nothing can be released.
    pub nearest: Option<Nearest>,
    /// What is odd, in words, as `anonymize` tells it.
    pub warnings: Vec<String>,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemSummary {
    /// The least number of rows in a class, or of people; the largest that any combination asks for.
    pub k: u64,
    /// What k counts.
    pub counted: Counted,
    /// How many combinations of columns k is asked of; 0 if of all quasi columns together.
    pub combinations: usize,
    /// How many models are asked besides k.
    pub models: usize,
    /// Rows of the table.
    pub rows: u64,
    /// The most rows that may be suppressed. There is always room left for one class.
    pub limit: u64,
}

/// Explains what a job would release, or why it would release nothing. Writes nothing.
///
/// # Errors
/// If the job could not run. That its target is out of reach is an answer, not an error.
pub fn explain(job: &Job, reveal: Reveal, observer: &dyn Observer) -> Result<Explanation> {
    within(job.memory(), observer, |observer| explain_within(job, reveal, observer))
}

fn explain_within(job: &Job, reveal: Reveal, observer: &dyn Observer) -> Result<Explanation> {
    let validated = job.validated()?;
    observer.progress(Stage::Reading, 0, None);
    validated.needs_levels()?;
    explanation(&job.read(&validated, observer)?, &validated, reveal, observer)
}

/// Explains what comes of rows, or of a summary of them.
pub(crate) fn explanation(
    read: &Dataset,
    validated: &ValidatedSpec,
    reveal: Reveal,
    observer: &dyn Observer,
) -> Result<Explanation> {
    observer.progress(Stage::Solving, 0, None);
    let instance = LatticeInstance::unchecked(read, validated, observer)?;
    let problem = instance.problem(validated)?;
    let case = Case { read, validated, instance: &instance, problem: &problem, observer };
    if let Some(why) = instance.obstacle(validated) {
        return infeasible(&case, why, reveal);
    }
    match search(&instance, &problem, validated, observer) {
        Ok(found) => released(&case, found, reveal),
        Err(SolveError::Infeasible(why)) => infeasible(&case, why, reveal),
        Err(SolveError::Failed(error)) => Err(error),
    }
}

fn released(case: &Case<'_>, found: SearchResult, reveal: Reveal) -> Result<Explanation> {
    let SearchResult { algorithm, outcome, solution, warnings, .. } = &found;
    let node = case.problem.judge(&solution.levels)?;
    let is_nothing_left = node.facts.classes == 1 && solution.levels.iter().any(|&level| level > 0);
    let nothing_left = is_nothing_left.then(|| NOTHING_LEFT.to_owned());
    let (stands_out, holds_back) = holds_back::holds_back(case, &solution.levels, reveal)?;
    let mut not_searched = case.why_not_to_search();
    let (more_suppression, dropped) = match not_searched {
        Some(_) => (None, Vec::new()),
        None => (more_suppression::more_suppression(case)?, dropped::dropped(case, &node.facts.levels)?),
    };
    if not_searched.is_none() && case.observer.is_stopped() {
        not_searched = Some("stopped before every change was searched".to_owned());
    }
    Ok(Explanation {
        result: Some(result::released(case, solution, &node.facts, &holds_back)?),
        one_level_more: one_level_more::one_level_more(case, &solution.levels)?,
        more_suppression,
        dropped,
        not_searched,
        warnings: nothing_left.into_iter().chain(warnings.iter().cloned()).collect(),
        ..base(case, algorithm, outcome.name(), stands_out, holds_back)
    })
}

fn infeasible(case: &Case<'_>, why: InfeasibleReason, reveal: Reveal) -> Result<Explanation> {
    let is_stopped = matches!(why, InfeasibleReason::Stopped);
    let infeasibility = case.instance.infeasibility(case.validated, why)?.describe(
        case.validated,
        case.instance.rows(),
        None,
    );
    let (stands_out, holds_back) = holds_back::holds_back(case, case.problem.lattice().top(), reveal)?;
    let nearest = if is_stopped { None } else { Some(nearest::nearest(case, &infeasibility)?) };
    let warnings = case.instance.columns.iter().filter_map(|column| column.warning.clone()).collect();
    Ok(Explanation {
        message: Some(infeasibility.message),
        nearest,
        warnings,
        ..base(
            case,
            chosen(case.problem, case.validated)?.name(),
            infeasibility.outcome,
            stands_out,
            holds_back,
        )
    })
}

/// What is told in any case.
fn base(
    case: &Case<'_>,
    algorithm: &str,
    outcome: &'static str,
    stands_out: StandsOut,
    holds_back: Vec<HoldsBack>,
) -> Explanation {
    Explanation {
        version: 1,
        outcome,
        algorithm: algorithm.to_owned(),
        asked: ProblemSummary {
            k: case.validated.k,
            counted: if case.validated.respondent.is_some() { Counted::People } else { Counted::Rows },
            combinations: case.validated.combinations.len(),
            models: case.validated.requirements.len(),
            rows: case.instance.rows(),
            limit: case.instance.limit(case.validated),
        },
        message: None,
        result: None,
        stands_out,
        holds_back,
        one_level_more: Vec::new(),
        more_suppression: None,
        dropped: Vec::new(),
        not_searched: None,
        nearest: None,
        warnings: Vec::new(),
    }
}
