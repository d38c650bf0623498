//! Opening a table, as every command does it.

use amidst_core::Kind;
use amidst_io::{Format, Reader, Source};

use crate::{Error, Result, spec::Input};

/// Opens a table. Refuses a first line that is data: a person would become the names of the columns.
pub fn open(input: &Input) -> Result<Reader> {
    let reader =
        Reader::open(&Source::from_argument(&input.path), &input.hints()?, &input.missing_markers())?;
    if reader.layout().format == Format::Csv && is_data(reader.columns()) {
        return Err(Error::NoHeader { source_name: reader.file().to_owned() });
    }
    Ok(reader)
}

/// Whether a first line reads like a row: a day or an address of e-mail is no name, and mostly numbers are none either.
fn is_data(header: &[String]) -> bool {
    let is_address = |name: &str| name.split_once('@').is_some_and(|(_, host)| host.contains('.'));
    let is_number = |name: &&String| Kind::Decimal.holds(name);
    header.iter().any(|name| is_address(name) || Kind::Date.holds(name))
        || 2 * header.iter().filter(is_number).count() > header.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &[&str], expected: bool) {
        assert_eq!(is_data(&header.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()), expected);
    }

    #[test]
    fn a_row_is_no_header() {
        check(&["Ann", "ann@example.org", "34"], true);
        check(&["Ann", "1980-02-29"], true);
        check(&["34", "12345", "f"], true);
    }

    #[test]
    fn years_beside_words_are_a_header() {
        check(&["region", "sex", "2023", "2024"], false);
        check(&["age", "zip"], false);
    }
}
