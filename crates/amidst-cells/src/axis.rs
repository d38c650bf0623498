//! A quasi column as cells see it: what its codes mean, and what several of them are shown as.

use std::{borrow::Cow, sync::Arc};

use amidst_core::{Hierarchy, hierarchy::write_set};

use crate::{Cover, Objective};

/// A column. Its values are the codes `0..values`.
///
/// A missing cell is a value like any other. It stays itself until everything is one: together with any other value it is
/// shown as [`Axis::EVERYTHING`], unless a hierarchy says otherwise.
#[derive(Clone)]
pub struct Axis {
    /// The header.
    pub name: String,
    /// How much its precision matters, relative to the other columns.
    pub weight: f64,
    /// Its place among columns that are as good to cut as it is: the lowest is cut first.
    pub rank: u32,
    shown: Shown,
}

/// What several values are shown as.
#[derive(Clone)]
enum Shown {
    /// The lowest label of a hierarchy above all of them. Codes are its leaves, of which one may stand for missing cells
    /// whatever its text is.
    Label { hierarchy: Arc<Hierarchy>, missing: Option<u32> },
    /// The range from the lowest to the highest. Codes ascend.
    Range { places: Vec<f64>, texts: Texts, between: &'static str },
    /// The set of them.
    Set(Texts),
    /// Nothing: the cell is blanked. Values may be labels already, which stand for shares of their domain.
    Blank { texts: Texts, shares: Vec<Shares> },
}

/// The share of its domain that a value stands for, under each objective.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    /// Under [`Objective::Loss`].
    pub loss: f64,
    /// Under [`Objective::Gcp`].
    pub gcp: f64,
    /// The level of the label over the height of its hierarchy.
    pub precision: f64,
}

impl Shares {
    /// Under an objective.
    pub fn of(self, objective: Objective) -> f64 {
        match objective {
            Objective::Loss => self.loss,
            Objective::Gcp => self.gcp,
            Objective::Levels => self.precision,
        }
    }
}

/// The values by code. The missing one, if there is one, is the last.
#[derive(Clone)]
struct Texts {
    texts: Vec<Option<Box<str>>>,
}

impl Texts {
    fn has_missing(&self) -> bool {
        self.texts.last().is_some_and(Option::is_none)
    }

    /// Values that are not missing.
    fn known(&self) -> u32 {
        self.texts.len() as u32 - u32::from(self.has_missing())
    }

    fn text(&self, code: u32) -> Option<Cow<'_, str>> {
        self.texts[code as usize].as_deref().map(Cow::Borrowed)
    }
}

/// Sets of up to so many values are bits; those of larger domains are intervals of codes while they are looked for.
const MASK: usize = 64;

impl Axis {
    /// What everything is shown as, where there is no hierarchy.
    pub const EVERYTHING: &str = "*";

    /// A column whose values are shown as labels of a hierarchy. Codes are its leaves.
    pub fn labels(name: &str, hierarchy: Arc<Hierarchy>) -> Self {
        Self::new(name, Shown::Label { hierarchy, missing: None })
    }

    /// The same where missing cells stand at this leaf. A hierarchy may name it after a marker, such as an empty text: by
    /// itself it is shown as a missing cell all the same.
    pub fn with_missing_leaf(mut self, leaf: Option<u32>) -> Self {
        if let Shown::Label { missing, .. } = &mut self.shown {
            *missing = leaf;
        }
        self
    }

    /// A column of numbers or dates, shown as ranges. Texts are in ascending order, `places` says where each stands; a
    /// missing value has no place and comes last.
    ///
    /// # Panics
    /// If places do not ascend, or there is not one for each text that is not missing.
    pub fn ranges(name: &str, texts: Vec<Option<Box<str>>>, places: Vec<f64>) -> Self {
        let texts = Texts { texts };
        assert_eq!(places.len(), texts.known() as usize, "every known value has a place");
        assert!(places.windows(2).all(|pair| pair[0] <= pair[1]), "places ascend");
        // Where a comma is the decimal mark, it cannot part the ends.
        let has_comma = texts.texts.iter().flatten().any(|text| text.contains(','));
        let between = if has_comma { "; " } else { ", " };
        Self::new(name, Shown::Range { places, texts, between })
    }

    /// A column whose values are shown as sets; the missing value, if there is one, comes last.
    pub fn sets(name: &str, texts: Vec<Option<Box<str>>>) -> Self {
        Self::new(name, Shown::Set(Texts { texts }))
    }

    /// A column whose cells show one value or are blank; the missing value, if there is one, comes last.
    pub fn blanks(name: &str, texts: Vec<Option<Box<str>>>) -> Self {
        Self::blanked_labels(name, texts, Vec::new())
    }

    /// A column generalized already, whose cells show one label or are blank. Each label stands for a share of the
    /// domain; for none if nothing is said.
    pub fn blanked_labels(name: &str, texts: Vec<Option<Box<str>>>, shares: Vec<Shares>) -> Self {
        Self::new(name, Shown::Blank { texts: Texts { texts }, shares })
    }

    fn new(name: &str, shown: Shown) -> Self {
        Self { name: name.into(), weight: 1.0, rank: 0, shown }
    }

    /// Sets how much its precision matters.
    pub fn with_weight(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// Sets its place among columns that are as good to cut as it is. Those of one place stand as they are given.
    pub fn with_rank(self, rank: u32) -> Self {
        Self { rank, ..self }
    }

    /// The number of values.
    pub fn values(&self) -> u32 {
        match &self.shown {
            Shown::Label { hierarchy, .. } => hierarchy.leaves() as u32,
            Shown::Range { texts, .. } | Shown::Set(texts) | Shown::Blank { texts, .. } => {
                texts.texts.len() as u32
            }
        }
    }

    /// The hierarchy, if values are shown as its labels.
    pub fn hierarchy(&self) -> Option<&Arc<Hierarchy>> {
        match &self.shown {
            Shown::Label { hierarchy, .. } => Some(hierarchy),
            _ => None,
        }
    }

    /// Where the known values stand, if they are numbers or dates shown as ranges.
    pub fn places(&self) -> Option<&[f64]> {
        match &self.shown {
            Shown::Range { places, .. } => Some(places),
            _ => None,
        }
    }

    /// The code of the missing value, where it has no place among the others.
    pub fn missing(&self) -> Option<u32> {
        match &self.shown {
            Shown::Label { .. } => None,
            Shown::Range { texts, .. } | Shown::Set(texts) | Shown::Blank { texts, .. } => {
                texts.has_missing().then(|| texts.known())
            }
        }
    }

    /// Whether covers are bits, one for each code; else they are intervals.
    pub fn is_mask(&self) -> bool {
        matches!(&self.shown, Shown::Set(texts) if texts.texts.len() <= MASK)
    }

    /// Whether cells show one value, each of which stands for itself, or are blank.
    pub fn is_blanked(&self) -> bool {
        matches!(&self.shown, Shown::Blank { shares, .. } if shares.is_empty())
    }

    /// Everything there is.
    pub fn everything(&self) -> Cover {
        match self.is_mask() {
            true => Cover::mask(u64::MAX >> (MASK as u32 - self.values().max(1))),
            false => Cover::interval(0, self.values().saturating_sub(1)),
        }
    }

    /// A single value.
    pub fn cover(&self, code: u32) -> Cover {
        if self.is_mask() { Cover::mask(1 << code) } else { Cover::interval(code, code) }
    }

    /// What covers both.
    pub fn join(&self, a: Cover, b: Cover) -> Cover {
        if a == b {
            return a;
        }
        match &self.shown {
            Shown::Label { .. } => hull(a, b),
            Shown::Blank { .. } => self.everything(),
            Shown::Range { .. } | Shown::Set(_) => {
                let joined = if self.is_mask() { Cover::mask(a.bits() | b.bits()) } else { hull(a, b) };
                let is_whole = self.missing().is_some_and(|missing| self.contains(joined, missing));
                if is_whole { self.everything() } else { joined }
            }
        }
    }

    /// Whether a cover holds a code.
    pub fn contains(&self, cover: Cover, code: u32) -> bool {
        match self.is_mask() {
            true => cover.bits() >> code & 1 == 1,
            false => (cover.low()..=cover.high()).contains(&code),
        }
    }

    /// Whether a cover holds one value.
    pub fn is_single(&self, cover: Cover) -> bool {
        if self.is_mask() { cover.bits().count_ones() == 1 } else { cover.low() == cover.high() }
    }

    /// Whether a cover is shown as everything or nothing: the cell tells nothing any more.
    pub fn is_suppressed(&self, cover: Cover) -> bool {
        if self.is_single(cover) {
            return false;
        }
        match &self.shown {
            Shown::Label { hierarchy, .. } => lowest(hierarchy, cover).0 == hierarchy.height(),
            Shown::Set(texts) => self.covered(cover) >= texts.known(),
            Shown::Blank { .. } => true,
            Shown::Range { .. } => self.missing().is_some_and(|missing| self.contains(cover, missing)),
        }
    }

    /// The level and the index of the label shown, where there is a hierarchy.
    pub fn label_of(&self, cover: Cover) -> Option<(u8, u32)> {
        self.hierarchy().map(|hierarchy| lowest(hierarchy, cover))
    }

    /// What a cover is shown as; `None` is a missing or blanked cell.
    pub fn label(&self, cover: Cover) -> Option<Cow<'_, str>> {
        match &self.shown {
            Shown::Label { missing: Some(leaf), .. } if cover == self.cover(*leaf) => None,
            Shown::Label { hierarchy, .. } => {
                let (level, index) = lowest(hierarchy, cover);
                hierarchy.label(level, index).map(Cow::Borrowed)
            }
            Shown::Range { texts, .. } | Shown::Set(texts) | Shown::Blank { texts, .. }
                if self.is_single(cover) =>
            {
                texts.text(self.codes(cover).next().expect("a single value"))
            }
            Shown::Blank { .. } => None,
            _ if self.is_suppressed(cover) => Some(Cow::Borrowed(Self::EVERYTHING)),
            Shown::Range { texts, between, .. } => {
                let [low, high] =
                    [cover.low(), cover.high()].map(|code| texts.text(code).unwrap_or_default());
                Some(Cow::Owned(format!("[{low}{between}{high}]")))
            }
            Shown::Set(_) => self.label_of_codes(self.codes(cover)),
        }
    }

    /// Whether what a class shows is the set of its own values, which its cover may be wider than.
    pub fn is_wide_set(&self) -> bool {
        matches!(&self.shown, Shown::Set(_)) && !self.is_mask()
    }

    /// What a set of codes, ascending, is shown as.
    pub fn label_of_codes(&self, codes: impl IntoIterator<Item = u32>) -> Option<Cow<'_, str>> {
        let codes: Vec<u32> = codes.into_iter().collect();
        let texts = match &self.shown {
            Shown::Set(texts) => texts,
            _ => return self.label(Cover::interval(*codes.first()?, *codes.last()?)),
        };
        match &codes[..] {
            [only] => texts.text(*only),
            _ if self.is_everything(&codes) => Some(Cow::Borrowed(Self::EVERYTHING)),
            _ => Some(Cow::Owned(write_set(
                codes.iter().filter_map(|&code| texts.texts[code as usize].as_deref()),
            ))),
        }
    }

    /// Whether several codes, ascending, are shown as everything: all there are, or the missing one among others.
    pub fn is_everything(&self, codes: &[u32]) -> bool {
        let missing = self.missing();
        let known = self.values() as usize - usize::from(missing.is_some());
        codes.len() > 1 && (codes.len() >= known || missing.is_some_and(|missing| codes.contains(&missing)))
    }

    /// The share of the domain that so many values of it stand for: see [`Axis::share`].
    pub fn share_of(&self, objective: Objective, codes: &[u32]) -> f64 {
        let known = self.values() - u32::from(self.missing().is_some());
        match codes.len() {
            0 | 1 => 0.0,
            _ if self.is_everything(codes) => 1.0,
            number => share(objective, number as u64, u64::from(known)),
        }
    }

    /// The codes of a cover, ascending.
    pub fn codes(&self, cover: Cover) -> impl Iterator<Item = u32> + '_ {
        let range = match self.is_mask() {
            true => 0..self.values(),
            false => cover.low()..cover.high() + 1,
        };
        range.filter(move |&code| self.contains(cover, code))
    }

    /// The share of the domain that a cell with this cover stands for: 0 for one value, 1 for everything.
    pub fn share(&self, objective: Objective, cover: Cover) -> f64 {
        if self.is_single(cover) {
            return self.shares(cover).of(objective);
        }
        let of = |covered: u64, all: u64| share(objective, covered, all);
        match &self.shown {
            Shown::Label { hierarchy, .. } => {
                let (level, index) = lowest(hierarchy, cover);
                if objective == Objective::Levels {
                    return f64::from(level) / f64::from(hierarchy.height().max(1));
                }
                of(hierarchy.leaf_range(level, index).len() as u64, hierarchy.leaves() as u64)
            }
            Shown::Blank { .. } => 1.0,
            _ if self.is_suppressed(cover) => 1.0,
            Shown::Set(texts) => of(u64::from(self.covered(cover)), u64::from(texts.known())),
            Shown::Range { places, .. } => {
                let width = places[places.len() - 1] - places[0];
                let covered = places[cover.high() as usize] - places[cover.low() as usize];
                if width > 0.0 { covered / width } else { 0.0 }
            }
        }
    }

    /// What a single value stands for: nothing but itself, unless it is a label.
    pub fn shares(&self, single: Cover) -> Shares {
        match &self.shown {
            Shown::Blank { shares, .. } => shares.get(single.low() as usize).copied().unwrap_or_default(),
            _ => Shares::default(),
        }
    }

    fn covered(&self, cover: Cover) -> u32 {
        if self.is_mask() { cover.bits().count_ones() } else { cover.high() - cover.low() + 1 }
    }
}

/// The share of a domain that some of its values are.
fn share(objective: Objective, covered: u64, all: u64) -> f64 {
    match objective {
        Objective::Loss | Objective::Levels => (covered - 1) as f64 / (all.max(2) - 1) as f64,
        Objective::Gcp => covered as f64 / all.max(1) as f64,
    }
}

/// The smallest interval around two.
fn hull(a: Cover, b: Cover) -> Cover {
    Cover::interval(a.low().min(b.low()), a.high().max(b.high()))
}

/// The lowest label above an interval of leaves: its level and its index there.
fn lowest(hierarchy: &Hierarchy, cover: Cover) -> (u8, u32) {
    let (mut low, mut high, mut level) = (cover.low(), cover.high(), 0);
    while low != high {
        let parents = hierarchy.parents(level);
        (low, high, level) = (parents[low as usize], parents[high as usize], level + 1);
    }
    (level, low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(known: &[&str], missing: bool) -> Vec<Option<Box<str>>> {
        known.iter().map(|text| Some(Box::from(*text))).chain(missing.then_some(None)).collect()
    }

    fn tree() -> Axis {
        let path = |labels: [&str; 3]| labels.iter().map(|label| Some(Box::from(*label))).collect();
        let paths = [["94138", "9413*", "*"], ["94139", "9413*", "*"], ["94141", "9414*", "*"]].map(path);
        Axis::labels("zip", Arc::new(Hierarchy::from_paths(paths.to_vec()).unwrap()))
    }

    #[test]
    fn labels_are_the_lowest_above_all_values() {
        let axis = tree();
        let both = axis.join(axis.cover(0), axis.cover(1));
        assert_eq!(axis.label(both).as_deref(), Some("9413*"));
        assert_eq!(axis.share(Objective::Loss, both), 0.5);
        assert_eq!(axis.share(Objective::Gcp, both), 2.0 / 3.0);
        let all = axis.join(both, axis.cover(2));
        assert!(axis.is_suppressed(all) && all == axis.everything());
        assert_eq!(axis.label(axis.cover(2)).as_deref(), Some("94141"));
    }

    #[test]
    fn ranges_show_their_ends_and_cost_their_width() {
        let axis = Axis::ranges("age", texts(&["30", "35", "50"], true), vec![30.0, 35.0, 50.0]);
        let cover = axis.join(axis.cover(0), axis.cover(1));
        assert_eq!(axis.label(cover).as_deref(), Some("[30, 35]"));
        assert_eq!(axis.share(Objective::Gcp, cover), 0.25);
        let missing = axis.missing().unwrap();
        assert_eq!(axis.label(axis.cover(missing)), None);
        let mixed = axis.join(cover, axis.cover(missing));
        assert_eq!((mixed, axis.label(mixed).as_deref()), (axis.everything(), Some("*")));
        assert_eq!(axis.share(Objective::Loss, mixed), 1.0);
    }

    #[test]
    fn sets_show_their_values_and_cost_their_number() {
        let axis = Axis::sets("job", texts(&["a", "b", "c"], false));
        let cover = axis.join(axis.cover(2), axis.cover(0));
        assert_eq!(axis.label(cover).as_deref(), Some("{a, c}"));
        assert_eq!((axis.share(Objective::Gcp, cover), axis.share(Objective::Loss, cover)), (2.0 / 3.0, 0.5));
        assert!(!axis.contains(cover, 1));
        assert_eq!(axis.label(axis.join(cover, axis.cover(1))).as_deref(), Some("*"));
    }

    #[test]
    fn blanks_show_one_value_or_none() {
        let axis = Axis::blanks("sex", texts(&["F", "M"], false));
        assert_eq!(axis.label(axis.cover(1)).as_deref(), Some("M"));
        let both = axis.join(axis.cover(0), axis.cover(1));
        assert_eq!((axis.label(both), axis.share(Objective::Gcp, both)), (None, 1.0));
    }
}
