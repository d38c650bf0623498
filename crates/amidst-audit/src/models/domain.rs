//! The values of a column as one model looks at them.

use amidst_core::{Asked, Coded, Codes, model::Distance};

use super::{
    Histograms, Parts, Unfit,
    line::Line,
    number::{day, number},
    tree::Tree,
};
use crate::{Path, Policy, classes::Field};

/// The values of a column, what the whole table holds of each, and what is near what.
pub(crate) struct Domain {
    /// The place of each value of the column, and of what is no value of it; what is not counted lies behind all places.
    pub places: Vec<u32>,
    /// The rows of each place in the whole table.
    pub counts: Vec<u64>,
    /// All rows with a value that is counted.
    pub known: u64,
    pub(super) sense: Sense,
}

/// What a model makes of values, by their places.
pub(super) enum Sense {
    /// They are alike or not.
    Alike,
    /// Only those named are looked at.
    Named(Vec<bool>),
    /// Each is a row's own k.
    Rows(Vec<u64>),
    /// They lie on a line.
    Line(Line),
    /// They lie in a hierarchy.
    Tree(Tree),
}

impl Domain {
    /// Counts the values class by class.
    pub fn histograms(&self, parts: &Parts, codes: &Codes) -> Histograms {
        let known = self.counts.len();
        parts.histograms(Field { codes, image: Some(&self.places), width: known + 1 }, known)
    }
}

/// The values of a column: a text for each, `None` if missing, and its rows in the whole table.
pub(crate) struct Column<'a> {
    pub texts: Vec<Option<&'a str>>,
    pub counts: Vec<u64>,
    pub policy: Policy,
    /// Where people are counted: each person and value that occur together, once.
    pub pairs: Option<Vec<(u32, u32)>>,
}

impl<'a> Column<'a> {
    /// A column as it stands in a table.
    pub fn of(coded: &'a Coded, policy: Policy) -> Self {
        let texts: Vec<Option<&str>> = coded.dictionary.iter().collect();
        Self { counts: coded.codes.histogram(texts.len()), texts, policy, pairs: None }
    }

    /// The same, every value counted as often as there are people who have it, if classes count people.
    pub fn of_people(self, parts: &Parts, codes: &Codes) -> Self {
        let Some(whose) = parts.whose() else { return self };
        let nobody = whose.dictionary.missing();
        let rows = whose.codes.iter().zip(codes.iter());
        let mut pairs: Vec<(u32, u32)> = rows.filter(|(person, _)| Some(*person) != nobody).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Self { pairs: Some(pairs), ..self }
    }

    /// The values as a model looks at them.
    pub fn domain(&self, asked: &Asked, hierarchy: Option<&[Path]>) -> Result<Domain, Unfit> {
        match asked {
            Asked::TCloseness { distance: Distance::Rank, .. } => Ok(self.ranked()),
            Asked::TCloseness { distance: Distance::Numeric, .. } => self.measured(),
            Asked::TCloseness { distance: Distance::Hierarchical, .. } => {
                let paths = hierarchy.ok_or(Unfit::NoHierarchy)?;
                let domain = self.alike();
                let tree = Tree::new(&self.counted(), &domain.counts, paths)?;
                Ok(Domain { sense: Sense::Tree(tree), ..domain })
            }
            Asked::AlphaK { values, .. } if !values.is_empty() => {
                let is_named =
                    |text: &Option<&str>| text.is_some_and(|text| values.iter().any(|name| name == text));
                let named = self.counted().iter().map(is_named).collect();
                Ok(Domain { sense: Sense::Named(named), ..self.alike() })
            }
            Asked::PersonalK => {
                let rows = self.all(|text| text.trim().parse::<u64>().ok());
                let rows = rows.map_err(|values| Unfit::NotRows { values })?;
                Ok(Domain { sense: Sense::Rows(rows), ..self.alike() })
            }
            _ => Ok(self.alike()),
        }
    }

    /// Values that are alike or not, in the order of their codes.
    pub fn alike(&self) -> Domain {
        self.in_order((0..self.texts.len() as u32).collect(), |_| Sense::Alike)
    }

    /// Values by rank: in the order of numbers, or days, or else of texts; missing comes last.
    pub fn ranked(&self) -> Domain {
        let numbers = self.numbers();
        let mut order: Vec<u32> = (0..self.texts.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| {
            let (a, b) = (a as usize, b as usize);
            let is_missing = |at: usize| self.texts[at].is_none();
            let by_number =
                || numbers.as_ref().map_or(std::cmp::Ordering::Equal, |it| it[a].total_cmp(&it[b]));
            let by_text = || self.texts[a].cmp(&self.texts[b]);
            is_missing(a).cmp(&is_missing(b)).then_with(by_number).then_with(by_text)
        });
        self.in_order(order, |counts| {
            Sense::Line(Line::new((0..counts.len()).map(|rank| rank as f64).collect(), counts))
        })
    }

    /// Whether all values are numbers or days.
    pub fn is_ordered(&self) -> bool {
        self.numbers().is_some()
    }

    /// Each value as a number; a missing one as 0.
    fn numbers(&self) -> Option<Vec<f64>> {
        let read = |parse: fn(&str) -> Option<f64>| -> Option<Vec<f64>> {
            self.texts.iter().map(|text| text.map_or(Some(0.0), parse)).collect()
        };
        if self.texts.iter().all(Option::is_none) {
            return None;
        }
        read(number).or_else(|| read(day))
    }

    /// Values where their numbers are.
    fn measured(&self) -> Result<Domain, Unfit> {
        let is_number = |text: &&str| number(text).or_else(|| day(text)).is_some();
        let strange = self.texts.iter().flatten().filter(|text| !is_number(text)).count() as u64;
        let Some(numbers) = self.numbers() else {
            return Err(Unfit::NotNumbers { values: strange });
        };
        if self.policy == Policy::OwnValue && self.texts.contains(&None) {
            return Err(Unfit::MissingNumbers);
        }
        let mut order: Vec<u32> = (0..self.texts.len() as u32).collect();
        order.sort_by(|&a, &b| numbers[a as usize].total_cmp(&numbers[b as usize]));
        let positions: Vec<f64> = order
            .iter()
            .filter(|&&at| self.is_counted(at as usize))
            .map(|&at| numbers[at as usize])
            .collect();
        Ok(self.in_order(order, |counts| Sense::Line(Line::new(positions, counts))))
    }

    /// Whether a value is one: a missing cell is none where it may be anything.
    fn is_counted(&self, at: usize) -> bool {
        self.policy == Policy::OwnValue || self.texts[at].is_some()
    }

    /// The texts of the values that are counted, in the order of their codes.
    fn counted(&self) -> Vec<Option<&'a str>> {
        (0..self.texts.len()).filter(|&at| self.is_counted(at)).map(|at| self.texts[at]).collect()
    }

    /// Reads every counted value, or tells how many cannot be read.
    fn all<T>(&self, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, u64> {
        let counted = self.counted();
        let values: Vec<T> = counted.iter().filter_map(|text| text.and_then(&read)).collect();
        let strange = (counted.len() - values.len()) as u64;
        if strange == 0 { Ok(values) } else { Err(strange) }
    }

    fn in_order(&self, order: Vec<u32>, sense: impl FnOnce(&[u64]) -> Sense) -> Domain {
        let counted: Vec<u32> = order.into_iter().filter(|&at| self.is_counted(at as usize)).collect();
        // One place more, for cells that are none of the values.
        let mut places = vec![counted.len() as u32; self.texts.len() + 1];
        counted.iter().enumerate().for_each(|(place, &at)| places[at as usize] = place as u32);
        let counts: Vec<u64> = match &self.pairs {
            None => counted.iter().map(|&at| self.counts[at as usize]).collect(),
            Some(pairs) => people(pairs, &places, counted.len()),
        };
        Domain { places, known: counts.iter().sum(), sense: sense(&counts), counts }
    }
}

/// The people of each place, given who has which value.
fn people(pairs: &[(u32, u32)], places: &[u32], known: usize) -> Vec<u64> {
    let mut placed: Vec<(u32, u32)> =
        pairs.iter().map(|&(person, value)| (places[value as usize], person)).collect();
    placed.sort_unstable();
    placed.dedup();
    let mut counts = vec![0; known];
    let known = placed.iter().filter(|(place, _)| (*place as usize) < known);
    known.for_each(|(place, _)| counts[*place as usize] += 1);
    counts
}
