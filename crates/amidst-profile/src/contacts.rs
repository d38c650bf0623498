//! Telephone numbers and e-mail addresses in the texts of columns that are released: told by how many cells hold one.

use amidst_core::{Aborted, Observer, Role};
use amidst_spec::{roles::Roles, value::describe_cells};
use amidst_table::{Data, Table};
use arrow_array::{Array, ArrayRef, cast::AsArray};
use rayon::prelude::*;

use crate::scan::contact::holds_contact;

/// How many cells of each released column look like a telephone number or an e-mail address. Those of parts of a table add up.
#[derive(Clone, Debug, Default)]
pub struct ContactCells(Vec<(String, u64)>);

impl ContactCells {
    /// Looks at a table, or a part of one, whatever the roles of its columns.
    ///
    /// # Errors
    /// If the observer aborts.
    ///
    /// # Panics
    /// If a column with a role was not read.
    pub fn of(table: &Table, roles: &Roles, observer: &dyn Observer) -> Result<Self, Aborted> {
        let shown: Vec<&str> = shown(roles).collect();
        let count = |name: &str| {
            let column = table.column(name).expect("released columns were read");
            Ok((name.to_owned(), cells(&column.data, observer)?))
        };
        shown.into_par_iter().map(count).collect::<Result<_, _>>().map(Self)
    }

    /// Those of both.
    pub fn add(&mut self, other: Self) {
        match self.0.is_empty() {
            true => *self = other,
            false => self.0.iter_mut().zip(other.0).for_each(|(own, theirs)| own.1 += theirs.1),
        }
    }

    /// In a sentence for each column that has some.
    pub fn describe(&self) -> Vec<String> {
        let found = |(name, cells): &(String, u64)| {
            format!(
                "column {name:?}: what looks like a telephone number or an e-mail address stands in {}, and would be released as far as \
                 the column is; take it out, or drop the column (role = \"identifier\")",
                describe_cells(*cells)
            )
        };
        self.0.iter().filter(|(_, cells)| *cells > 0).map(found).collect()
    }
}

/// The columns of which values may be seen: a pseudonym shows none.
fn shown(roles: &Roles) -> impl Iterator<Item = &str> {
    roles.columns().filter(|(_, spec)| spec.role.0 != Role::Identifier).map(|(name, _)| name)
}

/// How many cells hold one.
fn cells(data: &Data, observer: &dyn Observer) -> Result<u64, Aborted> {
    observer.go_on()?;
    Ok(match data {
        Data::Coded(coded) => {
            let rows = coded.histogram();
            let values = coded.dictionary.iter().zip(rows);
            values.filter(|(text, _)| text.is_some_and(holds_contact)).map(|(_, rows)| rows).sum()
        }
        Data::Carried(chunks) => {
            let counts = chunks.iter().map(|chunk| observer.go_on().map(|()| of_chunk(chunk)));
            counts.sum::<Result<u64, Aborted>>()?
        }
    })
}

/// Of a chunk of texts, which may stand in a dictionary.
fn of_chunk(chunk: &ArrayRef) -> u64 {
    let Some(dictionary) = chunk.as_any_dictionary_opt().filter(|it| !it.values().is_empty()) else {
        return holding(chunk).into_iter().filter(|holds| *holds).count() as u64;
    };
    let holds = holding(dictionary.values());
    // In most columns no value does, and then nobody needs to look at rows.
    if !holds.contains(&true) {
        return 0;
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    let is_held = |(row, key): &(usize, usize)| chunk.is_valid(*row) && holds.get(*key) == Some(&true);
    keys.filter(is_held).count() as u64
}

/// Which texts hold one; what is no text holds none.
fn holding(texts: &ArrayRef) -> Vec<bool> {
    fn of<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Vec<bool> {
        texts.map(|text| text.is_some_and(holds_contact)).collect()
    }
    match (texts.as_string_opt::<i32>(), texts.as_string_opt::<i64>(), texts.as_string_view_opt()) {
        (Some(texts), ..) => of(texts.iter()),
        (_, Some(texts), _) => of(texts.iter()),
        (.., texts) => texts.map_or_else(Vec::new, |texts| of(texts.iter())),
    }
}
