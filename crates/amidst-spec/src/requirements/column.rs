//! The values of a column as models look at them: numbered in their order.

use std::sync::Arc;

use amidst_core::{
    Aborted, Coded, Codes, Dictionary, Error as CoreError, Hierarchy, ModelParams, Observer, Values,
    hierarchy::builders::DecimalMark, model::Distance, observer::watched,
};
use amidst_io::texts_of;
use amidst_kernel::UNCOUNTED;
use amidst_table::{Column, Data};
use arrow_array::{Array, cast::AsArray};

use crate::{
    Result,
    spec::{MissingPolicy, MissingSensitive},
    value::{Value, is_blank},
};

/// A column with its values in order.
pub struct Ordered {
    /// For each row the number of its value, or [`UNCOUNTED`].
    pub codes: Vec<u32>,
    /// The values in order, each by its first spelling; missing, if it counts as a value, comes last.
    pub texts: Vec<Option<Box<str>>>,
    /// The values in numbers.
    pub numbers: Option<Vec<f64>>,
    /// The rows of each value, or the people.
    pub counts: Vec<u64>,
    mark: DecimalMark,
}

/// A column that was carried along, coded; `None` if it is coded already.
///
/// # Errors
/// If the observer aborts.
pub fn coded(
    column: &Column,
    markers: &[String],
    observer: &dyn Observer,
) -> Result<Option<Column>, Aborted> {
    let Data::Carried(chunks) = &column.data else { return Ok(None) };
    let mut dictionary = Dictionary::default();
    let mut intern = |text: Option<&str>| {
        let is_missing = |text: &&str| markers.iter().any(|marker| marker == text);
        dictionary.intern(text.filter(|text| !is_missing(text)))
    };
    let mut codes = Vec::with_capacity(column.data.len());
    for chunk in chunks {
        observer.go_on()?;
        // What the reader coded already needs no second look at its cells.
        let coded = chunk.as_any_dictionary_opt().filter(|coded| !coded.values().is_empty());
        if let Some(coded) = coded {
            let texts = texts_of(coded.values());
            let mut code_of: Vec<Option<u32>> = vec![None; texts.len()];
            let keys = coded.normalized_keys();
            let of_key = |(row, key): (usize, usize)| match chunk.is_null(row) {
                true => intern(None),
                false => {
                    *code_of[key].get_or_insert_with(|| intern(texts.is_valid(key).then(|| texts.value(key))))
                }
            };
            codes.extend(keys.into_iter().enumerate().map(of_key));
        } else {
            codes.extend(watched(texts_of(chunk).iter(), observer).map(&mut intern));
        }
    }
    observer.go_on()?;
    let codes = Codes::narrow(codes, dictionary.len());
    let data = Data::Coded(Coded::new(dictionary, codes));
    let (name, source_type) = (column.name.clone(), column.source_type.clone());
    Ok(Some(Column { name, kind: column.kind, source_type, data }))
}

/// How cells become values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Take {
    /// Every spelling by itself; a missing cell is one, or under `wildcard` none. For models that tell rows apart by the
    /// column, and for columns that join the quasi-identifier.
    Spelled(MissingPolicy),
    /// However they are spelled; a missing cell, or one of white space alone, is no value, unless it was asked to be one.
    /// For models that ask what is known of people.
    Known(MissingSensitive),
    /// However they are spelled; a missing cell is none. For names of people who are counted.
    Named,
}

impl Take {
    /// How a model takes the cells of the column it looks at.
    pub fn of(params: &ModelParams, policy: MissingPolicy, sensitive: MissingSensitive) -> Self {
        match params {
            ModelParams::KAnonymity { .. } => Self::Named,
            ModelParams::KPerStratum { .. } | ModelParams::PersonalK => Self::Spelled(policy),
            _ => Self::Known(sensitive),
        }
    }

    /// What a cell says, if it says something.
    fn text(self, cell: Option<&str>) -> Option<&str> {
        cell.filter(|text| matches!(self, Self::Spelled(_)) || !is_blank(text))
    }

    fn counts_missing(self) -> bool {
        matches!(self, Self::Spelled(MissingPolicy::OwnValue) | Self::Known(MissingSensitive::OwnValue))
    }
}

impl Ordered {
    /// Orders the values: numbers by size, then days, then texts.
    pub fn new(coded: &Coded, mark: DecimalMark, take: Take) -> Self {
        let dictionary = &coded.dictionary;
        let mut known: Vec<(Value, &str, u32)> = (0..dictionary.len() as u32)
            .filter_map(|code| Some((code, take.text(dictionary.value(code))?)))
            .map(|(code, text)| (Value::of(text, mark), text, code))
            .collect();
        known.sort_unstable();
        let is_same = |a: &(Value, &str, u32), b: &(Value, &str, u32)| match take {
            Take::Spelled(_) => false,
            Take::Known(_) | Take::Named => a.0 == b.0,
        };
        let values: Vec<&[(Value, &str, u32)]> = known.chunk_by(is_same).collect();
        let mut number_of = vec![UNCOUNTED; dictionary.len()];
        for (number, spellings) in values.iter().enumerate() {
            spellings.iter().for_each(|(.., code)| number_of[*code as usize] = number as u32);
        }
        let mut texts: Vec<Option<Box<str>>> = values.iter().map(|it| Some(it[0].1.into())).collect();
        let missing =
            (0..dictionary.len()).filter(|&code| take.text(dictionary.value(code as u32)).is_none());
        let missing: Vec<usize> = missing.filter(|_| take.counts_missing()).collect();
        if !missing.is_empty() {
            missing.iter().for_each(|&code| number_of[code] = texts.len() as u32);
            texts.push(None);
        }
        let histogram = coded.histogram();
        let mut counts = vec![0; texts.len()];
        for (number, rows) in number_of.iter().zip(histogram).filter(|(number, _)| **number != UNCOUNTED) {
            counts[*number as usize] += rows;
        }
        let numbers: Option<Vec<f64>> = values.iter().map(|spellings| spellings[0].0.to_f64()).collect();
        Self {
            codes: (0..coded.codes.len()).map(|row| number_of[coded.codes.at(row) as usize]).collect(),
            numbers: numbers.filter(|_| missing.is_empty()),
            texts,
            counts,
            mark,
        }
    }

    /// What a text says in this column.
    pub fn value(&self, text: &str) -> Value {
        Value::of(text, self.mark)
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
        params: &ModelParams,
        name: &str,
        hierarchy: Option<&Arc<Hierarchy>>,
        is_planned: bool,
    ) -> Result<Values> {
        let wrong = |value: &str, expected: String| -> Result<Values> {
            Err(CoreError::Parameter { name: "column", value: format!("{name:?} ({value})"), expected }
                .into())
        };
        let mut values = Values { numbers: self.numbers.clone(), ..Values::of_counts(self.counts.clone()) };
        match params {
            ModelParams::PersonalK => {
                let rows =
                    |text: &Option<Box<str>>| text.as_ref()?.trim().parse().ok().filter(|&rows| rows > 0);
                values.rows_asked = self.texts.iter().map(rows).collect();
                if values.rows_asked.is_none() {
                    return wrong(
                        params.id(),
                        "each cell must be a whole number of rows of at least 1".into(),
                    );
                }
            }
            ModelParams::AlphaK { values: named, .. } => {
                let known: Vec<Option<Value>> = self
                    .texts
                    .iter()
                    .map(|text| text.as_ref().map(|text| Value::of(text, self.mark)))
                    .collect();
                let place = |name: &String| {
                    let named = Some(Value::of(name, self.mark));
                    known.iter().position(|value| *value == named)
                };
                if is_planned && named.iter().any(|name| place(name).is_none()) {
                    // One more value, which no row has.
                    values.counts.push(0);
                }
                let absent = is_planned.then_some(self.texts.len());
                let places: Option<Vec<usize>> = named.iter().map(|name| place(name).or(absent)).collect();
                let Some(places) = places else {
                    let expected =
                        "a value that is named does not occur in the column; check its spelling".into();
                    return wrong(params.id(), expected);
                };
                values.named = places.into_iter().map(|place| place as u32).collect();
            }
            ModelParams::TCloseness { distance: Distance::Numeric, .. } if values.numbers.is_none() => {
                let expected = "order = \"gaps\" needs a number in every cell; use order = \"rank\"".into();
                return wrong(params.id(), expected);
            }
            ModelParams::TCloseness { distance: Distance::Hierarchical, .. } => {
                let Some(hierarchy) = hierarchy else {
                    return wrong(
                        params.id(),
                        "it needs a hierarchy over its values; add one to the column".into(),
                    );
                };
                let leaf = |text: &Option<Box<str>>| hierarchy.leaf(text.as_deref());
                let leaves: Option<Vec<u32>> = self.texts.iter().map(leaf).collect();
                let Some(leaves) = leaves else {
                    return wrong(
                        params.id(),
                        "its hierarchy does not hold every value of the column".into(),
                    );
                };
                values.hierarchy = Some((Arc::clone(hierarchy), leaves));
            }
            _ => {}
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(take: Take, expected: &[u32]) {
        let column = Column::from_texts("x", [Some("a"), None, Some("b"), Some(" \t")]);
        let ordered = Ordered::new(column.coded().expect("it is coded"), DecimalMark::Point, take);
        assert_eq!(ordered.codes, expected, "{take:?}");
    }

    #[test]
    fn a_missing_cell_is_a_value_only_where_it_is_asked_to_be_one() {
        check(Take::Spelled(MissingPolicy::OwnValue), &[1, 3, 2, 0]);
        check(Take::Spelled(MissingPolicy::Wildcard), &[1, UNCOUNTED, 2, 0]);
        check(Take::Known(MissingSensitive::OwnValue), &[0, 2, 1, 2]);
        check(Take::Known(MissingSensitive::NoValue), &[0, UNCOUNTED, 1, UNCOUNTED]);
        check(Take::Named, &[0, UNCOUNTED, 1, UNCOUNTED]);
    }
}
