//! Types survive a release, in every pair of formats: what comes out of a typed file has the type it had, what a format
//! does not have is refused, and the audit agrees.

use std::{fs::File, path::Path, sync::Arc};

use amidst::{
    Answer, Job, Role, Spec,
    io::{Hints, Layout, Reader, Source, Want, WriteOptions, write_to},
    spec::ColumnSpec,
};
use amidst_core::Kind;
use amidst_table::{Column, Data, Table};
use arrow_array::{
    Array, ArrayRef, Float64Array, Int32Array, Int64Array, NullArray, StringArray, StructArray,
    builder::{Int32Builder, MapBuilder, StringBuilder},
};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, TimeUnit};
use tempfile::TempDir;

/// Texts as cells of a type; `None` is null.
fn parsed(cells: [Option<&str>; 4], data_type: DataType) -> ArrayRef {
    let texts = StringArray::from(cells.to_vec());
    let cells = cast(&texts, &data_type).expect("texts of that type");
    assert_eq!(cells.null_count(), texts.null_count(), "{data_type}");
    cells
}

fn numbers(data_type: DataType) -> ArrayRef {
    cast(&Int64Array::from(vec![Some(3), None, Some(100), Some(7)]), &data_type).expect("small numbers")
}

/// Columns of every plain type that holds points in time, numbers, bytes or texts.
fn plain() -> Vec<ArrayRef> {
    use DataType::*;
    let stamps = |unit, zone: Option<&str>| {
        let stamps =
            [Some("2024-02-29T10:00:00Z"), None, Some("1969-12-31T23:59:59Z"), Some("1970-01-01T00:00:00Z")];
        parsed(stamps, Timestamp(unit, zone.map(Into::into)))
    };
    let times = |data_type| parsed([Some("10:00:00"), None, Some("23:59:59"), Some("00:00:00")], data_type);
    let days =
        |data_type| parsed([Some("2024-02-29"), None, Some("1969-12-31"), Some("0001-01-01")], data_type);
    let decimals = |data_type| parsed([Some("1.50"), None, Some("-0.01"), Some("0.00")], data_type);
    let texts =
        |data_type| parsed([Some("a"), None, Some("a text longer than twelve"), Some("07")], data_type);
    let units = [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond];
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(NullArray::new(4)),
        parsed([Some("true"), None, Some("false"), Some("true")], Boolean),
        cast(&numbers(Float64), &Float16).expect("small numbers"),
        days(Date32),
        days(Date64),
        times(Time32(TimeUnit::Second)),
        times(Time32(TimeUnit::Millisecond)),
        times(Time64(TimeUnit::Microsecond)),
        times(Time64(TimeUnit::Nanosecond)),
        decimals(Decimal32(5, 2)),
        decimals(Decimal64(9, 2)),
        decimals(Decimal128(20, 2)),
        decimals(Decimal256(50, 2)),
        cast(&parsed([Some("abcd"), None, Some("efgh"), Some("ijkl")], Binary), &FixedSizeBinary(4))
            .expect("four bytes each"),
    ];
    columns.extend([Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Float32, Float64].map(numbers));
    columns.extend(units.map(|unit| numbers(Duration(unit))));
    columns.extend(units.map(|unit| stamps(unit, None)));
    columns.extend(units.map(|unit| stamps(unit, Some("UTC"))));
    columns.extend(units.map(|unit| stamps(unit, Some("Europe/Berlin"))));
    columns.extend([Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView].map(texts));
    columns
}

/// Columns of types that are made of others.
fn composed() -> Vec<ArrayRef> {
    use DataType::*;
    let item = |data_type| Arc::new(Field::new("item", data_type, true));
    let seconds = Timestamp(TimeUnit::Second, Some("Europe/Berlin".into()));
    let list = |array: ArrayRef| cast(&array, &List(item(array.data_type().clone()))).expect("lists of one");
    let mut map = MapBuilder::new(None, StringBuilder::new(), Int32Builder::new());
    for row in 0..4 {
        map.keys().append_value("key");
        map.values().append_option((row != 1).then_some(row));
        map.append(true).expect("as many keys as values");
    }
    let texts = plain().pop().expect("there are texts");
    let texts = cast(&texts, &Utf8).expect("texts");
    let pair = StructArray::from(vec![
        (item(Int32), Arc::new(Int32Array::from(vec![1, 2, 3, 4])) as ArrayRef),
        (Arc::new(Field::new("text", Utf8, true)), texts.clone()),
    ]);
    vec![
        list(numbers(Int32)),
        list(parsed([Some("2024-02-29"), None, Some("1969-12-31"), Some("0001-01-01")], Date64)),
        list(cast(&numbers(Int64), &seconds).expect("seconds")),
        cast(&numbers(Int32), &LargeList(item(Int32))).expect("lists of one"),
        cast(&list(numbers(Int32)), &FixedSizeList(item(Int32), 1)).expect("lists of one"),
        Arc::new(pair),
        Arc::new(map.finish()),
        cast(&texts, &Dictionary(Box::new(Int8), Box::new(Utf8))).expect("few texts"),
        cast(&numbers(Int64), &Dictionary(Box::new(Int32), Box::new(Int64))).expect("few numbers"),
    ]
}

/// A table of one quasi column and a carried one of every array.
fn table(arrays: &[ArrayRef]) -> Table {
    let quasi = Column::from_texts("q", [Some("a"); 4]);
    let carried = arrays.iter().enumerate().map(|(at, array)| Column {
        name: format!("c{at}"),
        kind: Kind::Text,
        source_type: array.data_type().clone(),
        data: Data::Carried(vec![array.clone()]),
    });
    Table::new([quasi].into_iter().chain(carried).collect())
}

fn write(table: &Table, path: &Path) {
    let layout = Layout::default().for_output(Some(path));
    let options = WriteOptions { file: "source".into(), layout, missing: String::new() };
    let rows: Vec<u32> = (0..table.rows() as u32).collect();
    write_to(table, &rows, &options, &mut File::create(path).expect("writable"), &()).expect("writable");
}

fn types_of(path: &Path) -> Vec<DataType> {
    let source = Source::Path(path.into());
    let reader = Reader::open(&source, &Hints::default(), &[]).expect("readable");
    let table =
        reader.read(|name| if name == "q" { Want::Drop } else { Want::Carry }).expect("readable").table;
    table.columns().iter().map(|column| column.source_type.clone()).collect()
}

fn release(from: &Path, to: &Path) -> amidst::Result<Answer> {
    let mut spec = Spec::of_table(&from.to_string_lossy());
    for at in 0..types_of(from).len() {
        let mut column = ColumnSpec::new(Role::Other);
        column.not_identifying = true;
        spec.columns.insert(format!("c{at}"), column);
    }
    spec.columns.insert("q".into(), ColumnSpec::new(Role::Quasi));
    spec.privacy.k = Some(2);
    spec.output.path = Some(to.to_string_lossy().into_owned());
    Job::new(spec).run(&())
}

/// What Parquet gives back of a type; in dictionaries and lists too.
fn in_parquet(data_type: &DataType) -> DataType {
    let inner = |field: &Field| Arc::new(field.clone().with_data_type(in_parquet(field.data_type())));
    match data_type {
        DataType::Time32(_) => DataType::Time32(TimeUnit::Millisecond),
        DataType::Timestamp(TimeUnit::Second, zone) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone.clone())
        }
        DataType::List(field) => DataType::List(inner(field)),
        other => other.clone(),
    }
}

#[track_caller]
fn check(arrays: &[ArrayRef]) {
    let folder = TempDir::new().expect("a folder");
    let table = table(arrays);
    for from in ["source.arrow", "source.parquet"] {
        let from = folder.path().join(from);
        write(&table, &from);
        let before = types_of(&from);
        for to in ["release.arrow", "release.parquet", "release.csv", "release.jsonl", "release.jsonl.gz"] {
            let to = folder.path().join(format!("{}.{to}", from.extension().expect("it has one").display()));
            let answer = release(&from, &to).unwrap_or_else(|error| panic!("{}: {error}", to.display()));
            assert!(matches!(answer, Answer::Released(_)), "{}", to.display());
            if to.extension().is_some_and(|name| name == "arrow") {
                assert_eq!(types_of(&to), before, "{}", to.display());
            } else if to.extension().is_some_and(|name| name == "parquet") {
                let expected: Vec<DataType> = before.iter().map(in_parquet).collect();
                assert_eq!(types_of(&to), expected, "{}", to.display());
            }
        }
    }
}

#[test]
fn plain_types_survive_every_pair_of_formats() {
    check(&plain());
}

#[test]
fn composed_types_survive_every_pair_of_formats() {
    check(&composed());
}

#[test]
fn numbers_at_their_limits_are_the_same_in_every_pair_of_formats() {
    let numbers = vec![1e21, 1e22, 100.0, -0.0];
    check(&[
        Arc::new(Float64Array::from(numbers)),
        Arc::new(Float64Array::from(vec![1e300, 0.0, 5e-324, 0.1])),
    ]);
}

#[test]
fn json_has_no_number_that_is_none() {
    let folder = TempDir::new().expect("a folder");
    let array: ArrayRef = Arc::new(Float64Array::from(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5]));
    for from in ["source.arrow", "source.parquet"].map(|name| folder.path().join(name)) {
        write(&table(std::slice::from_ref(&array)), &from);
        for name in ["out.arrow", "out.parquet", "out.csv"] {
            let to =
                folder.path().join(format!("{}.{name}", from.extension().expect("it has one").display()));
            assert!(matches!(release(&from, &to), Ok(Answer::Released(_))), "{}", to.display());
        }
        let to = folder.path().join("release.jsonl");
        let error = release(&from, &to).err().expect("JSON has no NaN").to_string();
        let words = "column \"c0\" holds NaN or infinity, which JSON does not have; \
                     write another format, or change or clear these cells first";
        assert!(error.contains(words), "{error}");
        assert!(!to.exists());
    }
}

#[test]
fn a_day_with_a_time_is_no_day_of_parquet() {
    let folder = TempDir::new().expect("a folder");
    let array = parsed([Some("2024-02-29T10:00:00"), None, None, None], DataType::Date64);
    let from = folder.path().join("source.arrow");
    write(&table(&[array]), &from);
    assert!(matches!(release(&from, &folder.path().join("a.arrow")), Ok(Answer::Released(_))));
    let error =
        release(&from, &folder.path().join("a.parquet")).err().expect("it has no such days").to_string();
    assert!(
        error.contains("column \"c0\" holds dates with a time of day, which Parquet does not have"),
        "{error}"
    );
}
