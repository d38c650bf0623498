//! A sensitive table: for every group the values of its source rows, each counted once.

use amidst_core::{Aborted, ModelParams, Observer};
use amidst_readback::Page;

use super::{
    FragmentClaim,
    file::{File, Seen, group, number},
};
use crate::{
    AuditError, Path,
    audit::{canons::source_canon, model_column::ModelColumn},
    models::{Histograms, Judgement, Parts, Unfit, judge},
    text::{Canon, Missing},
};

/// The rows that a table says each value has in each group.
pub(super) struct Sensitive<'a> {
    pub seen: Seen,
    pub name: &'a str,
    /// How many leading columns were compared for the order.
    pub compared: usize,
    column: ModelColumn<'a>,
    /// Group, value and rows. Groups that there are none of are left out.
    counted: Vec<(u32, u32, u64)>,
    /// Rows of the table that say nothing: no such group, or no number of rows.
    pub void: u64,
}

/// How a table differs from the source.
pub(super) struct Differing {
    /// Groups whose values or their numbers are not those of their source rows.
    pub groups: u64,
    /// Groups whose numbers do not add up to their rows in the quasi table.
    pub sums: u64,
}

impl<'a> Sensitive<'a> {
    pub fn read(
        file: &mut File,
        claim: &FragmentClaim<'a>,
        name: &'a str,
        missing: &Missing,
        groups: usize,
    ) -> Result<Self, AuditError> {
        let (released, own) = (file.canon(1), source_canon(claim.column(name)?));
        let column = ModelColumn::new((1, name), claim.coded(name)?, own.or(released), missing);
        let compared = if released.is_loose() && own == Canon::Text { 1 } else { 2 };
        let look = |page: &Page| -> (Vec<(u32, u32, u64)>, u64) {
            let row = |at: usize| {
                let row = page.row(at);
                let group = group(row).filter(|&group| group > 0 && group as usize <= groups)?;
                let rows = number(row.cell(2)).filter(|&rows: &u64| rows > 0)?;
                Some((group, column.of_cell(row.cell(1), missing), rows))
            };
            let counted: Vec<_> = (0..page.rows).filter_map(row).collect();
            let void = (page.rows - counted.len()) as u64;
            (counted, void)
        };
        let (mut counted, mut void) = (Vec::new(), 0);
        let seen = file.read((claim.order, compared), look, |(page, more)| {
            counted.extend(page);
            void += more;
        })?;
        counted.sort_unstable();
        Ok(Self { seen, name, compared, column, counted, void })
    }

    /// Compares the table with the source's rows in their groups, and with the rows of the quasi table.
    pub fn differing(
        &self,
        source: &Parts,
        rows: &[u64],
        observer: &dyn Observer,
    ) -> Result<Differing, Aborted> {
        let field = self.column.field();
        let expected = source.histograms(field, field.width, observer)?;
        let (mut groups, mut sums) = (0, 0);
        let mut counted = self.counted.as_slice();
        for (group, &rows) in rows.iter().enumerate().skip(1) {
            let (own, rest) = counted.split_at(counted.partition_point(|one| one.0 as usize <= group));
            counted = rest;
            let (values, counts) = expected.of(group);
            let is_same =
                own.iter().map(|one| (one.1, one.2)).eq(values.iter().copied().zip(counts.iter().copied()));
            groups += u64::from(!is_same);
            let sum = own.iter().fold(0_u64, |sum, one| sum.saturating_add(one.2));
            sums += u64::from(sum != rows);
        }
        Ok(Differing { groups, sums })
    }

    /// Judges a model on what the table says, in groups of so many rows.
    pub fn judge(
        &self,
        claim: &FragmentClaim,
        params: &ModelParams,
        hierarchy: Option<&[Path]>,
        rows: &[u64],
    ) -> Result<Judgement, Unfit> {
        let values = self.column.values(claim.policy, claim.reading);
        let domain = values.domain(params, hierarchy)?;
        let known = domain.counts.len() as u32;
        let place = |&(group, value, rows): &(u32, u32, u64)| (group, domain.places[value as usize], rows);
        let counted = self.counted.iter().map(place).filter(|(_, place, _)| *place < known).collect();
        let histograms = Histograms::counted(rows.len(), counted);
        let seen = crate::models::ClassStatistics {
            sizes: rows,
            rows_of: rows,
            values: Some((&histograms, &domain)),
            population: None,
        };
        judge(params, &seen)
    }
}
