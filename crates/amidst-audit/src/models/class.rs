//! One class, judged straight from the definitions.

use amidst_core::{ModelParams, model::Population};

use super::{
    domain::{Domain, Sense},
    k_map, survey,
};

/// What a model may know about a class.
pub(super) struct Class<'a> {
    /// Its rows, or its people.
    pub rows: u64,
    /// The values it has, ascending.
    pub values: &'a [u32],
    /// The rows of each, or the people who have it.
    pub counts: &'a [u64],
    /// The rows, or people, that have any of them.
    pub holders: u64,
    /// The people of the population that show what it shows.
    pub population: f64,
}

/// How far a class is from what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It holds for certain.
    Holds,
    /// It is where the model turns, as far as floating-point numbers tell.
    Edge,
    /// It fails for certain.
    Fails,
}

/// What a class reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassMeasure {
    pub value: f64,
    /// The larger, the worse.
    pub badness: f64,
    pub standing: Standing,
}

/// How near to what is asked a number must be to be taken for it: relative, and absolute around 0.
const RELATIVE: f64 = 1e-9;
const ABSOLUTE: f64 = 1e-12;
/// How far a row's weight may be from the millionth that others may have rounded it to before they added weights up.
const ROUNDED: f64 = 0.5e-6;
/// How far sums of people may be off all the same: less than a person, so that whole numbers compare as they are.
const LESS_THAN_A_PERSON: f64 = 0.49;
/// How near a chance must be that follows from such sums, which they may change in more than one digit.
const LIKELY: f64 = 1e-3;

impl Standing {
    /// Of a number that must not be above another.
    pub fn at_most(reached: f64, threshold: f64) -> Self {
        Self::about(reached, threshold, RELATIVE)
    }

    /// Of a number that must not be above another, and is only known to so many digits.
    pub fn about(reached: f64, threshold: f64, relative: f64) -> Self {
        Self::within(reached, threshold, relative * threshold.abs() + ABSOLUTE)
    }

    /// Of a number that must not be above another, and may be off by so much.
    fn within(reached: f64, threshold: f64, slack: f64) -> Self {
        match reached - threshold {
            above if above > slack => Self::Fails,
            above if above < -slack => Self::Holds,
            above if above.is_nan() => Self::Fails,
            _ => Self::Edge,
        }
    }

    /// Of a number that must not be below another.
    pub fn at_least(reached: f64, threshold: f64) -> Self {
        Self::at_most(-reached, -threshold)
    }

    /// Of a count, which is exact.
    fn count(reached: u64, threshold: u64) -> Self {
        if reached >= threshold { Self::Holds } else { Self::Fails }
    }

    /// The worse of two.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Fails, _) | (_, Self::Fails) => Self::Fails,
            (Self::Edge, _) | (_, Self::Edge) => Self::Edge,
            _ => Self::Holds,
        }
    }
}

impl ClassMeasure {
    pub fn at_least(value: f64, standing: Standing) -> Self {
        Self { value, badness: -value, standing }
    }

    pub fn at_most(value: f64, standing: Standing) -> Self {
        Self { value, badness: value, standing }
    }

    fn count(reached: u64, threshold: u64) -> Self {
        Self::at_least(reached as f64, Standing::count(reached, threshold))
    }
}

/// What one class reaches of a model that looks at classes one by one. `None` if the model looks at all of them together.
pub(super) fn reached(params: &ModelParams, class: &Class, domain: Option<&Domain>) -> Option<ClassMeasure> {
    Some(match (params, domain) {
        (ModelParams::KAnonymity { k }, None) => ClassMeasure::count(class.rows, *k),
        (ModelParams::KAnonymity { k }, Some(_)) => ClassMeasure::count(class.distinct(), *k),
        (ModelParams::KMap { k, population: Population::Counted }, _) => {
            let standing = Standing::within(-class.population, -(*k as f64), class.off_by());
            ClassMeasure::at_least(class.population, standing)
        }
        (ModelParams::KMap { k, population: Population::Weighted { significance } }, _) => {
            let chance = survey::chance_below(*k, class.rows, class.population);
            let reached = survey::largest_k(class.rows, class.population, *significance);
            ClassMeasure::at_least(reached as f64, Standing::about(chance, *significance, LIKELY))
        }
        (ModelParams::KMap { k, population: Population::Estimated { fraction, significance } }, _) => {
            ClassMeasure::count(class.rows, k_map::least_rows(*k, *fraction, *significance))
        }
        (ModelParams::DeltaPresence { min, max }, _) => presence(class, *min, *max),
        (_, Some(domain)) => of_values(params, class, domain)?,
        (_, None) => return None,
    })
}

/// The share of the population that is in the table, between two bounds.
fn presence(class: &Class, min: f64, max: f64) -> ClassMeasure {
    let (rows, share) = (class.rows as f64, class.rows as f64 / class.population);
    // As rows and not as shares, whose differences shrink with the people.
    let slack = |bound: f64| bound * class.off_by() + ABSOLUTE * rows;
    let enough = Standing::within(min * class.population, rows, slack(min));
    // The largest share is told, unless a smaller one is too small.
    let badness = if enough == Standing::Fails { f64::INFINITY } else { share };
    let few = match class.population > 0.0 {
        true => Standing::within(rows, max * class.population, slack(max)),
        false => Standing::Fails,
    };
    ClassMeasure { value: share, badness, standing: enough.and(few) }
}

/// What one class reaches of a model that looks at values.
fn of_values(params: &ModelParams, class: &Class, domain: &Domain) -> Option<ClassMeasure> {
    let at_most = |value: f64, threshold: f64| {
        ClassMeasure::at_most(value, class.if_known(Standing::at_most(value, threshold)))
    };
    Some(match params {
        ModelParams::PersonalK => {
            let own = class.largest_own(domain);
            let value = own.map_or(0.0, |own| class.rows as f64 / own.max(1) as f64);
            ClassMeasure::at_least(value, own.map_or(Standing::Fails, |own| Standing::count(class.rows, own)))
        }
        ModelParams::KPerStratum { k } => {
            let least = class.counts.iter().copied().min().unwrap_or(0);
            ClassMeasure::count(least, *k)
        }
        ModelParams::PSensitive { p, k } => {
            let reached = ClassMeasure::count(class.distinct(), *p);
            ClassMeasure { standing: reached.standing.and(Standing::count(class.rows, *k)), ..reached }
        }
        ModelParams::DistinctL { l } => ClassMeasure::count(class.distinct(), *l),
        ModelParams::EntropyL { l } => {
            let value = class.entropy().exp();
            ClassMeasure::at_least(value, class.if_known(Standing::at_least(value, *l)))
        }
        ModelParams::RecursiveL { c, l } => {
            let value = class.recursive(*l);
            at_most(value, *c)
        }
        ModelParams::AlphaK { alpha, k, .. } => {
            let reached = at_most(class.largest_share(domain), *alpha);
            ClassMeasure { standing: reached.standing.and(Standing::count(class.rows, *k)), ..reached }
        }
        ModelParams::TCloseness { t, .. } => at_most(class.distance(domain), *t),
        ModelParams::DeltaDisclosure { delta, skips_absent: true } => {
            at_most(class.disclosure(domain), *delta)
        }
        ModelParams::DeltaDisclosure { delta, skips_absent: false } => {
            at_most(class.full_disclosure(domain), *delta)
        }
        ModelParams::BetaLikeness { beta, enhanced: false } => at_most(class.gain(domain), *beta),
        ModelParams::BetaLikeness { beta, enhanced: true } => at_most(class.enhanced_gain(domain), *beta),
        _ => return None,
    })
}

impl Class<'_> {
    /// Rows with a value, or pairs of a person and a value.
    fn known(&self) -> u64 {
        self.counts.iter().fold(0_u64, |sum, rows| sum.saturating_add(*rows))
    }

    /// How far its people may be off, if others rounded what each row stands for.
    fn off_by(&self) -> f64 {
        (ROUNDED * self.rows as f64).min(LESS_THAN_A_PERSON)
    }

    /// A class without any value never holds.
    fn if_known(&self, standing: Standing) -> Standing {
        if self.counts.is_empty() { Standing::Fails } else { standing }
    }

    /// Distinct values.
    pub fn distinct(&self) -> u64 {
        self.counts.len() as u64
    }

    /// −Σ p ln p.
    pub fn entropy(&self) -> f64 {
        let known = self.known() as f64;
        let sum: f64 = self.counts.iter().map(|&rows| rows as f64 * (rows as f64).ln()).sum();
        if known == 0.0 { f64::NEG_INFINITY } else { known.ln() - sum / known }
    }

    /// The rows of the most frequent value over those of the `l`-th and all rarer ones.
    pub fn recursive(&self, l: u64) -> f64 {
        let mut counts = self.counts.to_vec();
        counts.sort_unstable_by_key(|&rows| std::cmp::Reverse(rows));
        let from = usize::try_from(l.max(1) - 1).unwrap_or(usize::MAX);
        let rare: u64 = counts.iter().skip(from).sum();
        if rare == 0 { f64::INFINITY } else { counts[0] as f64 / rare as f64 }
    }

    /// The share of the most frequent value, of those that are looked at.
    pub fn largest_share(&self, domain: &Domain) -> f64 {
        let is_included = |value: u32| match &domain.sense {
            Sense::Named(named) => named[value as usize],
            _ => true,
        };
        let model_columns = self.values.iter().zip(self.counts).filter(|(value, _)| is_included(**value));
        let largest = model_columns.map(|(_, &rows)| rows).max().unwrap_or(0);
        if self.counts.is_empty() { 1.0 } else { largest as f64 / self.holders as f64 }
    }

    /// The largest k that any of its rows asks for.
    fn largest_own(&self, domain: &Domain) -> Option<u64> {
        let Sense::Rows(rows) = &domain.sense else { return None };
        self.values.iter().map(|&value| rows[value as usize]).max()
    }

    /// The Earth Mover's Distance from the whole table.
    pub fn distance(&self, domain: &Domain) -> f64 {
        match &domain.sense {
            _ if self.counts.is_empty() => f64::INFINITY,
            Sense::Line(line) => line.distance(self.values, self.counts),
            Sense::Tree(tree) => tree.distance(self.values, self.counts),
            _ => self.shares(domain).map(|(own, whole)| (own - whole).max(0.0)).sum(),
        }
    }

    /// The largest |log₂(p/q)|, over the values it has.
    pub fn disclosure(&self, domain: &Domain) -> f64 {
        self.shares(domain).map(|(own, whole)| (own / whole).log2().abs()).fold(self.nothing(), f64::max)
    }

    /// The largest |log₂(p/q)| over all values of the table: without end if it has not got one of them.
    pub fn full_disclosure(&self, domain: &Domain) -> f64 {
        let occurring = domain.counts.iter().filter(|&&rows| rows > 0).count();
        if self.values.len() < occurring { f64::INFINITY } else { self.disclosure(domain) }
    }

    /// The largest (p − q)/q, over the values it has.
    pub fn gain(&self, domain: &Domain) -> f64 {
        self.shares(domain).map(|(own, whole)| (own - whole) / whole).fold(self.nothing(), f64::max)
    }

    /// The same, without end if it is above −ln q for any value, because then no β will do.
    pub fn enhanced_gain(&self, domain: &Domain) -> f64 {
        let gain = |(own, whole): (f64, f64)| {
            let gain = (own - whole) / whole;
            if Standing::at_most(gain, -whole.ln()) == Standing::Fails { f64::INFINITY } else { gain }
        };
        self.shares(domain).map(gain).fold(self.nothing(), f64::max)
    }

    fn nothing(&self) -> f64 {
        if self.counts.is_empty() { f64::INFINITY } else { 0.0 }
    }

    /// For each value it has, its share in the class and in the whole table.
    fn shares(&self, domain: &Domain) -> impl Iterator<Item = (f64, f64)> {
        let (known, whole) = (self.known() as f64, domain.known as f64);
        let values = self.values.iter().zip(self.counts);
        values.map(move |(&value, &rows)| (rows as f64 / known, domain.counts[value as usize] as f64 / whole))
    }
}
