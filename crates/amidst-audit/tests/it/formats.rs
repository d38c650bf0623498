//! Parquet, Arrow and JSON Lines: good ones pass, also across formats and types; spoiled ones are caught.

use std::{fs::File, path::Path as FilePath, sync::Arc};

use amidst_audit::{
    AuditError, Check, Claim, ColumnClaim, ColumnContent, Compression, Format, Layout, Order, Path, Policy,
    ReadError, Report, audit,
};
use amidst_core::Kind;
use amidst_table::{Column, Data, Table};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Date64Array, DictionaryArray, Float64Array, Int64Array, ListArray,
    RecordBatch, StringArray, TimestampMicrosecondArray,
    types::{Float64Type, Int32Type, Int64Type},
};
use arrow_ipc::writer::FileWriter;
use arrow_schema::DataType;
use parquet::{arrow::ArrowWriter, basic, file::properties::WriterProperties};

use crate::fixture::{HEADER, RELEASED, Setup, failed};

type Rows = Vec<[&'static str; 4]>;

fn lose_first(rows: &mut Rows) {
    rows.remove(0);
}

fn batch(header: &[&str], rows: &Rows) -> RecordBatch {
    let column = |at: usize| {
        let cells = rows.iter().map(|row| Some(row[at]).filter(|cell| !cell.is_empty()));
        Arc::new(cells.collect::<StringArray>()) as ArrayRef
    };
    RecordBatch::try_from_iter(header.iter().enumerate().map(|(at, name)| (*name, column(at)))).unwrap()
}

fn parquet_file(batch: &RecordBatch) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    let written_by = concat!("amidst ", env!("CARGO_PKG_VERSION")).into();
    let properties = WriterProperties::builder()
        .set_compression(basic::Compression::SNAPPY)
        .set_created_by(written_by)
        .build();
    let to = File::create(file.path()).unwrap();
    let mut writer = ArrowWriter::try_new(to, batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    file
}

fn arrow_file(batch: &RecordBatch) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut writer = FileWriter::try_new(File::create(file.path()).unwrap(), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    file
}

fn json_file(header: &[&str], rows: &Rows) -> tempfile::NamedTempFile {
    let object = |row: &[&str; 4]| {
        let cells = header.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        let object: serde_json::Map<_, _> =
            cells.map(|(name, cell)| (name.to_string(), (*cell).into())).collect();
        serde_json::to_string(&object).unwrap() + "\n"
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), rows.iter().map(object).collect::<String>()).unwrap();
    file
}

/// Audits the rows in all three formats.
fn in_all_formats(header: &[&str], spoil: impl Fn(&mut Rows)) -> Vec<Result<Report, AuditError>> {
    let mut rows = RELEASED.to_vec();
    spoil(&mut rows);
    let batch = batch(header, &rows);
    let files = [
        (Format::Parquet, parquet_file(&batch)),
        (Format::Arrow, arrow_file(&batch)),
        (Format::JsonLines, json_file(header, &rows)),
    ];
    files.into_iter().map(|(format, file)| Setup::with_format(format).audit(file.path())).collect()
}

#[track_caller]
fn check(spoil: impl Fn(&mut Rows), expected: &[Check]) {
    for outcome in in_all_formats(&HEADER, spoil) {
        assert_eq!(failed(outcome), expected);
    }
}

#[test]
fn good_releases_pass() {
    for outcome in in_all_formats(&HEADER, |_| ()) {
        let report = outcome.unwrap();
        assert_eq!((report.rows, report.classes, report.k, report.k_wildcard), (6, 3, 2, 2));
    }
}

#[test]
fn spoiled_releases_are_caught() {
    check(lose_first, &[Check::Rows, Check::KAnonymity, Check::Truth, Check::Integrity]);
    check(|rows| rows[3][3] = "X", &[Check::Integrity]);
    check(|rows| rows[0][0] = "9414", &[Check::KAnonymity, Check::Truth, Check::Integrity, Check::Order]);
    check(|rows| rows.swap(0, 5), &[Check::Order]);
    check(
        |rows| rows[5][0] = "",
        &[Check::KAnonymity, Check::Truth, Check::Suppression, Check::Integrity, Check::Order],
    );
}

#[test]
fn columns_under_other_names_are_caught() {
    for outcome in in_all_formats(&["zip", "sex", "disease", "name"], |_| ()) {
        assert!(failed(outcome).contains(&Check::Columns));
    }
    for outcome in in_all_formats(&["sex", "zip", "disease", "note"], |_| ()) {
        assert!(failed(outcome).contains(&Check::Columns));
    }
}

#[test]
fn files_cut_off_are_caught() {
    let batch = batch(&HEADER, &RELEASED.to_vec());
    let files = [(Format::Parquet, parquet_file(&batch)), (Format::Arrow, arrow_file(&batch))];
    for (format, file) in files {
        let bytes = std::fs::read(file.path()).unwrap();
        let outcome = Setup::with_format(format).audit_bytes(&bytes[..bytes.len() - 5]);
        assert!(matches!(outcome, Err(AuditError::Read(ReadError::Malformed { .. }))));
    }
    let bytes = std::fs::read(json_file(&HEADER, &RELEASED.to_vec()).path()).unwrap();
    let outcome = Setup::with_format(Format::JsonLines).audit_bytes(&bytes[..bytes.len() - 5]);
    assert!(matches!(outcome, Err(AuditError::Read(ReadError::Malformed { rows: 5, .. }))));
}

/// A source of typed columns: age (quasi, kept), then one column of each type.
fn typed_columns() -> Vec<(&'static str, ArrayRef)> {
    let dictionary: DictionaryArray<Int32Type> = [Some("x"), None, Some("y")].into_iter().collect();
    vec![
        ("integer", Arc::new(Int64Array::from(vec![Some(-5), None, Some(70)]))),
        ("decimal", Arc::new(Float64Array::from(vec![Some(1.0), Some(0.25), None]))),
        ("boolean", Arc::new(BooleanArray::from(vec![Some(true), Some(false), None]))),
        ("day", Arc::new(Date32Array::from(vec![Some(10_000), None, Some(0)]))),
        ("time", Arc::new(TimestampMicrosecondArray::from(vec![Some(1_500_000), Some(0), None]))),
        ("dictionary", Arc::new(dictionary)),
    ]
}

fn carried(name: &str, array: &ArrayRef) -> Column {
    let (kind, source_type) = (Kind::Text, array.data_type().clone());
    Column {
        name: name.into(),
        kind,
        source_type,
        data: Data::Carried(vec![array.slice(0, 1), array.slice(1, 2)]),
    }
}

fn texts(name: &str, cells: [&str; 3]) -> Column {
    let array: ArrayRef = Arc::new(StringArray::from(cells.to_vec()));
    carried(name, &array)
}

fn age() -> Column {
    Column::from_texts("age", [Some("30"), Some("30"), Some("30")])
}

fn audit_typed(source: &Table, format: Format, path: &FilePath) -> Result<Report, AuditError> {
    audit_ordered(source, format, path, Order::Any)
}

fn audit_ordered(
    source: &Table,
    format: Format,
    path: &FilePath,
    order: Order,
) -> Result<Report, AuditError> {
    let paths: Vec<Path> = vec![vec![Some("30".into()), Some("*".into())]];
    let content = |name: &str| match name {
        "age" => ColumnContent::Quasi { paths: &paths, level: 0 },
        _ => ColumnContent::Other,
    };
    let columns = source
        .columns()
        .iter()
        .map(|column| ColumnClaim { name: column.name.clone(), content: content(&column.name) });
    let claim = Claim {
        source,
        model_columns: &[],
        informational: Vec::new(),
        columns: columns.collect(),
        gone: Vec::new(),
        missing: &[String::new()],
        k: 3,
        respondent: None,
        household: None,
        combinations: Vec::new(),
        neighbours: Vec::new(),
        requirements: Vec::new(),
        policy: Policy::OwnValue,
        reading: amidst_audit::Reading::default(),
        rows_in: 3,
        rows_out: 3,
        suppressed: 0,
        suppression_limit: u64::MAX,
        order,
        layout: Layout { format, compression: Compression::None },
    };
    audit(path, &claim, &())
}

#[test]
fn typed_columns_compare_across_formats() {
    let typed = typed_columns();
    let from_types = Table::new(
        [age()].into_iter().chain(typed.iter().map(|(name, array)| carried(name, array))).collect(),
    );
    let from_texts = Table::new(vec![
        age(),
        texts("integer", ["-5", "", "070"]),
        texts("decimal", ["1.00", "0,25", ""]),
        texts("boolean", ["True", "FALSE", ""]),
        texts("day", ["1997-05-19", "", "1970-01-01"]),
        texts("time", ["1970-01-01 00:00:01.500", "1970-01-01T00:00", ""]),
        texts("dictionary", ["x", "", "y"]),
    ]);
    let ages: ArrayRef = Arc::new(Int64Array::from(vec![30, 30, 30]));
    let batch = RecordBatch::try_from_iter([("age", ages)].into_iter().chain(typed)).unwrap();
    let csv = "age,integer,decimal,boolean,day,time,dictionary\n\
               30,-5,1.0,true,1997-05-19,1970-01-01T00:00:01.5,x\n\
               30,,0.25,false,,1970-01-01T00:00:00,\n\
               30,70,,,1970-01-01,,y\n";
    let json = "{\"age\":30,\"integer\":-5,\"decimal\":1.0,\"boolean\":true,\"day\":\"1997-05-19\",\"time\":\"1970-01-01T00:00:01.500\",\"dictionary\":\"x\"}\n\
                {\"age\":30,\"decimal\":0.25,\"boolean\":false,\"time\":\"1970-01-01T00:00:00\"}\n\
                {\"age\":30,\"integer\":70,\"day\":\"1970-01-01\",\"dictionary\":\"y\"}\n";
    let files = [tempfile::NamedTempFile::new().unwrap(), tempfile::NamedTempFile::new().unwrap()];
    std::fs::write(files[0].path(), csv).unwrap();
    std::fs::write(files[1].path(), json).unwrap();
    let (parquet, arrow) = (parquet_file(&batch), arrow_file(&batch));
    for source in [&from_types, &from_texts] {
        audit_typed(source, Format::Parquet, parquet.path()).unwrap();
        audit_typed(source, Format::Arrow, arrow.path()).unwrap();
    }
    audit_typed(&from_types, Format::Csv(amidst_audit::Csv::default()), files[0].path()).unwrap();
    audit_typed(&from_types, Format::JsonLines, files[1].path()).unwrap();
}

#[test]
fn leading_zeros_must_survive_in_text() {
    let mut code = texts("code", ["007", "1", "2"]);
    // A reader may say what type the texts could have.
    code.source_type = DataType::Int64;
    let source = Table::new(vec![age(), code]);
    let file = tempfile::NamedTempFile::new().unwrap();
    let csv = || Format::Csv(amidst_audit::Csv::default());
    std::fs::write(file.path(), "age,code\n30,007\n30,1\n30,2\n").unwrap();
    audit_typed(&source, csv(), file.path()).unwrap();
    std::fs::write(file.path(), "age,code\n30,7\n30,1\n30,2\n").unwrap();
    assert_eq!(failed(audit_typed(&source, csv(), file.path())), [Check::Integrity]);
}

#[test]
fn nested_cells_compare_as_json() {
    let lists =
        ListArray::from_iter_primitive::<Int64Type, _, _>([Some(vec![Some(1), None]), None, Some(vec![])]);
    let lists: ArrayRef = Arc::new(lists);
    let source = Table::new(vec![age(), carried("list", &lists)]);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "age,list\n30,\"[1,null]\"\n30,\n30,[]\n").unwrap();
    audit_typed(&source, Format::Csv(amidst_audit::Csv::default()), file.path()).unwrap();
    std::fs::write(file.path(), "{\"age\":30,\"list\":[1,null]}\n{\"age\":30}\n{\"age\":30,\"list\":[]}\n")
        .unwrap();
    audit_typed(&source, Format::JsonLines, file.path()).unwrap();
    let ages: ArrayRef = Arc::new(Int64Array::from(vec![30, 30, 30]));
    let batch = RecordBatch::try_from_iter([("age", ages), ("list", lists)]).unwrap();
    audit_typed(&source, Format::Parquet, parquet_file(&batch).path()).unwrap();
}

#[test]
fn a_number_that_json_lacks_is_not_null() {
    let numbers: ArrayRef = Arc::new(Float64Array::from(vec![Some(f64::NAN), Some(f64::INFINITY), None]));
    let source = Table::new(vec![age(), carried("number", &numbers)]);
    let ages: ArrayRef = Arc::new(Int64Array::from(vec![30, 30, 30]));
    let batch = RecordBatch::try_from_iter([("age", ages), ("number", numbers)]).unwrap();
    audit_typed(&source, Format::Parquet, parquet_file(&batch).path()).unwrap();
    audit_typed(&source, Format::Arrow, arrow_file(&batch).path()).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "{\"age\":30,\"number\":null}\n".repeat(3)).unwrap();
    assert_eq!(failed(audit_typed(&source, Format::JsonLines, file.path())), [Check::Integrity]);
    std::fs::write(file.path(), "age,number\n30,NaN\n30,inf\n30,\n").unwrap();
    audit_typed(&source, Format::Csv(amidst_audit::Csv::default()), file.path()).unwrap();
}

#[test]
fn a_number_that_json_lacks_is_not_null_inside_a_list_either() {
    let lists = |floats: [Option<f64>; 3]| -> ArrayRef {
        let lists = floats.map(|float| Some(vec![float]));
        Arc::new(ListArray::from_iter_primitive::<Float64Type, _, _>(lists))
    };
    let source = Table::new(vec![age(), carried("list", &lists([Some(f64::NAN), Some(1.5), None]))]);
    let ages: ArrayRef = Arc::new(Int64Array::from(vec![30, 30, 30]));
    let file = |floats| {
        let batch = RecordBatch::try_from_iter([("age", ages.clone()), ("list", lists(floats))]).unwrap();
        (parquet_file(&batch), arrow_file(&batch))
    };
    let (parquet, arrow) = file([Some(f64::NAN), Some(1.5), None]);
    audit_typed(&source, Format::Parquet, parquet.path()).unwrap();
    audit_typed(&source, Format::Arrow, arrow.path()).unwrap();
    for other in [None, Some(f64::INFINITY)] {
        let (parquet, arrow) = file([other, Some(1.5), None]);
        assert_eq!(failed(audit_typed(&source, Format::Parquet, parquet.path())), [Check::Integrity]);
        assert_eq!(failed(audit_typed(&source, Format::Arrow, arrow.path())), [Check::Integrity]);
    }
}

#[test]
fn a_type_that_changes_is_noticed_even_if_the_texts_do_not() {
    let days: ArrayRef = Arc::new(Date64Array::from(vec![Some(0), None, Some(86_400_000)]));
    let source = Table::new(vec![age(), carried("day", &days)]);
    let ages: ArrayRef = Arc::new(Int64Array::from(vec![30, 30, 30]));
    let batch = |days| RecordBatch::try_from_iter([("age", ages.clone()), ("day", days)]).unwrap();
    // The library stores such days as integers, and says otherwise only beside the data.
    let file = parquet_file(&batch(days.clone()));
    assert_eq!(failed(audit_typed(&source, Format::Parquet, file.path())), [Check::Columns]);
    audit_typed(&source, Format::Arrow, arrow_file(&batch(days)).path()).unwrap();
    let stamps: ArrayRef =
        Arc::new(TimestampMicrosecondArray::from(vec![Some(0), None, Some(86_400_000_000)]));
    let file = arrow_file(&batch(stamps));
    assert_eq!(failed(audit_typed(&source, Format::Arrow, file.path())), [Check::Columns]);
}

#[test]
fn an_arrow_file_that_is_compressed_inside_was_not_promised() {
    let ages: ArrayRef = Arc::new(StringArray::from(vec!["30", "30", "30"]));
    let batch = RecordBatch::try_from_iter([("age", ages)]).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    let options = arrow_ipc::writer::IpcWriteOptions::default();
    let options = options.try_with_compression(Some(arrow_ipc::CompressionType::LZ4_FRAME)).unwrap();
    let sink = File::create(file.path()).unwrap();
    let mut writer = FileWriter::try_new_with_options(sink, &batch.schema(), options).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    let outcome = audit_typed(&Table::new(vec![age()]), Format::Arrow, file.path());
    assert!(matches!(outcome, Err(AuditError::Read(ReadError::Malformed { .. }))));
}

#[test]
fn a_damaged_file_is_malformed_and_nothing_panics() {
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3]));
    let source = Table::new(vec![age(), carried("number", &numbers)]);
    let ages: ArrayRef = Arc::new(StringArray::from(vec!["30", "30", "30"]));
    let batch = RecordBatch::try_from_iter([("age", ages), ("number", numbers)]).unwrap();
    let files = [(Format::Parquet, parquet_file(&batch)), (Format::Arrow, arrow_file(&batch))];
    for (format, file) in files {
        let whole = std::fs::read(file.path()).unwrap();
        for at in (0..whole.len()).step_by(3) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x81;
            std::fs::write(file.path(), &bytes).unwrap();
            // Some bytes do not matter.
            let _ = audit_typed(&source, format.clone(), file.path());
        }
        std::fs::write(file.path(), &whole[..whole.len() / 2]).unwrap();
        let cut = audit_typed(&source, format, file.path());
        assert!(matches!(cut, Err(AuditError::Read(ReadError::Malformed { .. }))));
    }
}

#[test]
fn order_is_compared_up_to_the_first_respelled_column() {
    let source =
        Table::new(vec![age(), texts("number", ["1.50", "1.5", "1.5"]), texts("note", ["a", "c", "b"])]);
    let ages: ArrayRef = Arc::new(StringArray::from(vec!["30", "30", "30"]));
    let numbers: ArrayRef = Arc::new(Float64Array::from(vec![1.5, 1.5, 1.5]));
    let notes: ArrayRef = Arc::new(StringArray::from(vec!["b", "c", "a"]));
    let batch = RecordBatch::try_from_iter([("age", ages), ("number", numbers), ("note", notes)]).unwrap();
    let report = audit_ordered(&source, Format::Parquet, parquet_file(&batch).path(), Order::Sorted).unwrap();
    let words = report.checks.last().map(|check| check.words.as_str());
    assert_eq!(words, Some("rows are sorted by the first 1 of 3 columns; the others were not compared"));
}

#[test]
fn a_number_that_changed_is_caught() {
    let source = Table::new(vec![age(), texts("integer", ["1", "2", "3"])]);
    let ages: ArrayRef = Arc::new(Int64Array::from(vec![30, 30, 30]));
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 4]));
    let batch = RecordBatch::try_from_iter([("age", ages), ("integer", numbers)]).unwrap();
    let outcome = audit_typed(&source, Format::Parquet, parquet_file(&batch).path());
    assert_eq!(failed(outcome), [Check::Integrity]);
}
