//! Files whose every cell is right, and that hold something besides: each is refused.

use std::{collections::HashMap, io::Write, sync::Arc};

use amidst_audit::{AuditError, Check, Compression, Csv, Format, Layout, ReadError, Report};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray, StringViewArray, UInt32Array,
    types::Int32Type,
};
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{DataType, Field, Schema};
use parquet::{
    arrow::ArrowWriter,
    file::{
        metadata::KeyValue,
        properties::{WriterProperties, WriterPropertiesBuilder},
    },
};

use crate::fixture::{HEADER, RELEASED, Setup, csv_of, failed};

/// Nobody in the release has it.
const SECRET: &str = "a secret that no released row has, longer than views hold";

/// The released cells of a column; an empty one is null.
fn cells(column: usize) -> impl Iterator<Item = Option<&'static str>> {
    RELEASED.into_iter().map(move |row| Some(row[column]).filter(|cell| !cell.is_empty()))
}

fn columns() -> Vec<ArrayRef> {
    (0..HEADER.len()).map(|column| Arc::new(cells(column).collect::<StringArray>()) as ArrayRef).collect()
}

/// The release with another array for one column.
fn with(column: usize, array: impl Array + 'static) -> RecordBatch {
    let mut columns = columns();
    columns[column] = Arc::new(array);
    RecordBatch::try_from_iter(HEADER.into_iter().zip(columns)).unwrap()
}

fn batch() -> RecordBatch {
    RecordBatch::try_from_iter(HEADER.into_iter().zip(columns())).unwrap()
}

fn arrow(
    batches: &[RecordBatch],
    options: IpcWriteOptions,
    spoil: impl FnOnce(&mut FileWriter<Vec<u8>>),
) -> Vec<u8> {
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batches[0].schema(), options).unwrap();
    spoil(&mut writer);
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    writer.into_inner().unwrap()
}

fn plain_arrow(batch: RecordBatch) -> Vec<u8> {
    arrow(&[batch], IpcWriteOptions::default(), |_| ())
}

fn parquet(batch: &RecordBatch, properties: WriterPropertiesBuilder) -> Vec<u8> {
    let mut bytes = Vec::new();
    let writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties.build()));
    let mut writer = writer.unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    bytes
}

fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_compression(parquet::basic::Compression::SNAPPY)
        .set_created_by(concat!("amidst ", env!("CARGO_PKG_VERSION")).into())
}

fn audit(format: Format, bytes: &[u8]) -> Result<Report, AuditError> {
    Setup::with_format(format).audit_bytes(bytes)
}

#[track_caller]
fn refused(format: Format, bytes: &[u8]) {
    assert_eq!(failed(audit(format, bytes)), [Check::Residue]);
}

fn dictionary(
    values: Vec<Option<&str>>,
    keys: impl IntoIterator<Item = Option<i32>>,
) -> DictionaryArray<Int32Type> {
    DictionaryArray::new(keys.into_iter().collect::<Int32Array>(), Arc::new(StringArray::from(values)))
}

/// The keys of diseases in a dictionary.
fn keys(values: &[Option<&str>]) -> Vec<Option<i32>> {
    let key = |cell: Option<&str>| values.iter().position(|value| *value == cell).map(|at| at as i32);
    cells(2).map(key).collect()
}

#[test]
fn cells_and_nothing_else_pass() {
    let values = vec![Some("asthma"), Some("cold"), Some("flu")];
    let coded = dictionary(values.clone(), keys(&values));
    let viewed: StringViewArray = cells(3).collect();
    for batch in [batch(), with(2, coded), with(3, viewed)] {
        audit(Format::Parquet, &parquet(&batch, properties())).unwrap();
        let report = audit(Format::Arrow, &plain_arrow(batch)).unwrap();
        let residue = report.checks.iter().find(|check| check.name == Check::Residue).unwrap();
        assert_eq!(residue.words, "the file holds cells, and nothing besides");
    }
}

#[test]
fn a_dictionary_with_a_value_of_no_row() {
    for values in [
        vec![Some(SECRET), Some("asthma"), Some("cold"), Some("flu")],
        vec![Some("asthma"), Some("cold"), Some("flu"), None],
    ] {
        let keys = keys(&values);
        refused(Format::Arrow, &plain_arrow(with(2, dictionary(values, keys))));
    }
}

#[test]
fn a_dictionary_in_the_order_of_the_source() {
    let values = vec![Some("flu"), Some("cold"), Some("asthma")];
    let keys = keys(&values);
    refused(Format::Arrow, &plain_arrow(with(2, dictionary(values, keys))));
}

#[test]
fn texts_behind_views_that_no_view_shows() {
    let all: StringViewArray = std::iter::once(Some(SECRET)).chain(cells(3)).collect();
    refused(Format::Arrow, &plain_arrow(with(3, all.slice(1, RELEASED.len()))));
}

#[test]
fn texts_behind_views_in_another_order() {
    let mut setup = Setup::with_format(Format::Arrow);
    let long = |note: &str| format!("{note}, a note of more than twelve bytes");
    let notes = |rows: &[&str]| rows.iter().map(|note| Some(long(note))).collect::<StringViewArray>();
    let source: Vec<String> = crate::fixture::SOURCE.iter().map(|row| long(row[4])).collect();
    let mut table = setup.source.columns().to_vec();
    table[4].data = amidst_table::Data::Carried(vec![Arc::new(StringArray::from(source))]);
    setup.source = amidst_table::Table::new(table);
    let released: Vec<&str> = RELEASED.iter().map(|row| row[3]).collect();
    let mut turned = released.clone();
    turned.reverse();
    setup.audit_bytes(&plain_arrow(with(3, notes(&released)))).unwrap();
    let back = UInt32Array::from_iter_values((0..RELEASED.len() as u32).rev());
    let turned = arrow_select::take::take(&notes(&turned), &back, None).unwrap();
    let spoiled = with(3, turned.as_any().downcast_ref::<StringViewArray>().unwrap().clone());
    assert_eq!(failed(setup.audit_bytes(&plain_arrow(spoiled))), [Check::Residue]);
}

#[test]
fn bytes_below_a_null() {
    let notes: Vec<Option<&str>> = cells(3).collect();
    let below = notes.iter().map(|note| note.unwrap_or(SECRET)).collect::<Vec<_>>();
    let nulls = notes.iter().map(|note| note.is_some()).collect::<Vec<bool>>();
    let below = StringArray::from(below);
    let notes = StringArray::new(below.offsets().clone(), below.values().clone(), Some(nulls.into()));
    refused(Format::Arrow, &plain_arrow(with(3, notes)));
    let values = vec![Some("asthma"), Some("cold"), Some("flu")];
    let spoiled = dictionary(values.clone(), keys(&values));
    assert!(audit(Format::Arrow, &plain_arrow(with(2, spoiled))).is_ok());
}

#[test]
fn metadata_of_a_schema_a_field_or_a_file() {
    let note = HashMap::from([("note".to_owned(), SECRET.to_owned())]);
    let fields: Vec<Field> = HEADER.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect();
    let mut tagged = fields.clone();
    tagged[0] = tagged[0].clone().with_metadata(note.clone());
    for schema in [Schema::new_with_metadata(fields, note), Schema::new(tagged)] {
        let batch = RecordBatch::try_new(Arc::new(schema), columns()).unwrap();
        refused(Format::Parquet, &parquet(&batch, properties()));
        refused(Format::Arrow, &plain_arrow(batch));
    }
    refused(
        Format::Arrow,
        &arrow(&[batch()], IpcWriteOptions::default(), |writer| writer.write_metadata("note", SECRET)),
    );
    let pair = KeyValue::new("note".to_owned(), SECRET.to_owned());
    refused(Format::Parquet, &parquet(&batch(), properties().set_key_value_metadata(Some(vec![pair]))));
    refused(Format::Parquet, &parquet(&batch(), properties().set_created_by(SECRET.into())));
    refused(Format::Parquet, &parquet(&batch(), properties().set_bloom_filter_enabled(true)));
}

#[test]
fn batches_whose_buffers_cannot_be_looked_into() {
    let options = IpcWriteOptions::default().try_with_compression(Some(arrow_ipc::CompressionType::ZSTD));
    let bytes = arrow(&[batch()], options.unwrap(), |_| ());
    assert!(matches!(
        audit(Format::Arrow, &bytes),
        Err(AuditError::Read(ReadError::Malformed { rows: 0, .. }))
    ));
}

#[test]
fn bytes_between_the_parts_of_a_file() {
    let bytes = plain_arrow(batch());
    // Padding behind the magic bytes at the beginning, and between buffers.
    for at in [6, 12] {
        let mut spoiled = bytes.clone();
        spoiled[at] = b'x';
        refused(Format::Arrow, &spoiled);
    }
    let footer = u32::from_le_bytes(bytes[bytes.len() - 10..bytes.len() - 6].try_into().unwrap()) as usize;
    let end = bytes.len() - 10 - footer;
    let mut spoiled = bytes[..end].to_vec();
    spoiled.extend_from_slice(SECRET.as_bytes());
    spoiled.extend_from_slice(&bytes[end..]);
    refused(Format::Arrow, &spoiled);
    let bytes = parquet(&batch(), properties());
    let footer = u32::from_le_bytes(bytes[bytes.len() - 8..bytes.len() - 4].try_into().unwrap()) as usize;
    let end = bytes.len() - 8 - footer;
    let mut spoiled = bytes[..end].to_vec();
    spoiled.extend_from_slice(SECRET.as_bytes());
    spoiled.extend_from_slice(&bytes[end..]);
    refused(Format::Parquet, &spoiled);
}

/// Statistics of Parquet are bytes of their own: here one is exchanged for another of the same length.
#[test]
fn statistics_and_dictionaries_with_a_value_of_no_row() {
    let bytes = parquet(&batch(), properties());
    let places: Vec<usize> = (0..bytes.len() - 6).filter(|&at| &bytes[at..at + 6] == b"asthma").collect();
    assert!(places.len() > 2, "a dictionary, statistics and an index");
    for at in places {
        let mut spoiled = bytes.clone();
        spoiled[at..at + 6].copy_from_slice(b"SECRET");
        let refused = failed(audit(Format::Parquet, &spoiled));
        assert!(
            refused.contains(&Check::Residue) || refused.contains(&Check::Integrity),
            "{at}: {refused:?}"
        );
    }
}

#[test]
fn names_and_further_streams_around_compressed_text() {
    let text = csv_of(&HEADER, RELEASED);
    let audit = |compression, bytes: &[u8]| {
        let layout = Layout { format: Format::Csv(Csv::default()), compression };
        Setup { layout, ..Setup::new() }.audit_bytes(bytes)
    };
    let gzip = |builder: flate2::GzBuilder| {
        let mut encoder = builder.write(Vec::new(), flate2::Compression::default());
        encoder.write_all(&text).unwrap();
        encoder.finish().unwrap()
    };
    audit(Compression::Gzip, &gzip(flate2::GzBuilder::new())).unwrap();
    let named = gzip(flate2::GzBuilder::new().filename(SECRET));
    assert_eq!(failed(audit(Compression::Gzip, &named)), [Check::Residue]);
    let frame = zstd::encode_all(text.as_slice(), 0).unwrap();
    audit(Compression::Zstd, &frame).unwrap();
    // A frame that readers skip.
    let mut skipped = 0x184d_2a50_u32.to_le_bytes().to_vec();
    skipped.extend((SECRET.len() as u32).to_le_bytes());
    skipped.extend(SECRET.as_bytes());
    let before = [skipped.clone(), frame.clone()].concat();
    let behind = [frame, skipped].concat();
    for spoiled in [before, behind] {
        assert_eq!(failed(audit(Compression::Zstd, &spoiled)), [Check::Residue]);
    }
}
