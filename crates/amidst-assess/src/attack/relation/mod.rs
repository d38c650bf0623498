//! Which labels of a released column each value of a register may stand behind.
//!
//! A label excludes a value only if that is certain. A missing cell, on either side, excludes nobody. Where label and value
//! cannot be compared the value is not excluded either, but that is noted.

mod labels;
mod rungs;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap, HashSet};

use amidst_core::{Dictionary, Hierarchy, hierarchy::Recipe};
use rayon::prelude::*;
use serde::Serialize;

use super::{
    dates::{Dated, Reading},
    knowledge::Ladder,
    spelling::{Said, Translation},
};
use amidst_spec::value::Value;
use labels::{Labels, MatchingLabels, RegisterValue};
use rungs::Rungs;

/// Lists of so many values are made at a time, because most of them are the same.
const AT_ONCE: usize = 4096;

/// A label that a value may stand behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Fit {
    pub label: u32,
    /// Whether label and value can be compared.
    pub is_sure: bool,
}

/// How labels and values of a column were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// By a hierarchy whose leaves are listed.
    Hierarchy,
    /// By the rule that made the labels.
    Rule,
    /// As dates.
    Dates,
    /// By what the labels themselves say.
    Labels,
}

/// Which labels each value may stand behind.
pub(crate) struct Relation {
    /// For each code of the register, its list.
    pub list_of: Vec<u32>,
    /// Labels in ascending order.
    pub lists: Vec<Vec<Fit>>,
    /// The labels that stand for everything, ascending.
    pub everything: Vec<u32>,
    pub via: Via,
    /// What went wrong, in words that follow the name of the column.
    pub note: Option<&'static str>,
}

impl Relation {
    /// Compares the labels of a release with the values of a register.
    pub fn new(
        released: Said<'_>,
        register: Said<'_>,
        ladder: Option<&Ladder>,
        translation: &Translation,
    ) -> Self {
        let texts = register.column.dictionary.iter();
        let texts: Vec<Option<String>> =
            texts.map(|text| text.map(|text| translation.translate(text))).collect();
        let reading = dates(&released.column.dictionary, &texts, ladder);
        let labels = Labels::new(released, reading.map(|reading| reading.release));
        let codes = register.codes_for_missing();
        let sought = |text: &String| {
            let value = Value::of(text, register.mark);
            RegisterValue {
                dated: reading.and_then(|reading| reading.register.read(text)),
                says_nothing: codes.contains(&value) && !labels.have(&value),
                value,
                text: text.clone(),
            }
        };
        let values: Vec<Option<RegisterValue>> =
            texts.par_iter().map(|text| text.as_ref().map(sought)).collect();
        let known: HashSet<&Value> = values.iter().flatten().map(|sought| &sought.value).collect();
        let labels = labels.with_values(&known, &released.codes_for_missing());
        let is_ambiguous = |sought: &RegisterValue| sought.dated.as_ref().is_some_and(Dated::is_ambiguous);
        let mut note = (labels.are_ambiguous() || values.iter().flatten().any(is_ambiguous)).then_some(
            "its dates can be read in several ways, day or month first, and nothing tells which is meant, so nobody is \
             excluded who fits in any of them",
        );
        let lookup = match ladder {
            Some(Ladder::Listed(hierarchy)) => {
                LabelLookup::Listed(Rungs::new(hierarchy, &labels, reading.map(|reading| reading.release)))
            }
            Some(Ladder::Rule(recipe)) => match built(recipe, &texts) {
                Some(hierarchy) => LabelLookup::Rule(hierarchy),
                None => {
                    note = Some(
                        "the rule of its hierarchy has no place for these values; its labels are read instead",
                    );
                    LabelLookup::Read
                }
            },
            None => LabelLookup::Read,
        };
        let via = match (&lookup, reading) {
            (LabelLookup::Listed(_), _) => Via::Hierarchy,
            (LabelLookup::Rule(_), _) => Via::Rule,
            (LabelLookup::Read, Some(_)) => Via::Dates,
            (LabelLookup::Read, None) => Via::Labels,
        };
        let (list_of, lists) = interned(&values, |value| fits(value.as_ref(), &labels, &lookup));
        let everything = everything(&labels, &lookup);
        Self { list_of, lists, everything, via, note }
    }
}

/// How labels are found.
enum LabelLookup<'a> {
    Listed(Rungs<'a>),
    /// The hierarchy that a rule gives the values of the register.
    Rule(Hierarchy),
    Read,
}

/// The labels that stand for everything: stars, and the root.
fn everything(labels: &Labels, lookup: &LabelLookup<'_>) -> Vec<u32> {
    let codes = 0..labels.len() as u32;
    let stars = codes.clone().filter(|&code| labels.is_all_stars(code));
    let found: BTreeSet<u32> = match lookup {
        LabelLookup::Read => stars.collect(),
        LabelLookup::Listed(rungs) => stars.chain(codes.filter(|&code| rungs.is_root(code))).collect(),
        LabelLookup::Rule(hierarchy) => {
            let roots = hierarchy.labels(hierarchy.height()).flatten();
            stars.chain(roots.flat_map(|root| labels.alike(root)).copied()).collect()
        }
    };
    found.into_iter().collect()
}

/// How dates are read, the leaves of a hierarchy helping.
fn dates(released: &Dictionary, texts: &[Option<String>], ladder: Option<&Ladder>) -> Option<Reading> {
    let mut labels: Vec<&str> = released.iter().flatten().collect();
    if let Some(Ladder::Listed(hierarchy)) = ladder {
        labels.extend(hierarchy.labels(0).flatten());
    }
    let values: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
    Reading::of(&labels, &values)
}

/// The hierarchy of the values that a rule has a place for.
pub(super) fn built(recipe: &Recipe, texts: &[Option<String>]) -> Option<Hierarchy> {
    let placed = texts.iter().flatten().filter(|text| recipe.places(text));
    let values: Dictionary = placed.map(|text| Some(text.as_str())).collect();
    let once = vec![1; values.len()];
    recipe.build(&values, &once).ok()
}

/// The labels that one value may stand behind, in ascending order.
fn fits(value: Option<&RegisterValue>, labels: &Labels, lookup: &LabelLookup<'_>) -> Vec<Fit> {
    let all = 0..labels.len() as u32;
    let Some(value) = value else {
        return all.map(|label| Fit { label, is_sure: true }).collect();
    };
    let found = match lookup {
        _ if value.says_nothing => MatchingLabels { fitting: Vec::new(), unknown: all.collect() },
        LabelLookup::Read => labels.read(value),
        LabelLookup::Listed(rungs) => rungs.find(value, labels),
        LabelLookup::Rule(hierarchy) => match hierarchy.leaf(Some(&value.text)) {
            Some(leaf) => {
                let path = hierarchy.path(leaf);
                let above = path.iter().flatten().flat_map(|label| labels.alike(label));
                let above: Vec<u32> = above.copied().collect();
                // A rule that is not pinned may spell its labels otherwise on other data.
                match above.is_empty() {
                    true => labels.read(value),
                    false => MatchingLabels { fitting: above, unknown: labels.of_nothing().collect() },
                }
            }
            None => labels.read(value),
        },
    };
    let fitting: BTreeSet<u32> = found.fitting.into_iter().chain(labels.missing()).collect();
    let unknown: BTreeSet<u32> = found.unknown.into_iter().filter(|code| !fitting.contains(code)).collect();
    let sure = fitting.into_iter().map(|label| Fit { label, is_sure: true });
    let mut fits: Vec<Fit> =
        sure.chain(unknown.into_iter().map(|label| Fit { label, is_sure: false })).collect();
    fits.sort_unstable();
    fits
}

/// The list of each value, equal lists only once.
fn interned(
    values: &[Option<RegisterValue>],
    list: impl Fn(&Option<RegisterValue>) -> Vec<Fit> + Sync,
) -> (Vec<u32>, Vec<Vec<Fit>>) {
    let mut numbers: HashMap<Vec<Fit>, u32> = HashMap::new();
    let mut list_of = Vec::with_capacity(values.len());
    for some in values.chunks(AT_ONCE) {
        let lists: Vec<Vec<Fit>> = some.par_iter().map(&list).collect();
        for list in lists {
            let next = numbers.len() as u32;
            list_of.push(*numbers.entry(list).or_insert(next));
        }
    }
    let mut lists = vec![Vec::new(); numbers.len()];
    numbers.into_iter().for_each(|(list, number)| lists[number as usize] = list);
    (list_of, lists)
}
