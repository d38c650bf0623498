//! People who have several rows, noticed by identifiers that repeat.

use std::collections::HashSet;

use amidst_core::{Coded, Column, Role, Table};

use super::Roles;
use crate::{
    Error, Result,
    profile::{by_whom, numbers_people},
    reporting::grouped,
    requirements::coded,
    spec::{Keep, Respondent},
    summary::Repeated,
};

/// The identifier that tells most rows apart, if even that repeats: of those that number people by their name, if there are
/// such; else nothing if any identifier is different in every row.
pub fn repeated(table: &Table, roles: &Roles) -> Option<Repeated> {
    let identifiers = roles.columns().filter(|(_, spec)| spec.role.0 == Role::Identifier);
    let coded = identifiers.filter_map(|(name, _)| Some((name, table.column(name)?.coded()?)));
    let told: Vec<Repeated> = coded.map(|(name, coded)| counted(name, coded)).collect();
    let tells_apart = |it: &Repeated| it.distinct == it.rows && it.rows == table.rows() as u64;
    let is_said = told.iter().any(|it| numbers_people(&it.column));
    if !is_said && told.iter().any(tells_apart) {
        return None;
    }
    let repeating = told.into_iter().filter(|it| it.distinct < it.rows);
    repeating
        .filter(|it| !is_said || numbers_people(&it.column))
        .max_by_key(|it| (by_whom(&it.column), it.distinct))
}

/// How many values a column has, in how many rows.
fn counted(name: &str, coded: &Coded) -> Repeated {
    let missing = coded.dictionary.missing();
    let known: Vec<u32> = coded.codes.iter().filter(|code| Some(*code) != missing).collect();
    let rows = known.len() as u64;
    Repeated { column: name.into(), distinct: known.into_iter().collect::<HashSet<u32>>().len() as u64, rows }
}

/// Refuses a column that links the rows of a person, a pseudonym or the respondent as it is, unless k is asked of all of them
/// together.
///
/// # Errors
/// If there is one.
pub fn refuse_links(
    table: &Table,
    roles: &Roles,
    respondent: Option<&Respondent>,
    markers: &[String],
) -> Result<()> {
    let pseudonyms = roles.columns().filter(|(_, spec)| spec.keep == Some(Keep::Pseudonym));
    let pseudonyms = pseudonyms.map(|(name, _)| (name, "its pseudonym"));
    let whose = respondent.map(|respondent| &*respondent.column).filter(|name| roles.is_released(name));
    for (name, what) in pseudonyms.chain(whose.map(|name| (name, "it is released and"))) {
        let column = table.column(name).expect("released columns were read");
        let own = coded(column, markers);
        let coded = own.as_ref().unwrap_or(column).coded().expect("columns that tell people apart are coded");
        let Repeated { distinct, rows, .. } = counted(name, coded);
        let is_asked = respondent.filter(|respondent| respondent.is_by_profile()).is_some_and(|respondent| {
            let whose = table.column(&respondent.column).and_then(Column::coded);
            respondent.column == name || whose.is_some_and(|whose| is_the_same(coded, whose))
        });
        if distinct < rows && !is_asked {
            return Err(Error::Setting(format!(
                "column {name:?}: {what} links the rows of a person, {} values in {} rows, so that k must hold of all \
                 rows of a person together; write respondent = {{ column = {name:?}, semantics = \"profile\" }} in [privacy], or \
                 drop the column",
                grouped(distinct),
                grouped(rows)
            )));
        }
    }
    Ok(())
}

/// Whether two columns tell the same rows apart.
fn is_the_same(one: &Coded, other: &Coded) -> bool {
    let distinct = |codes: &mut dyn Iterator<Item = (u32, u32)>| codes.collect::<HashSet<_>>().len();
    let both = distinct(&mut one.codes.iter().zip(other.codes.iter()));
    both == distinct(&mut one.codes.iter().map(|code| (code, 0)))
        && both == distinct(&mut other.codes.iter().map(|code| (code, 0)))
}

/// The table without identifiers that nobody looks at any more.
pub fn without_dropped(table: Table, roles: &Roles) -> Table {
    let is_dropped = |name: &str| roles.dropped().any(|dropped| dropped == name) && !roles.is_looked_at(name);
    Table::new(table.into_columns().into_iter().filter(|column| !is_dropped(&column.name)).collect())
}
