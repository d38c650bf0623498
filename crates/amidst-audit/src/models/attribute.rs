//! What can be learnt about a column from classes, in the numbers of every model that looks at values.

use amidst_core::{Aborted, Coded, Codes, Observer};
use rayon::prelude::*;
use serde::Serialize;

use super::{Column, Domain, Histograms, Parts, class::Class};
use crate::{Number, Policy, Reading, Share};

/// What a sensitive column reaches: of each model the number of the worst class. A number without end is `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Attribute {
    /// Distinct ℓ-diversity: the fewest values in a class.
    pub l: u64,
    /// The classes of at most one value: whoever finds a person in one knows it.
    #[serde(skip)]
    pub single: Share,
    /// The people in them, if people are counted.
    #[serde(skip)]
    pub single_people: Option<u64>,
    /// Entropy ℓ-diversity: e to the least entropy.
    pub entropy_l: Number,
    /// Recursive (c,ℓ)-diversity for that ℓ: c must be larger.
    pub recursive_c: Number,
    /// (α,k)-anonymity: the largest share of any value in a class.
    pub alpha: Number,
    /// t-closeness with equal distances.
    pub t: Number,
    /// t-closeness by rank; `None` if not all values are numbers or days.
    pub t_ordered: Option<Number>,
    /// Basic β-likeness.
    pub beta: Number,
    /// Enhanced β-likeness; without end if a value gains more than −ln of its share, which no β allows.
    pub enhanced_beta: Number,
    /// δ-disclosure: δ must be larger; without end if a class has not got every value.
    pub delta: Number,
    /// δ-disclosure over the values that a class has.
    pub delta_skip_absent: Number,
}

impl Attribute {
    /// Looks at a column in classes.
    pub(super) fn of(
        parts: &Parts,
        coded: &Coded,
        policy: Policy,
        reading: Reading,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let column = Column::of(coded, policy, reading).of_people(parts, &coded.codes);
        let held = Held::of(parts, column.alike(), &coded.codes, observer)?;
        let ordered = column.is_ordered().then(|| Held::of(parts, column.ranked(), &coded.codes, observer));
        let ordered = ordered.transpose()?;
        let l = held.least(|class, _| class.distinct() as f64)? as u64;
        Ok(Self {
            l,
            single: held.single(),
            single_people: parts
                .person_of_row()
                .map(|person_of_row| parts.crowd(person_of_row).people_in(held.singles())),
            entropy_l: Number(held.least(|class, _| class.entropy().exp())?),
            recursive_c: held.most(|class, _| class.recursive(l))?,
            alpha: held.most(|class, domain| class.largest_share(domain))?,
            t: held.most(|class, domain| class.distance(domain))?,
            t_ordered: ordered.map(|held| held.most(|class, domain| class.distance(domain))).transpose()?,
            beta: held.most(|class, domain| class.gain(domain))?,
            enhanced_beta: held.most(|class, domain| class.enhanced_gain(domain))?,
            delta: held.most(|class, domain| class.full_disclosure(domain))?,
            delta_skip_absent: held.most(|class, domain| class.disclosure(domain))?,
        })
    }
}

/// What each class holds of a column.
struct Held<'a> {
    sizes: &'a [u64],
    rows_of: &'a [u64],
    domain: Domain,
    histograms: Histograms,
    observer: &'a dyn Observer,
}

impl<'a> Held<'a> {
    fn of(
        parts: &'a Parts,
        domain: Domain,
        codes: &Codes,
        observer: &'a dyn Observer,
    ) -> Result<Self, Aborted> {
        let (sizes, rows_of) = (&parts.sizes, &parts.rows_of);
        let histograms = domain.histograms(parts, codes, observer)?;
        Ok(Self { sizes, rows_of, histograms, domain, observer })
    }

    /// What every class has.
    fn each(&self, look: impl Fn(&Class, &Domain) -> f64 + Send + Sync) -> impl ParallelIterator<Item = f64> {
        let classes = (0..self.sizes.len()).into_par_iter().filter(|&class| self.sizes[class] > 0);
        classes.map(move |at| {
            let (values, counts) = self.histograms.of(at);
            let holders = self.histograms.holders(at);
            look(&Class { rows: self.sizes[at], values, counts, holders, population: 0.0 }, &self.domain)
        })
    }

    /// The classes of at most one value.
    fn single(&self) -> Share {
        self.singles().fold(Share::default(), |share, class| Share {
            classes: share.classes + 1,
            rows: share.rows + self.rows_of[class],
        })
    }

    fn singles(&self) -> impl Iterator<Item = usize> {
        let classes = (0..self.sizes.len()).filter(|&class| self.sizes[class] > 0);
        classes.filter(|&class| self.histograms.of(class).0.len() <= 1)
    }

    /// The least that any class has; 0 without classes.
    fn least(&self, look: impl Fn(&Class, &Domain) -> f64 + Send + Sync) -> Result<f64, Aborted> {
        self.extreme(look, f64::min)
    }

    /// The most that any class has; 0 without classes.
    fn most(&self, look: impl Fn(&Class, &Domain) -> f64 + Send + Sync) -> Result<Number, Aborted> {
        self.extreme(look, f64::max).map(Number)
    }

    /// The number of the class that no other goes beyond. Whoever aborts waits for one look at all classes at most.
    fn extreme(
        &self,
        look: impl Fn(&Class, &Domain) -> f64 + Send + Sync,
        beyond: fn(f64, f64) -> f64,
    ) -> Result<f64, Aborted> {
        self.observer.go_on()?;
        Ok(self.each(look).reduce_with(beyond).unwrap_or(0.0))
    }
}
