//! What the TOML reader says of a spec, in the words of people: which key is not known, what may have been meant, and where
//! a key belongs that stands in the wrong table.

use amidst_core::near::nearest;
use serde_json::Value;

use super::Spec;

/// The tables of a spec, and what the schema calls them.
const TABLES: [(&str, &str); 9] = [
    ("[input]", "Input"),
    ("[columns.NAME]", "ColumnSpec"),
    ("hierarchy", "HierarchySpec"),
    ("levels", "LevelBounds"),
    ("[privacy]", "Privacy"),
    ("[[privacy.require]]", "Requirement"),
    ("[solve]", "Solve"),
    ("[output]", "Output"),
    ("[report]", "ReportSpec"),
];

/// Keys that had another name in an earlier version.
const RENAMED: [(&str, &str); 1] = [("on_missing", "on_unmapped")];

/// A message of the TOML reader in one line, for people.
pub fn describe(message: &str) -> String {
    let message = message.trim().replace('\n', ", ");
    if let Some((key, expected)) = unknown(&message, "unknown field `") {
        return of_key(key, &expected);
    }
    if let Some((word, expected)) = unknown(&message, "unknown variant `") {
        let meant = meant(word, &expected);
        return format!("unknown word `{word}`{meant}; choose {}", either(&expected));
    }
    let whole = ["expected u64", "expected u32", "expected u8", "expected usize"];
    let message = whole
        .iter()
        .fold(message, |words, &kind| words.replace(kind, "expected a whole number, not negative"));
    message.replace("missing field", "missing key")
}

fn of_key(key: &str, expected: &[&str]) -> String {
    if let Some((old, new)) = RENAMED.iter().find(|(old, new)| *old == key && expected.contains(new)) {
        return format!("`{old}` is called `{new}` now; write that");
    }
    let keys = match expected {
        [] => "nothing can stand here".to_owned(),
        expected => format!("the keys here are {}", listed(expected)),
    };
    let schema = Spec::schema();
    let has = |(_, name): &&(&str, &str)| !schema["$defs"][*name]["properties"][key].is_null();
    let homes: Vec<&str> = TABLES.iter().filter(has).map(|(table, _)| *table).collect();
    let is_table = schema["properties"].get(key).is_some_and(Value::is_object);
    match (meant(key, expected), homes.as_slice()) {
        (meant, _) if !meant.is_empty() => format!("unknown key `{key}`{meant}; {keys}"),
        (_, []) if is_table => format!("`{key}` does not belong here but above all tables; {keys}"),
        (_, []) => format!("unknown key `{key}`; {keys}"),
        (_, homes) => format!("`{key}` does not belong here but to {}; {keys}", homes.join(" or ")),
    }
}

/// What is not known, and what is.
fn unknown<'a>(message: &'a str, begin: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let (word, expected) = message.strip_prefix(begin)?.split_once('`')?;
    Some((word, expected.split('`').skip(1).step_by(2).collect()))
}

fn meant(word: &str, known: &[&str]) -> String {
    let near = nearest(word, known.iter().copied());
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn either(words: &[&str]) -> String {
    match words {
        [one, other] => format!("`{one}` or `{other}`"),
        words => listed(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_in_the_schema() {
        let schema = Spec::schema();
        for (_, name) in TABLES {
            assert!(schema["$defs"][name]["properties"].is_object(), "{name}");
        }
    }

    #[test]
    fn a_key_in_the_wrong_table_is_told_where_it_belongs() {
        let words = describe("unknown field `seed`, expected one of `k`, `missing`");
        assert_eq!(words, "`seed` does not belong here but to [solve]; the keys here are `k`, `missing`");
        let words = describe("unknown field `mising`, expected one of `k`, `missing`");
        assert_eq!(words, "unknown key `mising` (did you mean `missing`?); the keys here are `k`, `missing`");
        let words = describe("unknown field `magic`, expected `k` or `missing`");
        assert_eq!(words, "unknown key `magic`; the keys here are `k`, `missing`");
        assert_eq!(
            describe("unknown variant `own`, expected `own-value` or `wildcard`"),
            "unknown word `own`; choose `own-value` or `wildcard`"
        );
    }
}
