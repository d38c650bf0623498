//! What must be said of a release whoever reads it, in words, without a count.

use amidst_core::model::Links;
use amidst_spec::{quoted, scheme::RecodingScheme, validated::ValidatedSpec};

use super::blanks;

/// Everything that is so whatever the table.
pub fn of(validated: &ValidatedSpec) -> Vec<String> {
    [untrue(validated), unlinked(validated), in_view(validated)].into_iter().flatten().collect()
}

/// That blanks were taken for any value. Inside, it is told how many rows that concerns.
pub fn wild(validated: &ValidatedSpec) -> Option<String> {
    let words =
        "a blank was taken for any value; read as values of their own, blanks may leave smaller classes";
    blanks::is_wild(validated).then(|| words.to_owned())
}

/// Against whom links protect, in words.
fn unlinked(validated: &ValidatedSpec) -> Option<String> {
    let words = match validated.links?.1 {
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
fn in_view(validated: &ValidatedSpec) -> Option<String> {
    (!validated.side_tables.is_empty()).then(|| {
        format!(
            "confidential columns have a view each, in which a class shows one label for all its values: {}; where these \
             are alike the label is the value, unless distinct-l-diversity is asked of the column",
            quoted(&validated.side_tables)
        )
    })
}

/// That averages are not true, in words.
fn untrue(validated: &ValidatedSpec) -> Option<String> {
    (validated.recoding == RecodingScheme::Averages).then(|| {
        format!(
            "{} is perturbative: quasi columns show averages of classes, and a row's values are no longer true",
            validated.algorithm
        )
    })
}
