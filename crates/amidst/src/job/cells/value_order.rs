//! The values of a quasi column in order, where no hierarchy has levels for them.

use std::collections::HashMap;

use amidst_core::{
    Coded, HierarchyError, Kind,
    hierarchy::{
        Decimal,
        builders::{Collation, DecimalMark, Sort},
    },
};
use jiff::civil::DateTime;

/// The known values of a column in order.
pub struct ValueOrder {
    /// Codes of the column's dictionary.
    codes: Vec<u32>,
    /// Where each stands, if all of them are numbers or all are dates.
    pub places: Option<Vec<f64>>,
}

impl ValueOrder {
    /// Numbers by size, dates by time, texts character by character.
    pub fn new(coded: &Coded, kind: Kind, mark: DecimalMark) -> Self {
        let placed: Option<Vec<(Place, &str, u32)>> =
            known(coded).map(|(code, text)| Some((Place::of(text, kind, mark)?, text, code))).collect();
        match placed {
            Some(mut placed) => {
                placed.sort_unstable();
                let codes = placed.iter().map(|it| it.2).collect();
                Self { codes, places: Some(placed.iter().map(|it| it.0.to_f64()).collect()) }
            }
            None => {
                let mut texts: Vec<(&str, u32)> = known(coded).map(|(code, text)| (text, code)).collect();
                texts.sort_unstable();
                Self::of_texts(texts)
            }
        }
    }

    /// In the order that a spec asks for. Only a natural order of numbers or dates says how far apart they are.
    ///
    /// # Errors
    /// If a list leaves out values of the column.
    pub fn sorted(coded: &Coded, kind: Kind, mark: DecimalMark, sort: &Sort) -> Result<Self, HierarchyError> {
        let mut texts: Vec<(&str, u32)> = known(coded).map(|(code, text)| (text, code)).collect();
        match sort {
            Sort::Natural => {
                let by_place = Self::new(coded, kind, mark);
                if by_place.places.is_some() {
                    return Ok(by_place);
                }
                texts.sort_unstable_by(|a, b| Collation::Natural.compare(a.0, b.0).then(a.cmp(b)));
            }
            Sort::Lexicographic => texts.sort_unstable(),
            Sort::Given(list) => {
                let place: HashMap<&str, usize> = list.iter().map(String::as_str).zip(0..).collect();
                let strays = texts.iter().filter(|(text, _)| !place.contains_key(text)).count();
                if strays > 0 {
                    let (values, verb) = if strays == 1 { ("value", "is") } else { ("values", "are") };
                    return Err(HierarchyError::Unplaceable(format!(
                        "{strays} {values} of it {verb} not in the list of ordered; add what is missing to the list"
                    )));
                }
                texts.sort_unstable_by_key(|(text, _)| place[text]);
            }
        }
        Ok(Self::of_texts(texts))
    }

    fn of_texts(texts: Vec<(&str, u32)>) -> Self {
        Self { codes: texts.into_iter().map(|(_, code)| code).collect(), places: None }
    }

    /// The texts in order, missing last, and for each code of the dictionary its place among them.
    pub fn codes(&self, coded: &Coded) -> (Vec<Option<Box<str>>>, Vec<u32>) {
        let missing = coded.dictionary.missing();
        let mut code_of = vec![0; coded.dictionary.len()];
        let ordered: Vec<u32> = self.codes.iter().copied().chain(missing).collect();
        ordered.iter().enumerate().for_each(|(place, &code)| code_of[code as usize] = place as u32);
        let texts = ordered.iter().map(|&code| coded.dictionary.value(code).map(Box::from)).collect();
        (texts, code_of)
    }
}

/// The codes and texts of values that are not missing.
fn known(coded: &Coded) -> impl Iterator<Item = (u32, &str)> {
    (0..coded.dictionary.len() as u32).filter_map(|code| Some((code, coded.dictionary.value(code)?)))
}

/// Where a value stands on a line, exactly.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Number(Decimal),
    Second(i64),
}

impl Place {
    /// Of a value whose kind is one of numbers or times.
    fn of(text: &str, kind: Kind, mark: DecimalMark) -> Option<Self> {
        let text = text.trim();
        match kind {
            Kind::Integer | Kind::Decimal => Some(Self::Number(match mark {
                DecimalMark::Point => text.parse().ok()?,
                DecimalMark::Comma => Decimal::from_comma(text).ok()?,
            })),
            Kind::Date | Kind::Timestamp => {
                let moment = text.parse::<DateTime>().ok()?;
                let moment = moment.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
                Some(Self::Second(moment.as_second()))
            }
            Kind::Text | Kind::Boolean => None,
        }
    }

    /// The double next to it.
    fn to_f64(&self) -> f64 {
        match self {
            Self::Number(number) => number.to_string().parse().expect("a decimal is a number"),
            Self::Second(second) => *second as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coded(texts: &[&str]) -> Coded {
        Coded::from_texts(texts.iter().map(|text| Some(*text)))
    }

    fn in_order(texts: &[&str], kind: Kind, sort: &Sort) -> Result<Vec<String>, HierarchyError> {
        let coded = coded(texts);
        let order = ValueOrder::sorted(&coded, kind, DecimalMark::Point, sort)?;
        Ok(order.codes(&coded).0.into_iter().flatten().map(String::from).collect())
    }

    #[test]
    fn values_stand_as_they_are_asked_to() {
        let texts = ["item 10", "item 9", "item 11"];
        let given = Sort::Given(["item 11", "item 9", "none", "item 10"].map(String::from).to_vec());
        let check = |sort: &Sort, expected: [&str; 3]| {
            assert_eq!(in_order(&texts, Kind::Text, sort).unwrap(), expected);
        };
        check(&Sort::Natural, ["item 9", "item 10", "item 11"]);
        check(&Sort::Lexicographic, ["item 10", "item 11", "item 9"]);
        check(&given, ["item 11", "item 9", "item 10"]);
    }

    #[test]
    fn values_that_a_list_leaves_out_are_counted() {
        let given = Sort::Given(vec!["a".into()]);
        let error = in_order(&["a", "secret"], Kind::Text, &given).unwrap_err().to_string();
        assert_eq!(error, "1 value of it is not in the list of ordered; add what is missing to the list");
    }

    #[test]
    fn numbers_in_natural_order_have_places() {
        let coded = coded(&["10", "9"]);
        let places =
            |sort| ValueOrder::sorted(&coded, Kind::Integer, DecimalMark::Point, &sort).unwrap().places;
        assert_eq!(places(Sort::Natural), Some(vec![9.0, 10.0]));
        assert_eq!(places(Sort::Lexicographic), None);
    }
}
