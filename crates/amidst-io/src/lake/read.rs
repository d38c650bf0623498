//! Reading the files of a lake as one table: several at a time, put together in their order.

use std::sync::Arc;

use amidst_core::{Kind, Observer, Stage};
use amidst_table::{Column, Data, Table};
use arrow_array::{Array, ArrayRef, Int64Array, StringArray};
use arrow_schema::DataType;
use rayon::prelude::*;

use super::files::{Lake, LakeFile};
use crate::{
    Error, FirstLine, Format, Hints, Layout, Quiet, ReadTable, Result, Source, Want,
    coded::{CodedColumn, NULL},
    file::FileReader,
    kind::{kind_of_column, kind_of_type, type_of_kind},
    source::ContentDigest,
};

/// An open lake: the header of its first file is known.
pub(crate) struct LakeReader {
    pub(super) lake: Lake,
    pub(super) layout: Layout,
    /// The columns of files, then those that folders name.
    pub(super) header: Vec<String>,
    first_line: Option<FirstLine>,
    hints: Hints,
    markers: Vec<String>,
    block_bytes: usize,
}

impl LakeReader {
    /// Opens the first file.
    pub(crate) fn open(
        lake: Lake,
        hints: &Hints,
        missing: &[String],
        block_bytes: usize,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let first = &lake.files[0];
        let source = Source::Path(first.path.clone());
        let reader = FileReader::open(&source, hints, missing, block_bytes, &Quiet(observer))?;
        let (layout, first_line) = (reader.layout().clone(), reader.first_line());
        let mut header = reader.header().to_vec();
        if let Some(column) = lake.partitions.iter().find(|name| header.contains(name)) {
            let column = column.clone();
            return Err(Error::ColumnAndFolder { file: first.path.display().to_string(), column });
        }
        header.extend(lake.partitions.iter().cloned());
        let (hints, markers) = (hints.clone(), missing.to_vec());
        Ok(Self { lake, layout, header, first_line, hints, markers, block_bytes })
    }

    /// How messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.lake.name
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn header(&self) -> &[String] {
        &self.header
    }

    pub(crate) fn first_line(&self) -> Option<FirstLine> {
        self.first_line
    }

    /// Reads all files. The hash is of their hashes and names, in their order: what `sha256sum` prints of them.
    pub(crate) fn read(self, wants: &[Want], observer: &dyn Observer) -> Result<ReadTable> {
        let of_files = self.of_files().len();
        let mut columns: Vec<Merging> = wants.iter().map(|want| Merging::new(*want)).collect();
        let mut list = ContentDigest::default();
        let (mut rows, mut bytes) = (0_u64, 0);
        for files in self.lake.files.chunks(rayon::current_num_threads()) {
            observer.go_on()?;
            let tables = files.par_iter().map(|file| self.read_file(file, wants, observer));
            // Of files that cannot be read the first is told, whichever was tried first.
            let tables: Vec<Result<(ReadTable, u64)>> = tables.collect();
            for (file, read) in files.iter().zip(tables) {
                let (read, own) = read?;
                list.update(file.listed(&read.sha256).as_bytes());
                (rows, bytes) = (rows + own, bytes + read.bytes);
                if u32::try_from(rows).is_err() {
                    return Err(Error::TooManyRows { file: self.lake.name.clone() });
                }
                let mut cells = read.table.into_columns();
                let kept = (0..of_files).filter(|&at| wants[at] != Want::Drop);
                for (at, name) in kept.map(|at| (at, &self.header[at])) {
                    let place = cells.iter().position(|column| column.name == *name).expect("it was wanted");
                    let appended = columns[at].append(cells.swap_remove(place), &self.layout);
                    appended.map_err(|()| self.unlike_type(file, name))?;
                }
                for (column, cell) in columns[of_files..].iter_mut().zip(&file.cells) {
                    column.repeat(cell.as_deref(), own as usize);
                }
                observer.progress(Stage::Reading, rows, None);
            }
        }
        let finished = self.header.iter().zip(columns).enumerate();
        let finished = finished.map(|(at, (name, column))| match at < of_files {
            true => column.finish(name, &self.layout, observer),
            false => column.finish_partition(name, &self.lake, at - of_files, observer),
        });
        let columns: Vec<Column> = finished.filter_map(Result::transpose).collect::<Result<_>>()?;
        Ok(ReadTable { table: Table::new(columns), sha256: list.finish().0, bytes })
    }

    /// Reads a file, and tells how many rows it has.
    fn read_file(
        &self,
        file: &LakeFile,
        wants: &[Want],
        observer: &dyn Observer,
    ) -> Result<(ReadTable, u64)> {
        let reader = self.open_file(file, observer)?;
        let wants = self.wants(&reader, wants);
        let read = reader.read(&wants, &Quiet(observer))?;
        let rows = read.table.rows() as u64;
        Ok((read, rows))
    }

    /// Opens a file, if it is like the first.
    pub(super) fn open_file(&self, file: &LakeFile, observer: &dyn Observer) -> Result<FileReader> {
        let source = Source::Path(file.path.clone());
        let reader =
            FileReader::open(&source, &self.hints, &self.markers, self.block_bytes, &Quiet(observer))?;
        if reader.layout().format != self.layout.format {
            return Err(self.unlike_file(file, "has another format"));
        }
        if reader.layout().decimal != self.layout.decimal {
            return Err(self.unlike_file(file, "has another decimal mark; say decimal in [input]"));
        }
        // Names of the first file are told only: what a file without a header calls a column is a cell.
        if let Some(name) = self.of_files().iter().find(|name| !reader.header().contains(name)) {
            return Err(self.unlike(file, name, "is not there"));
        }
        if reader.header().len() > self.of_files().len() {
            return Err(self.unlike_file(file, "has more columns"));
        }
        Ok(reader)
    }

    /// What to do with each column of a file. Without any column there is nothing to count the rows by, so one is read.
    pub(super) fn wants(&self, file: &FileReader, wants: &[Want]) -> Vec<Want> {
        let is_bare = wants[..self.of_files().len()].iter().all(|want| *want == Want::Drop);
        let want = |name: &String| match self.of_files().iter().position(|known| known == name) {
            Some(0) if is_bare => Want::Carry,
            Some(at) => wants[at],
            None => Want::Drop,
        };
        file.header().iter().map(want).collect()
    }

    /// The columns that files have.
    pub(super) fn of_files(&self) -> &[String] {
        &self.header[..self.header.len() - self.lake.partitions.len()]
    }

    /// A column has another type than in the first file.
    pub(super) fn unlike_type(&self, file: &LakeFile, column: &str) -> Error {
        self.unlike(file, column, "has another type there")
    }

    fn unlike(&self, file: &LakeFile, column: &str, how: &'static str) -> Error {
        let (file, first) = (file.path.display().to_string(), self.lake.files[0].path.display().to_string());
        Error::UnlikeColumn { file, first, column: column.to_owned(), how }
    }

    fn unlike_file(&self, file: &LakeFile, how: &'static str) -> Error {
        let (file, first) = (file.path.display().to_string(), self.lake.files[0].path.display().to_string());
        Error::UnlikeFile { file, first, how }
    }
}

/// A column while files are put together.
pub(super) enum Merging {
    /// The type that all files have it in, and its values.
    Coded(Option<DataType>, CodedColumn),
    Carried(Option<(Kind, DataType)>, Vec<ArrayRef>),
    Dropped,
}

impl Merging {
    pub(super) fn new(want: Want) -> Self {
        match want {
            // What is missing was decided file by file.
            Want::Code => Self::Coded(None, CodedColumn::new(Arc::new([]))),
            Want::Carry => Self::Carried(None, Vec::new()),
            Want::Drop => Self::Dropped,
        }
    }

    /// Appends the cells of a file, unless they are of another type.
    fn append(&mut self, column: Column, layout: &Layout) -> Result<(), ()> {
        match (self, column.data) {
            (Self::Coded(known, merged), Data::Coded(coded)) => {
                // Text has the type that all its values have.
                let is_text = layout.format == Format::Csv;
                if !is_text && *known.get_or_insert_with(|| column.source_type.clone()) != column.source_type
                {
                    return Err(());
                }
                let values = coded.dictionary.iter();
                let codes: Vec<u32> =
                    values.map(|value| merged.code(value.map_or(NULL, str::as_bytes))).collect();
                let rows: Vec<u32> = coded.codes.iter().map(|code| codes[code as usize]).collect();
                merged.append(&rows);
            }
            (Self::Carried(known, merged), Data::Carried(chunks)) => {
                let (_, known) = known.get_or_insert_with(|| (column.kind, column.source_type.clone()));
                if *known != column.source_type {
                    return Err(());
                }
                merged.extend(chunks.into_iter().filter(|chunk| !chunk.is_empty()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Appends one value for all rows of a file. What is carried gets its type at the end.
    pub(super) fn repeat(&mut self, value: Option<&str>, rows: usize) {
        match self {
            Self::Coded(_, merged) if rows > 0 => {
                let code = merged.code(value.map_or(NULL, str::as_bytes));
                merged.append(&vec![code; rows]);
            }
            Self::Carried(_, merged) if rows > 0 => {
                merged.push(Arc::new(StringArray::from(vec![value; rows])));
            }
            _ => {}
        }
    }

    fn finish(self, name: &str, layout: &Layout, observer: &dyn Observer) -> Result<Option<Column>> {
        let (kind, source_type, data) = match self {
            Self::Coded(declared, column) => {
                let coded = column.finish(observer)?;
                let of_type = match layout.format {
                    Format::Csv | Format::Jsonl => Kind::Text,
                    _ => declared.as_ref().map_or(Kind::Text, kind_of_type),
                };
                let kind = kind_of_column(of_type, &coded.dictionary, layout.decimal, observer)?;
                (kind, declared.unwrap_or_else(|| type_of_kind(kind)), Data::Coded(coded))
            }
            Self::Carried(known, chunks) => {
                let (kind, source_type) = known.unwrap_or((Kind::Text, DataType::Utf8));
                (kind, source_type, Data::Carried(chunks))
            }
            Self::Dropped => return Ok(None),
        };
        Ok(Some(Column { name: name.to_owned(), kind, source_type, data }))
    }

    /// A column that folders name: numbers if all of them are, written as numbers are.
    pub(super) fn finish_partition(
        self,
        name: &str,
        lake: &Lake,
        at: usize,
        observer: &dyn Observer,
    ) -> Result<Option<Column>> {
        let is_plain = |text: &str| text.parse::<i64>().is_ok_and(|number| number.to_string() == text);
        let values = || lake.files.iter().filter_map(|file| file.cells[at].as_deref());
        let is_number = values().next().is_some() && values().all(is_plain);
        let source_type = if is_number { DataType::Int64 } else { DataType::Utf8 };
        Ok(Some(match self {
            Self::Coded(_, column) => {
                let coded = column.finish(observer)?;
                let declared = kind_of_type(&source_type);
                let kind = kind_of_column(declared, &coded.dictionary, crate::Decimal::Point, observer)?;
                Column { name: name.to_owned(), kind, source_type, data: Data::Coded(coded) }
            }
            Self::Carried(_, chunks) => {
                let number = |chunk: ArrayRef| -> ArrayRef {
                    let texts = chunk.as_any().downcast_ref::<StringArray>().expect("made as texts");
                    Arc::new(texts.iter().map(|text| text?.parse().ok()).collect::<Int64Array>())
                };
                let chunks = if is_number { chunks.into_iter().map(number).collect() } else { chunks };
                let kind = kind_of_type(&source_type);
                Column { name: name.to_owned(), kind, source_type, data: Data::Carried(chunks) }
            }
            Self::Dropped => return Ok(None),
        }))
    }
}
