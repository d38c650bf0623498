//! Measures to which each column contributes a number of its own.

use std::fmt;

use amidst_core::{Attribute, Metric, Needs, NodeFacts, Score, metric::MeasureInfo};

use crate::{Aggregate, columns::Columns, entry::Entry};

/// What one column contributes; [`OfColumns`] makes a [`Metric`] of it.
pub trait ColumnMeasure: Clone + fmt::Debug + Send + Sync + 'static {
    /// Its id.
    const NAME: &'static str;
    /// What it is, in a few words.
    const ABOUT: &'static str;
    /// Its usual aggregate.
    const AGGREGATE: Aggregate;
    /// What it reads of a node besides plain sums.
    const NEEDS: Needs = Needs::SUMS;
    /// Whether suppression does not matter to it.
    const IGNORES_SUPPRESSION: bool = false;

    /// Reads the columns.
    fn of(attributes: &[Attribute]) -> Self;

    /// What a column loses at its own of the `levels` if nothing is suppressed.
    fn lost_at(&self, column: usize, levels: &[u8]) -> f64;

    /// What a column loses at least from `levels` up to a judged node, whose suppressed rows are suppressed there too.
    fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64;

    /// What a column loses at a judged node.
    fn lost(&self, column: usize, node: &NodeFacts) -> f64 {
        self.lost_below(column, &node.levels, node)
    }
}

/// A measure of columns, weighted and aggregated.
#[derive(Clone, Debug)]
pub struct OfColumns<M> {
    columns: Columns,
    measure: M,
    /// What each column loses on each level if nothing is suppressed: searches ask for it at every node.
    unsuppressed: Vec<Vec<f64>>,
}

impl<M: ColumnMeasure> OfColumns<M> {
    /// Its id.
    pub const NAME: &'static str = M::NAME;
    /// Its usual aggregate.
    pub const AGGREGATE: Aggregate = M::AGGREGATE;
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(M::NAME, M::ABOUT).of_columns(M::AGGREGATE.name());
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        build: |attributes, aggregate| Box::new(Self::new(attributes, aggregate.unwrap_or(M::AGGREGATE))),
    };

    /// Reads the columns.
    pub fn new(attributes: &[Attribute], aggregate: Aggregate) -> Self {
        let measure = M::of(attributes);
        let lost = |column: usize| {
            let mut levels = vec![0; attributes.len()];
            let lost_at = |level| {
                levels[column] = level;
                measure.lost_at(column, &levels)
            };
            (0..=attributes[column].height).map(lost_at).collect()
        };
        let unsuppressed = (0..attributes.len()).map(lost).collect();
        Self { columns: Columns::new(attributes, aggregate), measure, unsuppressed }
    }

    /// That of each column by itself at a judged node, whatever its weight.
    pub fn of_columns(&self, node: &NodeFacts) -> Vec<f64> {
        (0..self.columns.count()).map(|column| self.measure.lost(column, node)).collect()
    }
}

impl<M: ColumnMeasure> Metric for OfColumns<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn needs(&self) -> Needs {
        M::NEEDS
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn ignores_suppression(&self) -> bool {
        M::IGNORES_SUPPRESSION
    }

    fn score(&self, node: &NodeFacts) -> Score {
        self.columns.score(|column| self.measure.lost(column, node))
    }

    fn floor(&self, levels: &[u8]) -> Score {
        self.columns.score(|column| self.unsuppressed[column][usize::from(levels[column])])
    }

    fn bound_below(&self, levels: &[u8], node: &NodeFacts) -> Score {
        self.columns.score(|column| self.measure.lost_below(column, levels, node))
    }

    fn part(&self, columns: &[usize]) -> Option<Box<dyn Metric>> {
        Some(Box::new(Self { columns: self.columns.only(columns), ..self.clone() }))
    }

    fn join(&self, parts: &[Score]) -> Score {
        self.columns.join(parts)
    }
}
