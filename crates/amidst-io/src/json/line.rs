//! One line of JSON Lines: its keys and its values as they are written.

use std::{borrow::Cow, fmt};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Calls `each` with every key and value of the object on a line, and stops when it says so.
pub(super) fn each_entry<E>(
    line: &str,
    each: &mut dyn FnMut(&str, &str) -> Result<(), E>,
) -> Result<(), EntryError<E>> {
    let mut stopped = None;
    let mut json = serde_json::Deserializer::from_str(line);
    let object = Object { each, stopped: &mut stopped };
    let outcome = json.deserialize_map(object).and_then(|()| json.end());
    match (stopped, outcome) {
        (Some(error), _) => Err(EntryError::Stopped(error)),
        (None, Err(_)) => Err(EntryError::NotAnObject),
        (None, Ok(())) => Ok(()),
    }
}

/// Why a line was not read to its end.
pub(super) enum EntryError<E> {
    /// It is something else.
    NotAnObject,
    /// The caller did not want more.
    Stopped(E),
}

struct Object<'a, E> {
    each: &'a mut dyn FnMut(&str, &str) -> Result<(), E>,
    stopped: &'a mut Option<E>,
}

impl<'de, E> Visitor<'de> for Object<'_, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            let value: &RawValue = map.next_value()?;
            if let Err(error) = (self.each)(&key, value.get()) {
                *self.stopped = Some(error);
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

/// A key, borrowed from the line unless it holds an escape.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// What a value of JSON is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Null,
    Text,
    Integer,
    Fraction,
    Boolean,
    Nested,
}

impl Shape {
    /// The shape of a value as it is written.
    pub(super) fn of(raw: &str) -> Self {
        match raw.as_bytes() {
            [b'"', ..] => Self::Text,
            [b'{' | b'[', ..] => Self::Nested,
            b"null" => Self::Null,
            b"true" | b"false" => Self::Boolean,
            b"-0" => Self::Fraction,
            digits if digits.iter().all(|byte| matches!(byte, b'-' | b'0'..=b'9')) => Self::Integer,
            _ => Self::Fraction,
        }
    }

    /// The shape a text would have if it stood in JSON without quotes, unless it could not.
    pub(super) fn of_literal(text: &str) -> Option<Self> {
        let first = text.as_bytes().first()?;
        let may_be = matches!(first, b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'{' | b'[');
        let is =
            may_be && serde_json::from_str::<&RawValue>(text).is_ok_and(|raw| raw.get().len() == text.len());
        is.then(|| Self::of(text))
    }
}

/// Why a string has no plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadText {
    /// It holds half of a character.
    Surrogate,
    /// It holds a NUL.
    Nul,
}

/// The plain text of a value: strings without quotes and escapes, everything else as it is written, null not at all.
pub(super) fn plain_text(raw: &str) -> Result<Option<Cow<'_, str>>, BadText> {
    Ok(match raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(text) if text.contains('\\') => {
            // The line has been parsed before; only surrogates without their other half are left to be found.
            let text: String = serde_json::from_str(raw).map_err(|_| BadText::Surrogate)?;
            if text.contains('\0') {
                return Err(BadText::Nul);
            }
            Some(Cow::Owned(text))
        }
        Some(text) => Some(Cow::Borrowed(text)),
        None if raw == "null" => None,
        None => Some(Cow::Borrowed(raw)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_spelling() {
        let mut found = Vec::new();
        let line = r#" {"a": 1.50, "b\u0041": "x\ny", "c": {"d": [1,  2]}, "e": null} "#;
        let outcome = each_entry::<()>(line, &mut |key, raw| {
            found.push((
                key.to_owned(),
                raw.to_owned(),
                Shape::of(raw),
                plain_text(raw).expect("whole characters").map(Cow::into_owned),
            ));
            Ok(())
        });
        assert!(outcome.is_ok());
        let entry = |key: &str, raw: &str, shape, text: Option<&str>| {
            (key.to_owned(), raw.to_owned(), shape, text.map(str::to_owned))
        };
        assert_eq!(
            found,
            [
                entry("a", "1.50", Shape::Fraction, Some("1.50")),
                entry("bA", r#""x\ny""#, Shape::Text, Some("x\ny")),
                entry("c", r#"{"d": [1,  2]}"#, Shape::Nested, Some(r#"{"d": [1,  2]}"#)),
                entry("e", "null", Shape::Null, None),
            ]
        );
    }

    #[test]
    fn half_a_character_and_nul_have_no_text() {
        assert_eq!(plain_text(r#""a\ud800""#), Err(BadText::Surrogate));
        assert_eq!(plain_text(r#""\udc00\ud800""#), Err(BadText::Surrogate));
        assert_eq!(plain_text(r#""a\u0000""#), Err(BadText::Nul));
        assert_eq!(plain_text(r#""\ud83d\ude00""#), Ok(Some("😀".into())));
    }

    #[test]
    fn only_whole_objects_are_objects() {
        for line in ["[1]", "{\"a\":1", "{} {}", "x", "3", ""] {
            assert!(matches!(each_entry::<()>(line, &mut |_, _| Ok(())), Err(EntryError::NotAnObject)));
        }
    }

    #[test]
    fn literals_are_what_json_writes_without_quotes() {
        for text in ["1", "-1.5e3", "true", "[1]", "{}", "null"] {
            assert!(Shape::of_literal(text).is_some());
        }
        for text in ["", "01", "+1", "1.", "True", "abc", "1 ", "NaN", "-", "\"a\""] {
            assert!(Shape::of_literal(text).is_none());
        }
    }
}
