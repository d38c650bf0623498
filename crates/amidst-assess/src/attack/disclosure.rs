//! What the classes of a release tell about sensitive values, to whoever knows somebody's class.

use std::collections::HashMap;

use amidst_core::Hierarchy;
use amidst_spec::{
    reporting::{Count, Reporting},
    requirements::Ordered,
    value::Value,
};
use serde::Serialize;

use super::{
    groups::{Counts, RowGroups},
    spelling::value,
};

/// Gains above these factors are counted.
const FACTORS: [u64; 3] = [2, 5, 10];

/// What classes tell about one sensitive column.
#[derive(Clone, Debug, Serialize)]
pub struct Disclosure {
    /// The column.
    pub column: String,
    /// Classes with one value: it is certain.
    pub homogeneity: Part,
    /// Classes with so few values that it takes no more than ruling out one or two of them.
    pub background: Vec<RuledOut>,
    /// How much likelier a class makes a value.
    pub skewness: Skewness,
    /// Classes with several values that come to much the same; `None` if nothing says what is alike.
    pub similarity: Option<Similarity>,
}

/// Some of the classes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Part {
    /// How many.
    pub classes: Count,
    /// Rows in them.
    pub rows: Count,
}

/// Classes whose value is certain once some values are ruled out.
#[derive(Clone, Debug, Serialize)]
pub struct RuledOut {
    /// Values that must be ruled out: one less than the class has.
    pub values: u64,
    /// The classes.
    #[serde(flatten)]
    pub part: Part,
}

/// How much likelier a class makes a value than it is overall.
#[derive(Clone, Debug, Serialize)]
pub struct Skewness {
    /// The largest share of a value in a class over its share overall. Not told outside: such shares tell small counts.
    pub largest_gain: Option<f64>,
    /// The largest share of a value in a class less its share overall. Not told outside.
    pub largest_difference: Option<f64>,
    /// Rows whose own value became likelier by more than a factor.
    pub above: Vec<Above>,
}

/// Rows whose own value became likelier.
#[derive(Clone, Debug, Serialize)]
pub struct Above {
    /// By more than this factor.
    pub factor: u64,
    /// How many.
    pub rows: Count,
}

/// Classes whose several values are alike.
#[derive(Clone, Debug, Serialize)]
pub struct Similarity {
    /// What says so.
    pub by: Alike,
    /// The classes.
    #[serde(flatten)]
    pub part: Part,
}

/// What says that values are alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alike {
    /// They are below one label of a hierarchy, which is not its root.
    Hierarchy,
    /// They are numbers within this share of the range of all.
    Within(f64),
}

/// A sensitive column as the attacker sees it.
pub(super) struct Sensitive<'a> {
    pub name: &'a str,
    /// Its values, however they are spelled; a missing cell is none.
    pub values: &'a Ordered,
    pub hierarchy: Option<&'a Hierarchy>,
    /// The column of the original, which tells how frequent values are; if there is none, the release does.
    pub original: Option<&'a Ordered>,
    /// Numbers within this share of their range are alike.
    pub close: f64,
}

/// Classes and rows while they are counted.
#[derive(Clone, Copy, Default)]
struct AffectedCounts {
    classes: u64,
    rows: u64,
}

impl AffectedCounts {
    /// Adds up classes, with all of their rows: those whose cell is missing too, because others tell what is likely there.
    fn of<'a>(classes: &RowGroups, some: impl Iterator<Item = &'a [(u32, u32, u64)]>) -> Self {
        some.fold(Self::default(), |tally, class| Self {
            classes: tally.classes + 1,
            rows: tally.rows + classes.sizes[class[0].0 as usize],
        })
    }

    fn told(self, reporting: Reporting) -> Part {
        Part { classes: reporting.count(self.classes), rows: reporting.count(self.rows) }
    }
}

/// Rows whose value is known.
fn rows(class: &[(u32, u32, u64)]) -> u64 {
    class.iter().map(|(.., rows)| rows).sum()
}

impl Sensitive<'_> {
    /// Looks at every class. Also says in how many rows the value is certain.
    pub fn attack(&self, classes: &RowGroups, reporting: Reporting) -> (Disclosure, u64) {
        let counts = Counts::new(classes, &self.values.codes);
        let with_values = |values: usize| {
            AffectedCounts::of(classes, counts.groups().filter(move |class| class.len() == values))
        };
        let homogeneous = with_values(1);
        let ruled_out =
            |values: u64| RuledOut { values, part: with_values(values as usize + 1).told(reporting) };
        let disclosure = Disclosure {
            column: self.name.to_owned(),
            homogeneity: homogeneous.told(reporting),
            background: [1, 2].map(ruled_out).to_vec(),
            skewness: self.skewness(&counts, reporting),
            similarity: self.similarity(classes, &counts, reporting),
        };
        (disclosure, homogeneous.rows)
    }

    fn skewness(&self, counts: &Counts, reporting: Reporting) -> Skewness {
        let (overall, all) = self.overall();
        let mut gains = Gains { most: (0, 1), difference: 0.0, above: [0; FACTORS.len()] };
        for class in counts.groups() {
            let size = rows(class);
            for &(_, value, here) in class {
                gains.add(Cell { here, size, overall: overall[value as usize], all });
            }
        }
        let above = FACTORS.iter().zip(gains.above);
        let told = |number: f64| (!reporting.is_external()).then_some(number);
        Skewness {
            largest_gain: told(gains.most.0 as f64 / gains.most.1 as f64),
            largest_difference: told(gains.difference),
            above: above.map(|(&factor, rows)| Above { factor, rows: reporting.count(rows) }).collect(),
        }
    }

    /// The rows of each value, and of all, in the original or the release.
    fn overall(&self) -> (Vec<u64>, u64) {
        let Some(original) = self.original else {
            return (self.values.counts.clone(), self.values.counts.iter().sum());
        };
        let texts = original.texts.iter().flatten().map(|text| original.value(text));
        let rows: HashMap<Value, u64> = texts.zip(original.counts.iter().copied()).collect();
        let rows_of = |text: &str| rows.get(&self.values.value(text)).copied().unwrap_or(0);
        let overall = self.values.texts.iter().flatten().map(|text| rows_of(text)).collect();
        (overall, original.counts.iter().sum())
    }

    fn similarity(&self, classes: &RowGroups, counts: &Counts, reporting: Reporting) -> Option<Similarity> {
        let several = || counts.groups().filter(|class| class.len() > 1);
        let (by, tally) = if let Some(hierarchy) = self.hierarchy {
            let kin = Kin::new(hierarchy, self.values);
            (Alike::Hierarchy, AffectedCounts::of(classes, several().filter(|class| kin.are_alike(class))))
        } else {
            let numbers = self.values.numbers.as_ref().filter(|numbers| !numbers.is_empty())?;
            let told = numbers.iter().copied();
            let widest = self.close * (told.clone().fold(f64::MIN, f64::max) - told.fold(f64::MAX, f64::min));
            let are_alike = |class: &&[(u32, u32, u64)]| {
                let values = class.iter().map(|(_, value, _)| numbers[*value as usize]);
                let (low, high) =
                    values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
                high - low <= widest
            };
            (Alike::Within(self.close), AffectedCounts::of(classes, several().filter(are_alike)))
        };
        Some(Similarity { by, part: tally.told(reporting) })
    }
}

/// A value in a class: its rows there, those of the class, its rows overall, and all rows.
struct Cell {
    here: u64,
    size: u64,
    overall: u64,
    all: u64,
}

/// The largest gains so far; the first as a fraction.
struct Gains {
    most: (u128, u128),
    difference: f64,
    above: [u64; FACTORS.len()],
}

impl Gains {
    fn add(&mut self, cell: Cell) {
        if cell.overall == 0 {
            // The original does not have the value, so nothing can be said of its share.
            return;
        }
        let wide = u128::from;
        let gain = (wide(cell.here) * wide(cell.all), wide(cell.size) * wide(cell.overall));
        if gain.0 * self.most.1 > self.most.0 * gain.1 {
            self.most = gain;
        }
        for (rows, &factor) in self.above.iter_mut().zip(&FACTORS) {
            *rows += if gain.0 > wide(factor) * gain.1 { cell.here } else { 0 };
        }
        let difference = cell.here as f64 / cell.size as f64 - cell.overall as f64 / cell.all as f64;
        self.difference = self.difference.max(difference);
    }
}

/// Values under a hierarchy.
struct Kin<'a> {
    hierarchy: &'a Hierarchy,
    /// The leaf of each value, if it has one.
    leaves: Vec<Option<u32>>,
}

impl<'a> Kin<'a> {
    fn new(hierarchy: &'a Hierarchy, values: &Ordered) -> Self {
        let keys: HashMap<Value, u32> =
            (0..).zip(hierarchy.labels(0)).filter_map(|(leaf, label)| Some((value(label?), leaf))).collect();
        let leaf = |text: &str| hierarchy.leaf(Some(text)).or_else(|| keys.get(&values.value(text)).copied());
        Self { hierarchy, leaves: values.texts.iter().flatten().map(|text| leaf(text)).collect() }
    }

    /// Whether some label that does not hold everything holds all values of a class.
    fn are_alike(&self, class: &[(u32, u32, u64)]) -> bool {
        let leaves: Option<Vec<u32>> =
            class.iter().map(|(_, value, _)| self.leaves[*value as usize]).collect();
        let Some(mut leaves) = leaves else { return false };
        let everything = self.hierarchy.leaves();
        for level in 0..self.hierarchy.height() {
            let is_one = leaves.iter().all(|&label| label == leaves[0]);
            if is_one {
                return self.hierarchy.leaf_range(level, leaves[0]).len() < everything;
            }
            let parents = self.hierarchy.parents(level);
            leaves.iter_mut().for_each(|label| *label = parents[*label as usize]);
        }
        false
    }
}
