//! A file of fragments, open for reading: its names, and whether its rows ascend.

use amidst_readback::{Medium, Page, Parser, Reader, Row, besides_cells};
use std::cmp::Ordering;

use amidst_core::Observer;

use crate::{AuditError, FileReport, Layout, Order, audit::digest, text::Canon};

/// A file whose first column is the number of a group.
pub(super) struct File<'a> {
    release: Medium<'a>,
    observer: &'a dyn Observer,
    reader: Reader,
    names: Vec<&'a str>,
    layout: &'a Layout,
}

/// What was seen of the order and the names of rows.
#[derive(Default)]
pub(super) struct Seen {
    pub rows: u64,
    /// Cells under names that were not promised.
    pub strange: u64,
    /// Rows that stand below the row before them.
    pub descents: u64,
    ends: Option<(Ends, Ends)>,
}

/// The number of a row's group, and its other cells as far as they are compared.
type Ends = (Option<u32>, Vec<Option<Box<[u8]>>>);

/// The number of a row's group; `None` if it is no number.
pub(super) fn group(row: Row) -> Option<u32> {
    number(row.cell(0))
}

/// A cell as a whole number.
pub(super) fn number<N: std::str::FromStr>(cell: Option<&[u8]>) -> Option<N> {
    std::str::from_utf8(cell?).ok()?.parse().ok()
}

impl<'a> File<'a> {
    pub fn open(
        release: Medium<'a>,
        names: Vec<&'a str>,
        layout: &'a Layout,
        observer: &'a dyn Observer,
    ) -> Result<Self, AuditError> {
        let reader = Reader::open(&release, layout)?;
        Ok(Self { release, reader, names, layout, observer })
    }

    /// The names in the header, if the file has one.
    pub fn header(&self) -> Option<Vec<&str>> {
        let header = self.reader.header()?;
        Some(header.iter().map(|heading| heading.name.as_str()).collect())
    }

    /// The names promised.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// How the file spells the cells of a column.
    pub fn canon(&self, column: usize) -> Canon {
        let data_type = self.reader.header().and_then(|header| header[column].data_type.as_ref());
        data_type.map_or(Canon::Text, Canon::of)
    }

    /// Reads all rows. `compared` says how many leading columns sorted rows ascend by.
    pub fn read<T: Send>(
        &mut self,
        (order, compared): (Order, usize),
        look: impl Fn(&Page) -> T + Sync,
        mut add: impl FnMut(T),
    ) -> Result<Seen, AuditError> {
        let compared = if order == Order::Sorted { compared } else { 0 };
        let mut seen = Seen::default();
        let parser = Parser::new(self.layout, &self.names);
        let look = |page: &Page| (Seen::of(page, compared), look(page));
        self.reader.read(
            &self.release,
            &parser,
            look,
            |(page, looked)| {
                seen.add(page);
                add(looked);
            },
            self.observer,
        )?;
        Ok(seen)
    }

    /// The first thing in the file that is no cell, if there is one.
    pub fn besides_cells(&self) -> Result<Option<String>, AuditError> {
        Ok(besides_cells(&self.release, self.layout, self.observer)?)
    }

    pub fn report(&self) -> Result<FileReport, AuditError> {
        let (sha256, bytes) = digest::of(&self.release, self.observer)?;
        Ok(FileReport { bytes, sha256 })
    }
}

impl Seen {
    fn of(page: &Page, compared: usize) -> Self {
        let mut descents = 0;
        for at in 1..page.rows {
            let (before, row) = (page.row(at - 1), page.row(at));
            descents += u64::from(compare(before, row, compared) == Ordering::Greater);
        }
        let ends = |row: Row| {
            let cells = (1..compared).map(|column| row.cell(column).map(Box::from)).collect();
            (if compared > 0 { group(row) } else { None }, cells)
        };
        let ends = page.rows.checked_sub(1).map(|last| (ends(page.row(0)), ends(page.row(last))));
        Self { rows: page.rows as u64, strange: page.strange, descents, ends }
    }

    fn add(&mut self, page: Self) {
        self.rows += page.rows;
        self.strange += page.strange;
        self.descents += page.descents;
        self.ends = match (self.ends.take(), page.ends) {
            (Some((first, before)), Some((next, last))) => {
                self.descents += u64::from(before > next);
                Some((first, last))
            }
            (ends, None) | (None, ends) => ends,
        };
    }
}

fn compare(before: Row, row: Row, compared: usize) -> Ordering {
    if compared == 0 {
        return Ordering::Equal;
    }
    let cells = (1..compared).map(|column| before.cell(column).cmp(&row.cell(column)));
    std::iter::once(group(before).cmp(&group(row)))
        .chain(cells)
        .find(|ordering| ordering.is_ne())
        .unwrap_or(Ordering::Equal)
}
