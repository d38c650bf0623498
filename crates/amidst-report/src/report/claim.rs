//! What is claimed of the release, in sentences.

use amidst_spec::{
    reporting::Count,
    spec::{Counted, MissingPolicy, Respondent},
};

use super::facts::Facts;
use crate::messages::{Claim, Numbers};

/// The sentences. What limits them stands among the findings.
pub fn claim(facts: &Facts<'_>) -> Vec<String> {
    let released = facts.released;
    let reached = &released.summary.privacy.k;
    let count = |count: u64| facts.language.count(Count::Value(count));
    let (quasi, missing, asked) = (facts.quasi(), facts.missing(), count(reached.asked));
    let say = |message: Claim, k: u64, further: &[(&str, &str)]| -> Vec<String> {
        let (k, others) = (count(k), facts.others(k));
        let all =
            [("quasi", &*quasi), ("missing", &missing), ("asked", &asked), ("k", &k), ("others", &others)];
        vec![facts.say_with(message, &[&all[..], further].concat())]
    };
    if let Some(outside) = &facts.outside {
        let k = outside.k();
        let rows = facts.say(match released.summary.counted {
            Counted::Rows => Claim::Rows,
            Counted::People => Claim::PeoplesRows,
        });
        return match outside.combined() {
            Some(combined) => say(Claim::CombinedOutside, k, &[("claim", &combined.claim())]),
            None if released.summary.is_fragmented() => say(Claim::Groups, k, &[]),
            None => say(Claim::Outside, k, &[("rows", &rows)]),
        };
    }
    if let Some(combined) = &reached.combined {
        return say(Claim::Combined, reached.reached, &[("claim", &combined.claim())]);
    }
    if released.summary.is_fragmented() {
        return say(Claim::Groups, reached.reached, &[]);
    }
    if let Some(links) = released.summary.privacy.models.iter().find(|model| model.is_of_links()) {
        return say(Claim::Links, released.audit.k, &[("claim", &links.describe())]);
    }
    if released.summary.counted == Counted::People {
        let of_rows = match released.missing_policy {
            MissingPolicy::OwnValue => released.audit.k,
            MissingPolicy::Wildcard => released.audit.k_wildcard,
        };
        let mut claims = say(Claim::People, of_rows, &[]);
        let is_by_profile = released.spec.privacy.respondent.as_ref().is_some_and(Respondent::is_by_profile);
        if let Some(people) = released.summary.people.filter(|_| is_by_profile) {
            claims.extend(say(Claim::Profile, people.profile.k, &[]));
        }
        return claims;
    }
    match reached.reached > released.audit.k {
        true => say(Claim::Wildcard, reached.reached, &[]),
        false => say(Claim::K, reached.reached, &[]),
    }
}
