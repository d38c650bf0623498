//! Where inputs come from: small texts of every kind in the folder `seeds`, binary files made here, and the words that
//! formats are made of.

use std::{
    io::Write,
    path::Path,
    sync::{Arc, LazyLock},
};

use amidst_audit::{AuditError, Claim, ColumnClaim, Layout, Order, Policy, audit};
use amidst_table::Table;
use arrow_array::{
    ArrayRef, BooleanArray, Date64Array, DictionaryArray, Float64Array, Int32Array, ListArray, RecordBatch,
    StringArray, StringViewArray, TimestampSecondArray,
    types::{Int8Type, Int32Type},
};
use arrow_ipc::{
    CompressionType,
    writer::{FileWriter, IpcWriteOptions, StreamWriter},
};
use parquet::{arrow::ArrowWriter, basic::Compression, file::properties::WriterProperties};

use crate::Target;

/// A table that recipes are tried on.
pub const PEOPLE: &str = include_str!("../seeds/people.csv");

const CSV: [&str; 4] = [
    PEOPLE,
    include_str!("../seeds/quotes.csv"),
    include_str!("../seeds/semicolons.csv"),
    "\u{feff}a\tb\r\n1\t2\r\n\t\r\n",
];
const JSONL: [&str; 2] = [include_str!("../seeds/people.jsonl"), include_str!("../seeds/mixed.jsonl")];
const SPECS: [&str; 2] = [include_str!("../seeds/release.toml"), include_str!("../seeds/models.toml")];
const HIERARCHIES: [&str; 2] = [include_str!("../seeds/zip.csv"), include_str!("../seeds/age.csv")];

/// The inputs that those of a target come from.
pub fn of(target: Target) -> &'static [Vec<u8>] {
    static SEEDS: LazyLock<Vec<Vec<Vec<u8>>>> = LazyLock::new(|| Target::ALL.map(made).into());
    let place = Target::ALL.iter().position(|one| *one == target).expect("all are there");
    &SEEDS[place]
}

fn made(target: Target) -> Vec<Vec<u8>> {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    let lines = |text: &str| text.lines().map(|line| line.as_bytes().to_vec()).collect();
    match target {
        Target::Csv => texts(&CSV),
        Target::Jsonl => texts(&JSONL),
        Target::Parquet => parquet_files(),
        Target::Arrow => arrow_files(),
        Target::Stream => arrow_streams(),
        Target::Gzip => CSV.iter().map(|text| gzip(text.as_bytes())).collect(),
        Target::Zstd => CSV.iter().map(|text| zstd(text.as_bytes())).collect(),
        Target::Audit => releases(),
        Target::Spec => texts(&SPECS),
        Target::Hierarchy => texts(&HIERARCHIES),
        Target::Recipe => lines(include_str!("../seeds/recipes.txt")),
        Target::Plan => texts(&[include_str!("../seeds/plan.json")]),
        Target::Label => {
            let labels = include_str!("../seeds/labels.txt").lines();
            labels.map(|line| line.replace("\\n", "\n").into_bytes()).collect()
        }
    }
}

/// What the texts of a target are made of.
pub fn words(target: Target) -> &'static [&'static str] {
    match target {
        Target::Csv | Target::Hierarchy => {
            &["\"", "\"\"", ",", ";", "\t", "\n", "\r\n", "\0", "\u{feff}", "*", "ä"]
        }
        Target::Jsonl => &[
            "{", "}", "[", "]", "\"", "\\", "\\ud800", "\\u0000", "null", "true", ":", ",", "\n", "1e999",
            "{}",
        ],
        Target::Spec | Target::Plan | Target::Recipe => &[
            "[",
            "]",
            "{",
            "}",
            "=",
            "\"",
            "'",
            "\n",
            "#",
            ".",
            "k",
            "interval",
            "prefix",
            "date",
            "order",
            "tree",
            "from",
            "top",
            "bottom",
            "keep",
            "frequency",
            "groups",
            "file",
            "[columns.x]",
            "role = 'quasi'",
        ],
        Target::Label => {
            &["[", "]", "(", ")", "{", "}", ",", ";", "-", "*", "\"", "<", ">=", "≥", " ", "\n", "e9"]
        }
        _ => &[],
    }
}

fn batch() -> RecordBatch {
    let category: DictionaryArray<Int8Type> = [Some("x"), None, Some("y"), Some("x")].into_iter().collect();
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([
        Some(vec![Some(1), None]),
        None,
        Some(vec![]),
        None,
    ]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("zip", Arc::new(StringArray::from(vec![Some("01234"), Some("01235"), None, Some("")]))),
        ("age", Arc::new(Int32Array::from(vec![Some(39), Some(7), None, Some(39)]))),
        ("size", Arc::new(Float64Array::from(vec![61.5, f64::NAN, -0.0, 1e300]))),
        ("member", Arc::new(BooleanArray::from(vec![Some(true), None, Some(false), Some(true)]))),
        ("born", Arc::new(Date64Array::from(vec![Some(0), None, Some(86_400_000), Some(-86_400_000)]))),
        ("seen", Arc::new(TimestampSecondArray::from(vec![0, 1, 2, 3]).with_timezone("Europe/Berlin"))),
        ("category", Arc::new(category)),
        (
            "view",
            Arc::new(StringViewArray::from(vec![Some("a text longer than twelve"), None, Some("b"), None])),
        ),
        ("list", Arc::new(list)),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .expect("equal lengths")
}

/// A release as the audit knows it.
fn release() -> RecordBatch {
    let zip: ArrayRef = Arc::new(StringArray::from(vec!["*", "*", "*"]));
    let ill: ArrayRef = Arc::new(StringArray::from(vec![None, Some("cold"), Some("flu")]));
    RecordBatch::try_from_iter([("zip", zip), ("ill", ill)]).expect("equal lengths")
}

fn parquet_file(batch: &RecordBatch, compression: Compression) -> Vec<u8> {
    let mut bytes = Vec::new();
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).expect("writable");
    writer.write(batch).expect("writable");
    writer.close().expect("writable");
    bytes
}

fn parquet_files() -> Vec<Vec<u8>> {
    let kinds = [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::LZ4_RAW];
    let whole = kinds.map(|compression| parquet_file(&batch(), compression));
    // A column at a time: small files are damaged in more telling places.
    let columns = (0..batch().num_columns()).map(|at| batch().project(&[at]).expect("a column"));
    whole.into_iter().chain(columns.map(|column| parquet_file(&column, Compression::UNCOMPRESSED))).collect()
}

fn arrow_file(batch: &RecordBatch, compression: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(compression).expect("a known compression");
    let mut bytes = Vec::new();
    let mut writer =
        FileWriter::try_new_with_options(&mut bytes, &batch.schema(), options).expect("writable");
    writer.write(batch).and_then(|()| writer.finish()).expect("writable");
    drop(writer);
    bytes
}

fn arrow_files() -> Vec<Vec<u8>> {
    let kinds = [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)];
    let whole = kinds.map(|compression| arrow_file(&batch(), compression));
    let columns = (0..batch().num_columns()).map(|at| batch().project(&[at]).expect("a column"));
    whole.into_iter().chain(columns.map(|column| arrow_file(&column, None))).collect()
}

fn arrow_streams() -> Vec<Vec<u8>> {
    let columns = (0..batch().num_columns()).map(|at| batch().project(&[at]).expect("a column"));
    let stream = |batch: RecordBatch| {
        let mut bytes = Vec::new();
        let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).expect("writable");
        writer.write(&batch).and_then(|()| writer.finish()).expect("writable");
        drop(writer);
        bytes
    };
    std::iter::once(batch()).chain(columns).map(stream).collect()
}

/// Releases behind the byte that says their format; see the target.
fn releases() -> Vec<Vec<u8>> {
    const CSV: &[u8] = b"zip,ill\n*,\n*,cold\n*,flu\n";
    const JSON: &[u8] =
        b"{\"zip\":\"*\",\"ill\":null}\n{\"zip\":\"*\",\"ill\":\"cold\"}\n{\"zip\":\"*\",\"ill\":\"flu\"}\n";
    let files: [(u8, Vec<u8>); 9] = [
        (0, parquet_file(&release(), Compression::SNAPPY)),
        (0, parquet_file(&release(), Compression::UNCOMPRESSED)),
        (1, arrow_file(&release(), None)),
        (1, arrow_file(&release(), Some(CompressionType::LZ4_FRAME))),
        (2, JSON.to_vec()),
        (3, CSV.to_vec()),
        (66, gzip(JSON)),
        (67, gzip(CSV)),
        (131, zstd(CSV)),
    ];
    files.into_iter().map(|(first, bytes)| [vec![first], bytes].concat()).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory succeeds")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, zstd::DEFAULT_COMPRESSION_LEVEL).expect("writing to memory succeeds")
}

/// Audits a file that claims to be a release of `source`; whether it is one does not matter.
pub(crate) fn audit_with(source: &Table, columns: Vec<ColumnClaim<'_>>, layout: Layout, path: &Path) {
    let claim = Claim {
        source,
        model_columns: &[],
        informational: Vec::new(),
        columns,
        gone: vec!["name".into()],
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
        suppression_limit: 0,
        order: Order::Sorted,
        layout,
    };
    let found: Result<_, AuditError> = audit(path, &claim, &());
    drop(found);
}
