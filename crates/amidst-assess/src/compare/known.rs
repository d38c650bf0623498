//! What a hierarchy says of the labels of a release.

use std::{collections::HashMap, ops::Range, sync::Arc};

use amidst_core::{Hierarchy, hierarchy::builders::Neighbours};
use amidst_spec::{
    Result,
    quasi::{MappedColumn, ParseContext},
    spec::{ColumnSpec, LevelBounds},
};
use amidst_table::Column;

use super::values::Values;

/// A column's hierarchy, laid over its values.
pub(super) struct KnownHierarchy {
    hierarchy: Arc<Hierarchy>,
    /// The level that must be shown, if only one may be.
    level: Option<u8>,
    /// Pairs of leaf and rank, ascending: values without a leaf are not there.
    placed: Vec<(u32, u32)>,
    /// How groups are named after the values released under them, if they are: such names are not in the hierarchy.
    neighbours: Option<Neighbours>,
}

/// A label found in a hierarchy.
pub(super) struct Place {
    /// The level of the label.
    pub level: u8,
    /// The ranks of the values below it, ascending.
    pub ranks: Vec<u32>,
}

impl KnownHierarchy {
    /// Builds the hierarchy that a spec gives a column.
    pub fn new(column: &Column, spec: &ColumnSpec, context: &ParseContext, values: &Values) -> Result<Self> {
        let mapped = MappedColumn::new(column, spec, context)?;
        let (neighbours, hierarchy) = (mapped.neighbours(), mapped.hierarchy);
        let marked = || context.missing.iter().find_map(|marker| hierarchy.leaf(Some(marker.as_str())));
        let leaf = |rank: u32| match values.text(rank) {
            Some(text) => hierarchy.leaf(Some(text)),
            None => hierarchy.leaf(None).or_else(marked),
        };
        let mut placed: Vec<(u32, u32)> =
            (0..values.len() as u32).filter_map(|rank| Some((leaf(rank)?, rank))).collect();
        placed.sort_unstable();
        let level = match spec.levels {
            Some(LevelBounds { min: Some(min), max: Some(max) }) if min == max => Some(min),
            _ => None,
        };
        Ok(Self { hierarchy, level, placed, neighbours })
    }

    /// The level of the root.
    pub fn height(&self) -> u8 {
        self.hierarchy.height()
    }

    /// Finds labels: all on one level if that is possible, on the lowest such; otherwise each on its lowest.
    pub fn places(&self, labels: &[Option<&str>]) -> Vec<Option<Place>> {
        let levels: Vec<Vec<Option<u32>>> =
            (0..=self.height()).map(|level| self.find(level, labels)).collect();
        let is_whole = |level: &u8| {
            let found = &levels[usize::from(*level)];
            labels.iter().zip(found).all(|(label, found)| label.is_none() || found.is_some())
        };
        let fixed = self.level.filter(|level| *level <= self.height());
        let whole = fixed.into_iter().chain(0..=self.height()).find(is_whole);
        let place = |at: usize| {
            let mut candidates = whole.map_or(0..=self.height(), |level| level..=level);
            let (level, index) =
                candidates.find_map(|level| Some((level, levels[usize::from(level)][at]?)))?;
            let named = labels[at].and_then(|label| self.named(level, label));
            let leaves = named.map_or_else(|| self.hierarchy.leaf_range(level, index), |named| named.1);
            Some(Place { level, ranks: self.below(leaves) })
        };
        (0..labels.len()).map(place).collect()
    }

    /// Where labels stand on a level.
    fn find(&self, level: u8, labels: &[Option<&str>]) -> Vec<Option<u32>> {
        if level == 0 {
            return labels
                .iter()
                .map(|label| label.and_then(|text| self.hierarchy.leaf(Some(text))))
                .collect();
        }
        let named = self.hierarchy.labels(level).enumerate();
        let indices: HashMap<&str, u32> =
            named.filter_map(|(index, label)| Some((label?, index as u32))).collect();
        let index = |text: &str| match self.named(level, text) {
            Some((index, _)) => Some(index),
            None => indices.get(text).copied(),
        };
        labels.iter().map(|label| label.and_then(index)).collect()
    }

    /// The label of a level between values and root that a name is one of, and the leaves it tells of.
    fn named(&self, level: u8, name: &str) -> Option<(u32, Range<u32>)> {
        let neighbours = self.neighbours.filter(|_| 0 < level && level < self.height())?;
        let (first, last) = neighbours.read(&self.hierarchy, name)?.into_inner();
        let parent = |label: u32, level: u8| self.hierarchy.parents(level)[label as usize];
        let above = |leaf: u32| (0..level).fold(leaf, parent);
        (above(first) == above(last)).then_some((above(first), first..last + 1))
    }

    fn below(&self, leaves: Range<u32>) -> Vec<u32> {
        let from = self.placed.partition_point(|(leaf, _)| *leaf < leaves.start);
        let to = self.placed.partition_point(|(leaf, _)| *leaf < leaves.end);
        let mut ranks: Vec<u32> = self.placed[from..to].iter().map(|(_, rank)| *rank).collect();
        ranks.sort_unstable();
        ranks
    }
}
