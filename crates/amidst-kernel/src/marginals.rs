//! What each column has by itself: the labels that occur on every level, and their rows.
//!
//! It is made once for a table, before any tuple: from it rows are collapsed at whatever node is asked for. And it tells which
//! levels cannot be part of a solution. A class shows one label of each column, so it has no more rows than that label: where too
//! many rows have a rare label in one column, they are suppressed at every node on that level, whatever the other columns show.

use std::sync::Arc;

use amidst_core::{Attribute, Lattice, Levels, Observer, Result};
use rayon::prelude::*;

use crate::{
    QuasiColumn,
    column::Terms,
    domain::Domain,
    packed::{Numbered, rows_of_codes},
    row_keys::ABSENT,
};

/// The labels of each column, with their rows.
#[derive(Clone)]
pub struct Marginals {
    pub(crate) domains: Arc<[Domain]>,
    pub(crate) attributes: Arc<[Attribute]>,
    pub(crate) lattice: Lattice,
    pub(crate) ranking: Arc<[usize]>,
}

impl Marginals {
    /// Those of quasi columns.
    ///
    /// # Errors
    /// If a column has a weight or levels that make no sense, a code that is no leaf, or the observer aborts.
    pub fn new(columns: &[QuasiColumn], observer: &dyn Observer) -> Result<Self> {
        let terms: Vec<Terms<'_>> = columns.iter().map(QuasiColumn::terms).collect();
        terms.iter().try_for_each(Terms::check)?;
        let of_column = |(column, terms): (&QuasiColumn, &Terms<'_>)| {
            let mut rows = rows_of_codes(&column.codes, column.hierarchy.leaves(), observer)?;
            if let Some(counts) = &column.counts {
                rows.fill(0);
                let leaves = column.codes.iter().zip(counts.iter());
                leaves.for_each(|(leaf, &count)| rows[leaf as usize] += u64::from(count));
            }
            let domain = Domain::new(&column.hierarchy, &rows);
            let attribute = domain.attribute(terms.hierarchy, terms.weight);
            let bits = bits_told(&attribute);
            Ok((domain, attribute, bits))
        };
        let made = columns.par_iter().zip(&terms).map(of_column).collect::<Result<Vec<_>>>()?;
        let (mut domains, mut attributes, mut bits) = (Vec::new(), Vec::new(), Vec::new());
        for (domain, attribute, told) in made {
            domains.push(domain);
            attributes.push(attribute);
            bits.push(told);
        }
        let mut ranking: Vec<usize> = (0..bits.len()).collect();
        ranking.sort_by(|&a, &b| bits[b].total_cmp(&bits[a]));
        Ok(Self {
            domains: domains.into(),
            attributes: attributes.into(),
            lattice: Lattice::new(
                terms.iter().map(|terms| terms.min_level).collect(),
                terms.iter().map(|terms| terms.max_level).collect(),
            ),
            ranking: ranking.into(),
        })
    }

    /// What metrics may know about each column.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// All nodes within the level bounds of the columns.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The number of labels that occur in a column on a level.
    pub fn width(&self, column: usize, level: u8) -> usize {
        self.domains[column].width(level)
    }

    /// The lowest node that may be part of a solution, if classes of fewer than `least` rows are suppressed, and no more than `limit`
    /// rows may be: every feasible node is at or above it. A column of which no level will do stays on its highest.
    pub fn lowest(&self, least: u64, limit: u64) -> Levels {
        let lowest = |(column, domain): (usize, &Domain)| {
            let (low, high) = (self.lattice.bottom()[column], self.lattice.top()[column]);
            let is_possible = |level: &u8| {
                let rare = domain.levels[usize::from(*level)].rows.iter().filter(|rows| **rows < least);
                rare.sum::<u64>() <= limit
            };
            (low..=high).find(is_possible).unwrap_or(high)
        };
        self.domains.iter().enumerate().map(lowest).collect()
    }

    /// A column on its way to being collapsed on a level.
    pub(crate) fn numbered<'a>(&self, column: usize, level: u8, values: &'a QuasiColumn) -> Numbered<'a> {
        let domain = &self.domains[column];
        let of_leaf = &domain.levels[usize::from(level)].of_leaf;
        let number = |&dense: &u32| if dense == ABSENT { ABSENT } else { of_leaf[dense as usize] };
        Numbered {
            codes: &values.codes,
            number_of: domain.dense.iter().map(number).collect(),
            width: domain.width(level),
        }
    }
}

/// The bits that the values of a column tell about the rows.
fn bits_told(attribute: &Attribute) -> f64 {
    let labels = &attribute.levels[0];
    let rows = labels.iter().map(|label| label.rows).sum::<u64>() as f64;
    labels.iter().map(|label| label.rows as f64 * (rows / label.rows as f64).log2()).sum()
}
