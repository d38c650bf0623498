//! Which rows of a part go into which class, where rows that are alike to a search go into several.
//!
//! Such rows are dealt by keys that follow from all that they hold, so that no row needs a number in the whole table. Only how
//! many rows of each key lie in which part must be known to all.

use amidst_core::Observer;
use amidst_kernel::SUPPRESSED;
use amidst_order::content_keys;
use amidst_spec::Result;
use amidst_table::Column;
use serde::{Deserialize, Serialize};

use super::{BoundJob, Part, Solution, summary::unfit};
use crate::job::DealKey;

/// The keys of the rows of a part that are to be dealt, in order: hashes of all their cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealKeys(Vec<DealKey>);

/// The class of each of these rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal(pub(super) Vec<u32>);

impl Deal {
    /// Deals the rows of all parts, given the keys of each: a deal for each part, in their order.
    ///
    /// # Errors
    /// If the parts have not as many rows as the solution deals, or keys are of another solution.
    pub fn of(solution: &Solution, parts: &[DealKeys]) -> Result<Vec<Self>> {
        let keys: Vec<Vec<DealKey>> = parts.iter().map(|part| part.0.clone()).collect();
        let points = solution.by_values().map_or(0, |values| values.quotas().points());
        if keys.iter().flatten().any(|&(point, _)| point as usize >= points) {
            return Err(unfit("keys of rows are of another solution"));
        }
        let deals = match solution.by_values() {
            Some(values) => values.quotas().deal(&keys),
            None => vec![Vec::new(); keys.len()],
        };
        match keys.iter().zip(&deals).all(|(keys, deal)| keys.len() == deal.len()) {
            true => Ok(deals.into_iter().map(Self).collect()),
            false => Err(unfit("the parts have more rows than were solved")),
        }
    }
}

/// The rows of a part that are to be dealt, and those that need not be.
pub(super) struct Undealt {
    /// The rows with a point.
    pub rows: Vec<u32>,
    /// The class of each of these, where it needs not be dealt.
    pub classes: Vec<u32>,
    /// Keys, and places among these rows.
    pub keyed: Vec<(DealKey, u32)>,
}

impl BoundJob {
    /// The keys of the rows of a part that are to be dealt; none where all rows of a point are in one class, as always when whole
    /// columns are recoded.
    ///
    /// # Errors
    /// If the part holds rows that the solution does not know, or the observer aborts.
    pub fn deal_keys(&self, part: &Part, solution: &Solution, observer: &dyn Observer) -> Result<DealKeys> {
        let undealt = self.undealt(part, solution, observer)?;
        Ok(DealKeys(undealt.keyed.into_iter().map(|(key, _)| key).collect()))
    }

    pub(super) fn undealt(
        &self,
        part: &Part,
        solution: &Solution,
        observer: &dyn Observer,
    ) -> Result<Undealt> {
        self.own_solution(solution)?;
        let Some(values) = solution.by_values() else {
            return Ok(Undealt { rows: Vec::new(), classes: Vec::new(), keyed: Vec::new() });
        };
        let quotas = values.quotas();
        let points = values.point_of_row(&part.0, &self.names(), observer)?;
        let (rows, points): (Vec<u32>, Vec<u32>) =
            (0..).zip(points).filter(|(_, point)| *point != SUPPRESSED).unzip();
        let classes = quotas.undealt(&points, observer)?;
        let columns: Vec<&Column> = part.0.table.columns().iter().collect();
        let keys = |dealt: &[u32]| {
            let rows: Vec<u32> = dealt.iter().map(|&at| rows[at as usize]).collect();
            content_keys(&rows, &columns, self.validated.seed, observer)
        };
        let keyed = quotas.keys(&points, &classes, keys, observer)?;
        Ok(Undealt { rows, classes, keyed })
    }
}
