//! Hierarchies made from a recipe and the distinct values of a column.
//!
//! A recipe prints as the inline table of a spec: `{ interval = [5, 10, 20], from = 0, top = 90 }`. Every level that a
//! recipe asks for is there, even if it merges nothing on the data at hand: the number of a level must mean the same on
//! the next batch. [`automatic`] proposes only levels that merge.
//!
//! Builders sort values naturally before they begin, so the tree never depends on the order of rows. Missing cells stay
//! themselves until the root.

mod automatic;
#[cfg(test)]
mod check;
mod collation;
mod date;
mod day;
mod frequency;
mod groups;
mod info;
mod interval;
mod keep;
mod neighbours;
mod order;
mod pinned;
mod prefix;
mod registry;
mod step;
mod suppression;
mod tree;
mod written;

use std::fmt::{self, Write};

pub use automatic::automatic;
pub use collation::Collation;
pub use date::{DateParams, DateSteps};
pub use day::{CENTURY_FROM, has_short_years};
pub use frequency::{Frequency, FrequencyParams, Rare};
pub use groups::{Groups, GroupsParams, Stretch};
pub use info::BuilderInfo;
pub use interval::{DecimalMark, Interval, IntervalParams};
pub use keep::{Keep, KeepParams};
pub use neighbours::{Neighbours, ReleasedLabels};
pub use order::{Order, OrderParams, Sort};
pub use prefix::{Lengths, Padding, Prefix, PrefixParams, Side};
pub use registry::BUILDERS;
pub use step::Step;
pub use suppression::{Suppression, SuppressionParams};
pub use tree::{Node, Tree, TreeParams};
pub use written::Written;

use super::{Hierarchy, HierarchyError, Path, mapping::star_root, natural, stems::Stem};
use crate::Dictionary;

/// How to make a hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Characters masked from one end: `94139`, `9413*`, `941**`.
    Prefix(Prefix),
    /// Nested intervals of numbers.
    Interval(Interval),
    /// Months, years and the like.
    Date(DateSteps),
    /// A tree written out.
    Tree(Tree),
    /// Neighbours in an order, so many at a time.
    Order(Order),
    /// Stretches of an order under labels of their own.
    Groups(Groups),
    /// Rare values joined.
    Frequency(Frequency),
    /// All but chosen values joined.
    Keep(Keep),
    /// Nothing between a value and the root.
    Suppression(Suppression),
}

impl Recipe {
    /// Makes the hierarchy of a column's distinct values; `histogram` holds the rows of each, by code.
    pub fn build(&self, values: &Dictionary, histogram: &[u64]) -> Result<Hierarchy, HierarchyError> {
        self.build_over(&Domain::of(values, histogram))
    }

    /// Whether a value has a place, whatever the others are. Hierarchies that hold only what was written out are asked
    /// when they are laid over a column.
    pub fn places(&self, value: &str) -> bool {
        match self {
            Self::Interval(recipe) => recipe.places(value),
            Self::Date(recipe) => recipe.places(value),
            _ => true,
        }
    }

    /// In a few words, for people; without values, which pinning may have taken from the data.
    pub fn describe(&self) -> String {
        match self {
            Self::Prefix(recipe) => recipe.describe(),
            Self::Interval(recipe) => recipe.describe(),
            Self::Date(recipe) => recipe.describe(),
            Self::Tree(recipe) => recipe.describe(),
            Self::Order(recipe) => recipe.describe(),
            Self::Groups(recipe) => recipe.describe(),
            Self::Frequency(recipe) => recipe.describe(),
            Self::Keep(recipe) => recipe.describe(),
            Self::Suppression(_) => "the value or nothing".into(),
        }
    }

    fn build_over(&self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        match self {
            Self::Prefix(recipe) => recipe.build(domain),
            Self::Interval(recipe) => recipe.build(domain),
            Self::Date(recipe) => recipe.build(domain),
            Self::Tree(recipe) => recipe.build(),
            Self::Order(recipe) => recipe.build(domain),
            Self::Groups(recipe) => recipe.build(domain),
            Self::Frequency(recipe) => recipe.build(domain),
            Self::Keep(recipe) => recipe.build(domain),
            Self::Suppression(recipe) => recipe.build(domain),
        }
    }
}

impl Recipe {
    /// How many labels each level has over some values, the root's excepted.
    fn widths_over(&self, domain: &Domain<'_>) -> Result<Vec<usize>, HierarchyError> {
        if let Self::Date(recipe) = self {
            return recipe.widths(domain);
        }
        let hierarchy = self.build_over(domain)?;
        Ok((0..hierarchy.height()).map(|level| hierarchy.width(level)).collect())
    }
}

/// The TOML inline table that a spec holds.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix(recipe) => recipe.fmt(f),
            Self::Interval(recipe) => recipe.fmt(f),
            Self::Date(recipe) => recipe.fmt(f),
            Self::Tree(recipe) => recipe.fmt(f),
            Self::Order(recipe) => recipe.fmt(f),
            Self::Groups(recipe) => recipe.fmt(f),
            Self::Frequency(recipe) => recipe.fmt(f),
            Self::Keep(recipe) => recipe.fmt(f),
            Self::Suppression(recipe) => recipe.fmt(f),
        }
    }
}

/// The distinct values of a column in natural order; missing apart.
struct Domain<'a> {
    values: Vec<&'a str>,
    /// Rows of each value.
    rows: Vec<u64>,
    has_missing: bool,
}

impl<'a> Domain<'a> {
    fn of(dictionary: &'a Dictionary, histogram: &[u64]) -> Self {
        let coded = (0..dictionary.len() as u32).filter_map(|code| Some((code, dictionary.value(code)?)));
        let (codes, values): (Vec<u32>, Vec<&str>) = coded.unzip();
        let order = natural::order(&values);
        let rows_of = |&at: &u32| histogram.get(codes[at as usize] as usize).copied().unwrap_or(0);
        Self {
            rows: order.iter().map(rows_of).collect(),
            values: order.iter().map(|&at| values[at as usize]).collect(),
            has_missing: dictionary.missing().is_some(),
        }
    }

    /// A label above everything that is none of the values.
    fn root(&self) -> String {
        star_root(self.values.iter().copied().map(Some))
    }

    /// A tree of values and of missing cells, from stretches of values that share all labels between leaf and root, in order;
    /// `between` counts these labels, which are known to contain their values.
    fn grown(&self, between: usize, root: &str, stems: Vec<Stem<'_>>) -> Result<Hierarchy, HierarchyError> {
        Hierarchy::from_stems(stems, root, self.has_missing.then_some(between))
    }

    /// One path per value from its labels between leaf and root, and that of missing cells; `between` counts the labels.
    fn paths<'v>(
        &self,
        between: usize,
        root: &str,
        labelled: impl IntoIterator<Item = (&'v str, Vec<String>)>,
    ) -> Vec<Path> {
        let path = |(value, labels): (&str, Vec<String>)| {
            let labels = labels.into_iter().map(|label| Some(label.into()));
            std::iter::once(Some(value.into())).chain(labels).chain([Some(root.into())]).collect()
        };
        let mut paths: Vec<Path> = labelled.into_iter().map(path).collect();
        paths.extend(self.has_missing.then(|| {
            let mut path: Path = vec![None; between + 1];
            path.push(Some(root.into()));
            path
        }));
        paths
    }
}

/// A message about parameters a builder cannot work with.
fn refuse(message: impl Into<String>) -> HierarchyError {
    HierarchyError::Builder(message.into())
}

/// The root's label as a recipe prints it, if it is given.
fn describe_root(root: &Option<String>) -> String {
    root.as_ref().map_or_else(String::new, |root| format!(", root = {}", quoted(root)))
}

/// The label of a hierarchy's root. Only a single value that is missing has none, and no builder makes that one.
fn root_of(hierarchy: &Hierarchy) -> String {
    hierarchy.label(hierarchy.height(), 0).unwrap_or("*").into()
}

/// Numbers or words one after the other: `5, 10, 20`.
fn in_a_row<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// `1 value`, `2 values`.
fn describe_values(count: usize) -> String {
    if count == 1 { "1 value".into() } else { format!("{count} values") }
}

/// A text as a TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(letter)).expect("writing to a string never fails");
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// Items as a TOML array.
fn array<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}
