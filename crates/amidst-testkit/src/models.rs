//! Privacy models as they are defined: a share for every value of the table, compared as fractions of whole numbers.
//!
//! Shares nothing with `amidst-models`. Slow, and exact as long as products stay within 127 bits.

use amidst_core::{
    ClassSummary, Hierarchy, ModelParams, Values,
    model::{Distance, Population},
};

use crate::transport::least_cost;

/// Whether a class meets what is asked of classes; `None` if it is asked of the whole table, or estimated.
pub fn holds(params: &ModelParams, values: &Values, class: &ClassSummary<'_>) -> Option<bool> {
    let seen = Seen::new(values, class);
    let rows = i128::from(class.rows);
    let known = seen.known > 0;
    Some(match params {
        ModelParams::KAnonymity { k } if values.counts.is_empty() => rows >= i128::from(*k),
        ModelParams::KAnonymity { k } => seen.distinct() >= *k,
        ModelParams::PersonalK => {
            let params = values.rows_asked.as_ref()?;
            known && seen.present().all(|value| class.rows >= params[value])
        }
        ModelParams::KPerStratum { k } => {
            known && seen.present().all(|value| seen.here[value] >= i128::from(*k))
        }
        ModelParams::KMap { k, population: Population::Counted } => rows > 0 && class.population >= *k as f64,
        ModelParams::PSensitive { p, k } => class.rows >= *k && seen.distinct() >= *p,
        ModelParams::DistinctL { l } => seen.distinct() >= *l,
        ModelParams::EntropyL { l } => known && seen.entropy() >= l.ln() - 1e-12,
        ModelParams::RecursiveL { c, l } => seen.is_recursive(fraction(*c), *l as usize),
        ModelParams::AlphaK { alpha, k, values: named } => {
            let is_asked = |value: &usize| named.is_empty() || values.named.contains(&(*value as u32));
            let (above, below) = fraction(*alpha);
            let within = |value: usize| seen.here[value] * below <= above * seen.known;
            class.rows >= *k && known && seen.present().filter(is_asked).all(within)
        }
        ModelParams::TCloseness { t, distance } => {
            let (above, below) = fraction(*t);
            known && {
                let (cost, most) = earth_movers_distance(values, class, *distance);
                cost * below <= above * most
            }
        }
        ModelParams::DeltaDisclosure { delta, skips_absent } => {
            let is_judged = |value: &usize| match skips_absent {
                true => seen.here[*value] > 0,
                false => seen.there[*value] > 0,
            };
            let judged: Vec<usize> = (0..seen.here.len()).filter(is_judged).collect();
            known && judged.into_iter().all(|value| seen.here[value] > 0 && seen.is_near(value, *delta))
        }
        ModelParams::BetaLikeness { beta, enhanced } => {
            let (above, below) = fraction(*beta);
            let gains = |value: usize| seen.gain(value) * below <= above * seen.there[value] * seen.known;
            let bounded = |value: usize| {
                let (here, there) = (seen.share_here(value), seen.share_there(value));
                !enhanced || seen.gain(value) <= 0 || (here - there) / there <= -there.ln()
            };
            known && seen.present().all(|value| gains(value) && bounded(value))
        }
        ModelParams::DeltaPresence { min, max } => {
            let people = class.population as i128;
            let (least, most) = (fraction(*min), fraction(*max));
            rows > 0 && people > 0 && rows * least.1 >= least.0 * people && rows * most.1 <= most.0 * people
        }
        ModelParams::Described(model) if model.info().id == "highest-risk" => {
            let risk = &model.parameters().number("risk");
            let (above, below) = fraction(*risk);
            rows * above >= below
        }
        _ => return None,
    })
}

/// The fraction that was written: 0.2 is 1/5 or 2/10.
pub fn fraction(written: f64) -> (i128, i128) {
    let digits = (0..16).find(|&digits| {
        let scale = 10_f64.powi(digits);
        (written * scale).round() / scale == written
    });
    let scale = 10_f64.powi(digits.expect("thresholds of tests have few digits"));
    ((written * scale).round() as i128, scale as i128)
}

/// The least cost of turning the distribution of a class into that of the table, and what a distance of 1 would cost.
pub fn earth_movers_distance(values: &Values, class: &ClassSummary<'_>, distance: Distance) -> (i128, i128) {
    let seen = Seen::new(values, class);
    let (ground, farthest) = ground(values, distance);
    let supply: Vec<i128> = seen.here.iter().map(|rows| rows * seen.rows).collect();
    let demand: Vec<i128> = seen.there.iter().map(|rows| rows * seen.known).collect();
    (least_cost(&supply, &demand, |from, to| ground[from][to]), farthest * seen.rows * seen.known)
}

/// How far apart two values are, in whole units, and the most that any two may be.
fn ground(values: &Values, distance: Distance) -> (Vec<Vec<i128>>, i128) {
    let all = 0..values.counts.len();
    let table = |of: &dyn Fn(usize, usize) -> i128| {
        all.clone().map(|a| all.clone().map(|b| of(a, b)).collect()).collect::<Vec<Vec<i128>>>()
    };
    match distance {
        Distance::Equal => (table(&|a, b| i128::from(a != b)), 1),
        Distance::Rank => (table(&|a, b| a.abs_diff(b) as i128), all.len().max(2) as i128 - 1),
        Distance::Numeric => {
            let numbers = values.numbers.as_ref().expect("tests give numbers");
            let apart = |a: usize, b: usize| (numbers[a] - numbers[b]).abs() as i128;
            (table(&apart), apart(0, all.len() - 1).max(1))
        }
        Distance::Hierarchical => {
            let (hierarchy, leaves) = values.hierarchy.as_ref().expect("tests give a hierarchy");
            let apart = |a: usize, b: usize| common_height(hierarchy, leaves[a], leaves[b]);
            (table(&apart), i128::from(hierarchy.height()).max(1))
        }
    }
}

/// The height of the lowest label that two leaves have in common.
fn common_height(hierarchy: &Hierarchy, a: u32, b: u32) -> i128 {
    let common =
        |level: &u8| hierarchy.ancestors(0, *level)[a as usize] == hierarchy.ancestors(0, *level)[b as usize];
    (0..=hierarchy.height()).find(common).expect("the root is common to all").into()
}

/// A class and the table, value by value.
struct Seen {
    here: Vec<i128>,
    there: Vec<i128>,
    known: i128,
    rows: i128,
}

impl Seen {
    fn new(values: &Values, class: &ClassSummary<'_>) -> Self {
        let there: Vec<i128> = values.counts.iter().map(|&rows| i128::from(rows)).collect();
        let mut here = vec![0; there.len()];
        for (&value, &rows) in class.values.iter().zip(class.counts) {
            here[value as usize] = i128::from(rows);
        }
        Self { known: here.iter().sum(), rows: there.iter().sum(), here, there }
    }

    fn present(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.here.len()).filter(|&value| self.here[value] > 0)
    }

    fn distinct(&self) -> u64 {
        self.present().count() as u64
    }

    fn share_here(&self, value: usize) -> f64 {
        self.here[value] as f64 / self.known as f64
    }

    fn share_there(&self, value: usize) -> f64 {
        self.there[value] as f64 / self.rows as f64
    }

    fn entropy(&self) -> f64 {
        self.present().map(|value| -self.share_here(value) * self.share_here(value).ln()).sum()
    }

    fn is_recursive(&self, (above, below): (i128, i128), l: usize) -> bool {
        let mut sorted: Vec<i128> = self.present().map(|value| self.here[value]).collect();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        sorted.len() >= l && sorted[0] * below < above * sorted[l - 1..].iter().sum::<i128>()
    }

    /// How much more frequent a value is in the class, in units of one over both numbers of rows.
    fn gain(&self, value: usize) -> i128 {
        self.here[value] * self.rows - self.there[value] * self.known
    }

    /// Whether shares differ by a factor of less than 2^delta.
    fn is_near(&self, value: usize, delta: f64) -> bool {
        let (here, there) = (self.here[value] * self.rows, self.there[value] * self.known);
        match delta.fract() == 0.0 {
            true => here < there << delta as u32 && there < here << delta as u32,
            false => {
                (here as f64).log2().max((there as f64).log2()) - (here.min(there) as f64).log2() < delta
            }
        }
    }
}
