//! What a release claims, in words.

use amidst_spec::spec::{Counted, MissingPolicy};

use crate::{KResult, ModelResult, Privacy};

/// What may be claimed inside.
pub fn claim(privacy: &Privacy, counted: Counted, is_fragmented: bool, policy: MissingPolicy) -> String {
    let k = match is_fragmented {
        true => groups_claim(&format!("k = {}", privacy.k.reached)),
        false => k_claim(&privacy.k, counted),
    };
    let models = privacy.models.iter().map(ModelResult::describe);
    describe_claim(&std::iter::once(k).chain(models).collect::<Vec<_>>(), policy)
}

/// What is claimed of k and each further requirement, and what is not.
pub fn describe_claim(claims: &[String], policy: MissingPolicy) -> String {
    format!(
        "{}, a missing cell counting as {}; no claim about {}other releases of the same people, or columns not called quasi",
        claims.join("; "),
        policy.name(),
        if claims.len() == 1 { "sensitive values, " } else { "" }
    )
}

/// What may be claimed of groups.
pub fn groups_claim(k: &str) -> String {
    format!(
        "groups of at least {k} rows, which alone link the quasi table with sensitive tables; no k-anonymity: quasi values \
         are as they were, so that who is in the table can be seen"
    )
}

/// What may be claimed of k.
fn k_claim(reached: &KResult, counted: Counted) -> String {
    match &reached.combined {
        None if reached.is_by_profile() => format!(
            "k-anonymity with k = {} people by all rows of a person together, over the quasi columns",
            reached.reached
        ),
        None => format!("k-anonymity with k = {}{} over the quasi columns", reached.reached, counted.of()),
        Some(combined) => format!("{}; {}", combined.claim(), combined.caveat()),
    }
}

/// What may be claimed of k outside.
pub fn k_claim_outside(k: u64, counted: Counted) -> String {
    format!("k-anonymity with k = {k}{} or more over the quasi columns", counted.of())
}

/// A requirement in words, without what was reached.
pub fn model_claim_outside(model: &ModelResult) -> String {
    format!("{} {}", model.describe_requirement(), model.verdict())
}
