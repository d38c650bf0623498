//! From a table to a release recoded cell by cell: columns become axes, rows points, and a recoder puts them into classes.

mod blanks;
mod column;
mod groups;
mod shown;

use std::sync::Arc;

use amidst_cells::{
    Axis, ColumnLoss, Conditions, Found, Labels, Measured, Objective, Partition, Points, Problem, Recoder,
    Split, Summary,
};
use amidst_core::{Codes, Control, Model, model::Links};
use amidst_metrics::{Aggregate, AverageClassSize, Discernibility, Gcp, Loss, Precision};
use amidst_search::{Preference, Requirement};

use super::{
    Ask, Read, Scheme, Surroundings,
    quasi::placed_rows,
    quoted,
    solve::Deadline,
    solved::{Cellwise, Shown, Solved, Way},
    unsolved::{Unsolved, Why},
};
use crate::{
    Error, Result, Watch,
    requirements::Companions,
    spec::{LabelsWord, SplitWord},
    summary::{self, Risk, Rows},
};
use column::{AxisColumn, Lay};
use shown::Classes;

pub use blanks::NAME as LOCAL_SUPPRESSION;

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
    rows: u64,
    companions: Arc<Companions>,
}

/// Classes, and who found them.
struct Answer {
    algorithm: &'static str,
    found: Found,
    /// No partition that meets what is asked scores below this.
    bound: f64,
}

/// Recodes a table cell by cell.
pub fn solve(read: &Read, ask: &Ask, watch: &dyn Watch) -> Result<std::result::Result<Solved, Unsolved>> {
    check(ask)?;
    let lay = match ask.recoding {
        Scheme::Blanks | Scheme::Fragments => Lay::Blanks,
        Scheme::LevelsAndBlanks => Lay::Labels,
        _ => Lay::Natural,
    };
    let posed = Posed::new(read, ask, lay)?;
    if let Some(why) = posed.obstacle(ask) {
        return Ok(Err(posed.unsolved(why)));
    }
    let control = Deadline::new(watch, ask);
    let answer = match ask.recoding {
        Scheme::Fragments => return posed.group(ask, &control),
        Scheme::Blanks => posed.blank(ask, &control)?,
        Scheme::LevelsAndBlanks => match posed.blank_at_best_levels(read, ask, &control)? {
            Some((posed, answer)) => return posed.solved(answer, ask).map(Ok),
            None => None,
        },
        _ => {
            let name = if ask.algorithm == Ask::AUTO { LOCAL } else { &ask.algorithm };
            let answer = posed.recode(amidst_cells::recoder(name)?, ask, &control)?;
            posed.or_classes(answer, ask, &control)?
        }
    };
    match answer {
        Some(answer) => posed.solved(answer, ask).map(Ok),
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
    fn new(read: &Read, ask: &Ask, lay: Lay) -> Result<Self> {
        let surroundings = Surroundings::new(&read.layout, ask.missing.clone());
        let (axes, columns) = AxisColumn::all(read, &surroundings, lay)?;
        let companions = Companions::new(read, ask, &surroundings)?;
        let covered: Vec<_> = columns.iter().filter_map(AxisColumn::covered).collect();
        let coded: Vec<_> = covered.iter().map(|column| read.looked_at(&column.name)).collect();
        let coded: Vec<_> =
            coded.iter().map(|column| column.coded().expect("quasi columns are coded")).collect();
        let placed = placed_rows(&covered, &coded);
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
            companions: Arc::new(companions),
        })
    }

    /// Rows without a place in some hierarchy, which are suppressed.
    fn unplaced(&self) -> u64 {
        self.rows - self.points.rows()
    }

    fn obstacle(&self, ask: &Ask) -> Option<Why> {
        let limit = ask.suppression.of(self.rows).min(self.rows.saturating_sub(ask.k));
        match self.points.rows() {
            placed if placed < ask.links.map_or(ask.k, |(k, _)| k) => Some(Why::TooFewRows(placed)),
            _ if self.unplaced() > limit => Some(Why::TooManyUnplaced(self.unplaced())),
            _ => None,
        }
    }

    fn unsolved(&self, why: Why) -> Unsolved {
        Unsolved::new(self.points.rows(), self.unplaced(), why)
    }

    /// Classes that meet what is asked, or nothing if all rows together do not. What is asked of all classes together is
    /// met by larger classes: k is doubled until it is.
    fn recode(&self, recoder: &dyn Recoder, ask: &Ask, control: &dyn Control) -> Result<Option<Answer>> {
        let mut k = ask.links.map_or(ask.k, |(k, _)| k);
        loop {
            let problem = self.problem(ask, k)?;
            if !problem.is_feasible() {
                return Ok(None);
            }
            let found = recoder.recode(&problem, control)?;
            let sizes = (0..found.partition.len()).map(|class| found.partition.rows(class)).collect();
            let is_met = |it: &Requirement| match &it.model {
                Model::Table(model) => model.holds(&sizes),
                Model::Class(_) => true,
            };
            if self.companions.requirements()?.iter().all(is_met) {
                // A bound takes longer than the quick algorithms do.
                let is_bounded = recoder.name() == LOCAL && !found.is_optimal;
                let bound = if is_bounded { amidst_cells::bound(&problem, control) } else { 0.0 };
                return Ok(Some(Answer { algorithm: recoder.name(), found, bound }));
            }
            k = k.saturating_mul(2).max(2);
        }
    }

    /// Classes of k rows meet (k,k) and global (1,k) too: they are taken where they cost less.
    fn or_classes(&self, answer: Option<Answer>, ask: &Ask, control: &dyn Control) -> Result<Option<Answer>> {
        let is_met = matches!(ask.links, Some((_, Links::KK | Links::GlobalOneK)));
        let answer = match answer {
            Some(answer) if is_met => answer,
            answer => return Ok(answer),
        };
        let classes = self.recode(amidst_cells::recoder(LOCAL)?, ask, control)?;
        // A bound on classes is none on links.
        let classes = classes.map(|classes| Answer {
            bound: 0.0,
            found: Found { is_optimal: false, ..classes.found },
            ..classes
        });
        Ok(Some(match classes {
            Some(classes) if self.score(&classes, ask) < self.score(&answer, ask) => classes,
            _ => answer,
        }))
    }

    fn problem(&self, ask: &Ask, k: u64) -> Result<Problem<'_>> {
        Ok(Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: Conditions::new(k, self.companions.requirements()?),
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

    fn solved(&self, answer: Answer, ask: &Ask) -> Result<Solved> {
        let Answer { algorithm, found, bound } = answer;
        let partition = &found.partition;
        let outlook = match ask.recoding {
            Scheme::Averages => self.averages(partition, ask)?,
            _ => self.covers(partition, ask),
        };
        let Outlook { classes, shown, counts, losses, objective } = outlook;
        let part_of_row = partition.class_of_row(&self.points, &self.point_of_row);
        let class_of_row = classes.of_rows(&part_of_row, self.placed.as_deref(), self.rows as usize);
        let rows = Rows { r#in: self.rows, out: self.points.rows(), suppressed: self.unplaced() };
        let odd = self.columns.iter().filter_map(AxisColumn::warning);
        let warnings: Vec<String> = odd
            .chain(blanks::reading(&classes, ask))
            .chain(untrue(ask))
            .chain(unlinked(ask))
            .chain(in_view(ask))
            .collect();
        let blank =
            "a blank was taken for any value; read as values of their own, blanks may leave smaller classes";
        let wild = blanks::is_wild(ask).then(|| blank.to_owned());
        let (codes, of_class) = classes.witness(&class_of_row);
        Ok(Solved {
            caveats: untrue(ask).into_iter().chain(unlinked(ask)).chain(wild).collect(),
            recoded: classes.recoded(&self.columns),
            way: Way::Cells(Cellwise { classes: codes, of_class, shown, counts }),
            class_of_row,
            paths_looked_at: self.companions.paths.clone(),
            is_optimal: found.is_optimal || bound >= objective.value,
            gap: if found.is_optimal || bound >= objective.value {
                0.0
            } else {
                1.0 - bound / objective.value
            },
            algorithm,
            outcome: if found.is_finished { "found" } else { "stopped" },
            rows,
            loss: losses
                .into_iter()
                .chain(sizes(&classes, rows))
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            objective,
            prefer: None,
            risk_before: self.risk(),
            search: None,
            warnings,
        })
    }

    /// Classes that show what covers their rows.
    fn covers(&self, partition: &Partition, ask: &Ask) -> Outlook {
        let measured = Measured::new(&self.axes, &self.points, partition);
        let losses = losses(&measured, &self.axes);
        let value = losses.iter().find(|(name, _)| *name == ask.objective).map_or(0.0, |(_, value)| *value);
        let classes = Classes::of_covers(&self.axes, &self.points, partition);
        let cells =
            |column: &ColumnLoss| summary::Cells { changed: column.changed, suppressed: column.suppressed };
        let mut counts: Vec<summary::Cells> = measured.columns.iter().map(cells).collect();
        if ask.recoding.blanks() {
            // A cell that was missing before was not blanked.
            let blanked = classes.changed(&self.axes, &self.points, partition);
            for (cells, blanked) in counts.iter_mut().zip(blanked) {
                let changed = cells.changed - (cells.suppressed - blanked);
                *cells = summary::Cells { changed, suppressed: blanked };
            }
        }
        Outlook {
            classes,
            shown: self.columns.iter().map(AxisColumn::shown).collect(),
            counts,
            losses,
            objective: summary::Objective { name: ask.objective.clone(), value },
        }
    }

    /// Classes that show averages of their rows.
    fn averages(&self, partition: &Partition, ask: &Ask) -> Result<Outlook> {
        let columns = self.axes.iter().zip(&*self.columns);
        let summaries: Vec<Summary<'_>> = columns
            .map(|(axis, column)| {
                let summary = Summary::new(axis, column.aggregate, column.kind)?;
                Ok(if column.has_comma { summary.with_comma() } else { summary })
            })
            .collect::<amidst_core::Result<_>>()?;
        let classes = Classes::of_averages(&summaries, &self.points, partition);
        let changed = classes.changed(&self.axes, &self.points, partition);
        let value = amidst_cells::information_loss(&self.problem(ask, ask.k)?, partition);
        Ok(Outlook {
            shown: self.columns.iter().map(|column| Shown::Average(column.aggregate)).collect(),
            counts: changed.into_iter().map(|changed| summary::Cells { changed, suppressed: 0 }).collect(),
            losses: vec![(INFORMATION_LOSS, value)],
            objective: summary::Objective { name: INFORMATION_LOSS.into(), value },
            classes,
        })
    }

    /// The risk in the source, values as they are. Points that differ in companions alone are one class.
    fn risk(&self) -> Risk {
        let mut sizes: Vec<u64> = Vec::new();
        let mut before: Option<&[u32]> = None;
        for point in 0..self.points.len() as u32 {
            let (codes, rows) = (self.points.codes(point), u64::from(self.points.count(point)));
            match sizes.last_mut().filter(|_| before == Some(codes)) {
                Some(size) => *size += rows,
                None => sizes.push(rows),
            }
            before = Some(codes);
        }
        Risk::new(self.points.rows(), sizes.len() as u64, sizes.into_iter().min().unwrap_or(0))
    }
}

/// What classes show, and what that costs.
struct Outlook {
    classes: Classes,
    shown: Vec<Shown>,
    counts: Vec<summary::Cells>,
    losses: Vec<(&'static str, f64)>,
    objective: summary::Objective,
}

/// The share of the variance that is lost within classes, in percent.
const INFORMATION_LOSS: &str = "information-loss";

/// Every measure of cells that has a meaning without levels.
fn losses(measured: &Measured, axes: &[Axis]) -> Vec<(&'static str, f64)> {
    let weights: Vec<f64> = axes.iter().map(|axis| axis.weight).collect();
    let of = |aggregate: Aggregate, value: fn(&ColumnLoss) -> f64| {
        aggregate.mean(&measured.columns.iter().map(value).collect::<Vec<_>>(), &weights)
    };
    vec![
        (Loss::NAME, of(Loss::AGGREGATE, |column| column.loss)),
        (Precision::NAME, of(Precision::AGGREGATE, |column| column.precision)),
        (Gcp::NAME, of(Gcp::AGGREGATE, |column| column.gcp)),
    ]
}

/// Every measure of the sizes of classes. As for full-domain recoding, a suppressed row is taken for any row, and all of
/// them are one more class.
fn sizes(classes: &Classes, rows: Rows) -> Vec<(&'static str, f64)> {
    let squares: f64 = classes.sizes().map(|size| (size * size) as f64).sum();
    let suppressed = rows.suppressed as f64;
    let all = classes.len() as u64 + u64::from(rows.suppressed > 0);
    vec![
        (Discernibility::NAME, squares + suppressed * rows.r#in as f64),
        (AverageClassSize::NAME, rows.r#in as f64 / all.max(1) as f64),
        ("suppression", suppressed / rows.r#in as f64),
    ]
}

/// Against whom links protect, in words.
fn unlinked(ask: &Ask) -> Option<String> {
    let words = match ask.links?.1 {
        Links::OneK | Links::KOne => {
            "by itself it is no protection: a few cells generalized to the top may be all there is to it"
        }
        Links::KK => {
            "it protects against who knows the quasi values of one person, not of everybody in the table"
        }
        Links::GlobalOneK => {
            "it protects against who knows the quasi values of everybody in the table; rows that show the same may be fewer"
        }
    };
    Some(format!("what is asked is weaker than k-anonymity: {words}"))
}

/// What views show, in words.
fn in_view(ask: &Ask) -> Option<String> {
    (!ask.apart.is_empty()).then(|| {
        format!(
            "confidential columns stand as they are, each in its own view: {}; if an outsider knows one of them, its view \
             singles people out",
            quoted(&ask.apart)
        )
    })
}

/// That averages are not true, in words.
fn untrue(ask: &Ask) -> Option<String> {
    (ask.recoding == Scheme::Averages).then(|| {
        format!(
            "{} is perturbative: quasi columns show averages of classes, and a row's values are no longer true",
            ask.algorithm
        )
    })
}
