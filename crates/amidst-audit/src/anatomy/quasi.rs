//! The quasi table: in every group exactly the cells of its source rows.

use amidst_readback::Page;
use rayon::prelude::*;

use super::{
    FragmentClaim,
    file::{File, Seen, group},
};
use crate::{
    AuditError, ColumnContent,
    audit::{canons::source_canon, carried::Carried, fingerprint::Fingerprint, ledger::Entry},
    text::{Canon, Missing},
};

/// Source rows that one task looks at.
const CHUNK: usize = 1 << 14;

/// What the quasi table holds of each group.
pub(super) struct Quasi {
    pub seen: Seen,
    /// The rows of each group in the file; the first is none.
    pub rows: Vec<u64>,
    /// Groups whose cells are not those of their source rows.
    pub differing: u64,
    /// Rows of groups that there are none of.
    pub unmatched: u64,
    /// How many leading columns were compared for the order.
    pub compared: usize,
}

impl Quasi {
    pub fn read(
        file: &mut File,
        claim: &FragmentClaim,
        missing: &Missing,
        groups: usize,
    ) -> Result<Self, AuditError> {
        let (mut columns, mut compared) = (Vec::new(), None);
        for (place, column) in claim.columns.iter().enumerate() {
            match column.content {
                ColumnContent::Pseudonym => continue,
                ColumnContent::Sensitive | ColumnContent::Other => {}
                _ => return Err(AuditError::Claim(format!("column {:?} is not as it was", column.name))),
            }
            let (at, source) = (place + 1, claim.column(&column.name)?);
            let (released, own) = (file.canon(at), source_canon(source));
            if released.is_loose() && own == Canon::Text {
                compared.get_or_insert(at);
            }
            columns.push(Carried::new(at, source, own.or(released), missing));
        }
        let entries: Vec<Entry> = (0..=groups).map(|_| Entry::default()).collect();
        add_source(&columns, claim, missing, &entries)?;
        let mut unmatched = 0;
        let look = |page: &Page| add_released(&columns, page, missing, &entries);
        let compared = compared.unwrap_or(claim.columns.len() + 1);
        let seen = file.read((claim.order, compared), look, |more| unmatched += more)?;
        let differs = |entry: &&Entry| entry.difference() != Fingerprint::default();
        let differing = entries.iter().skip(1).filter(differs).count() as u64;
        Ok(Self { seen, rows: entries.iter().map(Entry::released).collect(), differing, unmatched, compared })
    }
}

/// Adds the rows of the source to their groups.
fn add_source(
    columns: &[Carried],
    claim: &FragmentClaim,
    missing: &Missing,
    entries: &[Entry],
) -> Result<(), AuditError> {
    let all = claim.group_of_row.len();
    (0..all.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
        let rows = chunk * CHUNK..all.min((chunk + 1) * CHUNK);
        let mut sums = vec![Fingerprint::default(); rows.len()];
        for column in columns {
            column.add_source(rows.clone(), &mut sums, missing)?;
        }
        for (&group, cells) in claim.group_of_row[rows].iter().zip(sums) {
            entries[group as usize].add_source(Fingerprint::of_row(cells));
        }
        Ok(())
    })
}

/// Takes the rows of a page off their groups; tells how many have none.
fn add_released(columns: &[Carried], page: &Page, missing: &Missing, entries: &[Entry]) -> u64 {
    let mut scratch = Vec::new();
    let mut unmatched = 0;
    for row in (0..page.rows).map(|at| page.row(at)) {
        let mut cells = Fingerprint::default();
        for column in columns {
            cells += column.cell(row.cell(column.column), missing, &mut scratch);
        }
        let known = group(row).filter(|&group| group > 0).and_then(|group| entries.get(group as usize));
        match known {
            Some(entry) => entry.add_released(1, Fingerprint::of_row(cells)),
            None => unmatched += 1,
        }
    }
    unmatched
}
