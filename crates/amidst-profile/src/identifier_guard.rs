//! The guard: a column that looks like a direct identifier, a number of records, free text or dates of birth is not released by
//! mistake.

use amidst_core::Role;
use amidst_spec::{Error, Result, header::Subject, roles::Roles};
use amidst_table::{Column, Data, Table};
use arrow_array::Array;
use arrow_cast::display::{ArrayFormatter, FormatOptions};

use crate::{points_at_people, tells_rows_apart};

/// How many cells of a column are looked at.
const SAMPLE: usize = 2_000;

/// Refuses a sensitive, other or confidential column that points at people, unless the spec says it may be released.
/// `markers` are the texts that count as missing.
///
/// # Errors
/// If there is one.
///
/// # Panics
/// If a column with a role was not read.
pub fn refuse_identifiers(table: &Table, roles: &Roles, markers: &[String]) -> Result<()> {
    let subject = Subject::of(roles.columns().map(|(name, _)| name));
    for (name, spec) in roles.columns() {
        let is_shown = spec.confidential || matches!(spec.role.0, Role::Sensitive | Role::Other);
        if spec.not_identifying || !is_shown {
            continue;
        }
        let column = table.column(name).expect("released columns were read");
        if let Some((what, evidence)) = looks_like(column, subject, markers) {
            return Err(Error::LooksIdentifying { column: name.into(), role: spec.role.0, what, evidence });
        }
    }
    Ok(())
}

/// What a column looks like that points at people, and why.
fn looks_like(column: &Column, subject: Subject, markers: &[String]) -> Option<(&'static str, String)> {
    let mut cells = sample(column);
    cells.retain(|cell| !markers.contains(cell));
    // Of a sample more cells stand alone than of the whole column.
    let share = if column.data.len() > SAMPLE { 0.99 } else { 0.9 };
    match points_at_people(&column.name, subject, &cells, column.data.len()) {
        Some(found) => Some((found.what.words(), found.evidence)),
        None if tells_rows_apart(&cells, share) => {
            Some(("a key to the rows", "nearly every text stands alone".into()))
        }
        None => None,
    }
}

/// Some cells as text, spread over the table.
fn sample(column: &Column) -> Vec<String> {
    let rows = column.data.len();
    let step = rows.div_ceil(SAMPLE).max(1);
    match &column.data {
        Data::Coded(coded) => {
            let cell = |row| coded.dictionary.value(coded.codes.at(row)).map(String::from);
            (0..rows).step_by(step).filter_map(cell).collect()
        }
        Data::Carried(chunks) => {
            let options = FormatOptions::default();
            let cells = chunks.iter().flat_map(|chunk| {
                let formatter =
                    ArrayFormatter::try_new(chunk, &options).expect("every Arrow type can be displayed");
                let text = |row| chunk.is_valid(row).then(|| formatter.value(row).to_string());
                (0..chunk.len()).step_by(step).filter_map(text).collect::<Vec<_>>()
            });
            cells.collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many texts, of which so many stand alone and the others in pairs; spread so that any sample has its share.
    fn texts(rows: usize, alone: usize) -> Vec<String> {
        let word = |mut number: usize| {
            let letters = std::iter::from_fn(|| {
                let letter = char::from(b'a' + (number % 26) as u8);
                number /= 26;
                Some(letter)
            });
            letters.take(4).collect::<String>()
        };
        (0..rows).map(|row| word(if row < alone { row } else { alone + (row - alone) / 2 })).collect()
    }

    #[track_caller]
    fn check(cells: &[String], expected: Option<&str>) {
        let column = Column::from_texts("x", cells.iter().map(|cell| Some(cell.as_str())));
        let found = looks_like(&column, Subject::Unknown, &["none".to_owned()]).map(|(what, _)| what);
        assert_eq!(found, expected, "{} cells", cells.len());
    }

    #[test]
    fn a_key_to_the_rows_has_nine_texts_in_ten_alone() {
        check(&texts(100, 90), Some("a key to the rows"));
        check(&texts(100, 88), None);
        check(&texts(SAMPLE, SAMPLE * 9 / 10), Some("a key to the rows"));
        check(&texts(SAMPLE, SAMPLE * 9 / 10 - 2), None);
    }

    #[test]
    fn of_a_sample_ninety_nine_in_a_hundred_must_stand_alone() {
        // Every second row is looked at: the first of each of two.
        let sampled = |alone: usize| -> Vec<String> {
            texts(SAMPLE, alone).into_iter().flat_map(|text| [text.clone(), text]).collect()
        };
        check(&sampled(SAMPLE * 99 / 100), Some("a key to the rows"));
        check(&sampled(SAMPLE * 99 / 100 - 2), None);
        check(&sampled(SAMPLE * 9 / 10), None);
    }

    #[test]
    fn amounts_beside_words_for_missing_are_no_key() {
        let amount = |row: usize| match row % 10 {
            0 => "k.A.".to_owned(),
            1 => "none".to_owned(),
            _ => format!("{}.{:03},{:02}", 1 + row / 7, row * 37 % 1000, row % 100),
        };
        check(&(0..300).map(amount).collect::<Vec<_>>(), None);
        check(&(0..300).map(|row| amount(row) + " €").collect::<Vec<_>>(), None);
    }

    #[test]
    fn numbers_of_records_in_any_order_are_found_by_a_sample() {
        let numbers = |span: usize| -> Vec<String> {
            (0..20_000).map(|row| (700_000 + row * 7_919 % span).to_string()).collect()
        };
        check(&numbers(20_011), Some("record numbers"));
        check(&numbers(200_003), None);
    }

    #[test]
    fn days_and_times_are_no_key() {
        let time = |row: usize| {
            format!("{:02}.{:02}.2023 {:02}:{:02}", 1 + row % 28, 1 + row % 12, row % 24, row % 60)
        };
        check(&(0..300).map(time).collect::<Vec<_>>(), None);
        check(
            &(0..300)
                .map(|row| format!("{:02}.{:02}.{:02}", 1 + row % 28, 1 + row % 12, row % 20))
                .collect::<Vec<_>>(),
            None,
        );
    }
}
