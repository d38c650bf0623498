//! The file's side: every written row sought among the source's classes, its cells taken off their account.

use amidst_readback::{Page, Row};
use std::{cmp::Ordering, hash::BuildHasher};

use foldhash::fast::FixedState;

use super::{fingerprint::Fingerprint, ledger::Ledger, source::Expected};

/// Reads pages into a ledger.
pub(crate) struct Judge<'a> {
    pub expected: &'a Expected<'a>,
    pub ledger: &'a Ledger,
    pub sorting: SortColumns<'a>,
}

/// The columns that rows must ascend by; none if no order is promised.
#[derive(Clone, Copy)]
pub(crate) struct SortColumns<'a>(pub &'a [usize]);

/// The rows of classes as the file shows them, as far as requirements look at them.
#[derive(Default)]
pub(crate) struct ClassRows {
    /// The class of each row.
    pub classes: Vec<u32>,
    /// For each column that is looked at, the number of each row's cell.
    pub cells: Vec<Vec<u32>>,
}

/// What a page held, besides what went into the ledger.
pub(crate) struct PageTotals {
    pub rows: u64,
    pub strange: u64,
    /// Rows that stand below the row before them.
    pub descents: u64,
    pub shown: ClassRows,
    pub ends: Option<(Ends, Ends)>,
}

/// The cells of the first or the last row of a page, in the order they are compared.
pub(crate) type Ends = Vec<Option<Box<[u8]>>>;

/// Rows of one class in a row, not yet in the ledger.
#[derive(Default)]
struct Run {
    class: Option<u32>,
    rows: u64,
    fingerprint: Fingerprint,
}

impl Judge<'_> {
    /// Takes a page's rows off the ledger.
    pub fn page(&self, page: &Page) -> PageTotals {
        let mut images: Vec<Option<u32>> = vec![None; self.expected.images.len()];
        let mut run = Run::default();
        let mut scratch = Vec::new();
        let mut descents = 0;
        let mut shown =
            ClassRows { classes: Vec::new(), cells: vec![Vec::new(); self.expected.model_columns.len()] };
        for at in 0..page.rows {
            let row = page.row(at);
            let before = at.checked_sub(1).map(|at| page.row(at));
            if before.is_some_and(|before| self.sorting.descends(before, row)) {
                descents += 1;
            }
            if self.update(&mut images, before, row) {
                self.flush(&mut run);
                run.class = self.class(&images);
            }
            run.rows += 1;
            match run.class {
                Some(class) => {
                    run.fingerprint += self.fingerprint(row, &mut scratch);
                    self.show(class, row, &mut shown);
                }
                None => self.ledger.add_stranger(self.hash(row)),
            }
        }
        self.flush(&mut run);
        let ends = self.sorting.ends(page);
        PageTotals { rows: page.rows as u64, strange: page.strange, descents, shown, ends }
    }

    /// Notes the cells of a row that requirements look at.
    fn show(&self, class: u32, row: Row, shown: &mut ClassRows) {
        if self.expected.is_required {
            shown.classes.push(class);
            for (column, cells) in self.expected.model_columns.iter().zip(&mut shown.cells) {
                cells.push(column.of_cell(row.cell(column.column), &self.expected.missing));
            }
        }
    }

    /// Brings the images up to date with a row; tells whether any cell differs from the row before.
    fn update(&self, images: &mut [Option<u32>], before: Option<Row>, row: Row) -> bool {
        let mut changed = before.is_none();
        for (column, image) in self.expected.images.iter().zip(images) {
            let cell = row.cell(column.column);
            if before.is_none_or(|before| before.cell(column.column) != cell) {
                *image = column.of_cell(cell, &self.expected.missing);
                changed = true;
            }
        }
        changed
    }

    fn class(&self, images: &[Option<u32>]) -> Option<u32> {
        let images: Option<Vec<u32>> = images.iter().copied().collect();
        self.ledger.find(&images?)
    }

    fn flush(&self, run: &mut Run) {
        let Run { class, rows, fingerprint } = std::mem::take(run);
        if let Some(class) = class {
            self.ledger.add_released(class, rows, fingerprint);
        }
    }

    fn fingerprint(&self, row: Row, scratch: &mut Vec<u8>) -> Fingerprint {
        let mut cells = Fingerprint::default();
        for carried in &self.expected.carried {
            cells += carried.cell(row.cell(carried.column), &self.expected.missing, scratch);
        }
        Fingerprint::of_row(cells)
    }

    /// Tells tuples of quasi cells apart, without keeping them.
    fn hash(&self, row: Row) -> u64 {
        let cell = |column| self.expected.missing.judged(row.cell(column));
        let cells: Vec<Option<&[u8]>> = self.expected.images.iter().map(|image| cell(image.column)).collect();
        FixedState::default().hash_one(cells)
    }
}

impl SortColumns<'_> {
    /// Whether a row stands below the row before it.
    pub fn descends(self, before: Row, row: Row) -> bool {
        let differing = self.0.iter().map(|&column| before.cell(column).cmp(&row.cell(column)));
        differing.into_iter().find(|ordering| ordering.is_ne()) == Some(Ordering::Greater)
    }

    /// The first and the last row of a page.
    pub fn ends(self, page: &Page) -> Option<(Ends, Ends)> {
        let of = |row: Row| self.0.iter().map(|&column| row.cell(column).map(Box::from)).collect();
        page.rows.checked_sub(1).map(|last| (of(page.row(0)), of(page.row(last))))
    }
}

impl PageTotals {
    /// Nothing read.
    pub fn new() -> Self {
        Self { rows: 0, strange: 0, descents: 0, shown: ClassRows::default(), ends: None }
    }

    /// Adds the page that follows.
    pub fn add(&mut self, page: Self) {
        self.rows += page.rows;
        self.strange += page.strange;
        self.descents += page.descents;
        self.shown.add(page.shown);
        self.ends = match (self.ends.take(), page.ends) {
            (Some((first, before)), Some((next, last))) => {
                self.descents += u64::from(before > next);
                Some((first, last))
            }
            (ends, None) | (None, ends) => ends,
        };
    }
}

impl ClassRows {
    fn add(&mut self, page: Self) {
        self.classes.extend(page.classes);
        self.cells.resize(page.cells.len(), Vec::new());
        self.cells.iter_mut().zip(page.cells).for_each(|(all, cells)| all.extend(cells));
    }
}
