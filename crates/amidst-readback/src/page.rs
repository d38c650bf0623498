//! A page: some rows of text cells, all in one buffer.

/// Rows of cells.
pub struct Page {
    /// What the spans point into.
    pub text: Vec<u8>,
    /// Row after row.
    pub spans: Vec<Span>,
    /// Cells in a row.
    pub columns: usize,
    /// Rows; told apart from the spans because a table may have no columns.
    pub rows: usize,
    /// Cells under names that were not promised, or not in that order; only in formats that name every cell.
    pub strange: u64,
}

/// Where a cell's text lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// No cell at all.
    pub const NULL: Self = Self { start: u32::MAX, end: 0 };

    /// Pages are checked to be smaller than 4 GiB before they are cut into cells.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }
}

/// One row of a page.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    text: &'a [u8],
    spans: &'a [Span],
}

impl Page {
    /// The row at a place.
    #[inline]
    pub fn row(&self, at: usize) -> Row<'_> {
        Row { text: &self.text, spans: &self.spans[at * self.columns..][..self.columns] }
    }
}

impl<'a> Row<'a> {
    /// A cell as it is written; `None` is null.
    #[inline]
    pub fn cell(self, column: usize) -> Option<&'a [u8]> {
        let Span { start, end } = self.spans[column];
        (start <= end).then(|| &self.text[start as usize..end as usize])
    }
}
