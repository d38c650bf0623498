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

/// Fragments have groups of k rows and l values, and nothing else that could be asked for.
fn check_fragments(
    spec: &Spec,
    sensitive: &[String],
    confidential: &[String],
    requirements: &[BoundRequirement],
) -> Result<()> {
    if sensitive.is_empty() {
        return Err(Error::missing(
            "columns",
            format!(
                "algorithm = {ANATOMY:?} keeps sensitive columns apart, and there is none; give a column the role sensitive"
            ),
        ));
    }
    let solve = &spec.solve;
    let without_meaning = [
        ("objective", "objective", solve.objective.as_deref().is_some_and(|it| it != Loss::NAME)),
        ("prefer", "prefer", solve.prefer.as_deref().is_some_and(|it| it != Preference::OBJECTIVE)),
        ("aggregate", "aggregate", solve.aggregate.is_some()),
        ("suppression", "suppression", solve.suppression.is_some_and(|limit| limit.of(u64::MAX >> 16) > 0)),
        ("combinations", "combinations", spec.privacy.combinations.is_some()),
        ("confidential", "confidential", !confidential.is_empty()),
        ("order", "order", spec.output.order != Order::Sorted),
        ("plan", "a plan", spec.output.plan.is_some()),
    ];
    if let Some((key, what, _)) = without_meaning.into_iter().find(|(.., is_given)| *is_given) {
        return Err(Error::conflict(
            key,
            "algorithm",
            format!(
                "algorithm = {ANATOMY:?} leaves every value as it is and puts rows into groups, in an order that tells nothing: \
             {what} has no meaning for it; take it away"
            ),
        ));
    }
    let is_meant = |it: &&BoundRequirement| {
        it.is_k_over_rows()
            || (is_distinct(it) && it.column.as_ref().is_some_and(|name| sensitive.contains(name)))
    };
    if let Some(other) = requirements.iter().find(|it| !is_meant(it)) {
        return Err(Error::conflict(
            "require",
            "algorithm",
            format!(
                "{}: algorithm = {ANATOMY:?} gives groups of k rows with l distinct values of each sensitive column; ask for \
             k and distinct-l-diversity of sensitive columns, each by itself",
                other.params.id()
            ),
        ));
    }
    let lacking: Vec<&String> = sensitive.iter().filter(|name| !is_diverse(name, requirements)).collect();
    if !lacking.is_empty() {
        return Err(Error::missing(
            "l",
            format!(
                "algorithm = {ANATOMY:?} needs to be told how many values of {} a group has at least; add [[privacy.require]] \
             with model = \"distinct-l-diversity\" and l = 2",
                quoted(&lacking)
            ),
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
        return Err(Error::conflict("confidential", "generalize", format!("column {first:?} is confidential: its view shows classes that are recoded cell by cell; add generalize = \
             \"cell\" to [solve], or take confidential away")).of_column(first));
    }
    let is_seen = |column: &&ColumnSpec| column.role.0 == Role::Quasi && !column.confidential;
    if !spec.columns.values().any(|column| is_seen(&column)) {
        return Err(Error::bad_value("confidential", format!("column {first:?} is confidential: its view shows classes by the quasi columns that are not confidential, and \
             there is none; take confidential away from one")).of_column(first));
    }
    if let Some(other) = requirements.iter().find(|it| it.params.is_of_links()) {
        return Err(Error::conflict(
            "confidential",
            "require",
            format!(
                "{}: it knows no classes, and views of confidential columns share classes; take one of them away",
                other.params.id()
            ),
        ));
    }
    for name in confidential {
        if let Some(other) =
            requirements.iter().find(|it| it.column.as_ref() == Some(name) && !is_distinct(it))
        {
            return Err(Error::conflict(
                "require",
                "confidential",
                format!(
                    "{} of {name:?}: of a confidential column distinct-l-diversity is asked, by itself",
                    other.params.id()
                ),
            )
            .of_column(name));
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
        true => Err(Error::missing(
            "path",
            format!("{who} several files, which do not go to standard output; add path to [output]"),
        )),
    }
}
