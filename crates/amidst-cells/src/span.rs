//! What covers of a column are shown as, and how its codes fall apart.

use std::sync::Arc;

use amidst_core::Hierarchy;

use crate::{Axis, Cover};

/// One for each column.
pub(crate) struct Span {
    shown: Shown,
    everything: Cover,
    missing: Option<u32>,
}

/// What several codes are shown as.
enum Shown {
    /// A label of a hierarchy: for each level the label above every code.
    Label { hierarchy: Arc<Hierarchy>, above: Vec<Vec<u32>> },
    /// All codes between the ends.
    Range,
    /// Just these.
    Set,
    /// Nothing.
    Blank,
}

/// How the codes of a column fall apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Into those below each label.
    Tree,
    /// At any place between two.
    Line,
    /// In any way.
    Free,
    /// Into single ones.
    Single,
}

impl Span {
    pub(crate) fn new(axis: &Axis) -> Self {
        let shown = match axis.hierarchy() {
            Some(hierarchy) => Shown::Label {
                hierarchy: Arc::clone(hierarchy),
                above: (0..=hierarchy.height()).map(|level| hierarchy.ancestors(0, level)).collect(),
            },
            None if axis.is_mask() => Shown::Set,
            None if axis.places().is_some() || axis.is_wide_set() => Shown::Range,
            None => Shown::Blank,
        };
        Self { shown, everything: axis.everything(), missing: axis.missing() }
    }

    /// How its codes fall apart.
    pub(crate) fn order(&self) -> Order {
        match self.shown {
            Shown::Label { .. } => Order::Tree,
            Shown::Range => Order::Line,
            Shown::Set => Order::Free,
            Shown::Blank => Order::Single,
        }
    }

    /// The code that is like no other, if there is one.
    pub(crate) fn missing(&self) -> Option<u32> {
        self.missing
    }

    /// All codes that a class of this cover can take in without being shown as anything else.
    pub(crate) fn of(&self, cover: Cover) -> Cover {
        match &self.shown {
            Shown::Set => match self.missing {
                Some(missing) if cover.bits() >> missing & 1 == 1 && cover.bits() != 1 << missing => {
                    self.everything
                }
                _ => cover,
            },
            _ if cover.low() == cover.high() => cover,
            Shown::Label { hierarchy, above } => {
                let (low, high) = (cover.low() as usize, cover.high() as usize);
                let level =
                    above.iter().position(|level| level[low] == level[high]).unwrap_or(above.len() - 1);
                let codes = hierarchy.leaf_range(level as u8, above[level][low]);
                Cover::interval(codes.start, codes.end - 1)
            }
            Shown::Blank => self.everything,
            Shown::Range if self.missing == Some(cover.high()) => self.everything,
            Shown::Range => cover,
        }
    }

    /// Where several codes in ascending order fall apart below what is shown of all of them: the end of each part. Those of
    /// a tree and single ones do so in one way only, others are not asked.
    pub(crate) fn parts(&self, codes: &[u32], ends: &mut Vec<u32>) {
        ends.clear();
        let Shown::Label { above, .. } = &self.shown else {
            ends.extend(1..=codes.len() as u32);
            return;
        };
        let (low, high) = (codes[0] as usize, codes[codes.len() - 1] as usize);
        let level = above.iter().position(|level| level[low] == level[high]).unwrap_or(above.len() - 1);
        if level == 0 {
            return;
        }
        let below = &above[level - 1];
        for at in 1..=codes.len() {
            if at == codes.len() || below[codes[at] as usize] != below[codes[at - 1] as usize] {
                ends.push(at as u32);
            }
        }
    }
}
