//! What a release promises.

use amidst_core::{Coded, Codes, Dictionary, ModelParams};
use amidst_table::{Column, Table};
use serde::Serialize;

use crate::{AuditError, Layout, PersonOfRow, Reading};

/// The labels of one value from level 0 to the root; `None` is missing.
pub type Path = Vec<Option<Box<str>>>;

/// Everything a release promises about the file that holds it.
///
/// Under full-domain recoding all rows of a source class, after recoding, are released together or suppressed together, and
/// only classes are suppressed that are below k or fail a requirement. Where a requirement is one of all classes together,
/// the smallest may be suppressed besides. Where k is promised of combinations, the released classes are the most that can
/// be released together: no more could be without a combination of values that is too rare.
///
/// Under recoding cell by cell the claim names the class of every source row, as a witness. Nothing is taken from it on
/// trust: every label must cover the value it stands for, the file must hold exactly the rows that the witness says, and
/// what is promised of classes is judged on the classes that the file shows.
pub struct Claim<'a> {
    /// The table as it was read. Quasi columns are coded; the others coded or carried.
    pub source: &'a Table,
    /// Columns of the source that requirements look at, coded, where the table carries them.
    pub model_columns: &'a [Column],
    /// The columns of the file, in order.
    pub columns: Vec<ColumnClaim<'a>>,
    /// Source columns that must not be in the file: identifiers.
    pub gone: Vec<String>,
    /// Every text that stands for a missing cell in the file, among them the one that the writer puts. In carried
    /// columns the empty text does so anyway.
    pub missing: &'a [String],
    /// The least number of rows in a class, or of people. Not asked where `combinations` are given.
    pub k: u64,
    /// Who the people are. Everything that is promised of classes is then counted in people.
    pub respondent: Option<RespondentClaim<'a>>,
    /// The households of whom rows are released, and what is said of them.
    pub household: Option<HouseholdClaim>,
    /// Combinations of quasi columns, each with its own k. If there are any, k is promised of these and not of all quasi
    /// columns together; of columns at one level under [`Policy::OwnValue`] only.
    pub combinations: Vec<CombinationClaim>,
    /// Columns whose labels name no value but those of rows that are released under them.
    pub neighbours: Vec<NeighboursClaim>,
    /// What else is promised of the classes.
    pub requirements: Vec<RequirementClaim<'a>>,
    /// Models that are not promised: the report tells how far they hold.
    pub informational: Vec<RequirementClaim<'a>>,
    /// How missing cells compare when k is judged.
    pub policy: Policy,
    /// How cells of the columns that requirements look at become values.
    pub reading: Reading,
    /// Rows read.
    pub rows_in: u64,
    /// Rows released.
    pub rows_out: u64,
    /// Rows suppressed.
    pub suppressed: u64,
    /// The most rows that may be.
    pub suppression_limit: u64,
    /// How the rows are ordered.
    pub order: Order,
    /// How the file is laid out.
    pub layout: Layout,
}

impl<'a> Claim<'a> {
    /// Everything that is judged: what is promised, and what is only told.
    pub(crate) fn judged(&self) -> impl Iterator<Item = &RequirementClaim<'a>> {
        self.requirements.iter().chain(&self.informational)
    }

    /// Whose row each row of the source is, if people are counted.
    pub(crate) fn person_of_row(&self) -> Result<Option<PersonOfRow>, AuditError> {
        let Some(respondent) = &self.respondent else { return Ok(None) };
        let name = &respondent.column;
        let person_of_row = self
            .coded(name)
            .ok_or_else(|| AuditError::Claim(format!("the source has no coded column {name:?}")))?;
        let person_of_row = PersonOfRow::of(person_of_row, self.reading);
        let is_complete = person_of_row.of_rows().all(|person| person.is_some());
        is_complete.then_some(Some(person_of_row)).ok_or_else(|| {
            AuditError::Claim(format!("the source has rows in which the respondent {name:?} is missing"))
        })
    }

    /// Rows read that are not in the source.
    pub(crate) fn aside(&self) -> u64 {
        self.respondent.as_ref().map_or(0, |respondent| respondent.aside)
    }

    /// A column of the source before people were taken out of it, and whose row each was then; nothing if none were.
    pub(crate) fn before(&self, name: &str) -> Result<Option<(&'a Coded, PersonOfRow)>, AuditError> {
        let Some((respondent, before)) = self.respondent.as_ref().and_then(|it| Some((it, it.before?)))
        else {
            return Ok(None);
        };
        let of = |name: &str| {
            let (before, after) = (before.coded(name), self.coded(name));
            let pair = before.zip(after).filter(|(before, after)| {
                before.codes.len() >= after.codes.len()
                    && before.dictionary.iter().eq(after.dictionary.iter())
            });
            pair.map(|(before, _)| before).ok_or_else(|| {
                AuditError::Claim(format!(
                    "the source was not the same in column {name:?} before people were taken out"
                ))
            })
        };
        let taken = before.table.rows().checked_sub(self.source.rows());
        if taken.is_none_or(|taken| taken as u64 > respondent.aside) {
            return Err(AuditError::Claim(
                "more rows were taken out of the source than were set aside".into(),
            ));
        }
        Ok(Some((of(name)?, PersonOfRow::of(of(&respondent.column)?, self.reading))))
    }

    /// A column of the source, coded.
    pub(crate) fn coded(&self, name: &str) -> Option<&'a Coded> {
        let model_columns = self.model_columns.iter().find(|column| column.name == name);
        model_columns.or_else(|| self.source.column(name)).and_then(Column::coded)
    }
}

/// Who the people of a source are, and what is promised of them. A person counts once in a class, and once for each value
/// that a row of theirs has in it.
#[derive(Clone)]
pub struct RespondentClaim<'a> {
    /// The column of the source that names the person of each row.
    pub column: String,
    /// Rows read that are not in the source, because they are suppressed whatever they show: they name nobody, or somebody
    /// whose profile too few share.
    pub aside: u64,
    /// The source before people whose profile too few share were taken out, if any were.
    pub before: Option<Before<'a>>,
    /// Whether k people share every profile: the classes of all rows of a person, and how many rows they have in each.
    pub by_profile: bool,
}

/// A source with all its people: what models compare classes with. Its columns have the dictionaries of the source.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    /// The table.
    pub table: &'a Table,
    /// Columns that requirements look at, coded, where the table carries them.
    pub model_columns: &'a [Column],
}

impl<'a> Before<'a> {
    fn coded(&self, name: &str) -> Option<&'a Coded> {
        let model_columns = self.model_columns.iter().find(|column| column.name == name);
        model_columns.or_else(|| self.table.column(name)).and_then(Column::coded)
    }
}

/// A quasi column whose values are joined with their neighbours in an order. A label between a value and the root is the
/// first and the last of the values released under it, `a..d`, or a list of all of them, `{a, b, d}`; a number behind it may
/// tell it from another. Or a quasi column without a hierarchy whose ranges end at values released under them, and whose sets name
/// such values only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeighboursClaim {
    /// Its name.
    pub column: String,
    /// The order.
    pub sorting: Sorting,
    /// The values that a label is named after.
    pub named: NamingValues,
}

/// The values that a label of neighbours is named after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamingValues {
    /// Those of the rows that show it.
    ByShown,
    /// Those of all released rows below it, whatever they show: where a label must fit as many source rows as is promised.
    ByReleased,
}

/// An order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// Numbers by size, then texts, in which runs of digits go by size.
    Natural,
    /// Character by character.
    Lexicographic,
}

/// The households of a source, and what is said of those in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct HouseholdClaim {
    /// The column of the source that names the household of each row. Spellings of one name are one household.
    pub column: String,
    /// What is said of them.
    pub figures: HouseholdFigures,
}

/// Households of whom rows are in a file. Whoever knows a household knows its size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HouseholdFigures {
    /// How many there are.
    pub households: u64,
    /// The fewest different households, of one size, in a class; 0 without rows.
    pub k: u64,
    /// Households that are alone in some class with their size.
    pub unique: u64,
    /// The chance that any member is found: in the worst case,
    pub highest: f64,
    /// and on average over households.
    pub average: f64,
}

/// Some quasi columns, and what is promised of them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinationClaim {
    /// Their names.
    pub columns: Vec<String>,
    /// In how many rows at least every combination of their values occurs that occurs at all.
    pub k: u64,
}

/// A privacy model that a release holds. Except for k, classes are judged with missing quasi cells as values like any
/// other.
#[derive(Clone)]
pub struct RequirementClaim<'a> {
    /// The model.
    pub params: ModelParams,
    /// The column it looks at. If the file shows it as the source does, its cells are taken from there; else from the
    /// source, where it must be coded.
    pub column: Option<String>,
    /// Columns that cut each class further before it is judged: the other sensitive ones. A class fails if any part does.
    pub within: Vec<String>,
    /// The paths of the column's hierarchy.
    pub hierarchy: Option<&'a [Path]>,
    /// The population it looks at.
    pub population: Option<PopulationClaim<'a>>,
}

/// Where the people of a class are counted.
#[derive(Clone)]
pub enum PopulationClaim<'a> {
    /// In a table of all of them. Its quasi columns are coded and are recoded like those of the source; people whose
    /// values have no path are in no class.
    Table(&'a Table),
    /// In a column of the source that says for how many people each row stands: a known number, or a survey weight.
    Weight(String),
}

/// What a release promises about one column.
pub struct ColumnClaim<'a> {
    /// Its name, in the file and in the source.
    pub name: String,
    /// What its cells are.
    pub content: ColumnContent<'a>,
}

/// What the cells of a released column are.
#[derive(Clone, Copy)]
pub enum ColumnContent<'a> {
    /// Source values, generalized.
    Quasi {
        /// One path per value. Rows whose value has no path can only be suppressed.
        paths: &'a [Path],
        /// The level all cells are at.
        level: u8,
    },
    /// Source values, recoded class by class.
    Cells(RecodedContent<'a>),
    /// Source values, untouched.
    Sensitive,
    /// Source values, untouched.
    Other,
    /// Keyed pseudonyms, which this audit does not look into.
    Pseudonym,
}

impl ColumnContent<'_> {
    /// Whether it is judged, and not only carried along.
    pub(crate) fn is_quasi(&self) -> bool {
        matches!(self, Self::Quasi { .. } | Self::Cells(_))
    }
}

/// What each class shows in a column.
#[derive(Clone, Copy)]
pub struct RecodedContent<'a> {
    /// The class of every source row. The same for every column.
    pub classes: &'a Codes,
    /// For each class the label it shows, as a code of `labels`; [`RecodedContent::SUPPRESSED`] if its rows are suppressed.
    pub of_class: &'a [u32],
    /// The labels. `None` is a missing or blanked cell.
    pub labels: &'a Dictionary,
    /// What makes a label cover a value.
    pub covering: Covering<'a>,
}

impl RecodedContent<'_> {
    /// What stands in the place of a label if the rows of a class are suppressed.
    pub const SUPPRESSED: u32 = u32::MAX;
}

/// What makes a label cover a value. A value covers itself, and a blank covers everything, because it tells nothing.
#[derive(Clone, Copy)]
pub enum Covering<'a> {
    /// The label is on the value's path.
    Paths(&'a [Path]),
    /// The label is a range such as `[20, 25]` that the value, a number or a date, lies in; or `*`.
    Ranges,
    /// The label is a set such as `{a, b}` that names the value; or `*`.
    Sets,
    /// Nothing: the label is what a rule gives on the values of the class, and values are no longer true.
    Aggregate(AggregateRule),
}

/// What a class shows of a column in place of its rows' values. Missing cells are left out, unless all are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AggregateRule {
    /// The mean, to six decimals more than the column has, and at most 18.
    Mean,
    /// The middle value, of an even number the lower one of the two.
    Median,
    /// The most frequent value, or one of them.
    Mode,
    /// `[low, high]`; the value, if there is only one; `*`, if some cells are missing and others not.
    Interval,
}

/// How a missing cell compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// A value like any other.
    OwnValue,
    /// Matches anything.
    Wildcard,
}

/// What the order of the rows promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Rows ascend by their own cells: quasi columns first, then the others, each left to right in the order of the
    /// file, each compared as the bytes of the text written; a null (not a text that stands for missing) comes first.
    /// In Parquet and Arrow the text of a typed cell is Arrow's display of it; but from the first column on that is
    /// text in the source and has become floating-point, boolean or a point in time, nothing is compared, because the
    /// order may follow spellings (`1.5`, `1.50`) that the file does not show.
    Sorted,
    /// Nothing.
    Any,
}
