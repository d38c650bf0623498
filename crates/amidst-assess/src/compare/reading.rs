//! Labels read without a hierarchy: intervals, masks, stretches of the calendar, sets of values.

use amidst_core::hierarchy::{Claim, Decimal, read_set};
use rayon::prelude::*;

use super::{
    days,
    stands::Stands,
    values::{Scale, Values},
};

/// More pairs of label and value than this are not tried one by one.
const MOST_PAIRS: usize = 50_000_000;

/// Reads the labels that nobody has read yet. What stays `None` cannot be read.
pub(super) fn read(values: &Values, texts: &[Option<&str>], stands: &mut [Option<Stands>]) {
    let unread = |stands: &[Option<Stands>]| -> Vec<usize> {
        (0..texts.len()).filter(|&at| stands[at].is_none() && texts[at].is_some()).collect()
    };
    let wanted = unread(stands);
    if wanted.is_empty() {
        return;
    }
    let reader = Reader::new(values);
    let plain: Vec<Option<Stands>> =
        wanted.par_iter().map(|&at| reader.plain(texts[at].expect("unread labels are texts"))).collect();
    wanted.into_iter().zip(plain).for_each(|(at, found)| stands[at] = found);
    loosely(values, texts, &unread(stands), stands);
}

/// The first and the last number of a label that says so, within the range of the original. A number is both.
pub(super) fn span(values: &Values, text: &str) -> Option<(f64, f64)> {
    let (least, most) = values.range()?;
    let (low, high) = match (values.scale, values.scale.number(text)) {
        (_, Some(number)) => return Some((number, number)),
        (Scale::Days, None) => days::of_label(text)?,
        _ => match Claim::read(text) {
            Claim::Range(range) => {
                let number = |decimal: Decimal| decimal.to_string().parse().ok();
                let (low, high) = (range.low().and_then(number), range.high().and_then(number));
                (low.unwrap_or(least), high.unwrap_or(most))
            }
            _ => return None,
        },
    };
    Some((low.clamp(least, most), high.clamp(least, most)))
}

struct Reader<'v, 't> {
    values: &'v Values<'t>,
    /// Ranks in the order of the texts, for numbers only: words are in it anyway.
    by_text: Vec<u32>,
}

impl<'v, 't> Reader<'v, 't> {
    fn new(values: &'v Values<'t>) -> Self {
        let mut by_text: Vec<u32> =
            (0..values.len() as u32).filter(|rank| values.text(*rank).is_some()).collect();
        if values.scale.is_ordered() {
            by_text.par_sort_unstable_by_key(|rank| values.text(*rank));
        }
        Self { values, by_text }
    }

    /// What a label says beyond doubt.
    fn plain(&self, text: &str) -> Option<Stands> {
        if let Some(number) = self.values.scale.number(text) {
            return self.number(number);
        }
        if self.values.scale == Scale::Days
            && let Some((first, last)) = days::of_label(text)
        {
            let is_inside = |rank: &u32| self.values.numbers[*rank as usize] < last + 1.0;
            return Stands::of(self.between(first, last + 1.0).filter(is_inside).collect());
        }
        if let Some(members) = read_set(text) {
            return self.listed(&members);
        }
        match Claim::read(text) {
            Claim::Nothing => None,
            claim @ Claim::Mask(_) => {
                let prefix = text.split_once('*').map_or(text, |(prefix, _)| prefix);
                self.among(self.beginning_with(prefix).to_vec(), &claim)
            }
            claim @ Claim::Range(_) => {
                let (low, high) = span(self.values, text)?;
                // `20-24` holds 24.5 years.
                let inside = self.among(self.between(low, high + 1.0).collect(), &claim);
                inside.or_else(|| self.number((low + high) / 2.0).filter(|_| self.values.scale.is_ordered()))
            }
        }
    }

    fn among(&self, candidates: Vec<u32>, claim: &Claim) -> Option<Stands> {
        let holds = |rank: &u32| self.values.text(*rank).is_some_and(|text| claim.holds(text) == Some(true));
        let mut ranks: Vec<u32> = candidates.into_iter().filter(holds).collect();
        ranks.sort_unstable();
        Stands::of(ranks)
    }

    /// The values from one number to another, both included.
    fn between(&self, low: f64, high: f64) -> std::ops::Range<u32> {
        let measured = self.values.measured();
        let from = measured.partition_point(|number| *number < low);
        let to = measured.partition_point(|number| *number <= high);
        from as u32..to.max(from) as u32
    }

    /// The values that are a number, or the nearest to it.
    fn number(&self, number: f64) -> Option<Stands> {
        let equal = self.between(number, number);
        if !equal.is_empty() {
            return Stands::of(equal.collect());
        }
        let measured = self.values.measured();
        let distance = |rank: u32| (measured[rank as usize] - number).abs();
        let candidates = equal.start.checked_sub(1).into_iter().chain([equal.start]);
        let candidates = candidates.filter(|rank| (*rank as usize) < measured.len());
        let nearest = candidates.min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        nearest.map(Stands::Value)
    }

    fn beginning_with(&self, prefix: &str) -> &[u32] {
        let text = |rank: &u32| self.values.text(*rank).unwrap_or_default();
        let from = self.by_text.partition_point(|rank| text(rank) < prefix);
        let rest = &self.by_text[from..];
        &rest[..rest.partition_point(|rank| text(rank).starts_with(prefix))]
    }

    /// The values of a set such as `{a, b}`, all of which must be known.
    fn listed(&self, members: &[String]) -> Option<Stands> {
        let ranks: Option<Vec<u32>> = members.iter().map(|member| self.values.rank(member)).collect();
        let mut ranks = ranks?;
        ranks.sort_unstable();
        ranks.dedup();
        Stands::of(ranks)
    }
}

/// Gives values that no label stands for to labels that hold them in a looser reading: codes that lost their leading
/// zeros, or longer codes in a range of short ones.
fn loosely(values: &Values, texts: &[Option<&str>], unread: &[usize], stands: &mut [Option<Stands>]) {
    let mut taken = vec![false; values.len()];
    for stands in stands.iter().flatten() {
        let is_all = matches!(stands, Stands::Stretch(ranks) if ranks.len() == values.len());
        if !is_all && stands.ends().is_some() {
            stands.spread(values, |rank, _| taken[rank as usize] = true);
        }
    }
    let free: Vec<u32> = (0..values.len() as u32).filter(|rank| !taken[*rank as usize]).collect();
    if unread.len().saturating_mul(free.len()) > MOST_PAIRS {
        return;
    }
    let found: Vec<Option<Stands>> = unread
        .par_iter()
        .map(|&at| {
            let claim = Claim::read(texts[at].expect("unread labels are texts"));
            let holds = |rank: &&u32| values.text(**rank).is_some_and(|text| claim.holds(text) == Some(true));
            Stands::of(free.iter().filter(holds).copied().collect())
        })
        .collect();
    unread.iter().zip(found).for_each(|(&at, found)| stands[at] = found);
}
