//! Parameters, each described once: specs are checked by the description, and schema, help and tables are made of it.

use std::{
    fmt,
    ops::{Bound, RangeBounds},
};

/// A parameter of a model, an algorithm or a hierarchy builder.
///
/// # Example
/// ```
/// use std::ops::Bound;
/// use amidst_core::parameter::{ParamInfo, ParamValue};
/// const SHARE: ParamInfo = ParamInfo::number("share", Bound::Excluded(0.0), Bound::Included(1.0), "the largest share of a value");
/// assert!(SHARE.check(&ParamValue::Number(0.5)).is_ok());
/// assert_eq!(SHARE.check(&ParamValue::Number(2.0)), Err("a number above 0 and at most 1 (the largest share of a value)".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamInfo {
    /// Its name in a spec.
    pub name: &'static str,
    /// What it may be.
    pub kind: ParamKind,
    /// What it is if a spec leaves it out.
    pub default: ParamDefault,
    /// What it means, in a few words.
    pub doc: &'static str,
    /// What is expected of it, for people, where the words of its kind say too little; else empty.
    pub advice: &'static str,
    /// A usual value as a spec writes it; empty if there is none.
    pub example: &'static str,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// A whole number of at least so many.
    Whole {
        /// The least.
        least: u64,
    },
    /// A number between two bounds. It is never infinite.
    Number {
        /// The lower bound.
        low: Bound<f64>,
        /// The upper bound.
        high: Bound<f64>,
    },
    /// One of some words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// Yes or no.
    Flag,
    /// Several values, of which this says what they may be.
    List(&'static str),
}

/// What a parameter is if a spec leaves it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamDefault {
    /// A spec must say it.
    Required,
    /// Nothing: what is then done its description says.
    Absent,
    /// A number.
    Number(f64),
    /// A word.
    Word(&'static str),
}

/// What a parameter is.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamValue {
    /// A number, whole or not.
    Number(f64),
    /// A word or text.
    Text(String),
    /// Several texts.
    Texts(Vec<String>),
}

/// Parameters by name, each as its description has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters(Vec<(&'static str, ParamValue)>);

/// Why parameters are refused.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamProblem {
    /// A parameter that must be said is not.
    Lacking(ParamInfo),
    /// A parameter is not what it may be.
    Wrong {
        /// Its name.
        name: &'static str,
        /// What it is.
        value: ParamValue,
        /// What was expected.
        expected: String,
    },
}

impl ParamInfo {
    /// A whole number of at least 1 that must be said.
    pub const fn whole(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            kind: ParamKind::Whole { least: 1 },
            default: ParamDefault::Required,
            doc,
            advice: "",
            example: "",
        }
    }

    /// A number between two bounds that must be said.
    pub const fn number(name: &'static str, low: Bound<f64>, high: Bound<f64>, doc: &'static str) -> Self {
        Self {
            name,
            kind: ParamKind::Number { low, high },
            default: ParamDefault::Required,
            doc,
            advice: "",
            example: "",
        }
    }

    /// A number from 0 to 1 that must be said.
    pub const fn share(name: &'static str, doc: &'static str) -> Self {
        Self::number(name, Bound::Included(0.0), Bound::Included(1.0), doc)
    }

    /// One of some words, the first if left out.
    pub const fn word(name: &'static str, words: &'static [&'static str], doc: &'static str) -> Self {
        let default = ParamDefault::Word(words[0]);
        Self { name, kind: ParamKind::Word(words), default, doc, advice: "", example: "" }
    }

    /// Something of another kind, which may be left out.
    pub const fn optional(name: &'static str, kind: ParamKind, doc: &'static str) -> Self {
        Self { name, kind, default: ParamDefault::Absent, doc, advice: "", example: "" }
    }

    /// The same with another default.
    pub const fn or(self, default: ParamDefault) -> Self {
        Self { default, ..self }
    }

    /// The same with words for what is expected.
    pub const fn expecting(self, advice: &'static str) -> Self {
        Self { advice, ..self }
    }

    /// The same with a usual value, as a spec writes it.
    pub const fn such_as(self, example: &'static str) -> Self {
        Self { example, ..self }
    }

    /// What is expected of it, for people.
    pub fn expected(&self) -> String {
        if self.advice.is_empty() { format!("{} ({})", self.kind, self.doc) } else { self.advice.into() }
    }

    /// Whether it may have a value.
    ///
    /// # Errors
    /// If not: what is expected, in words.
    pub fn check(&self, value: &ParamValue) -> Result<(), String> {
        if self.kind.admits(value) { Ok(()) } else { Err(self.expected()) }
    }
}

impl ParamKind {
    /// Whether a value is of this kind.
    pub fn admits(&self, value: &ParamValue) -> bool {
        match (self, value) {
            (Self::Whole { least }, ParamValue::Number(number)) => {
                number.fract() == 0.0 && (*least as f64..=MOST).contains(number)
            }
            (Self::Number { low, high }, ParamValue::Number(number)) => {
                number.is_finite() && (*low, *high).contains(number)
            }
            (Self::Word(words), ParamValue::Text(text)) => words.contains(&text.as_str()),
            (Self::Text, ParamValue::Text(_)) | (Self::List(_), ParamValue::Texts(_)) => true,
            _ => false,
        }
    }
}

/// Up to here every whole number is itself.
const MOST: f64 = 9_007_199_254_740_992.0;

/// For people: `a number above 0 and at most 1`.
impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { least } => write!(f, "a whole number of at least {least}"),
            Self::Number { low, high } => {
                let low = match low {
                    Bound::Included(low) => Some(format!("of at least {low}")),
                    Bound::Excluded(low) => Some(format!("above {low}")),
                    Bound::Unbounded => None,
                };
                let high = match high {
                    Bound::Included(high) => Some(format!("at most {high}")),
                    Bound::Excluded(high) => Some(format!("below {high}")),
                    Bound::Unbounded => None,
                };
                let bounds: Vec<String> = low.into_iter().chain(high).collect();
                let space = if bounds.is_empty() { "" } else { " " };
                write!(f, "a number{space}{}", bounds.join(" and "))
            }
            Self::Word(words) => match words.split_last() {
                Some((last, [])) => f.write_str(last),
                Some((last, others)) => write!(f, "{} or {last}", others.join(", ")),
                None => f.write_str("nothing"),
            },
            Self::Text => f.write_str("a text"),
            Self::Flag => f.write_str("true or false"),
            Self::List(what) => f.write_str(what),
        }
    }
}

/// As it is written; nothing where there is none.
impl fmt::Display for ParamDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required | Self::Absent => Ok(()),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl ParamDefault {
    fn value(self) -> Option<ParamValue> {
        match self {
            Self::Required | Self::Absent => None,
            Self::Number(number) => Some(ParamValue::Number(number)),
            Self::Word(word) => Some(ParamValue::Text(word.into())),
        }
    }
}

/// As it is written; of several texts only how many, because they may be cells.
impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Texts(texts) => texts.len().fmt(f),
        }
    }
}

impl Parameters {
    /// What is said of each parameter, or its default.
    ///
    /// # Errors
    /// If one is lacking or not what it may be. What is said of others that are not described is not looked at.
    pub fn check<'a>(
        described: impl IntoIterator<Item = &'a ParamInfo>,
        said: impl Fn(&str) -> Option<ParamValue>,
    ) -> Result<Self, ParamProblem> {
        let mut parameters = Vec::new();
        for info in described {
            let Some(value) = said(info.name).or_else(|| info.default.value()) else {
                match info.default {
                    ParamDefault::Required => return Err(ParamProblem::Lacking(*info)),
                    _ => continue,
                }
            };
            match info.check(&value) {
                Ok(()) => parameters.push((info.name, value)),
                Err(expected) => return Err(ParamProblem::Wrong { name: info.name, value, expected }),
            }
        }
        Ok(Self(parameters))
    }

    /// Numbers by name, unchecked.
    pub fn of_numbers(numbers: impl IntoIterator<Item = (&'static str, f64)>) -> Self {
        Self(numbers.into_iter().map(|(name, number)| (name, ParamValue::Number(number))).collect())
    }

    /// One of them, if it is there.
    pub fn get(&self, name: &str) -> Option<&ParamValue> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A number that is described as one and is required or has a default.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn number(&self, name: &str) -> f64 {
        match self.get(name) {
            Some(ParamValue::Number(number)) => *number,
            _ => panic!("{name} is not described as a number that is always there"),
        }
    }

    /// A whole number that is described as one and is required or has a default.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn whole(&self, name: &str) -> u64 {
        self.number(name) as u64
    }

    /// A word that is described as one and is required or has a default.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn word(&self, name: &str) -> &str {
        match self.get(name) {
            Some(ParamValue::Text(word)) => word,
            _ => panic!("{name} is not described as a word that is always there"),
        }
    }

    /// Several texts; none if they are left out.
    pub fn texts(&self, name: &str) -> &[String] {
        match self.get(name) {
            Some(ParamValue::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// Those that are numbers, each with its name.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.0.iter().filter_map(|(name, value)| match value {
            ParamValue::Number(number) => Some((*name, *number)),
            _ => None,
        })
    }

    /// The same with another number.
    pub fn with_number(mut self, name: &str, number: f64) -> Self {
        let found = self.0.iter_mut().find(|(known, _)| *known == name);
        if let Some((_, value)) = found {
            *value = ParamValue::Number(number);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const K: ParamInfo = ParamInfo::whole("k", "rows").or(ParamDefault::Number(1.0));
    const T: ParamInfo = ParamInfo::share("t", "distance");
    const ORDER: ParamInfo = ParamInfo::word("order", &["rank", "gaps"], "distances");

    fn check(said: &[(&str, ParamValue)]) -> Result<Parameters, ParamProblem> {
        let find = |name: &str| said.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        Parameters::check(&[K, T, ORDER], find)
    }

    #[test]
    fn what_is_left_out_has_its_default_and_what_must_be_said_is_asked_for() {
        let parameters = check(&[("t", ParamValue::Number(0.2))]).unwrap();
        assert_eq!(
            (parameters.whole("k"), parameters.number("t"), parameters.word("order")),
            (1, 0.2, "rank")
        );
        assert_eq!(check(&[]), Err(ParamProblem::Lacking(T)));
    }

    #[test]
    fn every_kind_has_its_bounds_and_says_them() {
        let wrong =
            |name: &str, value: ParamValue| match check(&[("t", ParamValue::Number(0.0)), (name, value)]) {
                Err(ParamProblem::Wrong { expected, .. }) => expected,
                other => panic!("{other:?}"),
            };
        assert_eq!(wrong("k", ParamValue::Number(1.5)), "a whole number of at least 1 (rows)");
        assert_eq!(wrong("k", ParamValue::Number(0.0)), "a whole number of at least 1 (rows)");
        assert_eq!(wrong("order", ParamValue::Text("size".into())), "rank or gaps (distances)");
        assert_eq!(
            T.check(&ParamValue::Number(f64::NAN)),
            Err("a number of at least 0 and at most 1 (distance)".into())
        );
        let above = ParamInfo::number("c", Bound::Excluded(0.0), Bound::Unbounded, "factor");
        assert!(
            above.check(&ParamValue::Number(0.0)).is_err() && above.check(&ParamValue::Number(1e300)).is_ok()
        );
        assert!(above.check(&ParamValue::Number(f64::INFINITY)).is_err());
        assert_eq!(
            above.expecting("a number above 0; 3 is usual").expected(),
            "a number above 0; 3 is usual"
        );
    }

    #[test]
    fn values_that_are_named_are_not_told() {
        assert_eq!(ParamValue::Texts(vec!["HIV".into()]).to_string(), "1");
    }
}
