//! The door in: open a source, look at its header, decide what each column is for, read it.

use std::fmt;

use amidst_core::Observer;
use amidst_table::Table;

use crate::{
    FirstLine, Hints, Layout, ReadTable, Result, Source, Want,
    file::{FileParts, FileReader},
    lake::{Lake, LakeParts, LakeReader},
    records::BLOCK_BYTES,
};

/// An open table: its layout and its columns are known, its rows have not been read.
pub struct Reader<'a> {
    observer: &'a dyn Observer,
    inner: Inner,
}

enum Inner {
    File(Box<FileReader>),
    Lake(LakeReader),
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("file", &self.file())
            .field("layout", self.layout())
            .finish_non_exhaustive()
    }
}

impl Reader<'static> {
    /// Opens a source. Cells of coded columns that equal one of `missing` count as missing, and so do nulls.
    pub fn open(source: &Source, hints: &Hints, missing: &[String]) -> Result<Self> {
        Self::open_with(source, hints, missing, BLOCK_BYTES, &())
    }
}

impl<'a> Reader<'a> {
    /// [`Reader::open`], and an observer is told of this and of reading, and asked whether to go on.
    pub fn open_observed(
        source: &Source,
        hints: &Hints,
        missing: &[String],
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        Self::open_with(source, hints, missing, BLOCK_BYTES, observer)
    }

    pub(crate) fn open_with(
        source: &Source,
        hints: &Hints,
        missing: &[String],
        block_bytes: usize,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        let lake = match source {
            Source::Path(path) => Lake::find(path)?,
            _ => None,
        };
        let inner = match lake {
            Some(lake) => Inner::Lake(LakeReader::open(lake, hints, missing, block_bytes, observer)?),
            None => Inner::File(Box::new(FileReader::open(source, hints, missing, block_bytes, observer)?)),
        };
        Ok(Self { observer, inner })
    }

    /// How messages call the source.
    pub fn file(&self) -> &str {
        match &self.inner {
            Inner::File(reader) => reader.name(),
            Inner::Lake(reader) => reader.name(),
        }
    }

    /// How the source is laid out: declared or guessed.
    pub fn layout(&self) -> &Layout {
        match &self.inner {
            Inner::File(reader) => reader.layout(),
            Inner::Lake(reader) => reader.layout(),
        }
    }

    /// The names of the columns, in order.
    pub fn columns(&self) -> &[String] {
        match &self.inner {
            Inner::File(reader) => reader.header(),
            Inner::Lake(reader) => reader.header(),
        }
    }

    /// What the first line of delimited text has to do with the lines below; `None` where a format names its columns.
    pub fn first_line(&self) -> Option<FirstLine> {
        match &self.inner {
            Inner::File(reader) => reader.first_line(),
            Inner::Lake(reader) => reader.first_line(),
        }
    }

    /// Reads the rows; `want` says what to do with each column.
    pub fn read(self, want: impl FnMut(&str) -> Want) -> Result<ReadTable> {
        let wants = self.wants(want);
        match self.inner {
            Inner::File(reader) => reader.read(&wants, self.observer),
            Inner::Lake(reader) => reader.read(&wants, self.observer),
        }
    }

    /// To be read part by part, so that not all rows are in memory at once; `want` says what to do with each column.
    pub fn into_parts(self, want: impl FnMut(&str) -> Want) -> Result<PartReader> {
        let wants = self.wants(want);
        Ok(PartReader(match self.inner {
            Inner::File(reader) => InnerParts::File(Box::new(reader.into_parts(wants)?)),
            Inner::Lake(reader) => InnerParts::Lake(Box::new(LakeParts::new(reader, wants))),
        }))
    }

    fn wants(&self, want: impl FnMut(&str) -> Want) -> Vec<Want> {
        self.columns().iter().map(String::as_str).map(want).collect()
    }
}

/// An open table that is read part by part, in the order of its rows. Values of text have the types that they have in their part.
pub struct PartReader(InnerParts);

enum InnerParts {
    File(Box<FileParts>),
    Lake(Box<LakeParts>),
}

impl PartReader {
    /// The next rows: at least so many, unless the table or a file of a lake ends, and not many more. Nothing at the end; a part may
    /// be without rows.
    ///
    /// # Errors
    /// If they cannot be read, or the observer aborts.
    pub fn next_part(&mut self, rows: usize, observer: &dyn Observer) -> Result<Option<Table>> {
        match &mut self.0 {
            InnerParts::File(parts) => parts.next_part(rows, observer),
            InnerParts::Lake(parts) => parts.next_part(rows, observer),
        }
    }
}

impl fmt::Debug for PartReader {
    /// Without cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartReader").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amidst_table::{Column, Data};
    use arrow_array::Array;

    const CSV: &str = "id,ort,\"n,m\"\n1,\"Köln\",x\n2,\"a\n\"\"b\"\"\",y\r\n3,,x\n\n4,\"\",NA\n5,Köln,\"z\r\n\"\n6,5\" pipe,x";
    const JSONL: &str =
        "{\"a\":1,\"b\":\"ü\\n\"}\n\n{\"b\":null,\"c\":[1, {}]}\r\n{\"a\":22,\"c\":\"x\"}\n{\"d\":true}";

    /// Codes, dictionary and cells of every column; chunks do not count.
    fn contents(column: &Column) -> (String, String, Vec<u32>, Vec<Option<String>>) {
        let (codes, cells) = match &column.data {
            Data::Coded(coded) => {
                let dictionary = coded.dictionary.iter().map(|value| value.map(str::to_owned)).collect();
                (coded.codes.iter().collect(), dictionary)
            }
            Data::Carried(chunks) => {
                let mut cells = Vec::new();
                for chunk in chunks {
                    assert!(!chunk.is_empty());
                    let mut push = |text: Option<&str>| cells.push(text.map(str::to_owned));
                    crate::arrow_text::each_text(chunk, &mut push).expect("texts");
                }
                (Vec::new(), cells)
            }
        };
        (column.name.clone(), format!("{} {}", column.kind, column.source_type), codes, cells)
    }

    type Contents = Vec<(String, String, Vec<u32>, Vec<Option<String>>)>;

    fn read(name: &str, text: &'static str, want: Want, block_bytes: usize) -> (Contents, String) {
        let missing = [String::new(), "NA".to_owned()];
        let source = Source::from_bytes(name, text.as_bytes());
        let reader =
            Reader::open_with(&source, &Hints::default(), &missing, block_bytes, &()).expect("well-formed");
        let read = reader.read(|_| want).expect("well-formed");
        (read.table.columns().iter().map(contents).collect(), read.sha256)
    }

    #[test]
    fn blocks_may_end_anywhere() {
        for (name, text) in [("a.csv", CSV), ("a.jsonl", JSONL)] {
            for want in [Want::Code, Want::Carry] {
                let whole = read(name, text, want, BLOCK_BYTES);
                for block_bytes in 1..=text.len() {
                    assert_eq!(
                        read(name, text, want, block_bytes),
                        whole,
                        "{name} in blocks of {block_bytes}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let on = |threads, name, text, want| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| read(name, text, want, 7))
        };
        for (name, text) in [("a.csv", CSV), ("a.jsonl", JSONL)] {
            for want in [Want::Code, Want::Carry] {
                assert_eq!(on(1, name, text, want), on(2, name, text, want));
            }
        }
    }

    #[test]
    fn csv_cells_come_out_as_they_are_meant() {
        let (columns, _) = read("a.csv", CSV, Want::Code, BLOCK_BYTES);
        let some = |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
        assert_eq!(columns[0].3, some(&["1", "2", "3", "4", "5", "6"]));
        assert_eq!(columns[0].1, "integer Int64");
        let mut towns = some(&["Köln", "a\n\"b\"", "5\" pipe"]);
        towns.insert(2, None);
        assert_eq!((columns[1].2.as_slice(), &columns[1].3), (&[0, 1, 2, 2, 0, 3][..], &towns));
        assert_eq!(columns[2].0, "n,m");
        assert_eq!(columns[2].2, [0, 1, 0, 2, 3, 0]);
    }

    #[test]
    fn json_columns_are_the_union_of_all_keys() {
        let (columns, _) = read("a.jsonl", JSONL, Want::Carry, BLOCK_BYTES);
        let names: Vec<&str> = columns.iter().map(|column| column.0.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        let types: Vec<&str> = columns.iter().map(|column| column.1.as_str()).collect();
        assert_eq!(types, ["integer Int64", "text Utf8", "text LargeUtf8", "boolean Boolean"]);
        assert_eq!(columns[2].3, [None, Some("[1, {}]".to_owned()), Some("x".to_owned()), None]);
    }

    #[test]
    fn dropped_columns_are_not_kept() {
        let source = Source::from_bytes("a.csv", CSV.as_bytes());
        let reader = Reader::open(&source, &Hints::default(), &[]).expect("well-formed");
        assert_eq!(reader.columns(), ["id", "ort", "n,m"]);
        let read =
            reader.read(|name| if name == "id" { Want::Drop } else { Want::Carry }).expect("well-formed");
        assert!(read.table.column("id").is_none());
        assert_eq!((read.table.columns().len(), read.table.rows()), (2, 6));
        assert_eq!(read.bytes, CSV.len() as u64);
    }
}
