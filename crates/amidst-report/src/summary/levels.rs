//! A node, by the names of its columns.

use std::{fmt, sync::Arc};

use amidst_core::Levels;
use serde::{Serialize, Serializer, ser::SerializeMap};

/// The level of each quasi column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLevels {
    /// The columns, in the order of the table.
    pub columns: Arc<[String]>,
    /// Their levels.
    pub levels: Levels,
}

/// For people: each column and its level.
impl fmt::Display for NamedLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (column, level)) in self.columns.iter().zip(&self.levels).enumerate() {
            write!(f, "{}{column} {level}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Serialize for NamedLevels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.levels.len()))?;
        for (column, level) in self.columns.iter().zip(&self.levels) {
            map.serialize_entry(column, level)?;
        }
        map.end()
    }
}
