//! Tables that a spec has in databases: where they are, and what of that may be written.

use std::path::Path;

use amidst_database::{Address, Selection};
use serde::Serializer;

use super::{Input, Output};
use crate::{Error, Result};

impl Input {
    /// The database that the table is in, and what is read of it; nothing if it is in a file.
    ///
    /// # Errors
    /// If it is not said which table, or a table is named where there is no database.
    pub fn database(&self) -> Result<Option<(Address, Selection)>> {
        match (Address::of(&self.path), &self.table, &self.query) {
            (None, None, None) => Ok(None),
            (None, ..) => Err(Error::conflict(
                "table",
                "path",
                "table and query are for databases, and the path is none; take them away, or write sqlite: or postgres:// before it",
            )),
            (Some(address), Some(table), None) => Ok(Some((address, Selection::Table(table.clone())))),
            (Some(address), None, Some(query)) => Ok(Some((address, Selection::Query(query.clone())))),
            (Some(_), None, None) => {
                Err(Error::missing("table", "the path is a database; add table or query to [input]"))
            }
            (Some(_), Some(_), Some(_)) => {
                Err(Error::conflict("table", "query", "table and query are both there; keep one"))
            }
        }
    }

    /// The path as it may be told.
    pub fn named(&self) -> String {
        amidst_database::without_password(&self.path).into_owned()
    }

    /// The file that is read, if it is one.
    pub(super) fn file(&self) -> Option<&Path> {
        match Address::of(&self.path) {
            Some(Address::Sqlite(_)) => self.path.split_once(':').map(|(_, file)| Path::new(file)),
            Some(Address::Postgres(_)) => None,
            None => Some(Path::new(&self.path)).filter(|path| !path.as_os_str().is_empty()),
        }
    }
}

impl Output {
    /// The database that the release goes into, and the table there; nothing if it goes elsewhere.
    ///
    /// # Errors
    /// If it is not said which table, or a table is named where there is no database.
    pub fn database(&self) -> Result<Option<(Address, String)>> {
        match (self.path.as_deref().and_then(Address::of), &self.table) {
            (None, None) => Ok(None),
            (Some(address), Some(table)) => Ok(Some((address, table.clone()))),
            (Some(_), None) => {
                Err(Error::missing("table", "the release goes into a database; add table to [output]"))
            }
            (None, Some(_)) => Err(Error::conflict(
                "table",
                "path",
                "table is for databases, and the path of [output] is none; take it away, or write sqlite: or postgres:// before it",
            )),
        }
    }
}

/// A path as the program sees it, of a spec in a folder: servers are where they are.
pub(super) fn resolved(path: &str, folder: &Path) -> String {
    match Address::of(path) {
        Some(Address::Postgres(_)) => path.to_owned(),
        Some(Address::Sqlite(file)) => format!("sqlite:{}", folder.join(file).display()),
        None => folder.join(path).to_string_lossy().into_owned(),
    }
}

/// Writes a path without the password it may hold.
pub(super) fn without_password<S: Serializer>(
    path: &str,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&amidst_database::without_password(path))
}

/// The same of a path that may be left out.
pub(super) fn without_passwords<S: Serializer>(
    path: &Option<String>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    match path {
        Some(path) => without_password(path, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    #[test]
    fn no_password_is_written_into_a_spec() {
        let text = "input.path = 'postgres://ann:Zyx@host/db'\ninput.table = 'a'\noutput.path = 'postgres://ann:Zyx@host/db'\n";
        let spec = Spec::from_toml(text).expect("a spec");
        assert!(spec.input.path.contains("Zyx"), "it is used");
        let written = spec.to_toml();
        assert!(!written.contains("Zyx") && written.contains("ann@host/db"), "{written}");
    }

    #[test]
    fn files_are_found_beside_the_spec_and_servers_are_where_they_are() {
        assert_eq!(resolved("sqlite:a.db", Path::new("in")), "sqlite:in/a.db");
        assert_eq!(resolved("postgres://h/db", Path::new("in")), "postgres://h/db");
        assert_eq!(resolved("a.csv", Path::new("in")), "in/a.csv");
    }
}
