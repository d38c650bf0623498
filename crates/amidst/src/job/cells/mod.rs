//! From a table to a release recoded cell by cell: columns become axes, rows points, and a recoder puts them into classes.

mod column;
mod shown;

use amidst_cells::{Axis, Conditions, Found, Labels, Measured, Objective, Points, Problem, Recoder, Split};
use amidst_core::{Codes, Control, Model};
use amidst_metrics::{Aggregate, Gcp, Loss};
use amidst_search::{Preference, Requirement};

use super::{
    Ask, Read, Surroundings,
    quasi::placed_rows,
    solve::Deadline,
    solved::{Cellwise, Solved, Way},
    unsolved::{Unsolved, Why},
};
use crate::{
    Error, Result, Watch,
    requirements::Companions,
    spec::{LabelsWord, SplitWord},
    summary::{self, Risk, Rows},
};
use column::AxisColumn;
use shown::Classes;

/// What recodes cell by cell if that is left to us.
const LOCAL: &str = "local";

/// Everything a recoder needs, and what leads from its answer back to the rows.
struct Posed {
    axes: Vec<Axis>,
    columns: Vec<AxisColumn>,
    points: Points,
    point_of_row: Vec<u32>,
    /// The rows that take part, if some do not.
    placed: Option<Vec<u32>>,
    rows: u64,
    companions: Companions,
}

/// Recodes a table cell by cell.
pub fn solve(read: &Read, ask: &Ask, watch: &dyn Watch) -> Result<std::result::Result<Solved, Unsolved>> {
    check(ask)?;
    let posed = Posed::new(read, ask)?;
    if let Some(why) = posed.obstacle(ask) {
        return Ok(Err(posed.unsolved(why)));
    }
    let control = Deadline::new(watch, ask);
    let recoder = amidst_cells::recoder(if ask.algorithm == Ask::AUTO { LOCAL } else { &ask.algorithm })?;
    let Some((problem, found)) = posed.recode(recoder, ask, &control)? else {
        return Ok(Err(posed.unsolved(Why::EvenAsOneClass)));
    };
    Ok(Ok(posed.solved(recoder, &problem, found, ask)))
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
    if !ask.combinations.is_empty() {
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
    fn new(read: &Read, ask: &Ask) -> Result<Self> {
        let surroundings = Surroundings::new(&read.layout, ask.missing.clone());
        let (axes, columns) = AxisColumn::all(read, &surroundings)?;
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
        Ok(Self { axes, columns, points, point_of_row, placed, rows: read.table.rows() as u64, companions })
    }

    /// Rows without a place in some hierarchy, which are suppressed.
    fn unplaced(&self) -> u64 {
        self.rows - self.points.rows()
    }

    fn obstacle(&self, ask: &Ask) -> Option<Why> {
        let limit = ask.suppression.of(self.rows).min(self.rows.saturating_sub(ask.k));
        match self.points.rows() {
            placed if placed < ask.k => Some(Why::TooFewRows(placed)),
            _ if self.unplaced() > limit => Some(Why::TooManyUnplaced(self.unplaced())),
            _ => None,
        }
    }

    fn unsolved(&self, why: Why) -> Unsolved {
        Unsolved::new(self.points.rows(), self.unplaced(), why)
    }

    /// Classes that meet what is asked, or nothing if all rows together do not. What is asked of all classes together is
    /// met by larger classes: k is doubled until it is.
    fn recode(
        &self,
        recoder: &dyn Recoder,
        ask: &Ask,
        control: &dyn Control,
    ) -> Result<Option<(Problem<'_>, Found)>> {
        let mut k = ask.k;
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
                return Ok(Some((problem, found)));
            }
            k = k.saturating_mul(2).max(2);
        }
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

    fn solved(&self, recoder: &dyn Recoder, problem: &Problem<'_>, found: Found, ask: &Ask) -> Solved {
        let measured = Measured::new(problem.axes, &self.points, &found.partition);
        let classes = Classes::new(problem.axes, &self.points, &found.partition);
        let class_of_point = found.partition.class_of_row(&self.points, &self.point_of_row);
        let class_of_row = classes.of_rows(&class_of_point, self.placed.as_deref(), self.rows as usize);
        let rows = Rows { r#in: self.rows, out: self.points.rows(), suppressed: self.unplaced() };
        let loss = losses(&measured, &classes, problem, rows);
        let value = loss.iter().find(|(name, _)| *name == ask.objective).map_or(0.0, |(_, value)| *value);
        let counts: Vec<summary::Cells> = measured
            .columns
            .iter()
            .map(|column| summary::Cells { changed: column.changed, suppressed: column.suppressed })
            .collect();
        let warnings: Vec<String> = self.columns.iter().filter_map(AxisColumn::warning).collect();
        let (codes, of_class) = classes.witness(&class_of_row);
        Solved {
            recoded: classes.recoded(&self.columns),
            way: Way::Cells(Cellwise {
                classes: codes,
                of_class,
                shown: self.columns.iter().map(|column| column.shown()).collect(),
                counts,
            }),
            class_of_row,
            paths_looked_at: self.companions.paths.clone(),
            is_optimal: value == 0.0,
            gap: if value == 0.0 { 0.0 } else { 1.0 },
            algorithm: recoder.name(),
            outcome: if found.is_finished { "found" } else { "stopped" },
            rows,
            objective: summary::Objective { name: ask.objective.clone(), value },
            loss,
            prefer: None,
            risk_before: self.risk(),
            search: None,
            warnings,
        }
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

/// Every measure that has a meaning without levels.
fn losses(measured: &Measured, classes: &Classes, problem: &Problem<'_>, rows: Rows) -> Vec<(String, f64)> {
    let weights: Vec<f64> = problem.axes.iter().map(|axis| axis.weight).collect();
    let of = |aggregate: Aggregate, value: fn(&amidst_cells::ColumnLoss) -> f64| {
        aggregate.mean(&measured.columns.iter().map(value).collect::<Vec<_>>(), &weights)
    };
    let squares: f64 = classes.sizes().map(|size| (size * size) as f64).sum();
    // As for full-domain recoding: a suppressed row is taken for any row, and all of them are one more class.
    let suppressed = rows.suppressed as f64;
    let all = classes.len() as u64 + u64::from(rows.suppressed > 0);
    let measures = [
        (Loss::NAME, of(Loss::AGGREGATE, |column| column.loss)),
        (
            amidst_metrics::Precision::NAME,
            of(amidst_metrics::Precision::AGGREGATE, |column| column.precision),
        ),
        (amidst_metrics::Discernibility::NAME, squares + suppressed * rows.r#in as f64),
        (amidst_metrics::AverageClassSize::NAME, rows.r#in as f64 / all.max(1) as f64),
        (Gcp::NAME, of(Gcp::AGGREGATE, |column| column.gcp)),
        ("suppression", suppressed / rows.r#in as f64),
    ];
    measures.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
