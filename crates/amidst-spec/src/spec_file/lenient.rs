//! Reads TOML and tells all that is wrong with it: what cannot be read is left out, and the rest is read again.

use std::{mem, ops::Range};

use serde::de::DeserializeOwned;
use toml::{
    Deserializer, Spanned,
    de::{DeArray, DeTable, DeValue, Error},
};

use crate::spec::describe;

/// A text with more faults is another thing than was meant; those told are enough to see that.
const MOST: usize = 20;

/// What is wrong in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong, in one line. It does not quote the text: a key may have been put there by mistake.
    pub problem: String,
}

/// What could be read, if anything could, and what could not, in the order of lines.
pub fn read<T: DeserializeOwned>(text: &str) -> (Option<T>, Vec<Fault>) {
    let (root, unreadable) = DeTable::parse_recoverable(text);
    let mut faults = Vec::new();
    let fault = |error: &Error| Fault { line: line(text, error), problem: describe(error.message()) };
    if !unreadable.is_empty() {
        // What follows a slip in a line mostly follows from it.
        faults.extend(unreadable.iter().map(fault));
        faults.sort_by_key(|fault| fault.line);
        faults.dedup_by_key(|fault| fault.line);
        faults.truncate(MOST);
        return (None, faults);
    }
    let whole = root.span();
    let mut rest = Remaining { root: root.into_inner(), left_out: Vec::new() };
    let read = loop {
        let root = Spanned::new(whole.clone(), rest.root.clone());
        let error = match T::deserialize(Deserializer::from(root)) {
            Ok(value) => break Some(value),
            Err(error) => error,
        };
        if !rest.has_left_out(&error) {
            faults.push(fault(&error));
        }
        if faults.len() == MOST || !error.span().is_some_and(|span| rest.leave_out(&span)) {
            break None;
        }
    };
    faults.sort_by_key(|fault| fault.line);
    (read, faults)
}

/// The keys of a table in the order of the text.
pub fn keys_in_order(text: &str, table: &str) -> Vec<String> {
    let (root, _) = DeTable::parse_recoverable(text);
    let mut keys: Vec<(usize, String)> = match root.get_ref().get(table).map(|table| table.get_ref()) {
        Some(DeValue::Table(table)) => {
            table.keys().map(|key| (key.span().start, key.get_ref().clone().into_owned())).collect()
        }
        _ => Vec::new(),
    };
    keys.sort_unstable();
    keys.into_iter().map(|(_, key)| key).collect()
}

fn line(text: &str, error: &Error) -> u64 {
    let before = &text[..error.span().map_or(0, |span| span.start)];
    1 + before.matches('\n').count() as u64
}

/// What is left of a text.
struct Remaining<'i> {
    root: DeTable<'i>,
    /// Keys that were left out, and where the table is that had them.
    left_out: Vec<(Range<usize>, String)>,
}

impl Remaining<'_> {
    /// Whether a key is missing only because its value could not be read.
    fn has_left_out(&self, error: &Error) -> bool {
        let missing = error.message().strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        let is_it = |(table, key): &(Range<usize>, String)| {
            Some(table) == error.span().as_ref() && Some(key.as_str()) == missing
        };
        self.left_out.iter().any(is_it)
    }

    /// Leaves out what stands at a place of the text; says whether there is such a thing.
    fn leave_out(&mut self, span: &Range<usize>) -> bool {
        let mut root = mem::take(&mut self.root);
        // The whole is not left out: nothing would remain.
        let is_found = self.leave_out_of_table(&mut root, &(0..0), span);
        self.root = root;
        is_found
    }

    fn leave_out_of_table(
        &mut self,
        table: &mut DeTable<'_>,
        at: &Range<usize>,
        span: &Range<usize>,
    ) -> bool {
        for (_, value) in table.iter_mut() {
            if self.leave_out_of_value(value, span) {
                return true;
            }
        }
        let found = table.iter().find(|(key, value)| key.span() == *span || value.span() == *span);
        let Some(key) = found.map(|(key, _)| key.clone()) else { return false };
        table.remove(&key);
        self.left_out.push((at.clone(), key.into_inner().into_owned()));
        true
    }

    /// The deepest comes first: the span of a table may be that of a key in it.
    fn leave_out_of_value(&mut self, value: &mut Spanned<DeValue<'_>>, span: &Range<usize>) -> bool {
        let at = value.span();
        match value.get_mut() {
            DeValue::Table(table) => self.leave_out_of_table(table, &at, span),
            DeValue::Array(array) => {
                if array.iter_mut().any(|value| self.leave_out_of_value(value, span)) {
                    return true;
                }
                let before = array.len();
                let rest =
                    mem::replace(array, DeArray::new()).into_iter().filter(|value| value.span() != *span);
                *array = rest.collect::<DeArray<'_>>();
                array.len() < before
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    #[track_caller]
    fn check(text: &str, expected: &[(u64, &str)]) {
        let (_, faults) = read::<Spec>(text);
        let found: Vec<(u64, &str)> = faults
            .iter()
            .map(|fault| (fault.line, fault.problem.split(';').next().unwrap_or_default()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_key_and_value_that_cannot_be_is_told_in_the_order_of_lines() {
        check(
            "[input]\npath = 3\n[columns.zip]\nrole = 'quasi'\nlvels = { max = 1 }\n[columns.age.levels]\nmost = 2\n[privacy]\nk = 'two'\n",
            &[
                (2, "invalid type: integer `3`, expected a string"),
                (5, "unknown key `lvels` (did you mean `levels`?)"),
                (6, "missing key `role`"),
                (7, "unknown key `most`"),
                (9, "invalid type: string \"two\", expected a whole number, not negative"),
            ],
        );
    }

    #[test]
    fn keys_stand_in_the_order_of_the_text() {
        let text =
            "columns.zip.role = 'quasi'\n[columns.age]\nrole = 'quasi'\n[columns.\"b c\"]\nrole = 'other'\n";
        assert_eq!(keys_in_order(text, "columns"), ["zip", "age", "b c"]);
        let spec = Spec::from_toml(text).unwrap();
        assert_eq!(Spec::from_toml(&spec.to_toml()).unwrap(), spec);
    }

    #[test]
    fn what_could_not_be_read_is_not_missing_besides() {
        check(
            "[columns.zip]\nrole = 'quasy'\nweight = 'x'\n",
            &[
                (2, "unknown role \"quasy\" (did you mean \"quasi\"?)"),
                (3, "invalid type: string \"x\", expected f64"),
            ],
        );
    }

    #[test]
    fn faults_of_one_requirement_do_not_hide_those_of_another() {
        check(
            "[[privacy.require]]\nk = 3\n[[privacy.require]]\nmodel = 'k-map'\nkk = 2\n",
            &[(1, "missing key `model`"), (5, "unknown key `kk` (did you mean `k`?)")],
        );
    }

    #[test]
    fn what_is_no_toml_is_told_line_by_line() {
        check(
            "nonsense\n[input]\npath = \'a\'\nmore\n",
            &[(1, "key with no value, expected `=`"), (4, "key with no value, expected `=`")],
        );
    }

    #[test]
    fn a_text_that_is_something_else_has_an_end() {
        let text: String = (0..100).map(|key| format!("key{key} = 1\n")).collect();
        assert_eq!(read::<Spec>(&text).1.len(), MOST);
    }
}
