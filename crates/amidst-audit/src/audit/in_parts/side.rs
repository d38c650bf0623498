//! Rows of texts, summed up: how many rows have each tuple of some columns. In an order of its own, so that equal rows make equal
//! sums whatever order they come in.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::audit::fingerprint::Fingerprint;

/// What a column shows of a row: nothing that could be written, a missing cell, or a text.
pub(super) type Cell = Option<Option<Box<[u8]>>>;

/// The same, borrowed.
pub(super) type CellRef<'a> = Option<Option<&'a [u8]>>;

/// The sums of one side, source or file.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Side {
    /// The cells of each column, ascending.
    pub dictionaries: Vec<Vec<Cell>>,
    /// The columns of each tally.
    pub looks: Vec<Vec<usize>>,
    /// What is counted of them.
    pub tallies: Vec<TupleSums>,
}

/// Distinct tuples, ascending, and what is summed up of each.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct TupleSums {
    /// The codes of one tuple after the other.
    pub codes: Vec<u32>,
    pub rows: Vec<u64>,
    /// The sums of carried cells; only beside the first tally, that of classes.
    pub fingerprints: Vec<Fingerprint>,
}

impl Side {
    /// The sums of both together. They have the same columns.
    pub fn merge(&self, other: &Self) -> Self {
        let mut both = SideBuilder::new(self.dictionaries.len(), &self.looks);
        both.add_side(self);
        both.add_side(other);
        both.finish()
    }

    /// All rows.
    pub fn rows(&self) -> u64 {
        self.tallies.first().map_or(0, |classes| classes.rows.iter().sum())
    }
}

impl TupleSums {
    /// The codes of one column of so many.
    pub fn column(&self, at: usize, columns: usize) -> Vec<u32> {
        self.codes.iter().skip(at).step_by(columns).copied().collect()
    }

    /// The tuples. Without columns all are alike.
    pub fn tuples(&self, columns: usize) -> impl Iterator<Item = &[u32]> {
        (0..self.rows.len()).map(move |at| &self.codes[at * columns..][..columns])
    }
}

/// A side that is being summed up.
pub(super) struct SideBuilder<'s> {
    columns: Vec<Interner>,
    /// The columns of each tally.
    looks: &'s [Vec<usize>],
    sums: Vec<Sums>,
}

/// Sums by codes of columns.
type Sums = HashMap<Box<[u32]>, Sum, FixedState>;

#[derive(Clone, Copy)]
struct Sum {
    rows: u64,
    fingerprint: Fingerprint,
}

/// Cells, numbered as they come.
#[derive(Default)]
struct Interner {
    texts: HashMap<Box<[u8]>, u32, FixedState>,
    missing: Option<u32>,
    nothing: Option<u32>,
    next: u32,
}

impl Interner {
    fn code(&mut self, cell: CellRef) -> u32 {
        let known = match cell {
            Some(Some(text)) => self.texts.get(text).copied(),
            Some(None) => self.missing,
            None => self.nothing,
        };
        known.unwrap_or_else(|| {
            let code = self.next;
            self.next += 1;
            match cell {
                Some(Some(text)) => _ = self.texts.insert(text.into(), code),
                Some(None) => self.missing = Some(code),
                None => self.nothing = Some(code),
            }
            code
        })
    }

    /// The cells in order, and the place of each number.
    fn sorted(self) -> (Vec<Cell>, Vec<u32>) {
        let texts = self.texts.into_iter().map(|(text, code)| (Some(Some(text)), code));
        let missing = self.missing.map(|code| (Some(None), code));
        let nothing = self.nothing.map(|code| (None, code));
        let mut cells: Vec<(Cell, u32)> = texts.chain(missing).chain(nothing).collect();
        cells.sort_unstable();
        let mut places = vec![0; cells.len()];
        (0..).zip(&cells).for_each(|(place, (_, code))| places[*code as usize] = place);
        (cells.into_iter().map(|(cell, _)| cell).collect(), places)
    }
}

impl<'s> SideBuilder<'s> {
    /// No rows of so many columns.
    pub fn new(columns: usize, looks: &'s [Vec<usize>]) -> Self {
        Self {
            columns: (0..columns).map(|_| Interner::default()).collect(),
            looks,
            sums: looks.iter().map(|_| HashMap::default()).collect(),
        }
    }

    /// The number of a cell of a column.
    pub fn code(&mut self, column: usize, cell: CellRef) -> u32 {
        self.columns[column].code(cell)
    }

    /// Adds rows that have a tuple of numbers.
    pub fn add(&mut self, tally: usize, codes: &[u32], rows: u64, fingerprint: Fingerprint) {
        let sums = &mut self.sums[tally];
        match sums.get_mut(codes) {
            None => _ = sums.insert(codes.into(), Sum { rows, fingerprint }),
            Some(sum) => {
                // Bytes may say any number of rows.
                sum.rows = sum.rows.saturating_add(rows);
                sum.fingerprint += fingerprint;
            }
        }
    }

    /// Adds a whole side.
    pub fn add_side(&mut self, side: &Side) {
        let numbers: Vec<Vec<u32>> = side
            .dictionaries
            .iter()
            .zip(&mut self.columns)
            .map(|(cells, column)| {
                cells.iter().map(|cell| column.code(cell.as_ref().map(Option::as_deref))).collect()
            })
            .collect();
        for (at, tally) in side.tallies.iter().enumerate() {
            let columns = &self.looks[at];
            let mut codes = vec![0; columns.len()];
            for (entry, tuple) in tally.tuples(columns.len()).enumerate() {
                for ((code, &column), &own) in codes.iter_mut().zip(columns).zip(tuple) {
                    *code = numbers[column][own as usize];
                }
                let fingerprint = tally.fingerprints.get(entry).copied().unwrap_or_default();
                self.add(at, &codes, tally.rows[entry], fingerprint);
            }
        }
    }

    /// Adds what another has summed up of the same columns.
    pub fn add_builder(&mut self, other: Self) {
        let numbers: Vec<Vec<u32>> = other
            .columns
            .into_iter()
            .zip(&mut self.columns)
            .map(|(theirs, own)| {
                let mut numbers = vec![0; theirs.next as usize];
                theirs
                    .texts
                    .iter()
                    .for_each(|(text, &code)| numbers[code as usize] = own.code(Some(Some(text))));
                theirs.missing.iter().for_each(|&code| numbers[code as usize] = own.code(Some(None)));
                theirs.nothing.iter().for_each(|&code| numbers[code as usize] = own.code(None));
                numbers
            })
            .collect();
        for (at, sums) in other.sums.into_iter().enumerate() {
            for (mut codes, sum) in sums {
                for (code, &column) in codes.iter_mut().zip(&self.looks[at]) {
                    *code = numbers[column][*code as usize];
                }
                self.add(at, &codes, sum.rows, sum.fingerprint);
            }
        }
    }

    /// Everything in its order.
    pub fn finish(self) -> Side {
        let (dictionaries, places): (Vec<_>, Vec<_>) = self.columns.into_iter().map(Interner::sorted).unzip();
        let tally = |(at, (sums, columns)): (usize, (Sums, &Vec<usize>))| {
            let mut sorted: Vec<(Box<[u32]>, Sum)> = sums
                .into_iter()
                .map(|(mut codes, sum)| {
                    for (code, &column) in codes.iter_mut().zip(columns) {
                        *code = places[column][*code as usize];
                    }
                    (codes, sum)
                })
                .collect();
            sorted.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            TupleSums {
                codes: sorted.iter().flat_map(|(codes, _)| codes.iter().copied()).collect(),
                rows: sorted.iter().map(|(_, sum)| sum.rows).collect(),
                fingerprints: match at {
                    0 => sorted.iter().map(|(_, sum)| sum.fingerprint).collect(),
                    _ => Vec::new(),
                },
            }
        };
        let tallies = self.sums.into_iter().zip(self.looks).enumerate().map(tally).collect();
        Side { dictionaries, looks: self.looks.to_vec(), tallies }
    }
}
