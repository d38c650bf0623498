//! Types that a spec declares, held against the cells.

use amidst_core::{Kind, Observer, hierarchy::builders::DecimalMark, observer::watched};
use amidst_table::{Column, Table};

use crate::{
    Error, Result,
    reporting::grouped,
    requirements::coded,
    roles::Roles,
    value::{Value, is_code_for_missing},
};

/// Digits of the shortest date, such as `1.1.20`.
const DIGITS_OF_A_DATE: usize = 4;

/// Refuses a column of which the spec says that it holds numbers or dates where some cells are neither, codes for missing
/// aside: the hierarchy would be built for what is not there. `markers` are the texts that count as missing.
///
/// # Errors
/// If there is one.
pub fn refuse_other_types(
    table: &Table,
    roles: &Roles,
    markers: &[String],
    mark: DecimalMark,
    observer: &dyn Observer,
) -> Result<()> {
    for (name, spec) in roles.columns() {
        let (Some(kind), Some(column)) = (spec.kind, table.column(name)) else { continue };
        let Some(other) = Other::find(column, kind.0, markers, mark, observer)? else { continue };
        return Err(Error::unfit_column(
            "type",
            name,
            format!(
                "column {name:?}: type = \"{}\", but {} of {} rows hold no {}, the first of them row {} below the header; correct \
             these cells, declare them as missing in [input], or take type away",
                kind.0,
                grouped(other.rows),
                grouped(table.rows() as u64),
                if is_of_numbers(kind.0) { "number" } else { "date" },
                grouped(other.first as u64 + 1),
            ),
        ));
    }
    Ok(())
}

/// Rows whose cells are not what was declared.
struct Other {
    first: usize,
    rows: u64,
}

impl Other {
    fn find(
        column: &Column,
        kind: Kind,
        markers: &[String],
        mark: DecimalMark,
        observer: &dyn Observer,
    ) -> Result<Option<Self>> {
        if matches!(kind, Kind::Text | Kind::Boolean) || kind == column.kind {
            return Ok(None);
        }
        let own = coded(column, markers, observer)?;
        let Some(coded) = own.as_ref().unwrap_or(column).coded() else { return Ok(None) };
        let is_other: Vec<bool> = watched(coded.dictionary.iter(), observer)
            .map(|text| text.is_some_and(|text| !is_of(kind, text, mark)))
            .collect();
        observer.go_on()?;
        let mut rows = coded.codes.iter().enumerate().filter(|(_, code)| is_other[*code as usize]);
        let first = rows.next();
        Ok(first.map(|(first, _)| Self { first, rows: 1 + rows.count() as u64 }))
    }
}

/// Whether a cell may be of this kind, however it is written.
fn is_of(kind: Kind, text: &str, mark: DecimalMark) -> bool {
    let value = Value::of(text, mark);
    let is_written = match value {
        Value::Text(_) => false,
        Value::Day(_) => !is_of_numbers(kind),
        _ => is_of_numbers(kind),
    };
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let may_be_date = !is_of_numbers(kind) && digits >= DIGITS_OF_A_DATE;
    is_written || may_be_date || kind.holds(text) || is_code_for_missing(text)
}

fn is_of_numbers(kind: Kind) -> bool {
    matches!(kind, Kind::Integer | Kind::Decimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Kind, cells: &[Option<&str>], expected: Option<(usize, u64)>) {
        let column = Column::from_texts("x", cells.iter().copied());
        let found = Other::find(&column, kind, &[], DecimalMark::Comma, &()).expect("nobody aborts");
        assert_eq!(found.map(|other| (other.first, other.rows)), expected, "{kind}: {cells:?}");
    }

    #[test]
    fn cells_of_another_type_are_found_however_the_others_are_written() {
        check(Kind::Integer, &[Some("1"), Some("a1"), None, Some("2"), Some("a1")], Some((1, 2)));
        check(Kind::Integer, &[Some("007"), Some("90+"), Some(" 5"), Some("1.000"), None, Some("n/a")], None);
        check(Kind::Decimal, &[Some("€ 6.259,70"), Some("-1,5"), Some("unknown")], None);
        check(Kind::Decimal, &[Some("1,5"), Some("2024-02-29")], Some((1, 1)));
        check(Kind::Date, &[Some("2024-02-29"), Some("29.2.24"), Some("20240229"), Some("March 2024")], None);
        check(Kind::Date, &[Some("2024-02-29"), Some("flu"), Some("12")], Some((1, 2)));
        check(Kind::Timestamp, &[Some("2024-02-29T10:00:00Z"), Some("soon")], Some((1, 1)));
        check(Kind::Text, &[Some("1"), Some("a")], None);
    }
}
