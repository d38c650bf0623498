//! Rows put into groups, every value as it is.

use amidst_audit::{ColumnClaim, FragmentClaim, Order, Promise};
use amidst_cells::{Partition, Points};
use amidst_core::Role;
use amidst_spec::{
    ask::Ask,
    spec::{ColumnSpec, Keep},
};

use super::{Solved, told};
use crate::{
    job::{Dataset, links::Links},
    release::Groups,
};

/// The groups of all rows of a table.
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
    pub fn groups(&self) -> Groups<'_> {
        let Self { partition, points, point_of_row, .. } = self;
        Groups { partition, points, point_of_row, placed: None }
    }
}

impl Solved {
    /// What fragments promise, for the audit.
    pub(super) fn fragments<'a>(
        &'a self,
        read: &'a Dataset,
        ask: &'a Ask,
        links: &'a Links,
        layout: amidst_audit::Layout,
    ) -> FragmentClaim<'a> {
        let promise = |spec: &ColumnSpec| match (spec.role.0, spec.keep) {
            (Role::Quasi | Role::Other, _) => Some(Promise::Other),
            (Role::Identifier, Some(Keep::Pseudonym)) => Some(Promise::Pseudonym),
            (Role::Identifier, None) | (Role::Sensitive, _) => None,
        };
        let column = |(name, spec): (&str, &ColumnSpec)| {
            Some(ColumnClaim { promise: promise(spec)?, name: name.to_owned() })
        };
        FragmentClaim {
            source: &read.table,
            looked_at: &read.looked_at,
            group_of_row: &links.group_of_row,
            group: links.group.clone(),
            count: links.count.clone(),
            columns: read.roles.columns().filter_map(column).collect(),
            sensitive: ask.apart.clone(),
            gone: read.roles.dropped().map(str::to_owned).collect(),
            missing: &ask.missing_back,
            k: ask.k,
            requirements: self.requirement_claims(read, ask, |_| true),
            told: told(&read.roles),
            policy: ask.missing_policy.into(),
            reading: ask.missing_sensitive.reading(&read.layout),
            rows_in: self.rows.r#in,
            rows_out: self.rows.out,
            suppressed: self.rows.suppressed,
            suppression_limit: ask.suppression.of(self.rows.r#in),
            order: Order::Sorted,
            layout,
        }
    }
}
