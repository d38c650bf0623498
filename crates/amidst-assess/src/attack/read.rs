//! The tables of an attack, and which of their columns take part.

use amidst_core::{Coded, Error as CoreError, Observer, Role, hierarchy::builders::DecimalMark};
use amidst_io::{Decimal, Reader, Want};
use amidst_spec::{
    Error, Result, quoted,
    source::{check_header, open_observed},
    spec::Input,
};
use amidst_table::Table;

use super::{AttackOptions, Register, knowledge::Knowledge};

/// An open table, and what was said of it.
pub(super) struct Side<'a>(Reader<'a>, Input);

impl<'o> Side<'o> {
    pub fn open(input: &Input, observer: &'o dyn Observer) -> Result<Self> {
        Ok(Self(open_observed(None, input, observer)?, input.clone()))
    }

    pub fn columns(&self) -> &[String] {
        self.0.columns()
    }

    pub fn decimal(&self) -> DecimalMark {
        if self.0.layout().decimal == Decimal::Comma { DecimalMark::Comma } else { DecimalMark::Point }
    }

    pub fn has(&self, name: &String) -> bool {
        self.columns().contains(name)
    }

    /// Refuses names of columns that it does not have.
    pub fn expect<'a>(&self, names: impl IntoIterator<Item = &'a String>) -> Result<()> {
        let names: Vec<&String> = names.into_iter().collect();
        match names.iter().find(|name| !self.has(name)) {
            None => Ok(()),
            Some(name) => {
                check_header(&self.0, &self.1, &names)?;
                Err(Error::of_file(self.0.file(), CoreError::unknown_column(name, self.columns())))
            }
        }
    }

    /// Reads some columns.
    pub fn read(self, wanted: &[String]) -> Result<Table> {
        let file = self.0.file().to_owned();
        let want = |name: &str| if wanted.iter().any(|one| one == name) { Want::Code } else { Want::Drop };
        let table = self.0.read(want)?.table;
        if table.rows() == 0 {
            return Err(Error::NoRows { source_name: file, purpose: "attacked" });
        }
        Ok(table)
    }
}

/// A column that was read.
pub(super) fn column<'a>(table: &'a Table, name: &str) -> &'a Coded {
    table.column(name).and_then(|column| column.coded()).expect("columns that take part were read as codes")
}

/// Columns of the release and of the register that belong together.
type Pairs = Vec<(String, String)>;

/// The columns that take part.
pub(super) struct Columns {
    pub quasi: Vec<String>,
    pub sensitive: Vec<String>,
    pub linked: Pairs,
    /// Quasi columns that the register lacks.
    pub unlinked: Vec<String>,
}

impl Columns {
    pub fn new(
        options: &AttackOptions,
        known: &Knowledge,
        release: &Side<'_>,
        register: Option<&Side<'_>>,
    ) -> Result<Self> {
        let on = options.register.as_ref().map_or(&[][..], |register| &register.on);
        let chosen = |given: &[String], role| match given.is_empty() {
            true => known.columns(role, release.columns()),
            false => once(given),
        };
        let mut quasi = chosen(&options.quasi, Role::Quasi);
        if quasi.is_empty() {
            quasi = on.iter().map(|(name, _)| name.clone()).collect();
        }
        if quasi.is_empty() {
            return Err(Error::NoQuasi { known: Vec::new() });
        }
        let sensitive = chosen(&options.sensitive, Role::Sensitive);
        release.expect(quasi.iter().chain(&sensitive).chain(on.iter().map(|(name, _)| name)))?;
        if let Some(both) = quasi.iter().find(|name| sensitive.contains(name)) {
            let (first, second) = (Role::Quasi, Role::Sensitive);
            return Err(Error::TwoRoles { column: both.clone(), first, second });
        }
        let (linked, unlinked) = match (options.register.as_ref(), register) {
            (Some(asked), Some(register)) => linked(asked, register, &quasi)?,
            _ => (Vec::new(), Vec::new()),
        };
        Ok(Self { quasi, sensitive, linked, unlinked })
    }

    /// The columns of the release that are read.
    pub fn of_release(&self) -> Vec<String> {
        let linked = self.linked.iter().map(|(name, _)| name);
        linked.chain(&self.quasi).chain(&self.sensitive).cloned().collect()
    }

    /// The columns of the register that are read.
    pub fn of_register(&self, options: &AttackOptions) -> Vec<String> {
        let names = options.register.iter().flat_map(|register| &register.reveal);
        self.linked.iter().map(|(_, name)| name).chain(names).cloned().collect()
    }

    /// The columns of the original that are read, as far as it has them.
    pub fn of_original(&self) -> Vec<String> {
        self.quasi.iter().chain(&self.sensitive).cloned().collect()
    }
}

/// Which columns belong together, and quasi columns that have no counterpart.
fn linked(asked: &Register, register: &Side<'_>, quasi: &[String]) -> Result<(Pairs, Vec<String>)> {
    register.expect(asked.on.iter().map(|(_, name)| name).chain(&asked.reveal))?;
    if !asked.on.is_empty() {
        let is_linked = |name: &&String| asked.on.iter().any(|(linked, _)| linked == *name);
        return Ok((asked.on.clone(), quasi.iter().filter(|name| !is_linked(name)).cloned().collect()));
    }
    let counterpart = |name: &String| {
        let same = register.columns().iter().find(|column| *column == name);
        same.or_else(|| register.columns().iter().find(|column| column.to_lowercase() == name.to_lowercase()))
    };
    let linked: Pairs =
        quasi.iter().filter_map(|name| Some((name.clone(), counterpart(name)?.clone()))).collect();
    if linked.is_empty() {
        return Err(Error::NotInRegister { column: quasi[0].clone(), columns: quoted(register.columns()) });
    }
    let unlinked = quasi.iter().filter(|name| counterpart(name).is_none()).cloned().collect();
    Ok((linked, unlinked))
}

/// Each name once, in the order of their first mention.
fn once(names: &[String]) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        if !seen.contains(name) {
            seen.push(name.clone());
        }
    }
    seen
}
