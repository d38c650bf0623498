//! Rows put into groups, every value as it is.

use amidst_audit::{ColumnClaim, ColumnContent, FragmentClaim, Order};
use amidst_cells::{Partition, Points};
use amidst_core::Role;
use amidst_release::GroupAssignment;
use amidst_spec::{
    spec::{ColumnSpec, Keep},
    validated::ValidatedSpec,
};

use super::{RecodingSolution, informational};
use crate::job::{Dataset, links::Links};

/// The groups of all rows of a table.
#[derive(Clone)]
pub struct Grouped {
    /// The groups.
    pub partition: Partition,
    /// The points they are made of.
    pub points: Points,
    /// The point of each row.
    pub point_of_row: Vec<u32>,
    /// The quasi columns.
    pub quasi: Vec<String>,
}

impl Grouped {
    /// The groups as a release takes them.
    pub fn groups(&self) -> GroupAssignment<'_> {
        let Self { partition, points, point_of_row, .. } = self;
        GroupAssignment { partition, points, point_of_row, placed: None }
    }
}

impl RecodingSolution {
    /// What fragments promise, for the audit.
    pub(super) fn fragments<'a>(
        &'a self,
        read: &'a Dataset,
        validated: &'a ValidatedSpec,
        links: &'a Links,
        layout: amidst_audit::Layout,
    ) -> FragmentClaim<'a> {
        let content = |spec: &ColumnSpec| match (spec.role.0, spec.keep) {
            (Role::Quasi | Role::Other, _) => Some(ColumnContent::Other),
            (Role::Identifier, Some(Keep::Pseudonym)) => Some(ColumnContent::Pseudonym),
            (Role::Identifier, None) | (Role::Sensitive, _) => None,
        };
        let column = |(name, spec): (&str, &ColumnSpec)| {
            Some(ColumnClaim { content: content(spec)?, name: name.to_owned() })
        };
        FragmentClaim {
            source: &read.table,
            model_columns: &read.model_columns,
            group_of_row: &links.group_of_row,
            group: links.group.clone(),
            count: links.count.clone(),
            columns: read.roles.columns().filter_map(column).collect(),
            sensitive: validated.side_tables.clone(),
            gone: read.roles.dropped().map(str::to_owned).collect(),
            missing: &validated.missing_back,
            k: validated.k,
            requirements: self.requirement_claims(read, validated, |_| true),
            informational: informational(&read.roles),
            policy: validated.missing_policy.into(),
            reading: validated.missing_sensitive.reading(&read.layout),
            rows_in: self.rows.r#in,
            rows_out: self.rows.out,
            suppressed: self.rows.suppressed,
            suppression_limit: validated.suppression.of(self.rows.r#in),
            order: Order::Sorted,
            layout,
        }
    }
}
