//! The columns of a table while it is read in blocks.

use std::sync::Arc;

use arrow_array::ArrayRef;
use rayon::prelude::*;

use crate::{
    Error, Result,
    carried::CarriedPart,
    coded::{CodedColumn, CodedPart, FreshCodes, NULL},
    records::Field,
};

/// What to do with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// Dictionary codes: it is judged, recoded or profiled.
    Code,
    /// As it is: it only travels along.
    Carry,
    /// Do not even keep it.
    Drop,
}

/// A column being read.
pub(crate) enum ColumnBuilder {
    Coded(CodedColumn),
    Carried(Vec<ArrayRef>),
    Dropped,
}

/// One block's worth of a column, while a worker fills it.
pub(crate) enum BlockBuilder<'a> {
    Coded(CodedPart<'a>),
    Carried(CarriedPart),
    Dropped,
}

/// One block's worth of a column, ready to be merged.
pub(crate) enum ColumnBlock {
    Coded(FreshCodes),
    Carried(ArrayRef),
    Dropped,
}

/// One block's worth of a table.
pub(crate) struct Part {
    pub rows: usize,
    pub columns: Vec<ColumnBlock>,
}

impl ColumnBuilder {
    /// An empty column.
    pub(crate) fn new(want: Want, markers: &Arc<[String]>) -> Self {
        match want {
            Want::Code => Self::Coded(CodedColumn::new(Arc::clone(markers))),
            Want::Carry => Self::Carried(Vec::new()),
            Want::Drop => Self::Dropped,
        }
    }

    /// Starts a part of about so many rows.
    pub(crate) fn part(&self, rows: usize) -> BlockBuilder<'_> {
        match self {
            Self::Coded(column) => BlockBuilder::Coded(column.part(rows)),
            Self::Carried(_) => BlockBuilder::Carried(CarriedPart::default()),
            Self::Dropped => BlockBuilder::Dropped,
        }
    }

    fn merge(&mut self, part: ColumnBlock) {
        match (self, part) {
            (Self::Coded(column), ColumnBlock::Coded(part)) => column.merge(part),
            (Self::Carried(chunks), ColumnBlock::Carried(chunk)) => chunks.push(chunk),
            _ => {}
        }
    }
}

impl BlockBuilder<'_> {
    /// Appends a cell.
    #[inline]
    pub(crate) fn push(&mut self, field: Field<'_>) {
        match self {
            Self::Coded(part) => part.push(field),
            Self::Carried(part) => part.push(field),
            Self::Dropped => {}
        }
    }

    /// Appends a cell that has no padding; `None` is missing.
    pub(crate) fn push_text(&mut self, text: Option<&[u8]>) {
        match (self, text) {
            (Self::Coded(part), text) => part.push_text(text.unwrap_or(NULL)),
            (Self::Carried(part), Some(text)) => part.push_text(text),
            (Self::Carried(part), None) => part.push_null(),
            (Self::Dropped, _) => {}
        }
    }

    /// Lets go of the column it looked into.
    pub(crate) fn finish(self) -> ColumnBlock {
        match self {
            Self::Coded(part) => ColumnBlock::Coded(part.finish()),
            Self::Carried(part) => ColumnBlock::Carried(part.finish()),
            Self::Dropped => ColumnBlock::Dropped,
        }
    }
}

/// Appends parts in the order of the file, every column on its own, and counts their rows into `rows`.
pub(crate) fn merge(
    columns: &mut [ColumnBuilder],
    parts: Vec<Part>,
    rows: &mut usize,
    file: &str,
) -> Result<()> {
    *rows += parts.iter().map(|part| part.rows).sum::<usize>();
    if u32::try_from(*rows).is_err() {
        return Err(Error::TooManyRows { file: file.to_owned() });
    }
    let mut by_column: Vec<Vec<ColumnBlock>> =
        columns.iter().map(|_| Vec::with_capacity(parts.len())).collect();
    for part in parts.into_iter().filter(|part| part.rows > 0) {
        by_column.iter_mut().zip(part.columns).for_each(|(column, filled)| column.push(filled));
    }
    columns.par_iter_mut().zip(by_column).for_each(|(column, filled)| {
        filled.into_iter().for_each(|part| column.merge(part));
    });
    Ok(())
}
