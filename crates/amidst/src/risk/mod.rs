//! The risk of a table as it stands: who could find someone in it, and which columns make that possible.
//!
//! Needs no hierarchies and writes nothing. Counts only: no cell's value leaves this module.

mod attackers;
mod bits;
mod cell_size;
mod combinations;
mod count;
mod html;
mod items;
mod keys;
mod population;
mod report;
mod sensitive;
mod tell;
pub mod words;

use std::path::Path;

use amidst_audit::{Classes, Grouping};
use amidst_core::{Coded, Error as CoreError, Role, Threshold};
use amidst_io::Want;

use crate::{
    Error, Result,
    job::{StagedText, check_paths, quoted},
    reporting::Reporting,
    source::open,
    spec::Input,
};
use attackers::Odds;
use combinations::Combinations;
use items::Items;
use population::Sample;
use sensitive::Given;
use tell::{Measured, Tell};

pub use cell_size::{Limit, PRESETS, Preset};
pub use population::Population;
pub use report::{
    Attacker, Attackers, BySize, Chance, ColumnRisk, CombinationRisk, CombinationsTold, LimitTold, Marketer,
    MinimalUniqueSets, Part, PopulationUniques, Risk, SensitiveRisk, SizeRange, Uniques,
};

/// Combinations of at most so many columns are looked at unless another size is asked for.
pub const MAX_SIZE: usize = 3;

/// What is asked of a table.
#[derive(Clone, Debug)]
pub struct Question {
    /// The table.
    pub input: Input,
    /// The quasi columns.
    pub quasi: Vec<String>,
    /// Columns whose values must not be learnt.
    pub sensitive: Vec<String>,
    /// From where on a row counts as at risk.
    pub limit: Limit,
    /// The population that the table is a sample of.
    pub population: Population,
    /// The column that says whose a row is: then people are counted, not rows.
    pub respondent: Option<String>,
    /// The largest combinations that are looked at.
    pub max_size: usize,
    /// What the highest risk of the prosecutor must not exceed.
    pub max_risk: Option<Threshold>,
    /// Who reads the answer.
    pub reporting: Reporting,
}

/// Measures the risk of a table.
pub fn risk(question: &Question) -> Result<Risk> {
    let reader = open(&question.input)?;
    let quasi = quasi(question, reader.columns())?;
    let sensitive = once(&question.sensitive, reader.columns())?;
    if let Some(&column) = sensitive.iter().find(|name| quasi.contains(name)) {
        return Err(Error::TwoRoles { column: column.into(), first: Role::Quasi, second: Role::Sensitive });
    }
    let weight = match &question.population {
        Population::Weight(column) => Some(column.as_str()),
        _ => None,
    };
    let respondent = question.respondent.as_deref();
    for (role, name) in [("respondent", respondent), ("weight", weight)] {
        let Some(name) = name else { continue };
        known(name, reader.columns())?;
        if quasi.contains(&name) {
            return Err(Error::Setting(format!(
                "column {name:?} is quasi and {role}; it can be one of them only"
            )));
        }
    }
    let (file, decimal) = (reader.file().to_owned(), reader.layout().decimal);
    let others = [respondent, weight];
    let wanted =
        |name: &str| quasi.contains(&name) || sensitive.contains(&name) || others.contains(&Some(name));
    let table = reader.read(|name| if wanted(name) { Want::Code } else { Want::Drop })?.table;
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file });
    }
    let coded = |name: &str| table.column(name).and_then(|column| column.coded()).expect("it is coded");
    let columns: Vec<&Coded> = quasi.iter().map(|name| coded(name)).collect();
    let people = respondent.map(|name| whose(name, coded(name))).transpose()?;
    let weights = weight.map(|name| population::weights(name, coded(name), decimal)).transpose()?;
    let items = Items::of(table.rows(), &columns, people, weights.as_deref());
    let sample = Sample { quasi: &quasi, columns: &columns, respondent };
    let secrets: Vec<(&str, &Coded)> = sensitive.iter().map(|&name| (name, coded(name))).collect();
    let measured = measure(question, table.rows(), &items, &sample, &secrets)?;
    Ok(Tell::new(question, &quasi, &measured).risk())
}

fn measure(
    question: &Question,
    rows: usize,
    items: &Items,
    sample: &Sample,
    secrets: &[(&str, &Coded)],
) -> Result<Measured> {
    let by_people = items.people.is_some();
    let mut classes = items.classes();
    let known = question.population.look_up(items, &mut classes, sample)?;
    Ok(Measured {
        rows: rows as u64,
        by_people,
        sizes: classes.iter().map(|class| class.size).collect(),
        k_wildcard: (!by_people).then(|| Classes::of(rows, sample.columns).k_wildcard),
        prosecutor: Odds::of_prosecutor(&classes, question.limit),
        journalist: Odds::of_journalist(&classes, question.limit),
        known,
        combinations: Combinations::of(items, question.max_size),
        sensitive: match secrets.is_empty() {
            true => Vec::new(),
            false => given(rows, sample, secrets),
        },
    })
}

/// What the classes give away of the sensitive columns.
fn given(rows: usize, sample: &Sample, secrets: &[(&str, &Coded)]) -> Vec<Given> {
    let grouping = Grouping::of(rows, sample.columns);
    secrets.iter().map(|(name, column)| Given::new(name, column, &grouping)).collect()
}

/// The quasi columns, each once.
fn quasi<'a>(question: &'a Question, header: &[String]) -> Result<Vec<&'a str>> {
    if question.quasi.is_empty() {
        return Err(Error::Setting(format!(
            "no column is quasi; name those an outsider could know with --quasi. The columns are {}",
            quoted(header)
        )));
    }
    once(&question.quasi, header)
}

/// Columns of the table, each once.
fn once<'a>(names: &'a [String], header: &[String]) -> Result<Vec<&'a str>> {
    let mut columns: Vec<&str> = Vec::new();
    for name in names {
        known(name, header)?;
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    Ok(columns)
}

fn known(name: &str, header: &[String]) -> Result<()> {
    match header.iter().any(|column| column == name) {
        true => Ok(()),
        false => Err(CoreError::unknown_column(name, header).into()),
    }
}

/// The column that says whose a row is; every row must be someone's.
fn whose<'a>(name: &str, column: &'a Coded) -> Result<&'a Coded> {
    let missing = column.dictionary.missing();
    let missing = column.codes.iter().filter(|&code| Some(code) == missing).count();
    match missing {
        0 => Ok(column),
        _ => Err(Error::Setting(format!(
            "column {name:?}: {missing} of its cells are missing; every row must say whose it is"
        ))),
    }
}

/// A page for people, free to be written.
pub struct Page<'a>(&'a Path);

impl<'a> Page<'a> {
    /// Checks that the file is none that is read, is not in the way, and has a folder.
    pub fn check(path: &'a Path, question: &Question, overwrite: bool) -> Result<Self> {
        let mut inputs = vec![Path::new(&question.input.path)];
        if let Population::Table(input) = &question.population {
            inputs.push(Path::new(&input.path));
        }
        check_paths([("report", path)].into_iter(), &inputs, overwrite)?;
        Ok(Self(path))
    }

    /// Writes the page, and says where.
    pub fn write(self, risk: &Risk) -> Result<String> {
        StagedText::write(self.0, &html::html(risk))?.commit()
    }
}

#[cfg(test)]
mod tests;
