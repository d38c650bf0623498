//! Quasi columns laid under their hierarchies: what is made once of a table, before rows are collapsed at any node.

use std::sync::Arc;

use amidst_core::{Coded, Levels, Needs, Observer};
use amidst_kernel::{Marginals, QuasiColumn};
use amidst_search::{Lightning, Optimal, Preference};
use amidst_spec::{
    Result,
    names::AUTO,
    quasi::{MappedColumn, ParseContext, mapped_rows},
    roles::Roles,
    validated::ValidatedSpec,
};
use amidst_table::{Column, Table};

use super::Dataset;

/// The quasi columns under their hierarchies, over the rows that take part.
pub(crate) struct LaidColumns {
    /// In the order of the table.
    pub columns: Vec<Arc<MappedColumn>>,
    pub quasi: Vec<QuasiColumn>,
    /// The rows that take part, if some do not.
    pub placed: Option<Vec<u32>>,
    /// What each column shows by itself.
    pub marginals: Marginals,
}

impl LaidColumns {
    /// Finds or builds the hierarchies that a spec asks for.
    pub fn new(read: &Dataset, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Self> {
        let context = ParseContext::new(&read.layout, validated.missing.clone());
        let columns = read
            .roles
            .quasi()
            .map(|(name, spec)| {
                observer.go_on()?;
                MappedColumn::new(source(&read.table, name), spec, &context).map(Arc::new)
            })
            .collect::<Result<_>>()?;
        Self::over(read, columns, observer)
    }

    /// Under these hierarchies.
    pub fn over(read: &Dataset, columns: Vec<Arc<MappedColumn>>, observer: &dyn Observer) -> Result<Self> {
        let coded = of_columns(&read.table, &columns);
        let placed = mapped_rows(&columns, &coded, read.barred.as_deref(), read.table.rows());
        let counts = read.counts_of(placed.as_deref());
        let quasi = quasi_columns(&columns, &coded, &read.roles, placed.as_deref(), observer)?;
        let quasi: Vec<QuasiColumn> =
            quasi.into_iter().map(|column| column.with_counts(counts.clone())).collect();
        let marginals = Marginals::new(&quasi, observer)?;
        Ok(Self { columns, quasi, placed, marginals })
    }

    /// The rows that take part.
    pub fn rows(&self) -> u64 {
        let attribute = self.marginals.attributes().first();
        attribute.and_then(|it| it.levels.last()).map_or(0, |root| root.iter().map(|label| label.rows).sum())
    }

    /// The node that every feasible one is at or above, of a table of so many rows; nothing if finer ones have to be looked at too.
    pub fn lowest(&self, validated: &ValidatedSpec, rows: u64) -> Option<Levels> {
        if !self.may_be_raised(validated) {
            return None;
        }
        let unmapped = rows - self.rows();
        let limit = validated.suppression_limit(rows).saturating_sub(unmapped);
        let k = if validated.combinations.is_empty() { validated.k } else { 1 };
        Some(self.marginals.lowest(k, limit))
    }

    /// Whether what is asked may be answered without tables of nodes that cannot be feasible. Searches that walk up from the bottom
    /// go by what these nodes lose, and so do objectives that compare with the values.
    fn may_be_raised(&self, validated: &ValidatedSpec) -> bool {
        let is_exact = [AUTO, Optimal::NAME, Lightning::NAME].contains(&&*validated.algorithm);
        let metric = validated.metric(self.marginals.attributes());
        let is_of_labels = metric.is_ok_and(|metric| !metric.needs().contains(Needs::ROW_BITS));
        is_exact && is_of_labels && validated.prefer == Preference::OBJECTIVE
    }

    /// The node where nothing is generalized.
    pub fn finest(&self) -> Levels {
        vec![0; self.columns.len()]
    }
}

/// The codes of some quasi columns.
pub(super) fn of_columns<'a>(table: &'a Table, columns: &[Arc<MappedColumn>]) -> Vec<&'a Coded> {
    let coded =
        |column: &Arc<MappedColumn>| source(table, &column.name).coded().expect("quasi columns are coded");
    columns.iter().map(coded).collect()
}

/// Columns as the kernel takes them, over the rows that take part.
pub(super) fn quasi_columns(
    columns: &[Arc<MappedColumn>],
    coded: &[&Coded],
    roles: &Roles,
    placed: Option<&[u32]>,
    observer: &dyn Observer,
) -> Result<Vec<QuasiColumn>> {
    let columns = columns.iter().zip(coded);
    columns.map(|(column, coded)| column.quasi(coded, roles.spec(&column.name), placed, observer)).collect()
}

fn source<'a>(table: &'a Table, name: &str) -> &'a Column {
    table.column(name).expect("quasi columns were read")
}
