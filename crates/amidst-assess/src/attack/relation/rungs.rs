//! Labels under a hierarchy whose leaves are listed.

use std::{collections::HashMap, ops::Range};

use amidst_core::Hierarchy;
use amidst_spec::value::Value;

use super::{
    super::{
        dates::{Calendar, Forms, Met},
        spelling::value,
    },
    labels::{Labels, MatchingLabels, RegisterValue},
};

/// A hierarchy, and where the labels of a release stand in it.
pub(super) struct Rungs<'a> {
    hierarchy: &'a Hierarchy,
    /// For each level, the label above each leaf.
    ancestors: Vec<Vec<u32>>,
    /// For each level and label of it, the labels of the release that say the same.
    released: Vec<Vec<Vec<u32>>>,
    /// For each label of the release the leaves below it; none if the hierarchy does not have it.
    leaves: Vec<Vec<Range<u32>>>,
    /// For each label of the release whether it has everything below it.
    is_root: Vec<bool>,
    /// And whether it is between leaf and root.
    is_inner: Vec<bool>,
    /// Where each text stands, the lowest place only.
    places: HashMap<Value, (u8, Vec<u32>)>,
    /// Leaves that are dates.
    dates: Calendar,
}

impl<'a> Rungs<'a> {
    pub fn new(hierarchy: &'a Hierarchy, labels: &Labels, dates: Option<Forms>) -> Self {
        let height = hierarchy.height();
        let mut rungs = Self {
            hierarchy,
            ancestors: (0..=height).map(|level| hierarchy.ancestors(0, level)).collect(),
            released: Vec::new(),
            leaves: vec![Vec::new(); labels.len()],
            is_root: vec![false; labels.len()],
            is_inner: vec![false; labels.len()],
            places: HashMap::new(),
            dates: Calendar::default(),
        };
        for level in 0..=height {
            let released = (0..).zip(hierarchy.labels(level)).map(|(index, label)| {
                let Some(label) = label else { return Vec::new() };
                rungs.place(level, index, label);
                let released = labels.alike(label).to_vec();
                let leaves = hierarchy.leaf_range(level, index);
                for code in released.iter().map(|&code| code as usize) {
                    // A label on several levels is what it is on the lowest of them, unless it is the root.
                    let is_new = rungs.leaves[code].is_empty();
                    rungs.is_root[code] |= level == height;
                    rungs.is_inner[code] = (level > 0 && is_new || rungs.is_inner[code]) && level < height;
                    rungs.leaves[code].push(leaves.clone());
                }
                released
            });
            let released = released.collect();
            rungs.released.push(released);
        }
        let leaves = (0..).zip(hierarchy.labels(0));
        for (leaf, dated) in leaves.filter_map(|(leaf, label)| Some((leaf, dates?.read(label?)?))) {
            rungs.dates.add(leaf, dated);
        }
        rungs
    }

    /// Whether a label of the release has everything below it.
    pub fn is_root(&self, code: u32) -> bool {
        self.is_root[code as usize]
    }

    fn place(&mut self, level: u8, index: u32, label: &str) {
        let (lowest, places) = self.places.entry(value(label)).or_insert_with(|| (level, Vec::new()));
        if *lowest == level {
            places.push(index);
        }
    }

    /// The labels that a value may stand behind: those above it if the hierarchy has it, and whatever others tell.
    pub fn find(&self, sought: &RegisterValue, labels: &Labels) -> MatchingLabels {
        let read = labels.read(sought);
        let is_foreign = |code: &u32| self.leaves[*code as usize].is_empty();
        match self.above(sought) {
            Some(mut found) => {
                found.fitting.extend(read.fitting.into_iter().filter(is_foreign));
                found.unknown.extend(read.unknown.into_iter().filter(is_foreign).chain(labels.of_nothing()));
                found
            }
            None => self.of_stranger(sought, read, labels),
        }
    }

    /// The labels above a value, and below it if it is itself an inner label; `None` if the hierarchy lacks it.
    fn above(&self, sought: &RegisterValue) -> Option<MatchingLabels> {
        let sure = |fitting| MatchingLabels { fitting, unknown: Vec::new() };
        let of_leaf = |leaf: u32| {
            let above = self.ancestors.iter().zip(&self.released);
            above.flat_map(move |(ancestors, released)| &released[ancestors[leaf as usize] as usize]).copied()
        };
        match self.places.get(&sought.value) {
            Some((0, leaves)) => Some(sure(leaves.iter().flat_map(|&leaf| of_leaf(leaf)).collect())),
            Some((level, nodes)) => {
                let below: Vec<Range<u32>> =
                    nodes.iter().map(|&node| self.hierarchy.leaf_range(*level, node)).collect();
                let meets = |range: &Range<u32>| {
                    below.iter().any(|other| range.start < other.end && other.start < range.end)
                };
                let codes = (0..).zip(&self.leaves);
                let below = codes.filter(|(_, ranges)| ranges.iter().any(meets));
                Some(sure(below.map(|(code, _)| code).collect()))
            }
            None => {
                let Met { surely, perhaps } = self.dates.meet(sought.dated.as_ref()?);
                let found = MatchingLabels {
                    fitting: surely.into_iter().flat_map(of_leaf).collect(),
                    unknown: perhaps.into_iter().flat_map(of_leaf).collect(),
                };
                (!found.fitting.is_empty() || !found.unknown.is_empty()).then_some(found)
            }
        }
    }

    /// A value that the hierarchy lacks stands behind the root and behind what reads so. Of words between leaf and root
    /// nothing is known, nor of leaves that are dates if the value is written as none.
    fn of_stranger(&self, sought: &RegisterValue, read: MatchingLabels, labels: &Labels) -> MatchingLabels {
        let is_no_date = !self.dates.is_empty() && sought.dated.is_none();
        let is_known = |code: &u32| !self.leaves[*code as usize].is_empty();
        let is_inner = |code: &u32| self.is_inner[*code as usize];
        let codes = 0..labels.len() as u32;
        let words = codes.clone().filter(|code| is_inner(code) && labels.is_word(*code));
        let unread = read.unknown.into_iter().filter(|code| is_inner(code) || !is_known(code) || is_no_date);
        let unknown = words.chain(unread).chain(labels.of_nothing()).collect();
        let roots = codes.filter(|code| self.is_root[*code as usize]);
        MatchingLabels { fitting: read.fitting.into_iter().chain(roots).collect(), unknown }
    }
}
