//! A lake that is read part by part: file after file, each in parts.

use amidst_core::Observer;
use amidst_table::{Column, Table};
use arrow_schema::DataType;

use super::{
    files::LakeFile,
    read::{LakeReader, Merging},
};
use crate::{Format, Quiet, Result, Want, file::FileParts};

/// A lake that is read part by part.
pub(crate) struct LakeParts {
    reader: LakeReader,
    wants: Vec<Want>,
    /// The file that is read, or comes next.
    at: usize,
    /// What is left of it, once it was opened.
    open: Option<FileParts>,
    /// The types that the columns of files have in formats that know types, once a file was read.
    types: Vec<Option<DataType>>,
}

impl LakeParts {
    pub(crate) fn new(reader: LakeReader, wants: Vec<Want>) -> Self {
        let types = vec![None; reader.of_files().len()];
        Self { reader, wants, at: 0, open: None, types }
    }

    /// The next rows of one file; nothing at the end.
    pub(crate) fn next_part(&mut self, rows: usize, observer: &dyn Observer) -> Result<Option<Table>> {
        let Self { reader, wants, at, open, types } = self;
        while let Some(file) = reader.lake.files.get(*at) {
            let parts = match open {
                Some(parts) => parts,
                None => {
                    let opened = reader.open_file(file, observer)?;
                    let wants = reader.wants(&opened, wants);
                    open.insert(opened.into_parts(wants)?)
                }
            };
            match parts.next_part(rows, &Quiet(observer))? {
                Some(table) => {
                    return with_partitions(table, file, reader, (wants, types), observer).map(Some);
                }
                None => (*at, *open) = (*at + 1, None),
            }
        }
        Ok(None)
    }
}

/// Rows of a file, in the order of the first file's columns, with what its folders say.
fn with_partitions(
    table: Table,
    file: &LakeFile,
    reader: &LakeReader,
    (wants, types): (&[Want], &mut [Option<DataType>]),
    observer: &dyn Observer,
) -> Result<Table> {
    let rows = table.rows();
    let is_typed = !matches!(reader.layout.format, Format::Csv | Format::Jsonl);
    let mut cells = table.into_columns();
    let mut columns: Vec<Column> = Vec::with_capacity(reader.header.len());
    for (at, name) in reader.of_files().iter().enumerate().filter(|(at, _)| wants[*at] != Want::Drop) {
        let place = cells.iter().position(|column| column.name == *name).expect("it was wanted");
        let column = cells.swap_remove(place);
        let known = types[at].get_or_insert_with(|| column.source_type.clone());
        if is_typed && *known != column.source_type {
            return Err(reader.unlike_type(file, name));
        }
        columns.push(column);
    }
    let first = reader.of_files().len();
    for (at, (name, cell)) in reader.lake.partitions.iter().zip(&file.cells).enumerate() {
        let mut column = Merging::new(wants[first + at]);
        column.repeat(cell.as_deref(), rows);
        columns.extend(column.finish_partition(name, &reader.lake, at, observer)?);
    }
    Ok(Table::new(columns))
}
