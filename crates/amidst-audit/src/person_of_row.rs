//! Whose row each is. People who are counted twice because their names are spelled in two ways would make every class look
//! fuller than it is, so spellings of one name are one person.

use std::sync::Arc;

use amidst_core::{Coded, Codes};
use hashbrown::HashMap;

use crate::{Reading, text::Value};

/// The person of each row; a row that names nobody is nobody's.
#[derive(Clone)]
pub struct PersonOfRow {
    of_row: Arc<Codes>,
    /// The number that stands for nobody.
    nobody: u32,
}

impl PersonOfRow {
    /// The people that a column names. Names that differ in case, in spaces, in how an accent is made up or in how a number
    /// or a day is written are one; white space alone names nobody.
    pub fn of(names: &Coded, reading: Reading) -> Self {
        let mut people: HashMap<Value, u32> = HashMap::new();
        let mut person = |name: &str| {
            let next = people.len() as u32;
            *people.entry(Value::of(name, reading.has_comma)).or_insert(next)
        };
        let numbers: Vec<Option<u32>> = names
            .dictionary
            .iter()
            .map(|name| name.filter(|name| !Value::is_blank(name)).map(&mut person))
            .collect();
        let nobody = people.len() as u32;
        let of_row = names.codes.iter().map(|code| numbers[code as usize].unwrap_or(nobody)).collect();
        Self { of_row: Arc::new(Codes::narrow(of_row, people.len() + 1)), nobody }
    }

    /// The person of each row, if it names one.
    pub(crate) fn of_rows(&self) -> impl Iterator<Item = Option<u32>> {
        self.of_row.iter().map(|person| (person != self.nobody).then_some(person))
    }
}

#[cfg(test)]
mod tests {
    use amidst_table::Column;

    use super::*;

    #[track_caller]
    fn check(names: &[Option<&str>], expected: &[Option<u32>]) {
        let column = Column::from_texts("who", names.iter().copied());
        let person_of_row = PersonOfRow::of(column.coded().expect("it is coded"), Reading::default());
        assert_eq!(person_of_row.of_rows().collect::<Vec<_>>(), expected, "{names:?}");
    }

    #[test]
    fn spellings_of_one_name_are_one_person() {
        check(&[Some("p1"), Some("P1 "), Some("p2"), Some("p1")], &[Some(0), Some(0), Some(1), Some(0)]);
        check(&[Some("1"), Some("1.0"), Some("01"), Some("2")], &[Some(0), Some(0), Some(0), Some(1)]);
        check(&[Some("caf\u{e9}"), Some("cafe\u{301}")], &[Some(0), Some(0)]);
        check(&[Some("a"), None, Some("b")], &[Some(0), None, Some(1)]);
        check(&[Some(" "), Some("a"), Some("\u{a0}\t"), Some("b")], &[None, Some(0), None, Some(1)]);
    }
}
