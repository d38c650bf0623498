//! From a table to a release recoded cell by cell: columns become axes, rows points, and a recoder puts them into classes.

mod blanks;
mod caveats;
mod column;
mod dealt;
mod groups;
mod named;
mod partition_summary;
mod shown;
mod views;

use std::sync::Arc;

use amidst_cells::{
    Axis, Conditions, Judge, Labels, Member, Objective, Partition, PartitionResult, Points, Problem, Recoder,
    Split,
};
use amidst_core::{Codes, Monotonicity, Observer, model::Links};
use amidst_metrics::{Gcp, Loss};
use amidst_models::KAnonymity;
use amidst_search::{Preference, Requirement};
use amidst_spec::{
    Error, Result,
    ask::Ask,
    names::AUTO,
    quasi::{Surroundings, placed_rows},
    scheme::Scheme,
    spec::{LabelsWord, SplitWord},
};

use super::{
    Dataset,
    solve::Deadline,
    solved::Solved,
    unsolved::{Unsolved, Why},
};
use crate::job::Companions;
use column::{AxisColumn, AxisKind};
use shown::Classes;

/// What recodes cell by cell if that is left to us.
const LOCAL: &str = "local";

/// Everything a recoder needs, and what leads from its answer back to the rows.
struct Posed {
    axes: Vec<Axis>,
    columns: Arc<[AxisColumn]>,
    points: Points,
    point_of_row: Vec<u32>,
    /// The rows that take part, if some do not.
    placed: Option<Arc<[u32]>>,
    /// Rows of the table.
    rows: u64,
    /// Rows that were set aside, which are not in the table.
    aside: u64,
    companions: Arc<Companions>,
}

/// Classes, and who found them.
struct Answer {
    algorithm: &'static str,
    found: PartitionResult,
    /// No partition that meets what is asked scores below this.
    bound: f64,
}

/// Recodes a table cell by cell.
pub fn solve(
    read: &Dataset,
    ask: &Ask,
    observer: &dyn Observer,
) -> Result<std::result::Result<Solved, Unsolved>> {
    check(ask)?;
    let lay = match ask.recoding {
        Scheme::Blanks | Scheme::Fragments => AxisKind::Blanks,
        Scheme::LevelsAndBlanks => AxisKind::Labels,
        _ => AxisKind::Natural,
    };
    let posed = Posed::new(read, ask, lay)?;
    if let Some(why) = posed.obstacle(ask) {
        return Ok(Err(posed.unsolved(why)));
    }
    let observer = Deadline::new(observer, ask);
    let answer = match ask.recoding {
        Scheme::Fragments => return posed.group(ask, &observer),
        Scheme::Blanks => posed.blank(ask, &observer)?,
        Scheme::LevelsAndBlanks => match posed.blank_at_best_levels(read, ask, &observer)? {
            Some((posed, answer)) => return posed.solved(answer, read, ask).map(Ok),
            None => None,
        },
        _ => {
            let name = if ask.algorithm == AUTO { LOCAL } else { &ask.algorithm };
            let recoder = amidst_cells::recoder(name)?;
            match ask.apart.is_empty() {
                true => {
                    let answer = posed.recode(recoder, ask, &observer)?;
                    posed.or_classes(answer, ask, &observer)?
                }
                false => posed.recode_without_confidential(recoder, read, ask, &observer)?,
            }
        }
    };
    match answer {
        Some(answer) => posed.solved(answer, read, ask).map(Ok),
        None if !ask.strata.is_empty() => Ok(Err(posed.unsolved(Why::SmallStratum))),
        None => Ok(Err(posed.unsolved(Why::EvenAsOneClass))),
    }
}

/// Refuses what has no meaning without levels.
fn check(ask: &Ask) -> Result<()> {
    let refuse = |words: String| Err(Error::Setting(words));
    if ask.prefer != Preference::OBJECTIVE {
        return refuse(format!(
            "prefer = {:?} chooses among nodes, and recoding cell by cell has none",
            ask.prefer
        ));
    }
    if objective(ask).is_none() {
        return refuse(format!(
            "objective = {:?}: recoding cell by cell minimizes loss or gcp; choose one of them",
            ask.objective
        ));
    }
    if ask.aggregate.is_some() {
        return refuse(
            "aggregate: recoding cell by cell takes the usual mean of its objective; leave it out".into(),
        );
    }
    if !ask.combinations.is_empty() && ask.recoding == Scheme::Cells {
        return refuse(
            "combinations are asked of columns at one level, or of cells that are blanked; write generalize = \"none\" \
             and suppress = \"cell\", or leave combinations out"
                .into(),
        );
    }
    match ask.requirements.iter().find(|it| it.asked.needs_population()) {
        Some(it) => refuse(format!(
            "{} counts people of a population by what a whole column shows; recoding cell by cell cannot ask for it",
            it.asked.id()
        )),
        None => Ok(()),
    }
}

fn objective(ask: &Ask) -> Option<Objective> {
    match &*ask.objective {
        Loss::NAME => Some(Objective::Loss),
        Gcp::NAME => Some(Objective::Gcp),
        _ => None,
    }
}

impl Posed {
    fn new(read: &Dataset, ask: &Ask, lay: AxisKind) -> Result<Self> {
        let surroundings = Surroundings::new(&read.layout, ask.missing.clone());
        let (axes, columns) = AxisColumn::all(read, &surroundings, lay)?;
        let companions = Companions::new(read, ask, &surroundings)?;
        let covered: Vec<_> = columns.iter().filter_map(AxisColumn::covered).collect();
        let coded: Vec<_> = covered.iter().map(|column| read.looked_at(&column.name)).collect();
        let coded: Vec<_> =
            coded.iter().map(|column| column.coded().expect("quasi columns are coded")).collect();
        let placed = placed_rows(&covered, &coded, read.barred.as_deref(), read.table.rows());
        let codes = |(axis, column): (&Axis, &AxisColumn)| {
            (column.codes(read, placed.as_deref(), axis.values()), axis.values())
        };
        let codes: Vec<(Codes, u32)> = axes.iter().zip(&columns).map(codes).collect();
        let (points, point_of_row) = Points::collapse(&codes, &companions.of_rows(placed.as_deref()))?;
        Ok(Self {
            axes,
            columns: columns.into(),
            points,
            point_of_row,
            placed: placed.map(Arc::from),
            rows: read.table.rows() as u64,
            aside: read.aside,
            companions: Arc::new(companions),
        })
    }

    /// Rows that were read.
    fn read(&self) -> u64 {
        self.rows + self.aside
    }

    /// Rows without a place in some hierarchy, or that were set aside: they are suppressed.
    fn unplaced(&self) -> u64 {
        self.read() - self.points.rows()
    }

    fn obstacle(&self, ask: &Ask) -> Option<Why> {
        let limit = ask.suppression_limit(self.read());
        match self.points.rows() {
            placed if placed < ask.links.map_or(ask.k, |(k, _)| k) => Some(Why::TooFewRows(placed)),
            _ if self.unplaced() > limit => {
                Some(Why::TooManyUnplaced { unplaced: self.unplaced() - self.aside, nobody: self.aside })
            }
            _ => None,
        }
    }

    fn unsolved(&self, why: Why) -> Unsolved {
        Unsolved::new(self.points.rows(), self.unplaced(), why)
    }

    /// Classes that meet what is asked, or nothing if all rows together do not. What is asked of all classes together is met
    /// by larger classes: k is doubled until it is.
    fn recode(&self, recoder: &dyn Recoder, ask: &Ask, observer: &dyn Observer) -> Result<Option<Answer>> {
        let least = ask.links.map_or(ask.k, |(k, _)| k);
        let mut k = least;
        loop {
            let problem = self.problem(ask, k)?;
            if !problem.is_feasible() {
                return Ok(None);
            }
            let found = self.as_shown(recoder.recode(&problem, observer)?, &problem, ask)?;
            if let Some(found) = found
                && self.holds_together(&found, ask)?
            {
                // What is best of larger classes need not be the best.
                let found = PartitionResult { is_optimal: found.is_optimal && k == least, ..found };
                // A bound takes longer than the quick algorithms do.
                let is_bounded = recoder.name() == LOCAL && !found.is_optimal;
                let bound =
                    if is_bounded { amidst_cells::bound(&self.problem(ask, least)?, observer) } else { 0.0 };
                return Ok(Some(Answer { algorithm: recoder.name(), found, bound }));
            }
            let rows = self.points.rows();
            // All rows as one class are the last to be tried.
            k = if k < rows { k.saturating_mul(2).max(2).min(rows) } else { return Ok(None) };
        }
    }
    /// Classes that hold as the file shows them. Those that show the same are one there; where that one fails, it is merged on
    /// with near ones. Nothing, if what classes show does not follow from their rows and they cannot be merged. Only models
    /// that promise nothing about merging can fail here. An average of classes need not be what each of them shows: they are
    /// merged before it is told.
    fn as_shown(
        &self,
        found: PartitionResult,
        problem: &Problem<'_>,
        ask: &Ask,
    ) -> Result<Option<PartitionResult>> {
        let is_frail = |it: &Requirement| it.monotonicity() == Monotonicity::None;
        let is_frail = self.companions.requirements()?.iter().any(is_frail);
        let is_average = ask.recoding == Scheme::Averages;
        if !is_frail && !is_average {
            return Ok(Some(found));
        }
        let mut judge = Judge::new(&problem.conditions, &self.points);
        let mut found = found;
        loop {
            let shown = self.classes(&found.partition, ask)?.members(&found.partition);
            let is_told = !is_average || shown.len() == found.partition.len();
            let holds = |class: &Vec<Member>| judge.holds(class.iter().map(|it| (it.point, it.rows)));
            let holds = !is_frail || shown.iter().all(holds);
            if holds && is_told {
                return Ok(Some(found));
            }
            if !holds && (found.partition.has_regions() || shown.len() == 1) {
                return Ok(None);
            }
            let partition = amidst_cells::mended(problem, shown);
            found = PartitionResult { partition, is_optimal: false, ..found };
        }
    }

    /// Whether what is asked of all classes together holds.
    fn holds_together(&self, found: &PartitionResult, ask: &Ask) -> Result<bool> {
        let requirements = self.companions.requirements()?;
        let mut models = requirements.iter().filter_map(|it| it.table_model()).peekable();
        if models.peek().is_none() {
            return Ok(true);
        }
        let sizes = self.classes(&found.partition, ask)?.sizes().collect();
        Ok(models.all(|model| model.holds(&sizes)))
    }

    /// The classes of a partition as the file shows them.
    fn classes(&self, partition: &Partition, ask: &Ask) -> Result<Classes> {
        match ask.recoding {
            Scheme::Averages => self.averaged(partition),
            _ => Ok(Classes::of_covers(&self.axes, &self.points, partition)),
        }
    }

    /// Classes of k rows meet (k,k) and global (1,k) too: they are taken where they cost less.
    fn or_classes(
        &self,
        answer: Option<Answer>,
        ask: &Ask,
        observer: &dyn Observer,
    ) -> Result<Option<Answer>> {
        let is_met = matches!(ask.links, Some((_, Links::KK | Links::GlobalOneK)));
        let answer = match answer {
            Some(answer) if is_met => answer,
            answer => return Ok(answer),
        };
        let classes = self.recode(amidst_cells::recoder(LOCAL)?, ask, observer)?;
        // A bound on classes is none on links.
        let classes = classes.map(|classes| Answer {
            bound: 0.0,
            found: PartitionResult { is_optimal: false, ..classes.found },
            ..classes
        });
        Ok(Some(match classes {
            Some(classes) if self.score(&classes, ask) < self.score(&answer, ask) => classes,
            _ => answer,
        }))
    }

    fn problem(&self, ask: &Ask, k: u64) -> Result<Problem<'_>> {
        let mut requirements = self.companions.requirements()?;
        if self.companions.people.is_some() {
            let k = Requirement::from(Box::new(KAnonymity::new(k)?));
            requirements.push(k.of_people(self.companions.people));
        }
        Ok(Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: Conditions::new(k, requirements),
            objective: objective(ask).expect("another objective was refused"),
            split: match ask.split {
                SplitWord::Width => Split::Width,
                SplitWord::Loss => Split::Loss,
                SplitWord::Gain => {
                    Split::Gain(self.companions.target.expect("a split by gain without a target was refused"))
                }
            },
            labels: match ask.labels {
                LabelsWord::Data => Labels::Data,
                LabelsWord::Region => Labels::Region,
            },
            seed: ask.seed,
        })
    }
}
