//! A table in memory: columns of equal length, coded or carried. Whoever reads, writes, judges or audits tables has this in
//! common, and Arrow with it; what searches and measures sees codes alone and needs neither.

use amidst_core::{Coded, Kind};
use arrow_array::ArrayRef;
use arrow_schema::DataType;

/// Columns of equal length, in the order of the source.
#[derive(Clone)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
}

/// A named column.
#[derive(Clone)]
pub struct Column {
    /// The header, as the source spells it.
    pub name: String,
    /// What its cells hold.
    pub kind: Kind,
    /// The Arrow type it had in the source, so that a sink can give it back.
    pub source_type: DataType,
    /// The cells.
    pub data: Data,
}

/// The cells of a column.
#[derive(Clone)]
pub enum Data {
    /// Dictionary codes: for columns that are judged, recoded or profiled.
    Coded(Coded),
    /// Arrow arrays, one after another, as they came: for columns that only travel along.
    Carried(Vec<ArrayRef>),
}

impl Data {
    /// The number of cells.
    pub fn len(&self) -> usize {
        match self {
            Self::Coded(coded) => coded.codes.len(),
            Self::Carried(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
        }
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Column {
    /// A text column from its cells; `None` is missing. Small tables and tests.
    pub fn from_texts<'a>(name: &str, cells: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let coded = Coded::from_texts(cells);
        Self { name: name.into(), kind: Kind::Text, source_type: DataType::Utf8, data: Data::Coded(coded) }
    }

    /// The codes and dictionary, if this column has them.
    pub fn coded(&self) -> Option<&Coded> {
        match &self.data {
            Data::Coded(coded) => Some(coded),
            Data::Carried(_) => None,
        }
    }
}

impl Table {
    /// Puts columns side by side.
    ///
    /// # Panics
    /// If their lengths differ: readers check that before they get here.
    pub fn new(columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, |column| column.data.len());
        assert!(
            columns.iter().all(|column| column.data.len() == rows),
            "columns of one table are equally long"
        );
        Self { columns, rows }
    }

    /// A table of coded text columns from rows of cells; for small tables and tests.
    pub fn from_rows<R: AsRef<[S]>, S: AsRef<str>>(header: &[&str], rows: &[R]) -> Self {
        let column = |at: usize, name: &&str| {
            Column::from_texts(name, rows.iter().map(|row| Some(row.as_ref()[at].as_ref())))
        };
        Self::new(header.iter().enumerate().map(|(at, name)| column(at, name)).collect())
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// All columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Takes the columns out.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }
}
