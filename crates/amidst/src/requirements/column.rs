//! The values of a column as models look at them: numbered in their order.

use std::sync::Arc;

use amidst_core::{
    Asked, Coded, Codes, Column, Data, Dictionary, Error as CoreError, Hierarchy, Values,
    hierarchy::{Decimal, builders::DecimalMark},
    model::Distance,
};
use amidst_io::texts_of;
use amidst_kernel::UNCOUNTED;

use crate::{Result, spec::MissingPolicy};

/// A column with its values in order.
pub struct Ordered {
    /// For each row the number of its value, or [`UNCOUNTED`].
    pub codes: Vec<u32>,
    /// The values in order; missing, if it counts as a value, comes last.
    pub texts: Vec<Option<Box<str>>>,
    /// The values in numbers.
    pub numbers: Option<Vec<f64>>,
    /// The rows of each value, or the people.
    pub counts: Vec<u64>,
}

/// A column that was carried along, coded; `None` if it is coded already.
pub(crate) fn coded(column: &Column, markers: &[String]) -> Option<Column> {
    let Data::Carried(chunks) = &column.data else { return None };
    let mut dictionary = Dictionary::default();
    let mut codes = Vec::with_capacity(column.data.len());
    for chunk in chunks {
        for text in texts_of(chunk).iter() {
            let is_missing = |text: &&str| markers.iter().any(|marker| marker == text);
            codes.push(dictionary.intern(text.filter(|text| !is_missing(text))));
        }
    }
    let codes = Codes::narrow(codes, dictionary.len());
    let data = Data::Coded(Coded { dictionary: Arc::new(dictionary), codes });
    let (name, source_type) = (column.name.clone(), column.source_type.clone());
    Some(Column { name, kind: column.kind, source_type, data })
}

impl Ordered {
    /// Orders the values: numbers by size, anything else by its text.
    pub fn new(coded: &Coded, mark: DecimalMark, policy: MissingPolicy) -> Self {
        let dictionary = &coded.dictionary;
        let known: Vec<(u32, &str)> = (0..dictionary.len() as u32)
            .filter_map(|code| dictionary.value(code).map(|text| (code, text)))
            .collect();
        let numbers: Option<Vec<Decimal>> = known.iter().map(|(_, text)| number(text, mark)).collect();
        let mut order: Vec<usize> = (0..known.len()).collect();
        match &numbers {
            Some(numbers) => order.sort_by(|&a, &b| (numbers[a], known[a].1).cmp(&(numbers[b], known[b].1))),
            None => order.sort_by_key(|&at| known[at].1),
        }
        let mut texts: Vec<Option<Box<str>>> = order.iter().map(|&at| Some(known[at].1.into())).collect();
        let mut number_of = vec![UNCOUNTED; dictionary.len()];
        order.iter().enumerate().for_each(|(place, &at)| number_of[known[at].0 as usize] = place as u32);
        let missing = dictionary.missing().filter(|_| policy == MissingPolicy::OwnValue);
        if let Some(missing) = missing {
            number_of[missing as usize] = texts.len() as u32;
            texts.push(None);
        }
        let histogram = coded.codes.histogram(dictionary.len());
        let mut counts = vec![0; texts.len()];
        for (number, rows) in number_of.iter().zip(histogram).filter(|(number, _)| **number != UNCOUNTED) {
            counts[*number as usize] += rows;
        }
        let sizes = numbers.filter(|_| missing.is_none());
        Self {
            codes: (0..coded.codes.len()).map(|row| number_of[coded.codes.at(row) as usize]).collect(),
            numbers: sizes.map(|sizes| {
                order.iter().map(|&at| sizes[at].to_string().parse().unwrap_or(f64::NAN)).collect()
            }),
            texts,
            counts,
        }
    }

    /// The same, each value counted as often as there are people who have it.
    pub fn of_people(self, whose: &Coded) -> Self {
        let mut pairs: Vec<(u32, u32)> = self.codes.iter().copied().zip(whose.codes.iter()).collect();
        pairs.retain(|(value, _)| *value != UNCOUNTED);
        pairs.sort_unstable();
        pairs.dedup();
        let mut counts = vec![0; self.counts.len()];
        pairs.iter().for_each(|(value, _)| counts[*value as usize] += 1);
        Self { counts, ..self }
    }

    /// What a model may know about the values. Under a plan a value that is named need not be there.
    ///
    /// # Errors
    /// If the column lacks what the model looks at.
    pub fn values(
        &self,
        asked: &Asked,
        name: &str,
        hierarchy: Option<&Arc<Hierarchy>>,
        is_planned: bool,
    ) -> Result<Values> {
        let wrong = |value: &str, expected: String| -> Result<Values> {
            Err(CoreError::Parameter { name: "column", value: format!("{name:?} ({value})"), expected }
                .into())
        };
        let mut values = Values { numbers: self.numbers.clone(), ..Values::of_counts(self.counts.clone()) };
        match asked {
            Asked::PersonalK => {
                let rows =
                    |text: &Option<Box<str>>| text.as_ref()?.trim().parse().ok().filter(|&rows| rows > 0);
                values.rows_asked = self.texts.iter().map(rows).collect();
                if values.rows_asked.is_none() {
                    return wrong(
                        asked.id(),
                        "each cell must be a whole number of rows of at least 1".into(),
                    );
                }
            }
            Asked::AlphaK { values: named, .. } => {
                let place = |name: &String| self.texts.iter().position(|text| text.as_deref() == Some(name));
                if is_planned && named.iter().any(|name| place(name).is_none()) {
                    // One more value, which no row has.
                    values.counts.push(0);
                }
                let absent = is_planned.then_some(self.texts.len());
                let places: Option<Vec<usize>> = named.iter().map(|name| place(name).or(absent)).collect();
                let Some(places) = places else {
                    let expected =
                        "a value that is named does not occur in the column; check its spelling".into();
                    return wrong(asked.id(), expected);
                };
                values.named = places.into_iter().map(|place| place as u32).collect();
            }
            Asked::TCloseness { distance: Distance::Numeric, .. } if values.numbers.is_none() => {
                let expected = "order = \"gaps\" needs a number in every cell; use order = \"rank\"".into();
                return wrong(asked.id(), expected);
            }
            Asked::TCloseness { distance: Distance::Hierarchical, .. } => {
                let Some(hierarchy) = hierarchy else {
                    return wrong(
                        asked.id(),
                        "it needs a hierarchy over its values; add one to the column".into(),
                    );
                };
                let leaf = |text: &Option<Box<str>>| hierarchy.leaf(text.as_deref());
                let leaves: Option<Vec<u32>> = self.texts.iter().map(leaf).collect();
                let Some(leaves) = leaves else {
                    return wrong(asked.id(), "its hierarchy does not hold every value of the column".into());
                };
                values.hierarchy = Some((Arc::clone(hierarchy), leaves));
            }
            _ => {}
        }
        Ok(values)
    }
}

fn number(text: &str, mark: DecimalMark) -> Option<Decimal> {
    match mark {
        DecimalMark::Point => text.trim().parse().ok(),
        DecimalMark::Comma => Decimal::from_comma(text.trim()).ok(),
    }
}
