//! The labels of a column of the release, and which values of the original each stands for.

use amidst_core::Coded;

use super::{known::KnownHierarchy, reading, stands::Stands, values::Values};

/// The labels of a column of the release, by their codes.
pub(super) struct Labels<'t> {
    /// The cells.
    pub coded: &'t Coded,
    /// The rows that hold each.
    pub rows: Vec<u64>,
    /// What each stands for.
    pub stands: Vec<Stands>,
    /// What each measures, an interval by its middle; not a number if nothing.
    pub numbers: Vec<f64>,
    /// How much each hides: 0 one value, 1 all of them.
    pub penalties: Vec<f64>,
    /// The mean level of the cells and that of the root, where a hierarchy is known and holds all labels.
    pub level: Option<(f64, u8)>,
    /// Numbers that the original does not hold.
    pub strange_rows: u64,
}

impl<'t> Labels<'t> {
    /// Reads the labels of a column of the release.
    pub fn new(values: &Values, coded: &'t Coded, known: Option<&KnownHierarchy>) -> Self {
        let rows = coded.histogram();
        let texts: Vec<Option<&str>> = coded.dictionary.iter().collect();
        let places: Vec<_> = match known {
            Some(known) => known.places(&texts),
            None => texts.iter().map(|_| None).collect(),
        };
        let level = known.and_then(|known| Some((mean_level(&texts, &rows, &places)?, known.height())));
        let mut stands: Vec<Option<Stands>> = texts
            .iter()
            .zip(places)
            .zip(&rows)
            .map(|((text, place), rows)| match (text, place) {
                (None, _) => Some(blank(values, *rows)),
                (Some(_), Some(place)) => Stands::of(place.ranks),
                (Some(text), None) => simple(values, text),
            })
            .collect();
        reading::read(values, &texts, &mut stands);
        let spans: Vec<_> =
            texts.iter().map(|text| text.and_then(|text| reading::span(values, text))).collect();
        let strange_rows = (0..texts.len())
            .filter(|&at| is_strange(values, texts[at], stands[at].as_ref()))
            .map(|at| rows[at])
            .sum();
        let stands: Vec<Stands> =
            stands.into_iter().map(|stands| stands.unwrap_or(Stands::Anything)).collect();
        let measured = |at: usize| {
            let (number, penalty) = measure(values, &stands[at], spans[at]);
            (number, texts[at].map_or(penalty, |text| changed(values, text, &stands[at], rows[at], penalty)))
        };
        let (numbers, penalties) = (0..texts.len()).map(measured).unzip();
        Self { coded, rows, stands, numbers, penalties, level, strange_rows }
    }

    /// The rows whose label could not be read.
    pub fn unread_rows(&self) -> u64 {
        let unread = self.stands.iter().zip(&self.rows).filter(|(stands, _)| **stands == Stands::Anything);
        unread.map(|(_, rows)| rows).sum()
    }
}

/// Labels that need no reading: the value itself, or stars for all.
fn simple(values: &Values, text: &str) -> Option<Stands> {
    let is_star = !text.is_empty() && text.bytes().all(|byte| byte == b'*');
    match values.rank(text) {
        Some(rank) => Some(Stands::Value(rank)),
        None => is_star.then(|| Stands::Stretch(0..values.len() as u32)),
    }
}

/// A missing cell: as many as the original has are its own, the others are suppressed cells.
fn blank(values: &Values, rows: u64) -> Stands {
    let own = values.missing.map_or(0, |rank| values.rows[rank as usize]).min(rows);
    Stands::Blank(if rows == 0 { 1.0 } else { own as f64 / rows as f64 })
}

/// A number that stands for another one, because the original does not hold it.
fn is_strange(values: &Values, text: Option<&str>, stands: Option<&Stands>) -> bool {
    let Some(Stands::Value(rank)) = stands else { return false };
    let (number, held) =
        (text.and_then(|text| values.scale.number(text)), values.numbers.get(*rank as usize));
    number.is_some_and(|number| held.is_some_and(|held| *held != number))
}

/// How much a label hides, given by how much it does as it reads. Only a value that the original holds as often hides
/// nothing. What is held more often has taken the place of others, and a number that the original does not hold stands
/// for those around it; any other label is as good as one value at least.
fn changed(values: &Values, text: &str, stands: &Stands, rows: u64, penalty: f64) -> f64 {
    let least = 1.0 / values.len().max(1) as f64;
    let Stands::Value(rank) = *stands else { return penalty.max(least) };
    let own = values.numbers.get(rank as usize);
    let number = values.scale.number(text);
    if values.rank(text) == Some(rank) || number.is_some() && number.as_ref() == own {
        let more = rows.saturating_sub(values.rows[rank as usize]);
        return around(values, rank).max(least) * more as f64 / rows.max(1) as f64;
    }
    match number {
        Some(_) => penalty.max(around(values, rank)).max(least),
        None => penalty.max(least),
    }
}

/// From the value before a number to the one after it, as a part of the range; 0 for words.
fn around(values: &Values, rank: u32) -> f64 {
    let (measured, rank) = (values.measured(), rank as usize);
    match (measured.get(rank), values.range()) {
        (Some(_), Some((least, most))) if most > least => {
            let (before, after) = (rank.saturating_sub(1), (rank + 1).min(measured.len() - 1));
            (measured[after] - measured[before]) / (most - least)
        }
        _ => 0.0,
    }
}

/// What a label measures, and how much it hides as it reads.
fn measure(values: &Values, stands: &Stands, span: Option<(f64, f64)>) -> (f64, f64) {
    match (stands, span) {
        (Stands::Blank(own), _) => (f64::NAN, 1.0 - own),
        (Stands::Anything, None) => (f64::NAN, 1.0),
        (Stands::Value(_) | Stands::Anything, Some((low, high))) => of_span(values, low, high),
        // A number above several values is the name of a group.
        (_, Some((low, high))) if low < high => of_span(values, low, high),
        (Stands::Value(rank), None) => (values.numbers.get(*rank as usize).copied().unwrap_or(f64::NAN), 0.0),
        (Stands::Stretch(ranks), _) if ranks.len() == values.len() => {
            let middle = values.range().map_or(f64::NAN, |(low, high)| (low + high) / 2.0);
            (middle, 1.0)
        }
        (Stands::Stretch(ranks), _) => of_members(values, stands, ranks.len()),
        (Stands::Values(ranks), _) => of_members(values, stands, ranks.len()),
    }
}

fn of_members(values: &Values, stands: &Stands, count: usize) -> (f64, f64) {
    let measured = values.measured();
    let at = |rank: u32| measured.get((rank as usize).min(measured.len().wrapping_sub(1))).copied();
    match stands.ends().and_then(|(first, last)| Some((at(first)?, at(last)?))) {
        Some((low, high)) => of_span(values, low, high),
        None => (f64::NAN, count as f64 / values.len() as f64),
    }
}

/// The middle of an interval, and how much of the original's range it is.
fn of_span(values: &Values, low: f64, high: f64) -> (f64, f64) {
    let penalty = match values.range() {
        Some((least, most)) if most > least => ((high - low) / (most - least)).clamp(0.0, 1.0),
        _ => 0.0,
    };
    ((low + high) / 2.0, penalty)
}

/// The mean level of the cells, if every label that is not missing has a place.
fn mean_level(texts: &[Option<&str>], rows: &[u64], places: &[Option<super::known::Place>]) -> Option<f64> {
    let (mut sum, mut cells) = (0, 0);
    for ((text, place), rows) in texts.iter().zip(places).zip(rows) {
        match (text, place) {
            (None, _) => {}
            (Some(_), None) => return None,
            (Some(_), Some(place)) => {
                sum += u64::from(place.level) * rows;
                cells += rows;
            }
        }
    }
    Some(if cells == 0 { 0.0 } else { sum as f64 / cells as f64 })
}
