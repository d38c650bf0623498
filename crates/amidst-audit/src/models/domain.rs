//! The values of a column as one model looks at them.

use amidst_core::{Aborted, Coded, Codes, ModelParams, Observer, model::Distance};

use super::{Histograms, Parts, Unfit, line::Line, tree::Tree};
use crate::{Path, PersonOfRow, Policy, Reading, classes::Field, text::Value};

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
    pub fn histograms(
        &self,
        parts: &Parts,
        codes: &Codes,
        observer: &dyn Observer,
    ) -> Result<Histograms, Aborted> {
        let known = self.counts.len();
        parts.histograms(Field { codes, image: Some(&self.places), width: known + 1 }, known, observer)
    }
}

/// The values of a column: a text for each, `None` if missing, and its rows in the whole table.
pub(crate) struct Column<'a> {
    pub texts: Vec<Option<&'a str>>,
    pub counts: Vec<u64>,
    pub policy: Policy,
    pub reading: Reading,
    /// Where people are counted: each person and value that occur together, once.
    pub pairs: Option<Vec<(u32, u32)>>,
}

impl<'a> Column<'a> {
    /// A column as it stands in a table.
    pub fn of(coded: &'a Coded, policy: Policy, reading: Reading) -> Self {
        Self::counted(coded, coded.histogram(), policy, reading)
    }

    /// The same, if each value has so many rows.
    pub fn counted(coded: &'a Coded, counts: Vec<u64>, policy: Policy, reading: Reading) -> Self {
        Self { texts: coded.dictionary.iter().collect(), counts, policy, reading, pairs: None }
    }

    /// The same, every value counted as often as there are people who have it, if classes count people.
    pub fn of_people(self, parts: &Parts, codes: &Codes) -> Self {
        match parts.person_of_row() {
            None => self,
            Some(person_of_row) => self.held_by(person_of_row, codes),
        }
    }

    /// The same, every value counted as often as there are people who have it in these rows.
    pub fn held_by(self, person_of_row: &PersonOfRow, codes: &Codes) -> Self {
        let rows = person_of_row.of_rows().zip(codes.iter());
        let mut pairs: Vec<(u32, u32)> = rows.filter_map(|(person, code)| Some((person?, code))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Self { pairs: Some(pairs), ..self }
    }

    /// The values as a model looks at them.
    pub fn domain(&self, params: &ModelParams, hierarchy: Option<&[Path]>) -> Result<Domain, Unfit> {
        match params {
            ModelParams::TCloseness { distance: Distance::Rank, .. } => Ok(self.ranked()),
            ModelParams::TCloseness { distance: Distance::Numeric, .. } => self.measured(),
            ModelParams::TCloseness { distance: Distance::Hierarchical, .. } => {
                let paths = hierarchy.ok_or(Unfit::NoHierarchy)?;
                let places = self.places();
                let texts: Vec<Option<&str>> = places.iter().map(|place| self.spelled(place)).collect();
                let domain = self.placed(&places, |_| Sense::Alike);
                let tree = Tree::new(&texts, &domain.counts, paths)?;
                Ok(Domain { sense: Sense::Tree(tree), ..domain })
            }
            ModelParams::AlphaK { values, .. } if !values.is_empty() => {
                let values: Vec<Value> = values.iter().map(|text| self.value(text)).collect();
                let places = self.places();
                let is_named = |place: &Place| place.value.as_ref().is_some_and(|it| values.contains(it));
                let named = places.iter().map(is_named).collect();
                Ok(self.placed(&places, |_| Sense::Named(named)))
            }
            ModelParams::PersonalK => {
                let rows = self.all(|text| text.trim().parse::<u64>().ok());
                let rows = rows.map_err(|values| Unfit::NotRows { values })?;
                Ok(Domain { sense: Sense::Rows(rows), ..self.as_spelled() })
            }
            // Whoever is counted has a name, and is one however it is spelled.
            ModelParams::KAnonymity { .. } => Ok(self.placed(&self.known(), |_| Sense::Alike)),
            // Strata tell rows apart, and the more of them there are, the more is asked.
            ModelParams::KPerStratum { .. } => Ok(self.as_spelled()),
            _ => Ok(self.alike()),
        }
    }

    /// Values that are alike or not.
    pub fn alike(&self) -> Domain {
        self.placed(&self.places(), |_| Sense::Alike)
    }

    /// Values by rank; missing, if it is one, comes last.
    pub fn ranked(&self) -> Domain {
        self.placed(&self.places(), |counts| {
            Sense::Line(Line::new((0..counts.len()).map(|rank| rank as f64).collect(), counts))
        })
    }

    /// Whether all values are numbers or all are days.
    pub fn is_ordered(&self) -> bool {
        let known: Vec<Value> = self.said().flatten().map(|text| self.value(text)).collect();
        let are = |is: fn(&Value) -> bool| !known.is_empty() && known.iter().all(is);
        are(|value| matches!(value, Value::Number(_))) || are(|value| matches!(value, Value::Day(..)))
    }

    /// Values where their numbers are.
    fn measured(&self) -> Result<Domain, Unfit> {
        let places = self.places();
        let strange = |place: &&Place| place.value.as_ref().is_some_and(|it| it.measured().is_none());
        let strange = places.iter().filter(strange).map(|place| place.texts.len() as u64).sum();
        let has_days = places.iter().any(|place| matches!(place.value, Some(Value::Day(..))));
        if strange > 0 || has_days && !self.is_ordered() {
            return Err(Unfit::NotNumbers { values: strange });
        }
        let positions: Option<Vec<f64>> =
            places.iter().map(|place| place.value.as_ref()?.measured()).collect();
        let positions = positions.ok_or(Unfit::MissingNumbers)?;
        Ok(self.placed(&places, |counts| Sense::Line(Line::new(positions, counts))))
    }

    fn value(&self, text: &str) -> Value {
        Value::of(text, self.reading.has_comma)
    }

    /// What is counted, each value once however it is spelled, in order. A missing cell is no value unless it was asked
    /// to be one.
    fn places(&self) -> Vec<Place> {
        let mut places = self.known();
        if self.reading.counts_missing {
            let missing = self.said().zip(0..).filter(|(text, _)| text.is_none());
            let texts: Vec<u32> = missing.map(|(_, at)| at).collect();
            places.extend((!texts.is_empty()).then_some(Place { value: None, texts }));
        }
        places
    }

    /// What each text says: white space alone says no more than a missing cell.
    fn said(&self) -> impl Iterator<Item = Option<&'a str>> {
        self.texts.iter().map(|text| text.filter(|text| !Value::is_blank(text)))
    }

    /// The known values in order, each once however it is spelled.
    fn known(&self) -> Vec<Place> {
        let known = self.said().zip(0..).filter_map(|(text, at)| Some((self.value(text?), at)));
        let mut values: Vec<(Value, u32)> = known.collect();
        values.sort();
        let mut places: Vec<Place> = Vec::new();
        for (value, at) in values {
            match places.last_mut() {
                Some(last) if last.value.as_ref() == Some(&value) => last.texts.push(at),
                _ => places.push(Place { value: Some(value), texts: vec![at] }),
            }
        }
        places
    }

    /// The spelling that stands for all: the first of them; what is missing has none.
    fn spelled(&self, place: &Place) -> Option<&'a str> {
        place.value.as_ref()?;
        place.texts.iter().filter_map(|&at| self.texts[at as usize]).min()
    }

    /// Every spelling by itself; a missing cell is one unless it matches everything.
    fn as_spelled(&self) -> Domain {
        let counted = (0..self.texts.len()).filter(|&at| self.is_counted(at));
        let places: Vec<Place> = counted.map(|at| Place { value: None, texts: vec![at as u32] }).collect();
        self.placed(&places, |_| Sense::Alike)
    }

    fn is_counted(&self, at: usize) -> bool {
        self.policy == Policy::OwnValue || self.texts[at].is_some()
    }

    /// Reads every counted text, or tells how many cannot be read.
    fn all<T>(&self, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, u64> {
        let counted: Vec<Option<&str>> =
            (0..self.texts.len()).filter(|&at| self.is_counted(at)).map(|at| self.texts[at]).collect();
        let values: Vec<T> = counted.iter().filter_map(|text| text.and_then(&read)).collect();
        let strange = (counted.len() - values.len()) as u64;
        if strange == 0 { Ok(values) } else { Err(strange) }
    }

    fn placed(&self, counted: &[Place], sense: impl FnOnce(&[u64]) -> Sense) -> Domain {
        // One place more, for cells that are none of the values.
        let mut places = vec![counted.len() as u32; self.texts.len() + 1];
        for (place, one) in counted.iter().enumerate() {
            one.texts.iter().for_each(|&at| places[at as usize] = place as u32);
        }
        let rows = |place: &Place| place.texts.iter().map(|&at| self.counts[at as usize]).sum();
        let counts: Vec<u64> = match &self.pairs {
            None => counted.iter().map(rows).collect(),
            Some(pairs) => people(pairs, &places, counted.len()),
        };
        Domain { places, known: counts.iter().sum(), sense: sense(&counts), counts }
    }
}

/// A value and the texts that spell it.
struct Place {
    value: Option<Value>,
    texts: Vec<u32>,
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
