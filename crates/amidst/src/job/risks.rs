//! The risk of being singled out, before and after, as missing cells are read and as they could be read otherwise.

use std::sync::Arc;

use amidst_assess::risk::HouseholdsAtRisk;
use amidst_audit::{Classes, Report, Respondents};
use amidst_core::{Coded, Dictionary};
use amidst_release::{RecodedColumn, Recoding, SUPPRESSED};
use amidst_spec::{
    Result, household::Households, quasi::ParseContext, scheme::RecodingScheme, spec::MissingPolicy,
    validated::ValidatedSpec,
};

use super::{Dataset, solution::RecodingSolution};
use crate::summary::{BeforeAfter, HouseholdsResult, OtherReading, Risk};

/// The households of a table, if a column names them.
///
/// # Errors
/// If a row does not say which household it belongs to.
pub fn all_households<'a>(read: &'a Dataset, validated: &ValidatedSpec) -> Result<Option<Households<'a>>> {
    let Some(column) = &validated.household else { return Ok(None) };
    let names = read.model_column(column).coded().expect("columns looked at are coded");
    let mark = ParseContext::new(&read.layout, Vec::new()).decimal;
    Households::new(column, names, read.person_of_row(), mark).map(Some)
}

/// The households of a release, if a column names them.
///
/// # Errors
/// If a row does not say which household it belongs to.
pub fn households(
    read: &Dataset,
    validated: &ValidatedSpec,
    solved: &RecodingSolution,
) -> Result<Option<HouseholdsResult>> {
    let (Some(column), Some(all)) = (&validated.household, all_households(read, validated)?) else {
        return Ok(None);
    };
    let found = household_risk(&all, read.person_of_row(), &solved.recoding());
    let HouseholdsAtRisk { households, k, alone: unique, highest, average } = found;
    Ok(Some(HouseholdsResult { column: column.clone(), households, k, unique, highest, average }))
}

/// The risk of the households of a release, by what the rows of the source show in it. Whoever knows a household knows its size,
/// suppressed members included.
fn household_risk(all: &Households, people: Option<&Coded>, shown: &Recoding) -> HouseholdsAtRisk {
    let size = all.size();
    let released: Vec<usize> =
        (0..size.codes.len()).filter(|&row| shown.class_of_row[row] != SUPPRESSED).collect();
    let picked = |of: &dyn Fn(usize) -> u32, dictionary: &Arc<Dictionary>| {
        Coded::narrow(Arc::clone(dictionary), released.iter().map(|&row| of(row)).collect())
    };
    let of_column = |column: &Coded| picked(&|row| column.codes.at(row), &column.dictionary);
    let of_shown = |column: &RecodedColumn| {
        picked(&|row| column.of_class[shown.class_of_row[row] as usize], &column.labels)
    };
    let people = people.map(of_column);
    let columns: Vec<Coded> = shown.columns.iter().map(of_shown).chain([of_column(&size)]).collect();
    let columns: Vec<&Coded> = columns.iter().collect();
    HouseholdsAtRisk::of(&all.of_rows(&released, people.as_ref()), &columns, people.as_ref())
}

/// The risk in the source, whatever was done to it, and in the release.
pub fn risks(
    read: &Dataset,
    (source, wildcard_risk): (Classes, f64),
    validated: &ValidatedSpec,
    audit: &Report,
) -> BeforeAfter {
    let of = |policy: MissingPolicy| {
        if let (Some(before), Some(after)) = (&read.people, &audit.people) {
            let seen = |people: &Respondents| match validated.is_by_profile() {
                true => Risk::of_people(&people.by_profile(), policy),
                false => Risk::of_people(people, policy),
            };
            return (seen(before), seen(after));
        }
        let before = match policy {
            MissingPolicy::OwnValue => Risk::new(source.rows, source.classes, source.k),
            MissingPolicy::Wildcard => Risk::of(source.k_wildcard, wildcard_risk),
        };
        let after = match (validated.recoding, policy) {
            // Every value is as it was.
            (RecodingScheme::Fragments, _) => before,
            (_, MissingPolicy::OwnValue) => Risk::new(audit.rows, audit.classes, audit.k),
            (_, MissingPolicy::Wildcard) => Risk::of(audit.k_wildcard, audit.wildcard_risk),
        };
        (before, after)
    };
    let (asked, other) = match validated.missing_policy {
        MissingPolicy::OwnValue => (MissingPolicy::OwnValue, MissingPolicy::Wildcard),
        MissingPolicy::Wildcard => (MissingPolicy::Wildcard, MissingPolicy::OwnValue),
    };
    let ((before, after), others) = (of(asked), of(other));
    let other_reading = (others != (before, after)).then(|| OtherReading {
        missing: other.name(),
        before: others.0,
        after: others.1,
    });
    BeforeAfter { missing: asked.name(), before, after, other_reading }
}
