//! The population that a table is drawn from: read once, its quasi columns in the codes of the table.

use std::sync::Arc;

use amidst_core::{Coded, Codes, Dictionary, Error as CoreError};
use amidst_io::Want;
use amidst_table::{Column, Data, Table};

use super::BoundRequirement;
use crate::{
    Error, Result,
    roles::Roles,
    source::{check_header, open},
    spec::Input,
};

/// The people of the population.
pub struct Population {
    /// Their quasi columns, in the codes of the table's own.
    pub table: Table,
}

impl Population {
    /// Reads the population that requirements ask for, if they do. The table's quasi columns learn its values.
    pub fn read(
        needed: &[BoundRequirement],
        table: Table,
        roles: &Roles,
        input: &Input,
    ) -> Result<(Table, Option<Self>)> {
        let mut paths: Vec<&String> = needed.iter().filter_map(|it| it.population.as_ref()).collect();
        paths.sort_unstable();
        paths.dedup();
        let path = match paths[..] {
            [] => return Ok((table, None)),
            [path] => path,
            _ => {
                return Err(Error::bad_value(
                    "population",
                    "population is named differently in several requirements; a table has one population",
                ));
            }
        };
        let input = Input { path: path.clone(), missing: input.missing.clone(), ..Input::default() };
        let reader = open(&input)?;
        check_header(&reader, &input, roles.quasi().map(|(name, _)| name))?;
        if let Some((lacking, _)) =
            roles.quasi().find(|(name, _)| !reader.columns().iter().any(|it| it == name))
        {
            return Err(Error::of_file(path, CoreError::unknown_column(lacking, reader.columns())));
        }
        let is_quasi = |name: &str| roles.quasi().any(|(quasi, _)| quasi == name);
        let people = reader.read(|name| if is_quasi(name) { Want::Code } else { Want::Drop })?.table;
        let mut columns = Vec::new();
        let mut own = table.into_columns();
        for column in own.iter_mut().filter(|column| is_quasi(&column.name)) {
            let others =
                people.column(&column.name).and_then(Column::coded).expect("quasi columns are coded");
            let Data::Coded(coded) = &mut column.data else { unreachable!("quasi columns are coded") };
            columns.push(joined(coded, others, &column.name));
        }
        Ok((Table::new(own), Some(Self { table: Table::new(columns) })))
    }
}

/// The others' column in the codes of one's own, whose dictionary learns their values.
fn joined(own: &mut Coded, others: &Coded, name: &str) -> Column {
    let mut dictionary: Dictionary = own.dictionary.iter().collect();
    let codes: Vec<u32> = others.dictionary.iter().map(|value| dictionary.intern(value)).collect();
    own.dictionary = Arc::new(dictionary);
    let size = own.dictionary.len();
    own.codes = Codes::narrow((0..own.codes.len()).map(|row| own.codes.at(row)).collect(), size);
    let codes = (0..others.codes.len()).map(|row| codes[others.codes.at(row) as usize]).collect();
    let coded = Coded::new(Arc::clone(&own.dictionary), Codes::narrow(codes, size));
    Column { data: Data::Coded(coded), ..Column::from_texts(name, []) }
}
