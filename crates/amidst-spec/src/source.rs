//! Opening a table, as every command does it.

use amidst_core::{Kind, Observer};
use amidst_io::{Format, Layout, Reader, Source};

use crate::{Error, Result, header::are_mostly_names, spec::Input};

/// Opens the table that is given, or that a path leads to.
pub fn open(input: &Input) -> Result<Reader<'static>> {
    open_observed(None, input, &())
}

/// Opens the table that is given, or that a path leads to, unless it comes from a source; an observer is told, and asked whether to go on.
pub fn open_observed<'a>(
    source: Option<&Source>,
    input: &Input,
    observer: &'a dyn Observer,
) -> Result<Reader<'a>> {
    match source.or(input.given.as_ref()) {
        Some(source) => open_source(source, input, observer),
        None if input.path.is_empty() => {
            Err(Error::missing("path", "no table is named: add path to [input]"))
        }
        None => match input.database()? {
            Some((address, selection)) => {
                let table = amidst_database::read(&address, &selection, observer)?;
                open_source(&table.into(), input, observer)
            }
            None => open_source(&Source::from_argument(&input.path), input, observer),
        },
    }
}

/// Opens a table. Refuses a first line that is data: a person would become the names of the columns.
fn open_source<'a>(source: &Source, input: &Input, observer: &'a dyn Observer) -> Result<Reader<'a>> {
    let reader = Reader::open_observed(source, &input.hints()?, &input.missing_markers(), observer)?;
    let is_unsaid = reader.layout().format == Format::Csv && input.header.is_none();
    let repeated = reader.first_line().map_or(0, |line| line.repeated);
    if is_unsaid && is_data(reader.columns(), repeated) {
        return Err(Error::NoHeader { source_name: reader.file().to_owned() });
    }
    Ok(reader)
}

/// Refuses a first line that may as well be a row, unless somebody calls one of its columns by name: messages and papers name
/// columns, and these may be a person's cells. `named` are the columns that were asked for.
pub fn check_header(
    reader: &Reader,
    input: &Input,
    named: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<()> {
    let header = reader.columns();
    let may_be_data = match reader.first_line() {
        Some(line) => input.header.is_none() && line.apart == 0 && !are_mostly_names(header),
        None => false,
    };
    let mut unknown = None;
    for name in named {
        let name = name.as_ref();
        if header.iter().any(|column| column == name) {
            return Ok(());
        }
        unknown.get_or_insert_with(|| name.to_owned());
    }
    match may_be_data {
        true => Err(Error::UnsureHeader { source_name: reader.file().to_owned(), column: unknown }),
        false => Ok(()),
    }
}

/// The layout as the audit, which shares no code with the writer, wants it told.
pub fn audit_layout(layout: &Layout) -> amidst_audit::Layout {
    use amidst_audit::{Compression, Csv, Encoding, Newline};
    let format = match layout.format {
        Format::Csv => amidst_audit::Format::Csv(Csv {
            delimiter: layout.delimiter,
            quote: Some(layout.quote),
            encoding: match layout.encoding {
                amidst_io::Encoding::Utf8 => Encoding::Utf8 { bom: false },
                amidst_io::Encoding::Utf8Bom => Encoding::Utf8 { bom: true },
                amidst_io::Encoding::Latin1 => Encoding::Windows1252,
            },
            newline: match layout.newline {
                amidst_io::Newline::Lf => Newline::Lf,
                amidst_io::Newline::CrLf => Newline::CrLf,
            },
            spreadsheet: layout.spreadsheet,
        }),
        Format::Jsonl => amidst_audit::Format::JsonLines,
        Format::Parquet => amidst_audit::Format::Parquet,
        Format::Arrow | Format::ArrowStream => amidst_audit::Format::Arrow,
    };
    let compression = match layout.compression {
        amidst_io::Compression::None => Compression::None,
        amidst_io::Compression::Gzip => Compression::Gzip,
        amidst_io::Compression::Zstd => Compression::Zstd,
    };
    amidst_audit::Layout { format, compression }
}

/// Whether a first line reads like a row: a day or an address of e-mail is no name, and mostly numbers are none either;
/// nor are two names that stand below as cells, one beside a number, or a number that is no year beside words of which few
/// are ever names of columns.
fn is_data(header: &[String], repeated: usize) -> bool {
    let is_address = |name: &str| name.split_once('@').is_some_and(|(_, host)| host.contains('.'));
    let numbers = header.iter().filter(|name| Kind::Decimal.holds(name)).count();
    header.iter().any(|name| is_address(name) || Kind::Date.holds(name))
        || 2 * numbers > header.len()
        || repeated >= 2
        || (repeated == 1 && numbers > 0)
        || (header.iter().any(|name| is_quantity(name)) && !are_mostly_names(header))
}

/// A number that is no year: years are names of columns.
fn is_quantity(name: &str) -> bool {
    Kind::Decimal.holds(name) && !name.trim().parse::<u16>().is_ok_and(|year| (1900..2100).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &[&str], repeated: usize, expected: bool) {
        let header: Vec<String> = header.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(is_data(&header, repeated), expected);
    }

    #[test]
    fn a_row_is_no_header() {
        check(&["Ann", "ann@example.org", "34"], 0, true);
        check(&["Ann", "1980-02-29"], 0, true);
        check(&["34", "12345", "f"], 0, true);
        check(&["Ann", "34", "flu"], 1, true);
        check(&["Ann", "flu"], 2, true);
        check(&["Schmidt", "34", "HIV"], 0, true);
    }

    #[test]
    fn years_beside_words_are_a_header() {
        check(&["region", "sex", "2023", "2024"], 0, false);
        check(&["age", "zip"], 1, false);
        check(&["zip", "sex", "37.5"], 0, false);
    }
}
