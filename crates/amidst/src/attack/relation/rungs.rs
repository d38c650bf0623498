//! Labels under a hierarchy whose leaves are listed.

use std::{collections::HashMap, ops::Range};

use amidst_core::Hierarchy;

use super::{
    super::{
        dates::{Order, Stretch},
        spelling::Key,
    },
    labels::{Found, Labels, Value},
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
    places: HashMap<Key, (u8, Vec<u32>)>,
    /// Leaves by their day.
    days: HashMap<u32, Vec<(u32, Stretch)>>,
}

impl<'a> Rungs<'a> {
    pub fn new(hierarchy: &'a Hierarchy, labels: &Labels, dates: Option<Order>) -> Self {
        let height = hierarchy.height();
        let mut rungs = Self {
            hierarchy,
            ancestors: (0..=height).map(|level| hierarchy.ancestors(0, level)).collect(),
            released: Vec::new(),
            leaves: vec![Vec::new(); labels.len()],
            is_root: vec![false; labels.len()],
            is_inner: vec![false; labels.len()],
            places: HashMap::new(),
            days: HashMap::new(),
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
        if let Some(order) = dates {
            for (leaf, label) in (0..).zip(hierarchy.labels(0)) {
                let read = label.and_then(|label| Stretch::read(label, order));
                if let Some((stretch, day)) = read.and_then(|stretch| Some((stretch, stretch.day()?))) {
                    rungs.days.entry(day).or_default().push((leaf, stretch));
                }
            }
        }
        rungs
    }

    /// Whether a label of the release has everything below it.
    pub fn is_root(&self, code: u32) -> bool {
        self.is_root[code as usize]
    }

    fn place(&mut self, level: u8, index: u32, label: &str) {
        let (lowest, places) = self.places.entry(Key::of(label)).or_insert_with(|| (level, Vec::new()));
        if *lowest == level {
            places.push(index);
        }
    }

    /// The labels that a value may stand behind: those above it if the hierarchy has it, and whatever others tell.
    pub fn find(&self, value: &Value, labels: &Labels) -> Found {
        let read = labels.read(value);
        let is_foreign = |code: &u32| self.leaves[*code as usize].is_empty();
        match self.above(value) {
            Some(mut fitting) => {
                fitting.extend(read.fitting.into_iter().filter(is_foreign));
                Found { fitting, unknown: read.unknown.into_iter().filter(is_foreign).collect() }
            }
            None => self.of_stranger(read, labels),
        }
    }

    /// The labels above a value, and below it if it is itself an inner label; `None` if the hierarchy lacks it.
    fn above(&self, value: &Value) -> Option<Vec<u32>> {
        let of_leaf = |leaf: u32| {
            let above = self.ancestors.iter().zip(&self.released);
            above.flat_map(move |(ancestors, released)| &released[ancestors[leaf as usize] as usize]).copied()
        };
        match self.places.get(&value.key) {
            Some((0, leaves)) => Some(leaves.iter().flat_map(|&leaf| of_leaf(leaf)).collect()),
            Some((level, nodes)) => {
                let below: Vec<Range<u32>> =
                    nodes.iter().map(|&node| self.hierarchy.leaf_range(*level, node)).collect();
                let meets = |range: &Range<u32>| {
                    below.iter().any(|other| range.start < other.end && other.start < range.end)
                };
                let codes = (0..).zip(&self.leaves);
                Some(codes.filter(|(_, ranges)| ranges.iter().any(meets)).map(|(code, _)| code).collect())
            }
            None => {
                let stretch = value.stretch?;
                let leaves = self.days.get(&stretch.day()?)?;
                let same = leaves.iter().filter(|(_, leaf)| leaf.meets(stretch));
                let found: Vec<u32> = same.flat_map(|(leaf, _)| of_leaf(*leaf)).collect();
                (!found.is_empty()).then_some(found)
            }
        }
    }

    /// A value that the hierarchy lacks stands behind the root and behind what reads so. Of words between leaf and root
    /// nothing is known.
    fn of_stranger(&self, read: Found, labels: &Labels) -> Found {
        let is_known = |code: &u32| !self.leaves[*code as usize].is_empty();
        let is_inner = |code: &u32| self.is_inner[*code as usize];
        let codes = 0..labels.len() as u32;
        let words = codes.clone().filter(|code| is_inner(code) && labels.is_word(*code));
        let unread = read.unknown.into_iter().filter(|code| is_inner(code) || !is_known(code));
        let unknown = words.chain(unread).collect();
        let roots = codes.filter(|code| self.is_root[*code as usize]);
        Found { fitting: read.fitting.into_iter().chain(roots).collect(), unknown }
    }
}
