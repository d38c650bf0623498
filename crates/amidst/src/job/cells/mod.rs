//! From a table to a release recoded cell by cell: columns become axes, rows points, and a recoder puts them into classes.

mod blanks;
mod caveats;
mod column;
mod cuts;
mod groups;
mod named;
mod partition_summary;
mod rows;
mod shown;
mod value_order;
mod views;

use std::sync::Arc;

use amidst_approximation::{Exact, exact_without};
use amidst_cells::{
    Approximation, Axis, Conditions, Judge, Labels, Member, Objective, Partition, PartitionResult, Points,
    Problem, Recoder, Split,
};
use amidst_core::{Codes, Method, Monotonicity, Observer, Stage, model::Links};
use amidst_metrics::{Gcp, LevelSum, Loss};
use amidst_models::KAnonymity;
use amidst_search::{Preference, Requirement};
use amidst_spec::{
    Error, Result,
    names::AUTO,
    quasi::{ParseContext, mapped_rows},
    scheme::RecodingScheme,
    spec::{LabelsWord, OnUnmapped, SplitWord},
    validated::ValidatedSpec,
};

use super::{
    Attempt, Dataset, Infeasibility, InfeasibleReason, SolveError, deadline::Deadline,
    solution::RecodingSolution,
};
use crate::{job::AuxColumns, summary::Search};
use column::{AxisColumn, AxisKind};
use shown::Classes;

/// What recodes cell by cell if that is left to us.
const LOCAL: &str = "local";

/// Everything a recoder needs, and what leads from its answer back to the rows.
pub(crate) struct CellInstance {
    axes: Vec<Axis>,
    columns: Arc<[AxisColumn]>,
    points: Points,
    point_of_row: Vec<u32>,
    /// The rows that take part, if some do not.
    placed: Option<Arc<[u32]>>,
    /// Rows of the table.
    stored: usize,
    /// The rows that these stand for.
    rows: u64,
    /// Rows that were set aside, which are not in the table.
    aside: u64,
    aux_columns: Arc<AuxColumns>,
}

/// Classes, and who found them.
struct CellSolution {
    algorithm: &'static str,
    found: PartitionResult,
    /// No partition that meets what is asked scores below this.
    bound: f64,
    /// What was searched, if it can be counted.
    search: Option<Search>,
}

/// Recodes a table cell by cell.
pub fn solve(
    read: &Dataset,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<RecodingSolution> {
    check(read, validated)?;
    let instance = CellInstance::pose(read, validated, observer)?;
    match validated.recoding {
        RecodingScheme::Fragments => {
            instance.reachable(validated)?;
            instance.group(validated, &Deadline::new(observer, validated))
        }
        _ => instance.solve(read, validated, observer),
    }
}

/// What recoding a table cell by cell would lose, if it can be done; which row would show what is not looked at.
pub fn loss(read: &Dataset, validated: &ValidatedSpec, observer: &dyn Observer) -> Attempt<Option<f64>> {
    check(read, validated)?;
    let instance = CellInstance::pose(read, validated, observer)?;
    instance.reachable(validated)?;
    let Some(answer) = instance.recoded(read, validated, observer)? else { return Ok(None) };
    observer.go_on()?;
    Ok(answer.found.is_finished.then(|| instance.loss(&answer.found.partition, validated)))
}

/// Refuses what has no meaning without levels.
pub(crate) fn check(read: &Dataset, validated: &ValidatedSpec) -> Result<()> {
    let refuse = |key, with, words: String| Err(Error::conflict(key, with, words));
    if validated.prefer != Preference::OBJECTIVE {
        return refuse(
            "prefer",
            "generalize",
            format!(
                "prefer = {:?} chooses among nodes, and recoding cell by cell has none",
                validated.prefer
            ),
        );
    }
    if validated.recoding == RecodingScheme::Cuts {
        cuts::check(validated)?;
    } else if objective(validated).is_none() {
        return refuse(
            "objective",
            "generalize",
            format!(
                "objective = {:?}: recoding cell by cell minimizes loss, gcp or levels; choose one of them",
                validated.objective
            ),
        );
    }
    if validated.aggregate.is_some() {
        return refuse(
            "aggregate",
            "generalize",
            "aggregate: recoding cell by cell takes the usual mean of its objective; leave it out".into(),
        );
    }
    if !validated.combinations.is_empty()
        && matches!(validated.recoding, RecodingScheme::Cells | RecodingScheme::Cuts)
    {
        return refuse("combinations", "generalize", "combinations are asked of columns at one level, or of cells that are blanked; write generalize = \"none\" \
             and suppress = \"cell\", or leave combinations out"
                .into(),
        );
    }
    // Rows without a place in a hierarchy or without a person may go whatever the algorithm.
    let needs_room = validated.respondent.is_some()
        || read.roles.quasi().any(|(_, column)| column.on_unmapped == OnUnmapped::Suppress);
    if let Some(who) = keeps_rows(validated)
        && !needs_room
        && validated.suppression.of(u64::MAX >> 1) > 0
    {
        return refuse(
            "suppression",
            "algorithm",
            format!(
                "suppression: {who} leaves out no row; leave suppression out, or take local, mondrian, top-down-greedy, k-member or oka \
                 without that"
            ),
        );
    }
    match validated.requirements.iter().find(|it| it.params.needs_population()) {
        Some(it) => refuse(
            "require",
            "generalize",
            format!(
                "{} counts people of a population by what a whole column shows; recoding cell by cell cannot ask for it",
                it.params.id()
            ),
        ),
        None => Ok(()),
    }
}

/// Who, of what is asked for, keeps every row it is given.
fn keeps_rows(validated: &ValidatedSpec) -> Option<String> {
    if validated.recoding == RecodingScheme::Averages || validated.links.is_some() {
        return Some(validated.algorithm.clone());
    }
    if validated.recoding == RecodingScheme::Blanks && !blanks::lets_rows_go(validated) {
        return Some(format!("{} with priority, strata, combinations or wildcards", validated.algorithm));
    }
    // A row that is left out of one view would be told by the others; a region is as wide as it was without some of its rows.
    let words = [
        (!validated.side_tables.is_empty(), "what views share"),
        (validated.labels == LabelsWord::Region, "labels = \"region\""),
    ];
    words.into_iter().find(|(is_asked, _)| *is_asked).map(|(_, words)| words.to_owned())
}

fn objective(validated: &ValidatedSpec) -> Option<Objective> {
    match &*validated.objective {
        Loss::NAME => Some(Objective::Loss),
        Gcp::NAME => Some(Objective::Gcp),
        LevelSum::NAME => Some(Objective::Levels),
        _ => None,
    }
}

impl CellInstance {
    /// Makes axes of columns and points of rows.
    pub fn pose(read: &Dataset, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Self> {
        let axis_kind = match validated.recoding {
            RecodingScheme::Blanks | RecodingScheme::Fragments => AxisKind::Blanks,
            RecodingScheme::LevelsAndBlanks => AxisKind::Labels,
            _ => AxisKind::Natural,
        };
        Self::new(read, validated, axis_kind, observer)
    }

    fn new(
        read: &Dataset,
        validated: &ValidatedSpec,
        axis_kind: AxisKind,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let context = ParseContext::new(&read.layout, validated.missing.clone());
        let (axes, columns) = AxisColumn::all(read, &context, axis_kind, observer)?;
        let aux_columns = AuxColumns::new(read, validated, &context, observer)?;
        let mapped: Vec<_> = columns.iter().filter_map(AxisColumn::mapped).collect();
        let coded: Vec<_> = mapped.iter().map(|column| read.model_column(&column.name)).collect();
        let coded: Vec<_> =
            coded.iter().map(|column| column.coded().expect("quasi columns are coded")).collect();
        let placed = mapped_rows(&mapped, &coded, read.barred.as_deref(), read.table.rows());
        let codes = |(axis, column): (&Axis, &AxisColumn)| {
            Ok((column.codes(read, placed.as_deref(), axis.values(), observer)?, axis.values()))
        };
        let codes: Vec<(Codes, u32)> = axes.iter().zip(&columns).map(codes).collect::<Result<_>>()?;
        let beside = aux_columns.of_rows(placed.as_deref());
        let counts = read.counts_of(placed.as_deref());
        let (points, point_of_row) = Points::collapse_observed(&codes, &beside, counts.as_deref(), observer)?;
        observer.progress(Stage::Solving, 0, None);
        Ok(Self {
            axes,
            columns: columns.into(),
            points,
            point_of_row,
            placed: placed.map(Arc::from),
            stored: read.table.rows(),
            rows: read.named_rows(),
            aside: read.aside,
            aux_columns: Arc::new(aux_columns),
        })
    }

    /// Puts the rows into classes; groups, which recode nothing, are none.
    pub fn solve(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Attempt<RecodingSolution> {
        self.reachable(validated)?;
        let observer = Deadline::new(observer, validated);
        let answer = match validated.recoding {
            RecodingScheme::Blanks => self.blank(validated, &observer)?,
            RecodingScheme::Cuts => self.cut(validated, &observer)?,
            RecodingScheme::LevelsAndBlanks => match self.blank_at_best_levels(read, validated, &observer)? {
                Some((at_levels, answer)) => return Ok(at_levels.solved(answer, read, validated, &observer)?),
                None => None,
            },
            _ => self.recoded(read, validated, &observer)?,
        };
        match answer {
            Some(answer) => Ok(self.solved(answer, read, validated, &observer)?),
            None if !validated.strata.is_empty() => {
                Err(SolveError::Infeasible(self.infeasibility(InfeasibleReason::SmallStratum)))
            }
            None => Err(SolveError::Infeasible(self.infeasibility(InfeasibleReason::EvenAsOneClass))),
        }
    }

    /// What the recoder asked for finds.
    fn recoded(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<CellSolution>> {
        let name = if validated.algorithm == AUTO { LOCAL } else { &validated.algorithm };
        let recoder = amidst_spec::catalog::recoder(name)?;
        match validated.side_tables.is_empty() {
            true => {
                let answer = self.recode(recoder, validated, observer)?;
                self.or_classes(answer, validated, observer)
            }
            false => self.recode_without_confidential(recoder, read, validated, observer),
        }
    }

    /// Rows that were read.
    fn read(&self) -> u64 {
        self.rows + self.aside
    }

    /// Rows without a place in some hierarchy, or that were set aside: they are suppressed.
    fn unmapped(&self) -> u64 {
        self.read() - self.points.rows()
    }

    fn obstacle(&self, validated: &ValidatedSpec) -> Option<InfeasibleReason> {
        let limit = validated.suppression_limit(self.read());
        match self.points.rows() {
            placed if placed < validated.links.map_or(validated.k, |(k, _)| k) => {
                Some(InfeasibleReason::TooFewRows { released: placed })
            }
            _ if self.unmapped() > limit => Some(InfeasibleReason::TooManyUnmapped {
                unmapped: self.unmapped() - self.aside,
                nobody: self.aside,
            }),
            _ => None,
        }
    }

    /// Whether there may be a solution, as far as that needs no search.
    fn reachable(&self, validated: &ValidatedSpec) -> Attempt<()> {
        match self.obstacle(validated) {
            None => Ok(()),
            Some(why) => Err(SolveError::Infeasible(self.infeasibility(why))),
        }
    }

    fn infeasibility(&self, why: InfeasibleReason) -> Infeasibility {
        Infeasibility::new(self.points.rows(), self.unmapped(), why)
    }

    /// Classes that meet what is asked, or nothing if all rows together do not. What is asked of all classes together is met
    /// by larger classes: k is doubled until it is.
    fn recode(
        &self,
        recoder: &Recoder,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<CellSolution>> {
        let least = validated.links.map_or(validated.k, |(k, _)| k);
        let mut k = least;
        loop {
            let problem = self.problem(validated, k)?;
            if !problem.is_feasible() {
                return Ok(None);
            }
            let found = recoder.solve(&problem, observer)?;
            observer.go_on()?;
            let found = self.as_shown(found, &problem, validated)?;
            observer.go_on()?;
            if let Some(found) = found
                && self.holds_together(&found, validated)?
            {
                // What is best of larger classes need not be the best.
                let found = PartitionResult {
                    is_optimal: found.is_optimal && k == least,
                    approximation: found.approximation.filter(|_| k == least),
                    ..found
                };
                let found = match recoder.info().method {
                    Method::LocalRecoding => {
                        self.without_outliers(recoder, found, &problem, validated, observer)?
                    }
                    _ => found,
                };
                // A bound takes longer than the quick algorithms do.
                let is_bounded = recoder.name() == LOCAL && !found.is_optimal;
                let bound = if is_bounded {
                    let problem = self.problem(validated, least)?;
                    amidst_cells::bound_around(&problem, &found.partition, observer)
                } else {
                    found.approximation.map_or(0.0, |proved| proved.bound)
                };
                return Ok(Some(CellSolution { algorithm: recoder.name(), found, bound, search: None }));
            }
            let rows = self.points.rows();
            // All rows as one class are the last to be tried.
            k = if k < rows { k.saturating_mul(2).max(2).min(rows) } else { return Ok(None) };
        }
    }

    /// The same classes without rows that may be suppressed, where the others then lose so much less that it pays.
    fn without_outliers(
        &self,
        recoder: &Recoder,
        found: PartitionResult,
        problem: &Problem<'_>,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<PartitionResult> {
        let limit = validated.suppression_limit(self.read()).saturating_sub(self.unmapped());
        // Rows may go that have no place, whatever the algorithm; nothing else may where all others stay.
        if limit == 0 || keeps_rows(validated).is_some() {
            return Ok(found);
        }
        if recoder.name() == Exact::NAME {
            return Ok(exact_without(problem, limit, observer)?);
        }
        let partition =
            amidst_cells::without_outliers(recoder, problem, found.partition.clone(), limit, observer)?;
        let proved = |proved: Approximation| Approximation { ratio: proved.ratio_with_deletion, ..proved };
        let found = PartitionResult { approximation: found.approximation.map(proved), ..found };
        let fewer = PartitionResult { partition, is_optimal: false, ..found };
        // Classes that show something narrower may show the same as others, or no longer hold together.
        let shown = self.as_shown(fewer.clone(), problem, validated)?;
        let holds = shown.is_some_and(|shown| shown.partition == fewer.partition);
        Ok(match holds && self.holds_together(&fewer, validated)? {
            true => fewer,
            false => PartitionResult { is_optimal: false, ..found },
        })
    }

    /// Classes that hold as the file shows them. Those that show the same are one there; where that one fails, it is merged on
    /// with near ones. Nothing, if what classes show does not follow from their rows and they cannot be merged. Only models
    /// that promise nothing about merging can fail here. An average of classes need not be what each of them shows: they are
    /// merged before it is told.
    fn as_shown(
        &self,
        found: PartitionResult,
        problem: &Problem<'_>,
        validated: &ValidatedSpec,
    ) -> Result<Option<PartitionResult>> {
        let is_frail = |it: &Requirement| it.monotonicity() == Monotonicity::None;
        let is_frail = self.aux_columns.requirements()?.iter().any(is_frail);
        let is_average = validated.recoding == RecodingScheme::Averages;
        if !is_frail && !is_average {
            return Ok(Some(found));
        }
        let mut judge = Judge::new(&problem.conditions, &self.points);
        let mut found = found;
        loop {
            let shown = self.classes(&found.partition, validated)?.members(&found.partition);
            let is_told = !is_average || shown.len() == found.partition.len();
            let holds = |class: &Vec<Member>| judge.holds(class.iter().map(|it| (it.point, it.rows)));
            let holds = !is_frail || shown.iter().all(holds);
            if holds && is_told {
                return Ok(Some(found));
            }
            if !holds && (found.partition.has_regions() || shown.len() == 1) {
                return Ok(None);
            }
            let partition = amidst_cells::repaired(problem, shown);
            found = PartitionResult { partition, is_optimal: false, ..found };
        }
    }

    /// Whether what is asked of all classes together holds.
    fn holds_together(&self, found: &PartitionResult, validated: &ValidatedSpec) -> Result<bool> {
        let requirements = self.aux_columns.requirements()?;
        let mut models = requirements.iter().filter_map(|it| it.table_model()).peekable();
        if models.peek().is_none() {
            return Ok(true);
        }
        let sizes = self.classes(&found.partition, validated)?.sizes().collect();
        Ok(models.all(|model| model.holds(&sizes)))
    }

    /// The classes of a partition as the file shows them.
    fn classes(&self, partition: &Partition, validated: &ValidatedSpec) -> Result<Classes> {
        match validated.recoding {
            RecodingScheme::Averages => self.averaged(partition),
            _ => Ok(Classes::of_covers(&self.axes, &self.points, partition)),
        }
    }

    /// Classes of k rows meet (k,k) and global (1,k) too: they are taken where they cost less.
    fn or_classes(
        &self,
        answer: Option<CellSolution>,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<CellSolution>> {
        let is_met = matches!(validated.links, Some((_, Links::KK | Links::GlobalOneK)));
        let answer = match answer {
            Some(answer) if is_met => answer,
            answer => return Ok(answer),
        };
        let classes = self.recode(amidst_spec::catalog::recoder(LOCAL)?, validated, observer)?;
        // A bound on classes is none on links.
        let classes = classes.map(|classes| CellSolution {
            bound: 0.0,
            found: PartitionResult { is_optimal: false, ..classes.found },
            ..classes
        });
        Ok(Some(match classes {
            Some(classes) if self.score(&classes, validated) < self.score(&answer, validated) => classes,
            _ => answer,
        }))
    }

    /// What every class must meet.
    fn conditions(&self, k: u64) -> Result<Conditions> {
        let mut requirements = self.aux_columns.requirements()?;
        if self.aux_columns.people.is_some() {
            let k = Requirement::from(Box::new(KAnonymity::new(k)?));
            requirements.push(k.of_people(self.aux_columns.people));
        }
        Ok(Conditions::new(k, requirements))
    }

    fn problem(&self, validated: &ValidatedSpec, k: u64) -> Result<Problem<'_>> {
        Ok(Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: self.conditions(k)?,
            objective: objective(validated).expect("another objective was refused"),
            split: match validated.split {
                SplitWord::Width => Split::Width,
                SplitWord::Loss => Split::Loss,
                SplitWord::Gain => Split::Gain(
                    self.aux_columns.target.expect("a split by gain without a target was refused"),
                ),
            },
            labels: match validated.labels {
                LabelsWord::Data => Labels::Data,
                LabelsWord::Region => Labels::Region,
            },
            seed: validated.seed,
        })
    }
}
