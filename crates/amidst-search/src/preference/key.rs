//! What a policy compares of a node.

use std::cmp::Reverse;

use amidst_core::{Score, lattice::height};

use super::{Preference, wide::Wide};
use crate::{NodeView, Problem};

/// The lesser the better. Only keys of one policy are ever compared, and these are all of one kind.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Least(Wide),
    Most(Reverse<Wide>),
    Score(Score),
    Levels(Vec<u8>),
}

/// Makes the keys of a policy.
pub(super) struct Keys<'a> {
    preference: &'a Preference,
    /// For each column what one of its levels counts, if every height counts the common multiple of all heights.
    shares: Vec<Wide>,
}

impl<'a> Keys<'a> {
    pub fn new(preference: &'a Preference, problem: &Problem<'_>) -> Self {
        let heights = || problem.tuples().attributes().iter().map(|attribute| u64::from(attribute.height));
        let multiple = Wide::least_common_multiple(heights().filter(|&height| height > 0));
        let share = |height: u64| if height == 0 { Wide::default() } else { multiple.divided_by(height).0 };
        Self { preference, shares: heights().map(share).collect() }
    }

    pub fn of(&self, node: &NodeView) -> Key {
        let levels = &node.facts.levels;
        let relative = || self.shares.iter().zip(levels).map(|(share, &level)| share.times(level.into()));
        let peak = || levels.iter().copied().max().unwrap_or(0);
        let touched = || levels.iter().filter(|&&level| level > 0).count();
        let least = |number: u64| Key::Least(number.into());
        let most = |number: u64| Key::Most(Reverse(number.into()));
        match self.preference {
            Preference::Objective => Key::Score(node.score.clone()),
            Preference::MinHeight => least(height(levels).into()),
            Preference::MinRelativeHeight => Key::Least(relative().fold(Wide::default(), Wide::plus)),
            Preference::MaxClasses => most(node.facts.classes),
            Preference::MinSuppression => least(node.facts.suppressed),
            Preference::MinPeak => least(peak().into()),
            Preference::MaxPeak => most(peak().into()),
            Preference::MinRelativePeak => Key::Least(relative().max().unwrap_or_default()),
            Preference::MaxRelativePeak => Key::Most(Reverse(relative().max().unwrap_or_default())),
            Preference::FewestColumns => least(touched() as u64),
            Preference::MostColumns => most(touched() as u64),
            Preference::Priority(columns) => {
                Key::Levels(columns.iter().map(|&column| levels[column]).collect())
            }
            Preference::Metric(metric) => Key::Score(metric.score(&node.facts)),
        }
    }
}
