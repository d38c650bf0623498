//! What a run says about values before it trusts them: codes for missing that were not declared, spellings that count once,
//! dates that can be read in two ways.

use amidst_core::{Column, Role, hierarchy::builders::Written};

use super::{Read, Surroundings};
use crate::{spec::ColumnSpec, value::Notice};

/// Everything worth a word, column by column.
pub fn of(read: &Read, surroundings: &Surroundings) -> Vec<String> {
    let is_judged = |name: &str, spec: &ColumnSpec| match spec.role.0 {
        Role::Quasi => true,
        Role::Sensitive => read.roles.is_looked_at(name),
        Role::Identifier | Role::Other => false,
    };
    let judged = read.roles.columns().filter(|(name, spec)| is_judged(name, spec));
    judged.flat_map(|(name, spec)| of_column(read.looked_at(name), spec, surroundings)).collect()
}

fn of_column(column: &Column, spec: &ColumnSpec, surroundings: &Surroundings) -> Vec<String> {
    let Some(coded) = column.coded() else { return Vec::new() };
    let notice = Notice::of(coded, surroundings.decimal);
    let mut words: Vec<String> = notice.missing_in_words(&column.name).into_iter().collect();
    match spec.role.0 {
        // Different spellings fall into different classes, which costs detail and no privacy.
        Role::Quasi if spec.hierarchy.is_none() => words.extend(of_dates(column)),
        Role::Quasi => {}
        _ => words.extend(notice.folded_in_words(&column.name)),
    }
    words
}

/// Dates that can be read in two ways.
fn of_dates(column: &Column) -> Option<String> {
    let values = || column.coded().into_iter().flat_map(|coded| coded.dictionary.iter().flatten());
    let name = &column.name;
    match Written::of(values()) {
        Some(written) if written.is_ambiguous => Some(format!(
            "column {name:?}: all of its dates can be read with the day first or with the month first, so that only years are \
             used; say which: hierarchy = {{ date = [\"month\", \"year\"], format = {:?} }}",
            written.format.unwrap_or_default()
        )),
        None if Written::is_contradictory(values()) => Some(format!(
            "column {name:?}: some of its dates can only be read with the day first and others only with the month first, so \
             that they are not taken for dates; write them in one way"
        )),
        _ => None,
    }
}
