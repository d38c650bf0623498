//! Columns that get a file of their own: sensitive ones in fragments, confidential ones in views.

use amidst_core::{ModelParams, Role};
use amidst_metrics::Loss;
use amidst_search::Preference;

use crate::{
    Error, Result, Spec,
    names::ANATOMY,
    quoted,
    requirements::BoundRequirement,
    scheme::RecodingScheme,
    spec::{ColumnSpec, Order},
};

/// The columns that get a file of their own, in the order of their names.
///
/// # Errors
/// If what is asked has no meaning for such files.
pub fn side_tables(
    spec: &Spec,
    recoding: RecodingScheme,
    requirements: &[BoundRequirement],
) -> Result<Vec<String>> {
    let confidential = columns(spec, |column| column.confidential);
    if recoding == RecodingScheme::Fragments {
        let sensitive = columns(spec, |column| column.role.0 == Role::Sensitive);
        check_fragments(spec, &sensitive, &confidential, requirements)?;
        return Ok(sensitive);
    }
    check_views(spec, recoding, &confidential, requirements)?;
    Ok(confidential)
}

fn columns(spec: &Spec, is_one: impl Fn(&ColumnSpec) -> bool) -> Vec<String> {
    spec.columns.iter().filter(|(_, column)| is_one(column)).map(|(name, _)| name.clone()).collect()
}

fn refuse<T>(words: String) -> Result<T> {
    Err(Error::Setting(words))
}

/// Fragments have groups of k rows and l values, and nothing else that could be asked for.
fn check_fragments(
    spec: &Spec,
    sensitive: &[String],
    confidential: &[String],
    requirements: &[BoundRequirement],
) -> Result<()> {
    if sensitive.is_empty() {
        return refuse(format!(
            "algorithm = {ANATOMY:?} keeps sensitive columns apart, and there is none; give a column the role sensitive"
        ));
    }
    let solve = &spec.solve;
    let without_meaning = [
        ("objective", solve.objective.as_deref().is_some_and(|it| it != Loss::NAME)),
        ("prefer", solve.prefer.as_deref().is_some_and(|it| it != Preference::OBJECTIVE)),
        ("aggregate", solve.aggregate.is_some()),
        ("suppression", solve.suppression.is_some_and(|limit| limit.of(u64::MAX >> 16) > 0)),
        ("combinations", spec.privacy.combinations.is_some()),
        ("confidential", !confidential.is_empty()),
        ("order", spec.output.order != Order::Sorted),
        ("a plan", spec.output.plan.is_some()),
    ];
    if let Some((what, _)) = without_meaning.iter().find(|(_, is_given)| *is_given) {
        return refuse(format!(
            "algorithm = {ANATOMY:?} leaves every value as it is and puts rows into groups, in an order that tells nothing: \
             {what} has no meaning for it; take it away"
        ));
    }
    let is_meant = |it: &&BoundRequirement| {
        it.is_k_over_rows()
            || (is_distinct(it) && it.column.as_ref().is_some_and(|name| sensitive.contains(name)))
    };
    if let Some(other) = requirements.iter().find(|it| !is_meant(it)) {
        return refuse(format!(
            "{}: algorithm = {ANATOMY:?} gives groups of k rows with l distinct values of each sensitive column; ask for \
             k and distinct-l-diversity of sensitive columns, each by itself",
            other.params.id()
        ));
    }
    let lacking: Vec<&String> = sensitive.iter().filter(|name| !is_diverse(name, requirements)).collect();
    if !lacking.is_empty() {
        return refuse(format!(
            "algorithm = {ANATOMY:?} needs to be told how many values of {} a group has at least; add [[privacy.require]] \
             with model = \"distinct-l-diversity\" and l = 2, or pass --l 2",
            quoted(&lacking)
        ));
    }
    to_files(spec, &format!("algorithm = {ANATOMY:?} writes"))
}

/// Views show classes that are recoded cell by cell, each with one label of a confidential column. Classes follow from the quasi
/// columns that are not confidential.
fn check_views(
    spec: &Spec,
    recoding: RecodingScheme,
    confidential: &[String],
    requirements: &[BoundRequirement],
) -> Result<()> {
    let Some(first) = confidential.first() else { return Ok(()) };
    if recoding != RecodingScheme::Cells {
        return refuse(format!(
            "column {first:?} is confidential: its view shows classes that are recoded cell by cell; add generalize = \
             \"cell\" to [solve], or take confidential away"
        ));
    }
    let is_seen = |column: &&ColumnSpec| column.role.0 == Role::Quasi && !column.confidential;
    if !spec.columns.values().any(|column| is_seen(&column)) {
        return refuse(format!(
            "column {first:?} is confidential: its view shows classes by the quasi columns that are not confidential, and \
             there is none; take confidential away from one"
        ));
    }
    if let Some(other) = requirements.iter().find(|it| it.params.is_of_links()) {
        return refuse(format!(
            "{}: it knows no classes, and views of confidential columns share classes; take one of them away",
            other.params.id()
        ));
    }
    for name in confidential {
        if let Some(other) =
            requirements.iter().find(|it| it.column.as_ref() == Some(name) && !is_distinct(it))
        {
            return refuse(format!(
                "{} of {name:?}: of a confidential column distinct-l-diversity is asked, by itself",
                other.params.id()
            ));
        }
    }
    to_files(spec, "confidential columns make")
}

/// Whether it asks for distinct values, whatever the other columns show.
fn is_distinct(needed: &BoundRequirement) -> bool {
    matches!(needed.params, ModelParams::DistinctL { .. }) && needed.within.is_empty()
}

fn is_diverse(name: &str, requirements: &[BoundRequirement]) -> bool {
    requirements.iter().any(|it| is_distinct(it) && it.column.as_deref() == Some(name))
}

/// Several tables do not go to standard output.
fn to_files(spec: &Spec, who: &str) -> Result<()> {
    match spec.releases_to_stdout() {
        false => Ok(()),
        true => {
            refuse(format!("{who} several files, which do not go to standard output; give a path with -o"))
        }
    }
}
