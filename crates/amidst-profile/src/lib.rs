//! What the columns of a table look like, which role and hierarchy to propose for each, and which must not be released by
//! mistake.
//!
//! Detectors look at headers (whole words, seven languages) and at distinct values weighted by rows. What they find is
//! told in words and shares; no value of the data ever leaves this module.

mod commented;
mod contacts;
mod detection;
mod direct;
mod given_names;
mod hierarchy;
mod identifier_guard;
mod indirect;
mod role;
mod scan;
mod table;
mod values;

use amidst_core::{Kind, Role, hierarchy::builders::DecimalMark};
use amidst_table::{Column, Table};
use rayon::prelude::*;
use serde_json::{Value, json};

pub use amidst_spec::header::{DisclosureKind, SemanticType, Subject};
pub use commented::commented_spec;
pub use contacts::ContactCells;
pub use detection::Detection;
pub use identifier_guard::refuse_identifiers;
pub use table::{TableProfile, profile_table};

use amidst_spec::header::{Header, by_whom, numbers_people};
use amidst_spec::{
    spec::HierarchySpec,
    value::{Notice, is_code_for_missing},
};
use scan::contact::holds_contact;
use values::Values;

/// The identifier that tells most rows apart, if even that repeats, so that people may have several rows. Where a column
/// numbers people by its name, only such columns say, numbers of patients and the like before those of states: a remark or a
/// case differs in every row, whoever it is about. Else nothing if any identifier is different in every row.
pub fn repeated(profiles: &[ColumnProfile]) -> Option<&ColumnProfile> {
    let identifiers: Vec<&ColumnProfile> =
        profiles.iter().filter(|profile| profile.role == Role::Identifier).collect();
    let repeats = |profile: &ColumnProfile| (profile.distinct as u64) < profile.rows - profile.missing;
    let tells_apart =
        |profile: &ColumnProfile| profile.missing == 0 && profile.distinct as u64 == profile.rows;
    let repeating = identifiers.iter().copied().filter(|profile| repeats(profile));
    match identifiers.iter().any(|profile| numbers_people(&profile.name)) {
        true => repeating
            .filter(|profile| numbers_people(&profile.name))
            .max_by_key(|it| (by_whom(&it.name), it.distinct)),
        false if identifiers.iter().any(|profile| tells_apart(profile)) => None,
        false => repeating.max_by_key(|profile| profile.distinct),
    }
}

/// What was found out about a column, and what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnProfile {
    /// The header.
    pub name: String,
    /// What its cells hold.
    pub kind: Kind,
    /// Distinct values, missing aside.
    pub distinct: usize,
    /// Cells that are missing.
    pub missing: u64,
    /// Rows of the table.
    pub rows: u64,
    /// The share of rows whose value nobody else has.
    pub unique_share: f64,
    /// The lengths of its shortest and its longest value, in characters.
    pub length: Option<(usize, usize)>,
    /// What it looks like: first what the role follows from, then surest first.
    pub detections: Vec<Detection>,
    /// The role proposed.
    pub role: Role,
    /// Why, in words.
    pub reason: String,
    /// Whether something is known of it. If not, the role is the safe one and a person should decide.
    pub decided: bool,
    /// The hierarchy proposed, for a quasi column.
    pub hierarchy: Option<HierarchySpec>,
    /// What deserves a word about its values.
    pub notice: Notice,
    /// Cells in which what looks like a telephone number or an e-mail address stands.
    pub contacts: u64,
    /// Whether its dates can be read with the day or with the month first.
    pub is_ambiguous: bool,
}

impl ColumnProfile {
    /// What was found and proposed, for programs.
    pub fn in_json(&self) -> Value {
        json!({
            "name": self.name,
            "type": self.kind.name(),
            "distinct": self.distinct,
            "missing": self.missing,
            "unique_share": self.unique_share,
            "role": self.role.name(),
            "decided": self.decided,
            "reason": self.reason,
            "hierarchy": self.hierarchy,
        })
    }

    /// The share of its cells that are missing.
    pub fn missing_share(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { self.missing as f64 / self.rows as f64 }
    }
}

/// Profiles every column of a table whose columns are coded, in the order of the table.
pub fn profile(table: &Table, mark: DecimalMark) -> Vec<ColumnProfile> {
    let subject = Subject::of(table.columns().iter().map(|column| column.name.as_str()));
    table.columns().par_iter().map(|column| profile_column(column, subject, mark)).collect()
}

fn profile_column(column: &Column, subject: Subject, mark: DecimalMark) -> ColumnProfile {
    let header = Header::of(&column.name).about(subject);
    let values = Values::of(column);
    let rows = column.data.len() as u64;
    let missing = values.as_ref().map_or(0, |values| rows - values.rows);
    let mut detections = values.as_ref().map_or_else(Vec::new, |values| detect(&header, values));
    let proposal = role::propose(values.as_ref(), missing, &detections);
    detections.sort_by_key(|detection| Some(detection.what) != proposal.what);
    let hierarchy = values.as_ref().filter(|_| proposal.role == Role::Quasi);
    ColumnProfile {
        name: column.name.clone(),
        kind: values.as_ref().map_or(column.kind, |values| values.kind),
        distinct: values.as_ref().map_or(0, |values| values.distinct),
        missing,
        rows,
        unique_share: values
            .as_ref()
            .filter(|_| rows > 0)
            .map_or(0.0, |values| values.unique as f64 / rows as f64),
        length: values.as_ref().and_then(|values| values.length),
        detections,
        role: proposal.role,
        reason: proposal.reason,
        decided: proposal.decided,
        hierarchy: hierarchy.map(|values| hierarchy::propose(proposal.what, values, mark)),
        notice: column.coded().map(|coded| Notice::of(coded, mark)).unwrap_or_default(),
        contacts: values.as_ref().map_or(0, |values| values.cells(holds_contact)),
        is_ambiguous: values
            .as_ref()
            .and_then(|values| values.dates.as_ref())
            .is_some_and(|it| it.is_ambiguous),
    }
}

fn detect(header: &Header, values: &Values<'_>) -> Vec<Detection> {
    let mut detections = direct::direct(header, values);
    detections.extend(indirect::indirect(header, values));
    detections.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    detections
}

/// Rows that are counted through must be so many before nobody takes the numbers for anything else.
const FEWEST_RECORDS: u64 = 10;

/// Whether a column must not be released as it is without somebody saying so: direct identifiers, numbers of records, by which
/// whoever has the source finds the row, free text, which may name anybody, and dates of birth, which many know of a person.
/// From its header, what its table is about and some of its cells; empty ones and codes for missing do not count.
///
/// A few thousand cells, spread over the table of so many `rows`, are enough. Measures, other dates and handfuls of codes do not point at people,
/// however unique their values are.
pub fn points_at_people<S: AsRef<str>>(
    name: &str,
    subject: Subject,
    cells: impl IntoIterator<Item = S>,
    rows: usize,
) -> Option<Detection> {
    let cells: Vec<S> = cells.into_iter().collect();
    let column = Column::from_texts(name, filled(&cells).map(Some));
    let values = Values::of(&column)?.sampled_from(rows as u64);
    let points = |detection: &Detection| match detection.what {
        SemanticType::FreeText => true,
        // A handful of numbers in order may be anything.
        SemanticType::RecordNumber => values.rows >= FEWEST_RECORDS,
        SemanticType::BirthDate => values.dates.is_some() || values.tell_apart(),
        what => what.disclosure_kind() == DisclosureKind::Direct,
    };
    detect(&Header::of(name).about(subject), &values)
        .into_iter()
        .find(|detection| detection.confidence >= direct::SURE && points(detection))
}

/// Whether a column of texts tells nearly all rows apart: so large a share of its cells stand alone. Who knows such a
/// text of a person knows the row.
pub fn tells_rows_apart<S: AsRef<str>>(cells: impl IntoIterator<Item = S>, share: f64) -> bool {
    let cells: Vec<S> = cells.into_iter().collect();
    let column = Column::from_texts("", filled(&cells).map(Some));
    Values::of(&column).is_some_and(|values| role::is_nearly_unique_text(&values, share))
}

/// The cells that say something: one code for missing among amounts makes them no texts.
fn filled<S: AsRef<str>>(cells: &[S]) -> impl Iterator<Item = &str> {
    cells.iter().map(AsRef::as_ref).filter(|cell| !cell.is_empty() && !is_code_for_missing(cell))
}

#[cfg(test)]
mod tests;
