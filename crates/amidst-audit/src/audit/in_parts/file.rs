//! A part of the file, summed up: its rows by what they show, and what there is to say of the file itself.

use amidst_core::{Observer, Stage};
use amidst_readback::{Medium, Page, Parser, Reader, Row, besides_cells};

use super::{
    shape::Shape,
    side::{Side, SideBuilder},
};
use crate::{
    AuditError, Claim, ColumnContent, FileReport,
    audit::{
        canons::Canons,
        carried::CellHash,
        digest,
        fingerprint::Fingerprint,
        judge::{ClassRows, Ends, PageTotals, SortColumns},
        verdict,
    },
    text::Missing,
};

/// What there is to say of one file.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FileSums {
    pub report: FileReport,
    pub rows: u64,
    /// Cells under names that are not promised.
    pub strange: u64,
    /// Rows that stand below the row before them.
    pub descents: u64,
    /// The first and the last row, as far as they are compared.
    pub ends: Option<(Ends, Ends)>,
    /// What it holds besides its cells.
    pub residue: Option<String>,
    /// What is wrong with its columns.
    pub columns: Option<String>,
}

/// How rows of a file are summed up.
struct Summing<'a> {
    shape: &'a Shape<'a>,
    canons: &'a Canons,
    missing: Missing,
    carried: Vec<(usize, CellHash)>,
}

/// A page, summed up.
struct PageSums<'s> {
    totals: PageTotals,
    side: SideBuilder<'s>,
}

/// Reads a file. One that has other columns than were promised is not looked into.
pub(super) fn summed_up(
    release: &Medium,
    reader: &mut Reader,
    claim: &Claim,
    (shape, canons): (&Shape, &Canons),
    observer: &dyn Observer,
) -> Result<(FileSums, Side), AuditError> {
    observer.progress(Stage::Auditing, 0, Some(claim.rows_out));
    let columns = reader.header().map(|header| verdict::header(claim, header)).filter(|check| !check.holds);
    let (sha256, bytes) = digest::of(release, observer)?;
    let report = FileReport { bytes, sha256 };
    let mut side = SideBuilder::new(shape.file_columns(), &shape.file_looks);
    let mut totals = PageTotals::new();
    if let Some(wrong) = columns {
        let sums = FileSums {
            report,
            rows: 0,
            strange: 0,
            descents: 0,
            ends: None,
            residue: None,
            columns: Some(wrong.words),
        };
        return Ok((sums, side.finish()));
    }
    let is_carried =
        |content: &ColumnContent| matches!(content, ColumnContent::Sensitive | ColumnContent::Other);
    let carried = (0..claim.columns.len()).filter(|&at| is_carried(&claim.columns[at].content));
    let carried = carried.map(|at| (at, CellHash::new(at, canons.of[at]))).collect();
    let summing = Summing { shape, canons, missing: Missing::new(claim.missing), carried };
    let names: Vec<&str> = claim.columns.iter().map(|column| column.name.as_str()).collect();
    let parser = Parser::new(&claim.layout, &names);
    reader.read(
        release,
        &parser,
        |page| summing.page(page),
        |page| {
            totals.add(page.totals);
            side.add_builder(page.side);
            observer.progress(Stage::Auditing, totals.rows.min(claim.rows_out), Some(claim.rows_out));
        },
        observer,
    )?;
    let residue = besides_cells(release, &claim.layout, observer)?;
    let PageTotals { rows, strange, descents, ends, .. } = totals;
    Ok((FileSums { report, rows, strange, descents, ends, residue, columns: None }, side.finish()))
}

impl<'a> Summing<'a> {
    fn page(&self, page: &Page) -> PageSums<'a> {
        let sorting = SortColumns(&self.canons.order);
        let mut side = SideBuilder::new(self.shape.file_columns(), &self.shape.file_looks);
        let mut codes = vec![0; self.shape.file_columns()];
        let mut tuple = Vec::new();
        let mut scratch = Vec::new();
        let mut descents = 0;
        for at in 0..page.rows {
            let row = page.row(at);
            let before = at.checked_sub(1).map(|at| page.row(at));
            descents += u64::from(before.is_some_and(|before| sorting.descends(before, row)));
            self.number(&mut side, (before, row), &mut codes, &mut scratch);
            let fingerprint = self.fingerprint(row, &mut scratch);
            for (tally, look) in self.shape.file_looks.iter().enumerate() {
                tuple.clear();
                tuple.extend(look.iter().map(|&column| codes[column]));
                side.add(tally, &tuple, 1, if tally == 0 { fingerprint } else { Fingerprint::default() });
            }
        }
        let (rows, strange, ends) = (page.rows as u64, page.strange, sorting.ends(page));
        PageSums { totals: PageTotals { rows, strange, descents, shown: ClassRows::default(), ends }, side }
    }

    /// Numbers the cells of a row that differ from those of the row before.
    fn number(
        &self,
        side: &mut SideBuilder,
        (before, row): (Option<Row>, Row),
        codes: &mut [u32],
        scratch: &mut Vec<u8>,
    ) {
        let labels = self.shape.quasi.iter().map(|&place| (place, true));
        let values = self.shape.file.iter().map(|&place| (place, false));
        for (at, (place, is_label)) in labels.chain(values).enumerate() {
            let cell = row.cell(place);
            if before.is_none_or(|before| before.cell(place) != cell) {
                let shown = if is_label { self.missing.judged(cell) } else { self.missing.carried(cell) };
                let spelled = shown.map(|text| self.canons.of[place].spell(text, scratch));
                codes[at] = side.code(at, Some(spelled));
            }
        }
    }

    fn fingerprint(&self, row: Row, scratch: &mut Vec<u8>) -> Fingerprint {
        let mut cells = Fingerprint::default();
        for (column, hash) in &self.carried {
            cells += hash.cell(row.cell(*column), &self.missing, scratch);
        }
        Fingerprint::of_row(cells)
    }
}
