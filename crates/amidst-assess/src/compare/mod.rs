//! What was lost between an original and a release, column by column: for people, as JSON and as a page.
//!
//! Any two tables with columns of the same name can be compared, whoever made the release. Rows need not be in the same
//! order: nothing here looks at which row became which. What a label of the release stands for is found out from a
//! hierarchy, if one is known, or read from the label itself.

mod column;
mod correlation;
mod days;
mod distance;
mod finding;
mod html;
mod known;
mod labels;
mod moments;
mod queries;
mod reading;
mod stands;
#[cfg(test)]
mod tests;
mod values;

use std::{collections::BTreeMap, path::Path};

use amidst_audit::Classes as Sizes;
use amidst_core::{Aborted, Coded, Error as CoreError, Observer, Role, Stage};
use amidst_io::Want;
use amidst_table::{Column, Table};
use rayon::prelude::*;

use amidst_spec::{
    Error, Result, Spec,
    files::{Guard, Target},
    output_control::OutputControl,
    quasi::ParseContext,
    quoted,
    reporting::{Count, Reporting, Share, percent},
    source::open_observed,
    spec::{ColumnSpec, Input},
};
use column::Shared;
use known::KnownHierarchy;
use labels::Labels;
use values::{Scale, Values};

pub use finding::{
    Bars, Became, BeforeAfter, Classes, ColumnComparison, Comparison, Correlation, Distance, Distances, Pair,
    QueryError, Rows,
};
pub use moments::NumberChange;
pub use queries::Queries;

/// What is compared.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The table before.
    pub original: Input,
    /// The table after.
    pub release: Input,
    /// What is known of columns: roles, types, hierarchies.
    pub columns: BTreeMap<String, ColumnSpec>,
    /// Where hierarchies come from.
    pub hierarchies: Hierarchies,
    /// The queries that are asked of both.
    pub queries: Queries,
    /// Who reads the answer.
    pub reporting: Reporting,
}

/// Where the hierarchies of columns come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hierarchies {
    /// Only those that are named: the release may be anybody's.
    Named,
    /// A quasi column without one has the one that `anonymize` builds: the release was made by this spec or plan.
    AsReleased,
}

/// The parts of a comparison, one after another.
const PARTS: u64 = 5;

/// Compares a release with its original. An observer is told how far it is, and asked whether to go on.
pub fn compare(options: &CompareOptions, observer: &dyn Observer) -> Result<Comparison> {
    let original = ComparedTable::new(&options.original, observer)?;
    let release = ComparedTable::new(&options.release, observer)?;
    options.check(&original, &release)?;
    observer.rows(original.table.rows() as u64);
    let begins = |part| {
        observer.progress(Stage::Judging, part, Some(PARTS));
        observer.go_on()
    };
    begins(0)?;
    let shared = shared(options, &original, &release, observer)?;
    let (before, after) = (original.table.rows() as u64, release.table.rows() as u64);
    let suppressed = before.saturating_sub(after);
    let control = OutputControl::new(options.reporting, before);
    let quasi = options.quasi(&original, &shared);
    begins(1)?;
    let columns = columns(options, (&original, &release), &shared, suppressed, (control, observer))?;
    begins(2)?;
    let classes = classes(&quasi, [&original, &release], suppressed, (control, observer))?;
    begins(3)?;
    let is_told = !options.reporting.is_external();
    let correlation = is_told.then(|| correlation::compare(&shared, observer)).transpose()?;
    begins(4)?;
    let queries = queries::query_error(&shared, options.queries, control, observer)?;
    Ok(Comparison {
        version: 1,
        threshold: control.threshold(),
        rows: Rows {
            original: control.count(before),
            release: control.count(after),
            suppressed: control.count(suppressed),
        },
        gcp: gcp(&quasi, &shared, after, suppressed).and_then(|gcp| control.measure_if_seen(gcp)),
        classes,
        accuracy: accuracy(&quasi, &shared).and_then(|accuracy| control.measure_if_seen(accuracy)),
        completeness: control.share(after.min(before), before),
        correlation,
        queries,
        warnings: warnings(&shared, before, after, control),
        quasi,
        columns,
    })
}

/// A page for people, without a cell value, free to be written.
pub struct Page(Target);

impl Page {
    /// Checks that the file is none that is read, is not in the way, and has a folder. A spec that says how the release was
    /// made, and all that it names, are as good as read; `further` are other files that are.
    pub fn check(
        path: &Path,
        options: &CompareOptions,
        spec: &Spec,
        further: &[&Path],
        overwrite: bool,
    ) -> Result<Self> {
        let hierarchies =
            options.columns.values().filter_map(|column| column.hierarchy.as_ref()?.file.as_deref());
        let tables = [options.original.path.as_str(), options.release.path.as_str()];
        let inputs = tables.into_iter().chain(hierarchies).map(Path::new).chain(further.iter().copied());
        Ok(Self(Guard::new(inputs, overwrite).with_spec(spec).target("page", path)?))
    }

    /// Writes the page, and says where.
    pub fn write(self, comparison: &Comparison) -> Result<String> {
        self.0.write(&html::html(comparison))
    }
}

/// A table, read.
struct ComparedTable {
    table: Table,
    context: ParseContext,
    file: String,
}

impl ComparedTable {
    fn new(input: &Input, observer: &dyn Observer) -> Result<Self> {
        let reader = open_observed(None, input, observer)?;
        let context = ParseContext::new(reader.layout(), input.missing_markers());
        let file = reader.file().to_owned();
        let table = reader.read(|_| Want::Code)?.table;
        match table.rows() {
            0 => Err(Error::NoRows { source_name: file, purpose: "compared" }),
            _ => Ok(Self { table, context, file }),
        }
    }

    fn names(&self) -> Vec<&str> {
        self.table.columns().iter().map(|column| column.name.as_str()).collect()
    }
}

impl CompareOptions {
    fn check(&self, original: &ComparedTable, release: &ComparedTable) -> Result<()> {
        let header = original.names();
        let is_quasi = |column: &ColumnSpec| column.role.0 == Role::Quasi;
        let mut quasi = self.columns.iter().filter(|(_, column)| is_quasi(column)).map(|(name, _)| name);
        if let Some(unknown) = quasi.find(|name| !header.contains(&name.as_str())) {
            return Err(CoreError::unknown_column(unknown, &header).into());
        }
        match release.names().iter().any(|name| header.contains(name)) {
            true => Ok(()),
            false => Err(Error::NothingInCommon {
                first: original.file.clone(),
                second: release.file.clone(),
                columns: [quoted(&header), quoted(&release.names())],
            }),
        }
    }

    /// The quasi columns in the order of the original: those named or, if none are, those that were generalized.
    fn quasi(&self, original: &ComparedTable, shared: &[Shared]) -> Vec<String> {
        let is_named =
            |name: &&str| self.columns.get(*name).is_some_and(|column| column.role.0 == Role::Quasi);
        let named: Vec<String> = original.names().into_iter().filter(is_named).map(String::from).collect();
        if !named.is_empty() {
            return named;
        }
        let generalized = shared.iter().filter(|column| column.became == Became::Generalized);
        generalized.map(|column| column.name.clone()).collect()
    }

    fn role(&self, name: &str) -> Option<&'static str> {
        self.columns.get(name).map(|column| column.role.0.name())
    }

    /// Whether a hierarchy of a column is known.
    fn knows(&self, column: &ColumnSpec) -> bool {
        column.hierarchy.is_some()
            || self.hierarchies == Hierarchies::AsReleased && column.role.0 == Role::Quasi
    }
}

/// The columns of both tables, in the order of the original.
fn shared<'t>(
    options: &CompareOptions,
    original: &'t ComparedTable,
    release: &'t ComparedTable,
    observer: &dyn Observer,
) -> Result<Vec<Shared<'t>>> {
    let both = original.table.columns().par_iter().filter_map(|column| {
        let released = release.table.column(&column.name)?;
        Some((column, coded(released)))
    });
    both.map(|(column, released)| {
        observer.go_on()?;
        let spec = options.columns.get(&column.name);
        let kind = spec.and_then(|spec| spec.kind).map_or(column.kind, |kind| kind.0);
        // Numbers of which characters are masked are codes.
        let scale = match released.dictionary.iter().flatten().any(is_mask) {
            true => Scale::Words,
            false => Scale::of(kind, original.context.decimal),
        };
        let values = Values::new(coded(column), scale);
        let known = match spec.filter(|spec| options.knows(spec)) {
            Some(spec) => Some(KnownHierarchy::new(column, spec, &original.context, &values)?),
            None => None,
        };
        let labels = Labels::new(&values, released, known.as_ref());
        Ok(Shared::new(column.name.clone(), options.role(&column.name), values, labels))
    })
    .collect()
}

/// Whether a label shows a part of its values: `9413*`.
fn is_mask(label: &str) -> bool {
    label.contains('*') && label.bytes().any(|byte| byte != b'*')
}

fn coded(column: &Column) -> &Coded {
    column.coded().expect("all columns are read as codes")
}

/// All columns: those of the original in its order, then those that were added.
fn columns(
    options: &CompareOptions,
    (original, release): (&ComparedTable, &ComparedTable),
    shared: &[Shared],
    suppressed: u64,
    (control, observer): (OutputControl, &dyn Observer),
) -> Result<Vec<ColumnComparison>, Aborted> {
    let of_original = original.table.columns().par_iter().map(|column| {
        observer.go_on()?;
        Ok(match shared.iter().find(|shared| shared.name == column.name) {
            Some(shared) => shared.compare(suppressed, control),
            None => column::dropped(&column.name, options.role(&column.name), coded(column), control),
        })
    });
    let mut columns: Vec<ColumnComparison> = of_original.collect::<Result<_, _>>()?;
    let is_added = |column: &&Column| original.table.column(&column.name).is_none();
    let added = release.table.columns().iter().filter(is_added);
    columns.extend(
        added.map(|column| column::added(&column.name, options.role(&column.name), coded(column), control)),
    );
    Ok(columns)
}

/// The mean penalty over all quasi cells; a suppressed row and a dropped column count as 1 in every cell.
fn gcp(quasi: &[String], shared: &[Shared], after: u64, suppressed: u64) -> Option<f64> {
    let rows = (after + suppressed) as f64;
    let penalty = |name: &String| {
        let column = shared.iter().find(|column| column.name == *name);
        column.map_or(rows, |column| column.penalty() + suppressed as f64)
    };
    (!quasi.is_empty()).then(|| quasi.iter().map(penalty).sum::<f64>() / (rows * quasi.len() as f64))
}

/// 1 - levels / heights over the quasi columns, if the levels of all are known.
fn accuracy(quasi: &[String], shared: &[Shared]) -> Option<f64> {
    let level = |name: &String| shared.iter().find(|column| column.name == *name)?.labels.level;
    let levels: Option<Vec<(f64, u8)>> = quasi.iter().map(level).collect();
    let levels = levels.filter(|levels| !levels.is_empty())?;
    let height: u32 = levels.iter().map(|(_, height)| u32::from(*height)).sum();
    let sum: f64 = levels.iter().map(|(level, _)| level).sum();
    Some(if height == 0 { 1.0 } else { 1.0 - sum / f64::from(height) })
}

/// Classes over the quasi columns, as far as each table has them.
fn classes(
    quasi: &[String],
    [original, release]: [&ComparedTable; 2],
    suppressed: u64,
    (control, observer): (OutputControl, &dyn Observer),
) -> Result<Option<Classes>, Aborted> {
    if quasi.is_empty() {
        return Ok(None);
    }
    let sizes = |read: &ComparedTable| {
        let columns: Vec<&Coded> =
            quasi.iter().filter_map(|name| read.table.column(name)).map(coded).collect();
        Sizes::observed(read.table.rows(), &columns, observer)
    };
    let (before, after) = (sizes(original)?, sizes(release)?);
    let squares = |sizes: &Sizes| -> u128 {
        sizes.sizes.iter().map(|(size, classes)| u128::from(*size).pow(2) * u128::from(*classes)).sum()
    };
    let charge = u128::from(before.rows) * u128::from(suppressed);
    let average = |sizes: &Sizes| match (control.count(sizes.rows), control.count(sizes.classes)) {
        (Count::Value(rows), Count::Value(classes)) if classes > 0 => Some(rows as f64 / classes as f64),
        _ => None,
    };
    let told = |discernibility: u128| control.threshold().is_none().then_some(discernibility);
    Ok(Some(Classes {
        count: BeforeAfter {
            before: Some(control.count(before.classes)),
            after: Some(control.count(after.classes)),
        },
        average_size: BeforeAfter { before: average(&before), after: average(&after) },
        discernibility: BeforeAfter { before: told(squares(&before)), after: told(squares(&after) + charge) },
    }))
}

fn warnings(shared: &[Shared], before: u64, after: u64, control: OutputControl) -> Vec<String> {
    let mut warnings = Vec::new();
    if after > before {
        warnings.push("the release has more rows than the original: it is not made of its rows".to_owned());
    }
    for column in shared.iter().filter(|column| column.labels.unread_rows() > 0) {
        let part = match control.share(column.labels.unread_rows(), after) {
            Share::Value(share) => percent(share),
            Share::Below(share) => format!("fewer than {}", percent(share)),
            Share::Withheld => "some".to_owned(),
        };
        warnings.push(format!(
            "column {:?}: {part} of its cells hold labels that say nothing about the values below them, and count as if \
             they could be any; give its hierarchy",
            column.name
        ));
    }
    warnings
}
