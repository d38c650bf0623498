//! JSON Lines: one object a row. A name that is left out is null.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Flaw, Page, page::Span};

const NOT_AN_OBJECT: &str = "a line is not a JSON object";

/// The rows of a block that ends with a line.
pub(crate) fn page(text: &[u8], columns: &[&str]) -> Result<Page, Flaw> {
    let mut page = Page {
        text: Vec::with_capacity(text.len()),
        spans: Vec::new(),
        columns: columns.len(),
        rows: 0,
        strange: 0,
    };
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let mut json = serde_json::Deserializer::from_slice(line);
        let object = Object { columns, page: &mut page }.deserialize(&mut json).and_then(|()| json.end());
        object.map_err(|_| Flaw { rows: page.rows as u64, what: NOT_AN_OBJECT })?;
        page.rows += 1;
    }
    if u32::try_from(page.text.len()).is_err() {
        return Err(Flaw { rows: 0, what: "a line is longer than 4 GiB" });
    }
    Ok(page)
}

/// Adds one object to a page as a row.
struct Object<'a> {
    columns: &'a [&'a str],
    page: &'a mut Page,
}

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { columns, page } = self;
        let row = page.spans.len();
        page.spans.resize(row + columns.len(), Span::NULL);
        let mut next = 0;
        while let Some(found) = map.next_key_seed(Name { columns: &columns[next..] })? {
            let value: &RawValue = map.next_value()?;
            match found {
                Some(steps) => {
                    page.spans[row + next + steps] = text(value, &mut page.text)?;
                    next += steps + 1;
                }
                None => page.strange += 1,
            }
        }
        Ok(())
    }
}

/// Finds a name among those that may still come.
struct Name<'a> {
    columns: &'a [&'a str],
}

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<usize>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.columns.iter().position(|column| *column == name))
    }
}

/// A value as text: strings without their quotes, everything else as it is written.
fn text<E: serde::de::Error>(value: &RawValue, to: &mut Vec<u8>) -> Result<Span, E> {
    let start = to.len();
    match value.get() {
        "null" => return Ok(Span::NULL),
        json if json.starts_with('"') && json.contains('\\') => {
            let decoded: String = serde_json::from_str(json).map_err(|_| E::custom("a string"))?;
            to.extend_from_slice(decoded.as_bytes());
        }
        json if json.starts_with('"') => to.extend_from_slice(&json.as_bytes()[1..json.len() - 1]),
        json => to.extend_from_slice(json.as_bytes()),
    }
    Ok(Span::new(start, to.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(page: &Page, row: usize) -> Vec<Option<&str>> {
        (0..page.columns)
            .map(|at| page.row(row).cell(at).map(|text| std::str::from_utf8(text).unwrap()))
            .collect()
    }

    #[test]
    fn values_become_their_text() {
        let json = "{\"a\":\"x\\n\\\"y\\u00e9\",\"b\":1.50,\"c\":true}\n{\"b\":null,\"c\":\"\"}\n{}\n";
        let Ok(page) = page(json.as_bytes(), &["a", "b", "c"]) else { panic!() };
        assert_eq!(cells(&page, 0), [Some("x\n\"yé"), Some("1.50"), Some("true")]);
        assert_eq!(cells(&page, 1), [None, None, Some("")]);
        assert_eq!(cells(&page, 2), [None; 3]);
        assert_eq!((page.rows, page.strange), (3, 0));
    }

    #[test]
    fn names_in_another_order_or_unknown_are_strange() {
        let Ok(page) = page(b"{\"b\":1,\"a\":2}\n{\"a\":1,\"x\":2,\"b\":3}\n", &["a", "b"]) else { panic!() };
        assert_eq!(page.strange, 2);
    }

    #[test]
    fn a_line_that_is_no_object_is_a_flaw() {
        for json in ["[1]\n", "{\"a\":1\n", "\n", "{} {}\n"] {
            assert!(page(json.as_bytes(), &["a"]).is_err());
        }
    }
}
