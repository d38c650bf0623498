//! A requirement: a privacy model, and what of the data it looks at.

use amidst_core::{ClassModel, ClassSummary, Looks, Model, Monotonicity};
use amidst_kernel::{MILLIONTHS, UNCOUNTED};

/// A privacy model and the companion column whose values it looks at.
#[derive(Debug)]
pub struct Requirement {
    /// The model.
    pub model: Model,
    /// The companion, by its number among those of the tuples, if the model looks at values.
    pub companion: Option<usize>,
    /// How the companion's values are told apart, if further columns join the quasi-identifier.
    pub split: Option<Split>,
}

/// A companion whose values are pairs: what the joined columns show, and the value looked at. Pairs are numbered by the
/// former first.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// For each pair what the joined columns show.
    pub group_of: Vec<u32>,
    /// For each pair the value, or [`UNCOUNTED`].
    pub value_of: Vec<u32>,
}

/// A class as requirements see it.
pub struct Class<'a> {
    /// Its rows.
    pub rows: u64,
    /// The histogram of the companion: values, ascending, and the rows of each.
    pub tally: (&'a [u32], &'a [u32]),
    /// People of the population that show what it shows, in millionths.
    pub people: u64,
}

impl Requirement {
    /// A model that looks at rows, or at the population.
    pub fn new(model: Model) -> Self {
        Self { model, companion: None, split: None }
    }

    /// What a search may rely on. Where joined columns split a class, one part that fails takes the others with it: what
    /// the model promises about merging with any class is lost, not what it promises about classes that hold.
    pub(crate) fn monotonicity(&self) -> Monotonicity {
        match self.split {
            None => self.model.monotonicity(),
            Some(_) => self.model.monotonicity().min(Monotonicity::Generalization),
        }
    }

    /// The class model, if it is one.
    pub fn class_model(&self) -> Option<&dyn ClassModel> {
        match &self.model {
            Model::Class(model) => Some(&**model),
            Model::Table(_) => None,
        }
    }

    /// Whether it looks at people of the population.
    pub fn looks_at_people(&self) -> bool {
        self.class_model().is_some_and(|model| model.looks() == Looks::Population)
    }

    /// Whether it speaks of everybody in the population.
    pub(crate) fn counts_everyone(&self) -> bool {
        self.class_model().is_some_and(|model| model.counts_everyone())
    }

    /// Looks at a class, or at each of the classes that joined columns split it into.
    pub(crate) fn look(&self, class: &Class<'_>, mut see: impl FnMut(&ClassSummary<'_>)) {
        let people = class.people as f64 / MILLIONTHS as f64;
        let (values, mut counts) = class.tally;
        let Some(split) = &self.split else {
            return see(&ClassSummary::of_values(values, counts)
                .with_rows(class.rows)
                .with_population(people));
        };
        let group_of = |&pair: &u32| split.group_of[pair as usize];
        for pairs in values.chunk_by(|a, b| group_of(a) == group_of(b)) {
            let (own, rest) = counts.split_at(pairs.len());
            counts = rest;
            let rows = own.iter().map(|&rows| u64::from(rows)).sum();
            let values = pairs.iter().map(|&pair| split.value_of[pair as usize]).zip(own);
            let (values, own): (Vec<u32>, Vec<u32>) = values.filter(|(value, _)| *value != UNCOUNTED).unzip();
            see(&ClassSummary::of_values(&values, &own).with_rows(rows).with_population(people));
        }
    }

    /// Whether a class may be released, as far as this requirement goes.
    pub fn holds(&self, class: &Class<'_>) -> bool {
        let Some(model) = self.class_model() else { return true };
        let mut holds = true;
        self.look(class, |summary| holds &= model.holds(summary));
        holds
    }

    /// The worst of what classes offer; `None` without classes, or if it is no class that offers it.
    pub(crate) fn reached<'a>(&self, classes: impl Iterator<Item = Class<'a>>) -> Option<f64> {
        let model = self.class_model()?;
        let mut reached: Option<f64> = None;
        for class in classes {
            self.look(&class, |summary| {
                let offered = model.reached(summary);
                reached = Some(reached.map_or(offered, |worst| model.scale().worse(worst, offered)));
            });
        }
        reached
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
