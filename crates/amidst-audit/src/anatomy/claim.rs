//! What a release in fragments promises.

use amidst_core::Coded;
use amidst_table::{Column, Table};

use crate::{AuditError, ColumnClaim, Layout, Medium, Order, Policy, Reading, RequirementClaim};

/// Where the fragments of a release are.
pub struct FragmentFiles<'a> {
    /// The quasi table.
    pub quasi: Medium<'a>,
    /// The sensitive tables, in the order of the claim.
    pub sensitive: Vec<Medium<'a>>,
}

/// Everything that a release in fragments promises: a quasi table, and for every sensitive column a table of its own, linked
/// by nothing but the numbers of groups.
///
/// The quasi table has the number of each row's group and then the row's cells as they are in the source. A sensitive table
/// has, for each group and each value in it, the number of the group, the value and the number of its rows. Groups are
/// numbered from 1 without a gap.
///
/// The claim names the group of every source row, as a witness. Nothing is taken from it on trust: the files must hold
/// exactly the rows and the values that the witness says, and what is promised of groups is judged on the files.
pub struct FragmentClaim<'a> {
    /// The table as it was read.
    pub source: &'a Table,
    /// Columns of the source that are sensitive or that requirements look at, coded, where the table carries them.
    pub model_columns: &'a [Column],
    /// The group of every source row; [`FragmentClaim::SUPPRESSED`] if it is not released.
    pub group_of_row: &'a [u32],
    /// The header of the groups' numbers, the first column of every file.
    pub group: String,
    /// The header of the numbers of rows, the last column of every sensitive table.
    pub count: String,
    /// The columns of the quasi table after the first, in order: untouched, or pseudonyms.
    pub columns: Vec<ColumnClaim<'a>>,
    /// The sensitive columns. None of them is in the quasi table.
    pub sensitive: Vec<String>,
    /// Source columns that must not be in any file: identifiers.
    pub gone: Vec<String>,
    /// Every text that stands for a missing cell in the files, among them the one that the writer puts.
    pub missing: &'a [String],
    /// The least number of rows in a group.
    pub k: u64,
    /// What else is promised of the groups. Nothing links sensitive columns, so none of them cuts groups further, and
    /// nobody counts a population in groups.
    pub requirements: Vec<RequirementClaim<'a>>,
    /// Models that are not promised: the report tells how far they hold.
    pub informational: Vec<RequirementClaim<'a>>,
    /// How missing cells compare where rows are told apart by them.
    pub policy: Policy,
    /// How sensitive cells become values.
    pub reading: Reading,
    /// Rows read.
    pub rows_in: u64,
    /// Rows released.
    pub rows_out: u64,
    /// Rows suppressed.
    pub suppressed: u64,
    /// The most rows that may be.
    pub suppression_limit: u64,
    /// How rows are ordered. Sorted rows ascend by the number of their group, then cell by cell from left to right, as
    /// [`Order::Sorted`] compares them.
    pub order: Order,
    /// How the files are laid out.
    pub layout: Layout,
}

impl<'a> FragmentClaim<'a> {
    /// What stands in the place of a group if a row is not released.
    pub const SUPPRESSED: u32 = 0;

    /// A column of the source, coded.
    pub(super) fn coded(&self, name: &str) -> Result<&'a Coded, AuditError> {
        let model_columns = self.model_columns.iter().find(|column| column.name == name);
        let coded = model_columns.or_else(|| self.source.column(name)).and_then(Column::coded);
        coded.ok_or_else(|| AuditError::Claim(format!("the source has no coded column {name:?}")))
    }

    /// The column of the source.
    pub(super) fn column(&self, name: &str) -> Result<&'a Column, AuditError> {
        let column = self.source.column(name);
        column.ok_or_else(|| AuditError::Claim(format!("the source has no column {name:?}")))
    }

    /// How many groups there are; refuses a claim that does not make sense.
    pub(super) fn groups(&self, paths: &FragmentFiles) -> Result<usize, AuditError> {
        let refuse = |what: &str| Err(AuditError::Claim(what.into()));
        if self.group_of_row.len() != self.source.rows() {
            return refuse("not every source row has a group");
        }
        if paths.sensitive.len() != self.sensitive.len() {
            return refuse("there is not one file for each sensitive column");
        }
        if self.columns.iter().any(|column| self.sensitive.contains(&column.name)) {
            return refuse("a sensitive column was claimed for the quasi table");
        }
        let groups = self.group_of_row.iter().copied().max().unwrap_or(0) as usize;
        let mut is_there = vec![false; groups + 1];
        self.group_of_row.iter().for_each(|&group| is_there[group as usize] = true);
        if !is_there.iter().skip(1).all(|&is_there| is_there) {
            return refuse("a group has no rows");
        }
        let judged = || self.requirements.iter().chain(&self.informational);
        if judged().any(|one| !one.within.is_empty() || one.population.is_some()) {
            return refuse("groups are neither cut by further columns nor counted in a population");
        }
        Ok(groups)
    }
}
