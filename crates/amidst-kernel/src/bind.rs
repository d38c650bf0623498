//! From a summary to tuples: values find their leaves, and what is counted beside them its place.

use std::sync::Arc;

use amidst_core::{Codes, Error, Hierarchy, Result, hierarchy::HierarchyMapping};
use rayon::prelude::*;

use crate::{
    ClassHistograms, TupleSummary, Tuples, UNCOUNTED,
    column::Terms,
    domain::Domain,
    packed::{Numbered, Packed},
    row_keys::ABSENT,
};

/// A hierarchy laid over a quasi column of a summary.
#[derive(Clone)]
pub struct BoundColumn {
    /// What the values generalize to.
    pub hierarchy: Arc<Hierarchy>,
    /// For each value of the column, by its code, a leaf, or [`HierarchyMapping::UNMAPPED`]: then its rows take no part.
    pub leaves: Vec<u32>,
    /// How much its precision matters, relative to the other columns.
    pub weight: f64,
    /// The lowest level a release may show.
    pub min_level: u8,
    /// The highest level a release may show.
    pub max_level: u8,
}

/// What a model looks at, as a reading of a histogram of a summary.
#[derive(Clone)]
pub struct BoundAuxColumn {
    /// Which of the summary's histograms.
    pub histogram: usize,
    /// For each combination of it a number below `width`, or [`UNCOUNTED`].
    pub codes: Vec<u32>,
    /// The number of values.
    pub width: usize,
}

impl BoundColumn {
    /// A column that may take any level and matters as much as any other.
    pub fn new(hierarchy: Arc<Hierarchy>, leaves: Vec<u32>) -> Self {
        let max_level = hierarchy.height();
        Self { hierarchy, leaves, weight: 1.0, min_level: 0, max_level }
    }

    /// Sets how much its precision matters.
    pub fn with_weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// Sets the lowest and the highest level a release may show.
    pub fn with_levels(mut self, min: u8, max: u8) -> Self {
        (self.min_level, self.max_level) = (min, max);
        self
    }

    fn terms<'a>(&'a self, name: &'a str) -> Terms<'a> {
        let Self { hierarchy, weight, min_level, max_level, .. } = self;
        Terms { name, hierarchy, weight: *weight, min_level: *min_level, max_level: *max_level }
    }
}

impl Tuples {
    /// Lays hierarchies over the columns of a summary, and reads companions off its histograms. Rows with a value that
    /// has no leaf take no part; the people they stand for are counted as outside.
    ///
    /// # Errors
    /// If a column has a weight or levels that make no sense, or what is laid over the summary does not fit it.
    pub fn new(
        summary: &TupleSummary,
        columns: &[BoundColumn],
        aux_columns: &[BoundAuxColumn],
    ) -> Result<Self> {
        check_fit(summary, columns, aux_columns)?;
        let names = summary.columns().iter().map(|column| column.name());
        let terms: Vec<Terms<'_>> =
            columns.iter().zip(names).map(|(column, name)| column.terms(name)).collect();
        terms.iter().try_for_each(Terms::check)?;
        let is_placed = placed(summary, columns);
        let domains: Vec<Domain> = (0..columns.len())
            .into_par_iter()
            .map(|at| domain(summary, at, &columns[at], &is_placed))
            .collect();
        let leaves: Vec<Vec<u32>> =
            columns.iter().zip(&domains).map(|(it, domain)| it.dense(domain)).collect();
        let Regrouped { tuples, counts, becomes } = Regrouped::new(summary, &is_placed, &domains, &leaves)?;
        let (mut bound, lead_of_tuple) = Self::assemble(&terms, domains, &tuples, &counts, &())?;
        let class_of_tuple = bound.classes_of(&lead_of_tuple);
        let class_of =
            |&becomes: &u32| if becomes == ABSENT { ABSENT } else { class_of_tuple[becomes as usize] };
        let classes: Vec<u32> = becomes.iter().map(class_of).collect();
        bound.tallies = aux_columns.par_iter().map(|it| it.tally(summary, &classes, bound.len())).collect();
        if let Some(weights) = summary.weights() {
            let mut sums = vec![0; bound.len()];
            for (&class, weight) in classes.iter().zip(weights) {
                *sums.get_mut(class as usize).unwrap_or(&mut bound.outside) += weight;
            }
            bound.weights = Some(sums);
        }
        Ok(bound)
    }
}

impl Tuples {
    /// For each of the tuples that these were made of its class of the bottom, given its lead entry.
    fn classes_of(&self, lead_of_tuple: &[u32]) -> Vec<u32> {
        let mut next: Vec<u32> = self.bottom.runs.iter().map(|run| run.start).collect();
        let class = |&lead: &u32| {
            let class = &mut next[lead as usize];
            *class += 1;
            *class - 1
        };
        lead_of_tuple.iter().map(class).collect()
    }
}

fn check_fit(summary: &TupleSummary, columns: &[BoundColumn], aux_columns: &[BoundAuxColumn]) -> Result<()> {
    let does_not = |what: &str| Err(Error::Internal(format!("{what} not fit the summary")));
    if columns.len() != summary.columns().len() {
        return does_not("hierarchies do");
    }
    for (column, values) in columns.iter().zip(summary.columns()) {
        let is_leaf =
            |leaf: &u32| *leaf == HierarchyMapping::UNMAPPED || (*leaf as usize) < column.hierarchy.leaves();
        if column.leaves.len() != values.len() || !column.leaves.iter().all(is_leaf) {
            return does_not("the leaves of a column do");
        }
    }
    for aux_column in aux_columns {
        let combinations = summary.histograms().get(aux_column.histogram).map(|it| it.combinations());
        let is_code = |code: &u32| *code == UNCOUNTED || (*code as usize) < aux_column.width;
        if combinations != Some(aux_column.codes.len()) || !aux_column.codes.iter().all(is_code) {
            return does_not("a companion does");
        }
    }
    Ok(())
}

/// Whether all values of each tuple have a leaf.
fn placed(summary: &TupleSummary, columns: &[BoundColumn]) -> Vec<bool> {
    let mut is_placed = vec![true; summary.len()];
    for (at, column) in columns.iter().enumerate() {
        if column.leaves.contains(&HierarchyMapping::UNMAPPED) {
            let codes = summary.tuples().column(at);
            let leaves = codes.iter().map(|&code| column.leaves[code as usize]);
            is_placed
                .iter_mut()
                .zip(leaves)
                .for_each(|(placed, leaf)| *placed &= leaf != HierarchyMapping::UNMAPPED);
        }
    }
    is_placed
}

/// What of a column's hierarchy occurs in the tuples that take part.
fn domain(summary: &TupleSummary, at: usize, column: &BoundColumn, is_placed: &[bool]) -> Domain {
    let mut rows = vec![0_u64; column.hierarchy.leaves()];
    let codes = summary.tuples().column(at);
    for ((code, &count), _) in
        codes.iter().zip(summary.counts()).zip(is_placed).filter(|(_, placed)| **placed)
    {
        rows[column.leaves[*code as usize] as usize] += u64::from(count);
    }
    Domain::new(&column.hierarchy, &rows)
}

impl BoundColumn {
    /// For each value its dense leaf, or [`ABSENT`].
    fn dense(&self, domain: &Domain) -> Vec<u32> {
        self.leaves.iter().map(|&leaf| domain.dense.get(leaf as usize).copied().unwrap_or(ABSENT)).collect()
    }
}

impl BoundAuxColumn {
    /// Its values by class, given the class of each tuple.
    fn tally(&self, summary: &TupleSummary, classes: &[u32], len: usize) -> ClassHistograms {
        let entries = summary.histograms()[self.histogram].tally().entries(classes, &self.codes);
        let counted = entries.filter(|&(class, value, _)| class != ABSENT && value != UNCOUNTED);
        ClassHistograms::of_pairs(counted, len, self.width)
    }
}

/// Tuples of values as tuples of leaves: several may have become one.
struct Regrouped {
    tuples: Packed,
    counts: Vec<u32>,
    /// For each tuple of values that of leaves, or [`ABSENT`].
    becomes: Vec<u32>,
}

impl Regrouped {
    fn new(
        summary: &TupleSummary,
        is_placed: &[bool],
        domains: &[Domain],
        leaves: &[Vec<u32>],
    ) -> Result<Self> {
        let from = summary.tuples();
        if leaves.iter().all(|leaves| leaves.iter().zip(0..).all(|(&leaf, code)| leaf == code)) {
            let becomes = (0..summary.len() as u32).collect();
            return Ok(Self { tuples: from.clone(), counts: summary.counts().to_vec(), becomes });
        }
        // Tuples are collapsed like rows.
        let taken: Vec<usize> = (0..summary.len()).filter(|&tuple| is_placed[tuple]).collect();
        let codes = |column: usize| Codes::U32(taken.par_iter().map(|&at| from.number(at, column)).collect());
        let codes: Vec<Codes> = (0..leaves.len()).map(codes).collect();
        let numbered: Vec<Numbered<'_>> = codes
            .iter()
            .zip(leaves.iter().zip(domains))
            .map(|(codes, (leaves, domain))| Numbered {
                codes,
                number_of: leaves.clone(),
                width: domain.width(0),
            })
            .collect();
        let (tuples, _) = Packed::collapse(&numbered, &())?;
        let mut counts = vec![0; tuples.len()];
        let mut becomes = vec![ABSENT; summary.len()];
        for (&tuple, number) in taken.iter().zip(tuples.tuple_of_row(&numbered, &())?) {
            counts[number as usize] += summary.counts()[tuple];
            becomes[tuple] = number;
        }
        Ok(Self { tuples, counts, becomes })
    }
}
