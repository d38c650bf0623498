//! A requirement: a privacy model, and what of the data it looks at.

use std::sync::Arc;

use crate::{ClassModel, ClassSummary, Looks, Model, Monotonicity, TableModel};

/// The code of a row that is in no histogram.
pub const UNCOUNTED: u32 = u32::MAX;

/// People are told in millionths, so that weights add up exactly.
pub const MILLIONTHS: u64 = 1_000_000;

/// A privacy model and the companion column whose values it looks at.
#[derive(Debug)]
pub struct Requirement {
    /// The model.
    pub model: Model,
    /// The companion, by its number among those of the tuples, if the model looks at values.
    pub aux_column: Option<usize>,
    /// How the companion's values are told apart, if further columns join the quasi-identifier, or people are counted.
    pub split: Option<Arc<Split>>,
    /// The companion that names the person of each row, if people are counted instead of rows.
    pub people: Option<usize>,
}

/// A companion whose values are made of several: what joined columns show, the value looked at, and the person. They are
/// numbered by the first, then the second, then the third.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// For each what the joined columns show; empty if no columns join.
    pub group_of: Vec<u32>,
    /// For each the value, or [`UNCOUNTED`].
    pub value_of: Vec<u32>,
    /// For each the person, if people are counted.
    pub person_of: Option<Vec<u32>>,
}

/// A class as requirements see it.
pub struct Class<'a> {
    /// Its rows, or its people if people are counted.
    pub rows: u64,
    /// The histogram of the companion: values, ascending, and the rows of each.
    pub tally: (&'a [u32], &'a [u32]),
    /// People of the population that show what it shows, in millionths.
    pub people: u64,
    /// What every part of it at a finer node has of them for each row, at least.
    pub people_per_row: f64,
}

/// What a requirement says of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassJudgement {
    /// Whether it may be released.
    pub holds: bool,
    /// How many of its rows are suppressed at every node below.
    pub lost_below: u64,
}

impl ClassJudgement {
    const HOLDS: Self = Self { holds: true, lost_below: 0 };
}

impl Requirement {
    /// A model that looks at rows, or at the population.
    pub fn new(model: Model) -> Self {
        Self { model, aux_column: None, split: None, people: None }
    }

    /// The same, of the people that a companion names instead of rows.
    pub fn of_people(self, people: Option<usize>) -> Self {
        Self { people, ..self }
    }

    /// What a search may rely on. Where joined columns split a class, one part that fails takes the others with it: what
    /// the model promises about merging with any class is lost, not what it promises about classes that hold. Where people
    /// are counted, counts do not add up, and few models promise anything.
    pub fn monotonicity(&self) -> Monotonicity {
        let is_lost = self.people.is_some() && !self.class_model().is_some_and(|model| model.merges_people());
        let is_cut = self.split.as_ref().is_some_and(|split| split.is_cut());
        match self.model.monotonicity() {
            _ if is_lost => Monotonicity::None,
            promised if is_cut => promised.min(Monotonicity::Generalization),
            promised => promised,
        }
    }

    /// Whether every class of as many rows as its model needs holds.
    pub fn rows_suffice(&self) -> bool {
        self.people.is_none() && self.class_model().is_some_and(|model| model.rows_suffice())
    }

    /// The companions it looks at.
    pub fn aux_columns(&self) -> impl Iterator<Item = usize> {
        self.aux_column.into_iter().chain(self.people)
    }

    /// The class model, if it is one.
    pub fn class_model(&self) -> Option<&dyn ClassModel> {
        match &self.model {
            Model::Class(model) => Some(&**model),
            Model::Table(_) => None,
        }
    }

    /// The model of all classes together, if it is one.
    pub fn table_model(&self) -> Option<&dyn TableModel> {
        match &self.model {
            Model::Class(_) => None,
            Model::Table(model) => Some(&**model),
        }
    }

    /// Whether it looks at people of the population.
    pub fn looks_at_people(&self) -> bool {
        self.class_model().is_some_and(|model| model.looks() == Looks::Population)
    }

    /// Whether it speaks of everybody in the population.
    pub fn counts_everyone(&self) -> bool {
        self.class_model().is_some_and(|model| model.counts_everyone())
    }

    /// Looks at a class, or at each of the classes that joined columns split it into.
    pub fn look(&self, class: &Class<'_>, mut see: impl FnMut(&ClassSummary<'_>)) {
        let people = class.people as f64 / MILLIONTHS as f64;
        let mut with_people = |summary: ClassSummary<'_>| {
            see(&summary.with_population(people).with_people_per_row(class.people_per_row));
        };
        let (values, mut counts) = class.tally;
        let Some(split) = &self.split else {
            return with_people(ClassSummary::of_values(values, counts).with_rows(class.rows));
        };
        if !split.is_cut() && values.is_empty() {
            return with_people(ClassSummary::of_rows(class.rows));
        }
        let group_of = |&pair: &u32| split.group_of.get(pair as usize);
        for pairs in values.chunk_by(|a, b| group_of(a) == group_of(b)) {
            let (rows, rest) = counts.split_at(pairs.len());
            counts = rest;
            let Histogram { values, counts, holders, rows } = split.histogram(pairs, rows);
            let rows = if split.is_cut() { rows } else { class.rows };
            let summary = ClassSummary::of_values(&values, &counts).with_holders(holders);
            with_people(summary.with_rows(rows));
        }
    }

    /// Whether a class may be released, as far as this requirement goes.
    pub fn holds(&self, class: &Class<'_>) -> bool {
        let Some(model) = self.class_model() else { return true };
        let mut holds = true;
        self.look(class, |summary| holds &= model.holds(summary));
        holds
    }

    /// Whether a class may be released, and what is known of its rows at every node below, as far as this requirement goes.
    ///
    /// At such a node the class is in parts, and the model says how many rows those that hold can have together. Joined columns cut
    /// parts into pieces that must all hold, and the pieces of one group make up a piece of the class, so what is lost of each group
    /// adds up. People do not, so nothing is said where they are counted.
    pub fn judge(&self, class: &Class<'_>) -> ClassJudgement {
        let Some(model) = self.class_model() else { return ClassJudgement::HOLDS };
        let most_rows = |summary: &ClassSummary<'_>| match model.monotonicity() {
            _ if self.people.is_some() => summary.rows,
            Monotonicity::None => model.most_rows(summary),
            Monotonicity::Generalization => model.most_rows(summary).min(summary.rows.saturating_sub(1)),
            Monotonicity::Suppression => 0,
        };
        let mut judgement = ClassJudgement::HOLDS;
        self.look(class, |summary| {
            if !model.holds(summary) {
                judgement.holds = false;
                judgement.lost_below += summary.rows - most_rows(summary);
            }
        });
        judgement
    }

    /// The worst of what classes offer; `None` without classes, or if it is no class that offers it.
    pub fn reached<'a>(&self, classes: impl Iterator<Item = Class<'a>>) -> Option<f64> {
        let model = self.class_model()?;
        let mut reached: Option<f64> = None;
        for class in classes {
            self.look(&class, |summary| {
                let offered = model.attained(summary);
                reached = Some(reached.map_or(offered, |worst| model.scale().worse(worst, offered)));
            });
        }
        reached
    }
}

/// How many rows, or people, have each value.
struct Histogram {
    values: Vec<u32>,
    counts: Vec<u32>,
    /// Those that have any of them.
    holders: u64,
    /// All of them.
    rows: u64,
}

impl Split {
    /// Whether joined columns cut classes.
    fn is_cut(&self) -> bool {
        !self.group_of.is_empty()
    }

    /// The values of some pairs of one group, given the rows of each pair.
    fn histogram(&self, pairs: &[u32], rows: &[u32]) -> Histogram {
        let value_of = |pair: &u32| self.value_of[*pair as usize];
        // What is not counted comes last.
        let known = pairs.partition_point(|pair| value_of(pair) != UNCOUNTED);
        let Some(person_of) = &self.person_of else {
            let sum = |rows: &[u32]| rows.iter().map(|&rows| u64::from(rows)).sum();
            return Histogram {
                values: pairs[..known].iter().map(value_of).collect(),
                counts: rows[..known].to_vec(),
                holders: sum(&rows[..known]),
                rows: sum(rows),
            };
        };
        let people = |pairs: &[u32]| {
            let mut people: Vec<u32> = pairs.iter().map(|&pair| person_of[pair as usize]).collect();
            people.sort_unstable();
            people.dedup();
            people.len() as u64
        };
        let of_value = pairs[..known].chunk_by(|a, b| value_of(a) == value_of(b));
        let (values, counts) = of_value.map(|pairs| (value_of(&pairs[0]), pairs.len() as u32)).unzip();
        Histogram { values, counts, holders: people(&pairs[..known]), rows: people(pairs) }
    }
}

impl From<Box<dyn ClassModel>> for Requirement {
    fn from(model: Box<dyn ClassModel>) -> Self {
        Self::new(Model::Class(model))
    }
}

impl<M: ClassModel + 'static> From<Box<M>> for Requirement {
    fn from(model: Box<M>) -> Self {
        Self::new(Model::Class(model))
    }
}
