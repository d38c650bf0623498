//! The claim in words: it must say what the figures say.

use amidst_spec::requirements::BoundRequirement;
use serde::Deserialize;
use serde_json::Value;

use super::{certificate::Certificate, ledger::Ledger};
use crate::{
    KResult, ModelResult, Privacy,
    claim::{claim, describe_claim, groups_claim, k_claim_outside, model_claim_outside},
};

/// Compares the claim with one put together from the figures.
pub fn compare(ledger: &mut Ledger<'_>, certificate: &Certificate, needed: &[Option<BoundRequirement>]) {
    const CLAIM: &str = "/claim";
    let Some(stated) = ledger.stated(CLAIM) else { return };
    match describe(ledger.stated("/asked/privacy/0"), certificate, needed) {
        Some(words) if *stated == words => ledger.mark(CLAIM, None),
        Some(_) => ledger.mark(CLAIM, Some("it does not say what `asked.privacy` says".into())),
        None => ledger.open(CLAIM, "the certificate does not say all that was asked"),
    }
}

fn describe(
    k: Option<&Value>,
    certificate: &Certificate,
    needed: &[Option<BoundRequirement>],
) -> Option<String> {
    let k = KResult::deserialize(k?).ok()?;
    let stated = certificate.asked.privacy.iter().skip(1).zip(needed);
    let by_profile = k.is_by_profile();
    let models: Vec<ModelResult> =
        stated.map(|(stated, needed)| stated.reached(needed.as_ref()?, by_profile)).collect::<Option<_>>()?;
    let (counted, policy) = (certificate.counted, certificate.asked.missing);
    let is_fragmented = certificate.is_fragmented();
    if !certificate.reporting().is_external() {
        return Some(claim(&Privacy { k, models }, counted, is_fragmented, policy));
    }
    let k = match certificate.asked.privacy.first()?.combinations.is_some() {
        // Of combinations only those inside know what is told of all columns together.
        true => return None,
        false if is_fragmented => groups_claim(&format!("k = {}", k.reached)),
        false => k_claim_outside(k.reached, counted),
    };
    let claims: Vec<String> = std::iter::once(k).chain(models.iter().map(model_claim_outside)).collect();
    Some(describe_claim(&claims, policy))
}
