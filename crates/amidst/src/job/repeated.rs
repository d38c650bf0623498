//! People who have several rows, noticed by identifiers that repeat.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

use amidst_core::{
    Aborted, Coded, Observer, Role,
    hierarchy::builders::DecimalMark,
    observer::{blocks, watched},
};
use amidst_kernel::per_row;
use amidst_spec::{
    Error, Result,
    header::{by_whom, numbers_people},
    reporting::grouped,
    requirements::coded,
    roles::Roles,
    spec::{Keep, Respondent},
    value::{Value, folded_names, is_blank},
};
use amidst_table::{Column, Data, Table};

use crate::summary::Repeated;

/// The people of a table, one code for each.
pub fn named(
    table: &Table,
    respondent: &Respondent,
    markers: &[String],
    mark: DecimalMark,
    observer: &dyn Observer,
) -> Result<Column> {
    let column = table.column(&respondent.column).expect("the column of the respondent was read");
    let own = coded(column, markers, observer)?;
    let names = own.as_ref().unwrap_or(column).coded().expect("columns looked at are coded");
    let Column { name, kind, source_type, .. } = column.clone();
    Ok(Column { name, kind, source_type, data: Data::Coded(folded_names(names, mark)) })
}

/// The identifier that tells most rows apart, if even that repeats: of those that number people by their name, if there are
/// such. Another one that is different in every row, such as the number of a visit, says nothing of who was there. Those that
/// are `no_people`, households and weights, are said to be shared.
pub fn repeated(
    table: &Table,
    roles: &Roles,
    no_people: &[Option<&str>],
    mark: DecimalMark,
    observer: &dyn Observer,
) -> Result<Option<Repeated>> {
    let mut names = NameCounts::new(mark);
    names.add(table, roles, no_people, observer)?;
    Ok(names.repeated())
}

/// How many names each identifier has, spellings of one taken together, in how many rows. Only hashes of names are kept: a column
/// may have as many names as rows. Parts of a table add up.
pub(crate) struct NameCounts {
    mark: DecimalMark,
    hashers: [RandomState; 2],
    columns: Vec<(Repeated, HashSet<[u64; 2]>)>,
    /// The rows of the table.
    rows: u64,
}

impl NameCounts {
    /// Of no rows.
    pub fn new(mark: DecimalMark) -> Self {
        Self { mark, hashers: [RandomState::new(), RandomState::new()], columns: Vec::new(), rows: 0 }
    }

    /// Counts the names of a table, or a part of one.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn add(
        &mut self,
        table: &Table,
        roles: &Roles,
        no_people: &[Option<&str>],
        observer: &dyn Observer,
    ) -> std::result::Result<(), Aborted> {
        let identifiers = roles.columns().filter(|(_, spec)| spec.role.0 == Role::Identifier);
        let identifiers = identifiers.filter(|(name, _)| !no_people.contains(&Some(*name)));
        for (name, coded) in identifiers.filter_map(|(name, _)| Some((name, table.column(name)?.coded()?))) {
            self.add_column(name, coded, observer)?;
        }
        self.rows += table.rows() as u64;
        Ok(())
    }

    fn add_column(
        &mut self,
        name: &str,
        coded: &Coded,
        observer: &dyn Observer,
    ) -> std::result::Result<(), Aborted> {
        let (mark, hashers) = (self.mark, &self.hashers);
        let hashed = per_row(coded.dictionary.len(), observer, |codes, hashes| {
            for (hash, code) in hashes.iter_mut().zip(codes) {
                let text = coded.dictionary.value(code as u32).filter(|text| !is_blank(text));
                let value = text.map(|text| Value::of(text, mark));
                *hash = value.map(|value| hashers.each_ref().map(|hasher| hasher.hash_one(&value)));
            }
        })?;
        let at = self.columns.iter().position(|(known, _)| known.column == name).unwrap_or_else(|| {
            let known = Repeated { column: name.into(), distinct: 0, rows: 0 };
            self.columns.push((known, HashSet::with_capacity(hashed.len())));
            self.columns.len() - 1
        });
        let (known, distinct) = &mut self.columns[at];
        for block in blocks(coded.codes.len(), observer) {
            let is_named = |row: &usize| hashed[coded.codes.at(*row) as usize].is_some();
            known.rows += block?.filter(is_named).count() as u64;
        }
        distinct.extend(watched(hashed.into_iter().flatten(), observer));
        known.distinct = distinct.len() as u64;
        observer.go_on()
    }

    /// The one that tells most rows apart, if even that repeats.
    pub fn repeated(self) -> Option<Repeated> {
        let told: Vec<Repeated> = self.columns.into_iter().map(|(known, _)| known).collect();
        let tells_apart = |it: &Repeated| it.distinct == it.rows && it.rows == self.rows;
        let is_said = told.iter().any(|it| numbers_people(&it.column));
        // What all rows share tells no people apart, if something else does.
        let fewest = if told.iter().any(tells_apart) { 2 } else { 1 };
        let repeating = told.into_iter().filter(|it| (fewest..it.rows).contains(&it.distinct));
        repeating
            .filter(|it| !is_said || numbers_people(&it.column))
            .max_by_key(|it| (by_whom(&it.column), it.distinct))
    }
}

/// How many values a column has, in how many rows.
fn counted(name: &str, coded: &Coded) -> Repeated {
    let missing = coded.dictionary.missing();
    let known = coded.histogram().into_iter().zip(0..);
    let known = known.filter(|&(rows, code)| rows > 0 && Some(code) != missing);
    let (distinct, rows) = known.fold((0, 0), |(distinct, all), (rows, _)| (distinct + 1, all + rows));
    Repeated { column: name.into(), distinct, rows }
}

/// Refuses a column that links the rows of a person, a pseudonym or the respondent as it is, unless k is asked of all of them
/// together. The people are those of the respondent, if there is one.
///
/// # Errors
/// If there is one.
pub fn refuse_links(
    table: &Table,
    roles: &Roles,
    people: Option<(&Respondent, &Column)>,
    markers: &[String],
    observer: &dyn Observer,
) -> Result<()> {
    let person_of_row = people.and_then(|(_, person_of_row)| person_of_row.coded());
    let by_profile =
        person_of_row.filter(|_| people.is_some_and(|(respondent, _)| respondent.is_by_profile()));
    let pseudonyms = roles.columns().filter(|(_, spec)| spec.keep == Some(Keep::Pseudonym));
    let pseudonyms = pseudonyms.map(|(name, _)| (name, "its pseudonym"));
    let respondent = people.map(|(respondent, _)| &*respondent.column);
    let released = respondent.filter(|name| roles.is_released(name) && roles.spec(name).keep.is_none());
    for (name, what) in pseudonyms.chain(released.map(|name| (name, "it is released and"))) {
        let column = table.column(name).expect("released columns were read");
        let own = coded(column, markers, observer)?;
        let coded = own.as_ref().unwrap_or(column).coded().expect("columns that tell people apart are coded");
        // A pseudonym hides that two spellings are of one person: nobody could count again in the release who was counted.
        let hides = released != Some(name) && respondent == Some(name);
        if hides && person_of_row.is_some_and(|person_of_row| !is_the_same(coded, person_of_row)) {
            return Err(spelled_in_several_ways(name, what));
        }
        let linking = person_of_row.filter(|_| released == Some(name)).unwrap_or(coded);
        let Repeated { distinct, rows, .. } = counted(name, linking);
        if distinct == rows || by_profile.is_some_and(|person_of_row| is_the_same(coded, person_of_row)) {
            continue;
        }
        let (distinct, rows) = (grouped(distinct), grouped(rows));
        return Err(match by_profile {
            Some(_) if respondent == Some(name) => spelled_in_several_ways(name, what),
            _ => Error::conflict("keep", "respondent", format!(
                "column {name:?}: {what} links the rows of a person, {distinct} values in {rows} rows, so that k must hold of \
                 all rows of a person together; write respondent = {{ column = {name:?}, semantics = \"profile\" }} in \
                 [privacy], or drop the column"
            )).of_column(name),
        });
    }
    Ok(())
}

fn spelled_in_several_ways(name: &str, what: &str) -> Error {
    Error::unfit_column(
        "respondent",
        name,
        format!(
            "column {name:?}: {what} links the rows of a person that are spelled alike, but some people are spelled in several \
         ways, so that what is linked is not what k is asked of; spell every person in one way, or drop the column"
        ),
    )
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
    let is_dropped =
        |name: &str| roles.dropped().any(|dropped| dropped == name) && !roles.is_model_column(name);
    Table::new(table.into_columns().into_iter().filter(|column| !is_dropped(&column.name)).collect())
}
