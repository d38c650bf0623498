//! The format of a case file: what it is about, and what is expected of it.
//!
//! The kinds of expectations are the fields of [`Case`], and there are no others: an unknown key anywhere is an error.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de::Error};

use super::{
    Expectation,
    anonymity::Anonymity,
    attack::{Disclose, Identify},
    datafly::Datafly,
    distance::Distance,
    hierarchy::{Level, Prefix, Roots},
    incognito::Incognito,
    lattice::{Height, Lattice},
    link::Link,
    links::Links,
    matrix::{Bounds, Matrix, Overcount},
    minimal::{Lowest, Minimal, Preferred, Strategy},
    mu_argus::MuArgus,
    recoding::Recoding,
    release::Release,
    requirement::Requirement,
    subject::Subject,
    suppression::{SmallestClass, Suppression},
};

/// A case file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// A table as CSV, its header first. No quotes, so no commas inside cells.
    #[serde(default)]
    table: Grid,
    /// The quasi columns, in the order of every level vector.
    #[serde(default)]
    quasi: Vec<String>,
    /// For each quasi column one line per leaf: the leaf, then its label on each level.
    #[serde(default)]
    hierarchies: BTreeMap<String, Grid>,

    #[serde(default)]
    anonymity: Vec<Anonymity>,
    bounds: Option<Bounds>,
    datafly: Option<Datafly>,
    #[serde(default)]
    disclose: Vec<Disclose>,
    #[serde(default)]
    distance: Vec<Distance>,
    #[serde(default)]
    height: Vec<Height>,
    #[serde(default)]
    identify: Vec<Identify>,
    incognito: Option<Incognito>,
    #[serde(default)]
    lattice: Vec<Lattice>,
    #[serde(default)]
    level: Vec<Level>,
    #[serde(default)]
    link: Vec<Link>,
    #[serde(default)]
    links: Vec<Links>,
    #[serde(default)]
    lowest: Vec<Lowest>,
    matrix: Option<Matrix>,
    #[serde(default)]
    minimal: Vec<Minimal>,
    overcount: Option<Overcount>,
    #[serde(default)]
    mu_argus: Vec<MuArgus>,
    #[serde(default)]
    preferred: Vec<Preferred>,
    prefix: Option<Prefix>,
    #[serde(default)]
    recoding: Vec<Recoding>,
    #[serde(default)]
    release: Vec<Release>,
    #[serde(default)]
    requirement: Vec<Requirement>,
    #[serde(default)]
    roots: Vec<Roots>,
    smallest_class: Option<SmallestClass>,
    #[serde(default)]
    strategy: Vec<Strategy>,
    suppression: Option<Suppression>,
}

impl Case {
    /// What the case is about, and everything expected of it by the name of its kind.
    pub fn into_parts(self) -> (Subject, Vec<Named>) {
        let Self { table, quasi, hierarchies, .. } = self;
        let subject = Subject::new(table, quasi, hierarchies);
        let mut all = Expected::default();
        all.add("anonymity", self.anonymity);
        all.add("bounds", self.bounds);
        all.add("datafly", self.datafly);
        all.add("disclose", self.disclose);
        all.add("distance", self.distance);
        all.add("height", self.height);
        all.add("identify", self.identify);
        all.add("incognito", self.incognito);
        all.add("lattice", self.lattice);
        all.add("level", self.level);
        all.add("link", self.link);
        all.add("links", self.links);
        all.add("lowest", self.lowest);
        all.add("matrix", self.matrix);
        all.add("minimal", self.minimal);
        all.add("mu_argus", self.mu_argus);
        all.add("overcount", self.overcount);
        all.add("preferred", self.preferred);
        all.add("prefix", self.prefix);
        all.add("recoding", self.recoding);
        all.add("release", self.release);
        all.add("requirement", self.requirement);
        all.add("roots", self.roots);
        all.add("smallest_class", self.smallest_class);
        all.add("strategy", self.strategy);
        all.add("suppression", self.suppression);
        (subject, all.0)
    }
}

/// An expectation and the name of its kind.
pub type Named = (&'static str, Box<dyn Expectation>);

#[derive(Default)]
struct Expected(Vec<Named>);

impl Expected {
    fn add<E: Expectation + 'static>(&mut self, kind: &'static str, found: impl IntoIterator<Item = E>) {
        self.0.extend(found.into_iter().map(|one| (kind, Box::new(one) as Box<dyn Expectation>)));
    }
}

/// Lines of equally many cells, written as CSV without quotes.
#[derive(Clone, Default)]
pub struct Grid(pub Vec<Vec<String>>);

impl Grid {
    /// Splits a text into lines and cells.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.contains('"') {
            return Err("cells are written without quotes".into());
        }
        let lines: Vec<Vec<String>> =
            text.lines().map(|line| line.split(',').map(String::from).collect()).collect();
        let is_even = lines.windows(2).all(|pair| pair[0].len() == pair[1].len());
        if is_even { Ok(Self(lines)) } else { Err("lines have unequal numbers of cells".into()) }
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
