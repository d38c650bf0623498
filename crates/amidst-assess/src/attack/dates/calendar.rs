//! Labels by their days, ready to be asked which of them a date meets.

use std::collections::{BTreeSet, HashMap};

use super::Dated;

/// Labels that are dates.
#[derive(Default)]
pub struct Calendar {
    labels: Vec<(u32, Dated)>,
    /// Those that are single days, by each day that they may be.
    days: HashMap<u32, Vec<usize>>,
    /// The others.
    stretches: Vec<usize>,
}

/// Labels that a date meets.
#[derive(Default)]
pub struct Met {
    /// However both are read.
    pub surely: Vec<u32>,
    /// If they are read in one way, but not in another.
    pub perhaps: Vec<u32>,
}

impl Calendar {
    /// Enters a label.
    pub fn add(&mut self, label: u32, dated: Dated) {
        let at = self.labels.len();
        match dated.days() {
            Some(days) => days.for_each(|day| self.days.entry(day).or_default().push(at)),
            None => self.stretches.push(at),
        }
        self.labels.push((label, dated));
    }

    /// All labels.
    pub fn labels(&self) -> impl Iterator<Item = u32> {
        self.labels.iter().map(|(label, _)| *label)
    }

    /// Whether nothing was entered.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The labels that a date meets.
    pub fn meet(&self, dated: &Dated) -> Met {
        let near: BTreeSet<usize> = match dated.days() {
            None => (0..self.labels.len()).collect(),
            Some(days) => {
                let same = days.flat_map(|day| self.days.get(&day).into_iter().flatten());
                same.chain(&self.stretches).copied().collect()
            }
        };
        let mut met = Met::default();
        for (label, other) in near.into_iter().map(|at| &self.labels[at]) {
            match other.meets(dated) {
                Some(true) => met.surely.push(*label),
                Some(false) => met.perhaps.push(*label),
                None => {}
            }
        }
        met
    }
}
