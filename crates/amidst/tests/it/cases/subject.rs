//! What a case is about: a table and hierarchies, as the library takes them.

use std::{collections::BTreeMap, fs, path::Path as File};

use amidst_core::{Hierarchy, HierarchyError, Levels, hierarchy::Path};
use amidst_table::Table;

use super::format::Grid;

/// A table, its quasi columns and their hierarchies. Any of them may be absent from a case that does not need it.
pub struct Subject {
    /// The header and the rows of the table.
    pub grid: Grid,
    /// The quasi columns, in the order of every level vector.
    pub quasi: Vec<String>,
    hierarchies: BTreeMap<String, Grid>,
}

impl Subject {
    /// Puts the parts of a case together.
    pub fn new(grid: Grid, quasi: Vec<String>, hierarchies: BTreeMap<String, Grid>) -> Self {
        Self { grid, quasi, hierarchies }
    }

    /// The names of all columns of the table.
    pub fn header(&self) -> Result<Vec<&str>, String> {
        let header = self.grid.0.first().ok_or("the case has no table")?;
        Ok(header.iter().map(String::as_str).collect())
    }

    /// The rows of the table.
    pub fn rows(&self) -> &[Vec<String>] {
        self.grid.0.get(1..).unwrap_or_default()
    }

    /// The table.
    pub fn table(&self) -> Result<Table, String> {
        Ok(Table::from_rows(&self.header()?, self.rows()))
    }

    /// The quasi values of each row.
    pub fn tuples(&self) -> Result<Vec<Vec<&str>>, String> {
        let header = self.header()?;
        let at = |name: &String| {
            header
                .iter()
                .position(|known| known == name)
                .ok_or_else(|| format!("the table has no column {name}"))
        };
        let columns: Vec<usize> = self.quasi.iter().map(at).collect::<Result<_, _>>()?;
        Ok(self.rows().iter().map(|row| columns.iter().map(|&at| row[at].as_str()).collect()).collect())
    }

    /// The lines of a column's hierarchy.
    pub fn lines(&self, column: &str) -> Result<&Grid, String> {
        self.hierarchies.get(column).ok_or_else(|| format!("the case has no hierarchy for {column}"))
    }

    /// A column's hierarchy up to a level; up to its root if `None`.
    pub fn grow(
        &self,
        column: &str,
        last_level: Option<usize>,
    ) -> Result<Result<Hierarchy, HierarchyError>, String> {
        let path = |line: &Vec<String>| -> Path {
            let last = last_level.map_or(line.len(), |level| level + 1);
            line.iter().take(last).map(|label| Some(label.as_str().into())).collect()
        };
        Ok(Hierarchy::from_paths(self.lines(column)?.0.iter().map(path).collect()))
    }

    /// A column's hierarchy.
    pub fn hierarchy(&self, column: &str) -> Result<Hierarchy, String> {
        self.grow(column, None)?.map_err(|error| format!("column {column}: {error}"))
    }

    /// The hierarchies of the quasi columns, in their order.
    pub fn quasi_hierarchies(&self) -> Result<Vec<Hierarchy>, String> {
        self.quasi.iter().map(|column| self.hierarchy(column)).collect()
    }

    /// All nodes.
    pub fn lattice(&self) -> Result<amidst_core::Lattice, String> {
        let top: Levels = self.quasi_hierarchies()?.iter().map(Hierarchy::height).collect();
        Ok(amidst_core::Lattice::new(vec![0; top.len()], top))
    }

    /// Writes the table, without some rows counted from 1, and says where.
    pub fn write_table(&self, folder: &File, without: &[usize]) -> String {
        // The header is line 0, so lines count like rows.
        let lines = self.grid.0.iter().enumerate().filter(|(line, _)| !without.contains(line));
        write(folder, "table", lines.map(|(_, cells)| cells))
    }

    /// Writes a column's hierarchy as other tools keep it, and says where.
    pub fn write_hierarchy(&self, folder: &File, column: &str) -> Result<String, String> {
        Ok(write(folder, column, &self.lines(column)?.0))
    }
}

fn write<'a>(folder: &File, name: &str, lines: impl IntoIterator<Item = &'a Vec<String>>) -> String {
    let path = folder.join(format!("{name}.csv"));
    let text: String = lines.into_iter().map(|cells| cells.join(",") + "\n").collect();
    fs::write(&path, text).expect("a temporary file can be written");
    path.display().to_string()
}
