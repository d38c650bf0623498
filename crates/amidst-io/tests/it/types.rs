//! Types travel along, and come back to released columns where every value still fits.

use std::{collections::HashMap, sync::Arc};

use amidst_core::{Coded, Codes, Dictionary, Kind};
use amidst_io::{Format, Hints, Layout, ReadTable, Want};
use amidst_table::{Column, Data, Table};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float64Array, Int32Array,
    ListArray, RecordBatch, StringArray, StringViewArray, StructArray, TimestampNanosecondArray,
    types::{Int8Type, Int32Type},
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{DataType, Field, Schema};
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    basic::Compression,
    file::{
        metadata::{ColumnChunkMetaData, ParquetMetaDataReader, ParquetMetaDataWriter},
        properties::WriterProperties,
    },
};

use crate::table::{cells, read, try_read, try_write, write_as};

fn batch() -> RecordBatch {
    let category: DictionaryArray<Int8Type> = [Some("x"), None, Some("y"), Some("x")].into_iter().collect();
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([
        Some(vec![Some(1), None]),
        None,
        Some(vec![]),
        Some(vec![Some(4)]),
    ]);
    let inner: ArrayRef = Arc::new(StringArray::from(vec![Some("p"), None, Some("q\"r"), Some("s")]));
    let pair = StructArray::from(vec![(Arc::new(Field::new("inner", DataType::Utf8, true)), inner)]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("age", Arc::new(Int32Array::from(vec![Some(39), Some(7), None, Some(39)]))),
        ("weight", Arc::new(Float64Array::from(vec![Some(61.5), Some(80.0), None, Some(-0.5)]))),
        (
            "price",
            Arc::new(
                Decimal128Array::from(vec![150, 5, 0, -1]).with_precision_and_scale(9, 2).expect("it fits"),
            ),
        ),
        ("member", Arc::new(BooleanArray::from(vec![Some(true), None, Some(false), Some(true)]))),
        ("born", Arc::new(Date32Array::from(vec![Some(19782), None, Some(0), Some(-1)]))),
        ("seen", Arc::new(TimestampNanosecondArray::from(vec![0, 1_500_000_000, 2, 3]).with_timezone("UTC"))),
        ("category", Arc::new(category)),
        (
            "view",
            Arc::new(StringViewArray::from(vec![
                Some("a text longer than twelve"),
                None,
                Some("b"),
                Some(""),
            ])),
        ),
        ("list", Arc::new(list)),
        ("pair", Arc::new(pair)),
    ];
    let tagged = HashMap::from([("unit".to_owned(), "kg".to_owned())]);
    let field = |name: &str, array: &ArrayRef| {
        let field = Field::new(name, array.data_type().clone(), true);
        if name == "weight" { field.with_metadata(tagged.clone()) } else { field }
    };
    let fields: Vec<Field> = columns.iter().map(|(name, array)| field(name, array)).collect();
    let metadata = HashMap::from([("pandas".to_owned(), "{}".to_owned()), ("b".to_owned(), "2".to_owned())]);
    let schema = Schema::new_with_metadata(fields, metadata);
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect())
        .expect("equal lengths")
}

fn parquet(batch: &RecordBatch, compression: Compression) -> Vec<u8> {
    let mut bytes = Vec::new();
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).expect("writable");
    writer.write(batch).expect("writable");
    writer.close().expect("writable");
    bytes
}

fn arrow(batch: &RecordBatch) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = FileWriter::try_new(&mut bytes, &batch.schema()).expect("writable");
    writer.write(batch).expect("writable");
    writer.finish().expect("writable");
    drop(writer);
    bytes
}

fn parquet_batch(bytes: Vec<u8>) -> RecordBatch {
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).expect("well-formed");
    let schema = builder.schema().clone();
    let batch = builder.build().expect("well-formed").next().expect("one batch").expect("well-formed");
    batch.with_schema(schema).expect("the file's own schema")
}

fn arrow_batch(bytes: Vec<u8>) -> RecordBatch {
    let mut reader =
        arrow_ipc::reader::FileReader::try_new(std::io::Cursor::new(bytes), None).expect("well-formed");
    reader.next().expect("one batch").expect("well-formed")
}

#[test]
fn types_and_values_survive_the_way_through_and_metadata_does_not() {
    let batch = batch();
    for want in [Want::Carry, Want::Code] {
        let from_parquet = read("t.parquet", &parquet(&batch, Compression::SNAPPY), want);
        let from_arrow = read("t.arrow", &arrow(&batch), want);
        for table in [from_parquet, from_arrow] {
            let written = [
                parquet_batch(write_as(&table, &Layout::default(), "o.parquet")),
                arrow_batch(write_as(&table, &Layout::default(), "o.arrow")),
            ];
            for found in written {
                assert!(found.schema().metadata().is_empty());
                for (at, field) in batch.schema().fields().iter().enumerate() {
                    // Nested columns can be carried, but not judged.
                    if want == Want::Carry || !matches!(field.name().as_str(), "list" | "pair") {
                        assert_eq!(
                            found.schema().field(at),
                            &Field::new(field.name(), field.data_type().clone(), true)
                        );
                        if !(want == Want::Code && field.name() == "view") {
                            assert!(same(found.column(at), batch.column(at)), "{} {want:?}", field.name());
                        }
                    }
                }
            }
        }
    }
}

/// Dictionaries are the same if their cells are.
fn same(a: &ArrayRef, b: &ArrayRef) -> bool {
    let plain = |array: &ArrayRef| match array.data_type() {
        DataType::Dictionary(_, value) => arrow_cast::cast(array, value).expect("a dictionary has values"),
        _ => array.clone(),
    };
    plain(a).as_ref() == plain(b).as_ref()
}

#[test]
fn every_compression_of_parquet_is_read() {
    let gzip = parquet::basic::GzipLevel::default();
    let zstd = parquet::basic::ZstdLevel::default();
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(gzip),
        Compression::ZSTD(zstd),
        Compression::LZ4_RAW,
    ] {
        assert_eq!(read("t.parquet", &parquet(&batch(), compression), Want::Carry).table.rows(), 4);
    }
}

#[test]
fn kinds_follow_types_and_texts() {
    let table = read("t.parquet", &parquet(&batch(), Compression::SNAPPY), Want::Code).table;
    let kinds: Vec<Kind> = table.columns()[..6].iter().map(|column| column.kind).collect();
    assert_eq!(kinds[..5], [Kind::Integer, Kind::Decimal, Kind::Decimal, Kind::Boolean, Kind::Date]);
    assert_eq!(cells(&table.columns()[9])[2].as_deref(), Some("{\"inner\":\"q\\\"r\"}"));
}

#[test]
fn nested_cells_become_json_in_text_formats() {
    let table = read("t.parquet", &parquet(&batch(), Compression::SNAPPY), Want::Carry);
    let jsonl = String::from_utf8(write_as(&table, &Layout::default(), "o.jsonl")).expect("UTF-8");
    let first = "{\"age\":39,\"weight\":61.5,\"price\":1.50,\"member\":true,\"born\":\"2024-02-29\",\
                 \"seen\":\"1970-01-01T00:00:00Z\",\"category\":\"x\",\"view\":\"a text longer than twelve\",\
                 \"list\":[1,null],\"pair\":{\"inner\":\"p\"}}";
    assert_eq!(jsonl.lines().next(), Some(first));
    let csv = String::from_utf8(write_as(&table, &Layout::default(), "o.csv")).expect("UTF-8");
    let second = "39,61.5,1.50,true,2024-02-29,1970-01-01T00:00:00Z,x,a text longer than twelve,\
                  \"[1,null]\",\"{\"\"inner\"\":\"\"p\"\"}\"";
    assert_eq!(csv.lines().nth(1), Some(second));
}

/// A column of the given type whose rows are the codes of a dictionary.
fn released(source_type: DataType, values: &[Option<&str>], codes: Vec<u32>) -> ReadTable {
    let dictionary: Dictionary = values.iter().copied().collect();
    let codes = Codes::narrow(codes, dictionary.len());
    let data = Data::Coded(Coded::new(dictionary, codes));
    let table = Table::new(vec![Column { name: "a".into(), kind: Kind::Text, source_type, data }]);
    ReadTable { table, sha256: String::new(), bytes: 0 }
}

#[test]
fn a_recoded_column_becomes_text_where_a_released_value_no_longer_fits() {
    let layout = Layout { format: Format::Parquet, ..Layout::default() };
    let table = released(DataType::Int64, &[Some("39"), Some("[40, 50["), None], vec![0, 1, 2]);
    let found = |order: &[u32]| {
        let batch = parquet_batch(try_write(&table, order, &layout).expect("writable"));
        (batch.schema().field(0).data_type().clone(), batch.column(0).null_count())
    };
    assert_eq!(found(&[0, 1, 2]), (DataType::Utf8, 1));
    // The interval is in the dictionary, but no released row has it.
    assert_eq!(found(&[0, 2]), (DataType::Int64, 1));
    let jsonl = |order: &[u32]| {
        let layout = Layout { format: Format::Jsonl, ..Layout::default() };
        String::from_utf8(try_write(&table, order, &layout).expect("writable")).expect("UTF-8")
    };
    assert_eq!(jsonl(&[0, 1, 2]), "{\"a\":\"39\"}\n{\"a\":\"[40, 50[\"}\n{\"a\":null}\n");
    assert_eq!(jsonl(&[2, 0]), "{\"a\":null}\n{\"a\":39}\n");
}

#[test]
fn a_dictionary_stays_one_and_gets_wider_keys_if_it_must() {
    let source_type = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    let texts: Vec<String> = (0..200).map(|value| format!("label {value}")).collect();
    let values: Vec<Option<&str>> = texts.iter().map(|text| Some(text.as_str())).collect();
    let key_of = |count: usize| {
        let table = released(source_type.clone(), &values[..count], (0..count as u32).collect());
        let batch = arrow_batch(write_as(&table, &Layout::default(), "o.arrow"));
        match batch.column(0).data_type() {
            DataType::Dictionary(key, _) => key.as_ref().clone(),
            other => other.clone(),
        }
    };
    assert_eq!(key_of(100), DataType::Int8);
    assert_eq!(key_of(200), DataType::Int32);
}

#[test]
fn json_values_keep_type_and_spelling() {
    let text = "{\"n\":1.50,\"i\":12345678901234567890,\"s\":\"39\",\"b\":true,\"o\":{\"x\": [1,  2]},\"m\":\"a\"}\n\
                {\"n\":2,\"i\":1,\"s\":null,\"b\":false,\"o\":null,\"m\":3}\n";
    let carried = read("a.jsonl", text.as_bytes(), Want::Carry);
    assert_eq!(String::from_utf8(write_as(&carried, &Layout::default(), "o.jsonl")).expect("UTF-8"), text);
    let coded = read("a.jsonl", text.as_bytes(), Want::Code);
    let out = String::from_utf8(write_as(&coded, &Layout::default(), "o.jsonl")).expect("UTF-8");
    assert!(out.starts_with("{\"n\":1.50,\"i\":12345678901234567890,\"s\":\"39\",\"b\":true,"));
    let batch = parquet_batch(write_as(&carried, &Layout::default(), "o.parquet"));
    let types: Vec<DataType> =
        batch.schema().fields().iter().map(|field| field.data_type().clone()).collect();
    use DataType::{Boolean, Float64, UInt64, Utf8};
    assert_eq!(types, [Float64, UInt64, Utf8, Boolean, Utf8, Utf8]);
}

#[test]
fn csv_columns_get_the_type_their_cells_have() {
    let csv = b"zip;age;price;when\n00941;39;1,5;2024-02-29\n94139;7;2,25;2000-01-01\n";
    let coded = read("a.csv", csv, Want::Code);
    let kinds: Vec<Kind> = coded.table.columns().iter().map(|column| column.kind).collect();
    assert_eq!(kinds, [Kind::Text, Kind::Integer, Kind::Decimal, Kind::Date]);
    let batch = parquet_batch(write_as(&coded, &Layout::default(), "o.parquet"));
    let types: Vec<DataType> =
        batch.schema().fields().iter().map(|field| field.data_type().clone()).collect();
    assert_eq!(types, [DataType::Utf8, DataType::Int64, DataType::Float64, DataType::Date32]);
    let carried = read("a.csv", csv, Want::Carry);
    let batch = parquet_batch(write_as(&carried, &Layout::default(), "o.parquet"));
    assert!(batch.schema().fields().iter().all(|field| *field.data_type() == DataType::Utf8));
}

#[test]
fn integers_of_json_keep_every_digit() {
    let check = |cells: [&str; 2], expected: DataType| {
        let lines: String = cells.iter().map(|cell| format!("{{\"n\":{cell}}}\n")).collect();
        let table = read("t.jsonl", lines.as_bytes(), Want::Carry);
        assert_eq!(write_as(&table, &Layout::default(), "o.jsonl"), lines.as_bytes());
        for found in [
            parquet_batch(write_as(&table, &Layout::default(), "o.parquet")),
            arrow_batch(write_as(&table, &Layout::default(), "o.arrow")),
        ] {
            assert_eq!(found.column(0).data_type(), &expected);
            let texts = amidst_io::texts_of(found.column(0));
            assert_eq!(texts.iter().collect::<Vec<_>>(), cells.map(Some));
        }
        let coded = read("t.jsonl", lines.as_bytes(), Want::Code);
        let found = arrow_batch(write_as(&coded, &Layout::default(), "o.arrow"));
        let texts = amidst_io::texts_of(found.column(0));
        assert_eq!(texts.iter().collect::<Vec<_>>(), cells.map(Some));
    };
    let long = DataType::Decimal128(38, 0);
    check(["-9223372036854775808", "9223372036854775807"], DataType::Int64);
    check(["0", "18446744073709551615"], DataType::UInt64);
    check(["-1", "18446744073709551615"], long.clone());
    check(["1", "99999999999999999999999999999999999999"], long);
    check(["1", "100000000000000000000000000000000000000"], DataType::Utf8);
    check(["1", "1234567890123456789012345678901234567890123"], DataType::Utf8);
    check(["0.5", "9007199254740993"], DataType::Utf8);
    check(["0.5", "-18446744073709551615"], DataType::Utf8);
}

#[test]
fn an_extension_type_is_refused_wherever_it_stands() {
    let named = HashMap::from([("ARROW:extension:name".to_owned(), "pandas.period".to_owned())]);
    let period = Field::new("period", DataType::Int32, true).with_metadata(named);
    let cells: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
    let inside = StructArray::from(vec![(Arc::new(period.clone()), cells.clone())]);
    let outside = Field::new("period", inside.data_type().clone(), true);
    for (field, array) in [(period, cells), (outside, Arc::new(inside) as ArrayRef)] {
        let batch =
            RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![array]).expect("one column");
        for (name, bytes) in
            [("t.parquet", parquet(&batch, Compression::UNCOMPRESSED)), ("t.arrow", arrow(&batch))]
        {
            for want in [Want::Carry, Want::Code] {
                let error = try_read(name, &bytes, &Hints::default(), want).expect_err("it is refused");
                let words = format!("{name}: column \"period\" holds an extension type of Arrow");
                assert!(error.to_string().starts_with(&words), "{error}");
            }
            assert!(try_read(name, &bytes, &Hints::default(), Want::Drop).is_ok());
        }
    }
}

#[test]
fn columns_of_one_name_are_named_by_their_places() {
    let column = || Arc::new(Int32Array::from(vec![1])) as ArrayRef;
    let fields: Vec<Field> = ["a", "b", "a"].map(|name| Field::new(name, DataType::Int32, true)).into();
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), vec![column(), column(), column()]);
    let batch = batch.expect("equal lengths");
    for (name, bytes) in
        [("t.parquet", parquet(&batch, Compression::UNCOMPRESSED)), ("t.arrow", arrow(&batch))]
    {
        let error = try_read(name, &bytes, &Hints::default(), Want::Carry).expect_err("it is refused");
        let words = format!("{name}: columns 1 and 3 have the same name; rename one of them");
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn a_compression_that_cannot_be_undone_is_named() {
    let bytes = bytes::Bytes::from(parquet(&batch(), Compression::UNCOMPRESSED));
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&bytes).expect("well-formed");
    let group = metadata.row_group(0).clone();
    let with_brotli = |column: &ColumnChunkMetaData| {
        column.clone().into_builder().set_compression(Compression::BROTLI(Default::default())).build()
    };
    let columns = group.columns().iter().map(with_brotli).collect::<Result<_, _>>().expect("well-formed");
    let group = group.into_builder().set_column_metadata(columns).build().expect("well-formed");
    let metadata = metadata.into_builder().set_row_groups(vec![group]).build();
    let mut bytes = bytes[..4].to_vec();
    ParquetMetaDataWriter::new(&mut bytes, &metadata).finish().expect("writable");
    let error = try_read("t.parquet", &bytes, &Hints::default(), Want::Carry).expect_err("it is refused");
    assert_eq!(
        error.to_string(),
        "t.parquet: its pages are compressed with Brotli, which is not supported; \
         write it with snappy, zstd, gzip or lz4"
    );
}

#[test]
fn both_forms_of_arrow_are_read_under_its_name() {
    let hints = Hints { format: Some(Format::Arrow), ..Hints::default() };
    let batch = batch();
    let mut stream = StreamWriter::try_new(Vec::new(), &batch.schema()).expect("writable");
    stream.write(&batch).expect("writable");
    let stream = stream.into_inner().expect("writable");
    for bytes in [stream, arrow(&batch)] {
        let table = try_read("t", &bytes, &hints, Want::Carry).expect("well-formed");
        assert_eq!(table.table.rows(), 4);
    }
}
