//! Cells of a database: texts become columns of Arrow by the type that the database says they have, and types of Arrow become types
//! of columns.

use std::sync::Arc;

use amidst_core::ErrorCode;
use amidst_io::Batches;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int64Array, RecordBatch, StringArray,
    TimestampMicrosecondArray, builder::StringBuilder,
};
use arrow_schema::{DataType, Field, Schema, TimeUnit};

use crate::{Error, Result, error::unsupported};

/// Rows of a batch.
const ROWS: usize = 1 << 16;

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellType {
    Boolean,
    Integer,
    Float,
    /// With so many digits behind the mark; as many as some cell needs if that is not said.
    Decimal(Option<i8>),
    Date,
    Timestamp,
    /// A moment, told in UTC.
    Moment,
    Text,
}

impl CellType {
    /// How cells of a type of Arrow are kept in a database.
    pub(crate) fn of(data_type: &DataType) -> Self {
        match data_type {
            DataType::Boolean => Self::Boolean,
            DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64 => Self::Integer,
            DataType::UInt8 | DataType::UInt16 | DataType::UInt32 => Self::Integer,
            DataType::Float16 | DataType::Float32 | DataType::Float64 => Self::Float,
            DataType::UInt64 => Self::Decimal(Some(0)),
            DataType::Decimal32(_, scale)
            | DataType::Decimal64(_, scale)
            | DataType::Decimal128(_, scale)
                if *scale >= 0 =>
            {
                Self::Decimal(Some(*scale))
            }
            DataType::Date32 | DataType::Date64 => Self::Date,
            DataType::Timestamp(_, None) => Self::Timestamp,
            DataType::Timestamp(_, Some(_)) => Self::Moment,
            DataType::Dictionary(_, values) => Self::of(values),
            _ => Self::Text,
        }
    }
}

/// A column whose cells come as texts.
pub(crate) struct Column {
    pub name: String,
    pub cell_type: CellType,
    builder: StringBuilder,
    chunks: Vec<StringArray>,
}

impl Column {
    pub(crate) fn new(name: impl Into<String>, cell_type: CellType) -> Self {
        Self { name: name.into(), cell_type, builder: StringBuilder::new(), chunks: Vec::new() }
    }

    pub(crate) fn push(&mut self, cell: Option<&str>) {
        self.builder.append_option(cell);
    }

    /// Whether all its cells are of a type.
    pub(crate) fn holds(&self, cell_type: CellType) -> bool {
        self.chunks.iter().all(|chunk| array(chunk, cell_type).is_some())
    }

    /// The digits behind the mark that some cell needs.
    fn scale(&self) -> i8 {
        let digits = |text: &str| text.split_once('.').map_or(0, |(_, digits)| digits.len());
        let all = self.chunks.iter().flatten().flatten().map(digits);
        all.max().unwrap_or(0).min(38) as i8
    }
}

/// Ends a part of the rows, if they are many.
pub(crate) fn end_of_row(columns: &mut [Column], rows: usize) {
    if rows.is_multiple_of(ROWS) {
        end_of_part(columns);
    }
}

/// Ends the last part of the rows.
pub(crate) fn end_of_part(columns: &mut [Column]) {
    columns.iter_mut().for_each(|column| column.chunks.push(column.builder.finish()));
}

/// Columns of which every part was ended, as batches.
pub(crate) fn batches(name: &str, mut columns: Vec<Column>) -> Result<Batches> {
    for column in &mut columns {
        if column.cell_type == CellType::Decimal(None) {
            column.cell_type = CellType::Decimal(Some(column.scale()));
        }
    }
    let fields: Vec<Field> =
        columns.iter().map(|column| Field::new(&column.name, data_type(column.cell_type), true)).collect();
    let schema = Arc::new(Schema::new(fields));
    let parts = columns.first().map_or(0, |column| column.chunks.len());
    let mut batches = Vec::with_capacity(parts);
    for part in 0..parts {
        let arrays: Result<Vec<ArrayRef>> = columns
            .iter()
            .map(|column| {
                let cells = array(&column.chunks[part], column.cell_type);
                cells.ok_or_else(|| {
                    unsupported(name, &column.name, "a value that is no number or day of any calendar")
                })
            })
            .collect();
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays?);
        let batch = batch.map_err(|_| Error::new(name, ErrorCode::Internal, "columns differ in length"))?;
        if batch.num_rows() > 0 {
            batches.push(batch);
        }
    }
    Ok(Batches::new(name, schema, batches)?)
}

fn data_type(cell_type: CellType) -> DataType {
    match cell_type {
        CellType::Boolean => DataType::Boolean,
        CellType::Integer => DataType::Int64,
        CellType::Float => DataType::Float64,
        CellType::Decimal(scale) => DataType::Decimal128(38, scale.unwrap_or(0)),
        CellType::Date => DataType::Date32,
        CellType::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
        CellType::Moment => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        CellType::Text => DataType::Utf8,
    }
}

/// Texts as cells of a type; nothing if one is not of it.
fn array(texts: &StringArray, cell_type: CellType) -> Option<ArrayRef> {
    fn all<T>(texts: &StringArray, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<Option<T>>> {
        let cell = |text: Option<&str>| match text {
            None => Some(None),
            Some(text) => parse(text).map(Some),
        };
        texts.iter().map(cell).collect()
    }
    Some(match cell_type {
        CellType::Boolean => Arc::new(BooleanArray::from(all(texts, boolean)?)),
        CellType::Integer => Arc::new(Int64Array::from(all(texts, |text| text.parse().ok())?)),
        CellType::Float => Arc::new(Float64Array::from(all(texts, |text| text.parse().ok())?)),
        CellType::Decimal(scale) => {
            let scale = scale.unwrap_or(0);
            let cells = Decimal128Array::from(all(texts, |text| decimal(text, scale))?);
            Arc::new(cells.with_precision_and_scale(38, scale).ok()?)
        }
        CellType::Date => Arc::new(Date32Array::from(all(texts, |text| i32::try_from(date(text)?).ok())?)),
        CellType::Timestamp => Arc::new(TimestampMicrosecondArray::from(all(texts, timestamp)?)),
        CellType::Moment => {
            let utc = |text: &str| timestamp(text.strip_suffix("+00").or_else(|| text.strip_suffix('Z'))?);
            Arc::new(TimestampMicrosecondArray::from(all(texts, utc)?).with_timezone("UTC"))
        }
        CellType::Text => Arc::new(texts.clone()),
    })
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "t" | "true" | "1" => Some(true),
        "f" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// `-12.5` with two digits behind the mark is -1250.
fn decimal(text: &str, scale: i8) -> Option<i128> {
    let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
    let missing = usize::try_from(scale).ok()?.checked_sub(digits.len())?;
    format!("{whole}{digits}{}", "0".repeat(missing)).parse().ok()
}

/// The days since 1970-01-01.
fn date(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let mut part = || parts.next()?.parse::<u32>().ok();
    let (year, month, day) = (i64::from(part()?), i64::from(part()?), i64::from(part()?));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    };
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=days).contains(&day) || text.len() < 10 {
        return None;
    }
    // Years begin with March, so that the leap day is their last.
    let years = year - i64::from(month <= 2);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(
        365 * years + years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400) + day_of_year
            - 719_468,
    )
}

/// The microseconds since 1970-01-01.
fn timestamp(text: &str) -> Option<i64> {
    let (day, time) = text.split_once([' ', 'T'])?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut parts = time.split(':');
    let mut part = |below: i64| parts.next()?.parse::<i64>().ok().filter(|it| (0..below).contains(it));
    let seconds = 3600 * part(24)? + 60 * part(60)? + part(60)?;
    if parts.next().is_some() || fraction.len() > 6 || !fraction.bytes().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    let micros: i64 = format!("{fraction:0<6}").parse().ok()?;
    date(day)?.checked_mul(86_400_000_000)?.checked_add(1_000_000 * seconds + micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        let known = [("1970-01-01", 0), ("2000-02-29", 11_016), ("1969-12-31", -1), ("1600-01-01", -135_140)];
        for (text, days) in known {
            assert_eq!(date(text), Some(days), "{text}");
        }
        for text in ["1900-02-29", "2001-13-01", "2001-00-01", "2001-1-1", "infinity", "2001-01-01-01"] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn every_day_of_four_centuries_follows_the_one_before() {
        let mut before = date("1600-01-01").expect("a day") - 1;
        for year in 1600..2000 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if let Some(found) = date(&format!("{year:04}-{month:02}-{day:02}")) {
                        assert_eq!(found, before + 1);
                        before = found;
                    }
                }
            }
        }
        assert_eq!(before, date("2000-01-01").expect("a day") - 1);
    }

    #[test]
    fn moments_have_microseconds() {
        assert_eq!(timestamp("1970-01-01 00:00:01.5"), Some(1_500_000));
        assert_eq!(timestamp("1970-01-02T00:00:00"), Some(86_400_000_000));
        assert_eq!(timestamp("1970-01-02 24:00:00"), None);
        assert_eq!(timestamp("1970-01-02"), None);
    }

    #[test]
    fn decimals_keep_their_digits() {
        assert_eq!(decimal("-12.5", 2), Some(-1250));
        assert_eq!(decimal("-0.05", 2), Some(-5));
        assert_eq!(decimal("7", 0), Some(7));
        assert_eq!(decimal("0.125", 2), None);
        assert_eq!(decimal("NaN", 2), None);
    }
}
