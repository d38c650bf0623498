//! One table in every format, with marks in all that is no released cell.

use std::{collections::HashMap, sync::Arc};

use arrow_array::{
    Array, ArrayRef, DictionaryArray, FixedSizeBinaryArray, FixedSizeListArray, Int32Array, Int64Array,
    ListArray, MapArray, PrimitiveArray, RecordBatch, StringArray, StringViewArray, StructArray,
    types::{ArrowDictionaryKeyType, Int8Type, Int32Type},
};
use arrow_buffer::{ArrowNativeType, NullBuffer, OffsetBuffer};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Fields, Schema};
use parquet::arrow::ArrowWriter;

/// The formats that are read and written.
pub const FORMATS: [&str; 5] = ["csv", "tsv", "jsonl", "parquet", "arrow"];

/// What every planted text begins with.
pub const MARK: &str = "LEAK";
/// The planted number: the mark twice, as its bytes.
pub const NUMBER: i64 = i64::from_le_bytes(*b"LEAKLEAK");

/// Columns that travel along in every format.
pub const CARRIED: [&str; 2] = ["note", "num"];
/// Columns that only formats with types have.
pub const NESTED: [&str; 6] = ["tags", "pair", "map", "fixed", "token", "code"];

pub const ROWS: usize = 32;

/// What is marked beside identifiers, nulls, dictionaries and metadata.
#[derive(Clone, Copy, PartialEq)]
pub enum Marks {
    /// Every cell of the two rows that will be suppressed.
    Suppressed,
    /// Nothing: all rows will be released. Their postcode is still marked, and must be generalized or blanked.
    Hidden,
}

/// Neighbours in the source are far apart in a release.
fn is_rare(row: usize) -> bool {
    row == 7 || row == 20
}

fn zip(row: usize) -> &'static str {
    if is_rare(row) { "LEAKzip" } else { ["1111", "2221", "1112", "2222"][row % 4] }
}

fn age(row: usize) -> i32 {
    31 + (row as i32 * 7) % 9
}

fn ill(row: usize, marks: Marks) -> &'static str {
    match marks {
        Marks::Suppressed if is_rare(row) => "LEAKill",
        _ => ["zoster", "flu", "cold", "asthma", "gout"][row % 5],
    }
}

/// The note of a row; every ninth is missing.
pub fn note(row: usize) -> Option<String> {
    (row % 9 != 4).then(|| format!("note {row:02} of more than twelve bytes"))
}

fn marked_note(row: usize, marks: Marks) -> Option<String> {
    match marks {
        Marks::Suppressed if is_rare(row) => Some(format!("LEAKnote {row} of more than twelve bytes")),
        _ => note(row),
    }
}

/// A number; every seventh is missing.
fn num(row: usize, marks: Marks) -> Option<i64> {
    match marks {
        Marks::Suppressed if is_rare(row) => Some(NUMBER),
        _ => (row % 7 != 3).then_some(1000 + row as i64),
    }
}

/// The table in a format.
pub fn source(format: &str, marks: Marks) -> Vec<u8> {
    match format {
        "csv" => delimited(b',', marks),
        "tsv" => delimited(b'\t', marks),
        "jsonl" => json_lines(marks),
        "parquet" => {
            let (batch, mut bytes) = (batch(marks), Vec::new());
            let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).expect("writable");
            writer.write(&batch).expect("writable");
            writer.close().expect("writable");
            bytes
        }
        _ => {
            let batch = batch(marks);
            let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).expect("writable");
            writer.write_metadata("LEAKkey", "LEAKvalue");
            writer.write(&batch).expect("writable");
            writer.finish().expect("writable");
            writer.into_inner().expect("writable")
        }
    }
}

fn delimited(delimiter: u8, marks: Marks) -> Vec<u8> {
    let mut text =
        ["name", "id", "zip", "age", "ill", "note", "num"].join(&char::from(delimiter).to_string()) + "\n";
    for row in 0..ROWS {
        let (note, num) = (marked_note(row, marks).unwrap_or_default(), num(row, marks));
        let cells = [
            format!("LEAKname {row}"),
            format!("LEAKid{row}"),
            zip(row).to_owned(),
            age(row).to_string(),
            ill(row, marks).to_owned(),
            note,
            num.map_or_else(String::new, |num| num.to_string()),
        ];
        text += &(cells.join(&char::from(delimiter).to_string()) + "\n");
    }
    text.into_bytes()
}

fn json_lines(marks: Marks) -> Vec<u8> {
    let line = |row: usize| {
        let object = serde_json::json!({
            "name": format!("LEAKname {row}"), "id": format!("LEAKid{row}"), "zip": zip(row), "age": age(row),
            "ill": ill(row, marks), "note": marked_note(row, marks), "num": num(row, marks),
        });
        object.to_string() + "\n"
    };
    (0..ROWS).map(line).collect::<String>().into_bytes()
}

/// Texts under keys; the dictionary also holds a value of no row, in no order.
fn coded<K: ArrowDictionaryKeyType>(cells: &[Option<&str>]) -> DictionaryArray<K>
where
    PrimitiveArray<K>: FromIterator<Option<K::Native>>,
{
    let mut values = vec!["LEAKunused"];
    for cell in cells.iter().flatten().rev() {
        if !values.contains(cell) {
            values.push(cell);
        }
    }
    let key = |cell: &str| values.iter().position(|value| *value == cell).and_then(K::Native::from_usize);
    let keys: PrimitiveArray<K> = cells.iter().map(|cell| key((*cell)?)).collect();
    DictionaryArray::new(keys, Arc::new(StringArray::from(values)))
}

/// Cells whose every null hides a marked value.
fn views(cells: &[Option<String>]) -> StringViewArray {
    let all = cells
        .iter()
        .map(|cell| Some(cell.clone().unwrap_or_else(|| "LEAK below a null, a long text".into())));
    let all: StringViewArray = all.collect();
    let nulls: NullBuffer = cells.iter().map(Option::is_some).collect::<Vec<_>>().into();
    StringViewArray::new(all.views().clone(), all.data_buffers().to_vec(), Some(nulls))
}

fn numbers(cells: &[Option<i64>]) -> Int64Array {
    let nulls: NullBuffer = cells.iter().map(Option::is_some).collect::<Vec<_>>().into();
    Int64Array::new(cells.iter().map(|cell| cell.unwrap_or(NUMBER)).collect(), Some(nulls))
}

fn tag() -> HashMap<String, String> {
    let tag = |key: &str| (key.to_owned(), "LEAK in metadata".to_owned());
    [tag("LEAKkey"), tag("PARQUET:note"), tag("ARROW:extension:metadata")].into()
}

fn field(name: &str, data_type: &DataType, nullable: bool) -> Field {
    Field::new(name, data_type.clone(), nullable).with_metadata(tag())
}

fn batch(marks: Marks) -> RecordBatch {
    let rows = || 0..ROWS;
    let gone = |row: usize| marks == Marks::Suppressed && is_rare(row);
    // Every fifth parent is null, and so are those of rows that stay; what is below is marked.
    let parents: Vec<bool> = rows().map(|row| row % 5 != 2).collect();
    let below = |row: usize, open: String| {
        if gone(row) || !parents[row] { format!("LEAK below {row}, a long text") } else { open }
    };
    let nulls = || Some(NullBuffer::from(parents.clone()));
    let numbers_below: ArrayRef = Arc::new(Int64Array::from_iter_values(
        rows().map(|row| if gone(row) || !parents[row] { NUMBER } else { row as i64 }),
    ));
    let texts_below = |prefix: &str| -> Vec<String> {
        rows().map(|row| below(row, format!("{prefix}{}", row % 6))).collect()
    };

    let tags = texts_below("tag ");
    let tags: ArrayRef =
        Arc::new(coded::<Int32Type>(&tags.iter().map(|tag| Some(tag.as_str())).collect::<Vec<_>>()));
    let ones = || OffsetBuffer::from_lengths(rows().map(|_| 1));
    let tags = ListArray::new(Arc::new(field("LEAKitem", tags.data_type(), true)), ones(), tags, nulls());

    let inner: ArrayRef =
        Arc::new(StringViewArray::from_iter_values(texts_below("a text of more than twelve bytes, ")));
    let fields: Fields =
        vec![field("text", &DataType::Utf8View, false), field("number", &DataType::Int64, true)].into();
    let pair = StructArray::new(fields, vec![inner.clone(), numbers_below.clone()], nulls());

    let keys: ArrayRef = Arc::new(StringArray::from(texts_below("key ")));
    let entries: Fields =
        vec![field("LEAKkeys", &DataType::Utf8, false), field("LEAKvalues", &DataType::Utf8View, true)]
            .into();
    let entry = field("LEAKentries", &DataType::Struct(entries.clone()), false);
    let map = MapArray::new(
        Arc::new(entry),
        ones(),
        StructArray::new(entries, vec![keys, inner], None),
        nulls(),
        false,
    );

    let fixed = FixedSizeListArray::new(
        Arc::new(field("LEAKitem", &DataType::Int64, true)),
        1,
        numbers_below,
        nulls(),
    );
    let tokens: Vec<u8> =
        rows().flat_map(|row| if gone(row) || !parents[row] { *b"LEAK" } else { *b"open" }).collect();
    let token = FixedSizeBinaryArray::new(4, tokens.into(), nulls());
    let codes: Vec<String> = texts_below("code ");
    let codes: Vec<Option<&str>> =
        rows().map(|row| Some(codes[row].as_str()).filter(|_| parents[row])).collect();

    let texts = |of: &dyn Fn(usize) -> String| rows().map(of).collect::<Vec<String>>();
    let names = texts(&|row| format!("LEAKname {row}, a long one"));
    let notes: Vec<Option<String>> = rows().map(|row| marked_note(row, marks)).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("name", Arc::new(StringViewArray::from_iter_values(names))),
        ("id", Arc::new(StringArray::from(texts(&|row| format!("LEAKid{row}"))))),
        ("zip", Arc::new(coded::<Int32Type>(&rows().map(|row| Some(zip(row))).collect::<Vec<_>>()))),
        ("age", Arc::new(Int32Array::from_iter_values(rows().map(age)))),
        ("ill", Arc::new(coded::<Int8Type>(&rows().map(|row| Some(ill(row, marks))).collect::<Vec<_>>()))),
        ("note", Arc::new(views(&notes))),
        ("num", Arc::new(numbers(&rows().map(|row| num(row, marks)).collect::<Vec<_>>()))),
        ("tags", Arc::new(tags)),
        ("pair", Arc::new(pair)),
        ("map", Arc::new(map)),
        ("fixed", Arc::new(fixed)),
        ("token", Arc::new(token)),
        ("code", Arc::new(coded::<Int8Type>(&codes))),
    ];
    let fields: Vec<Field> =
        columns.iter().map(|(name, array)| field(name, array.data_type(), true)).collect();
    let schema = Schema::new_with_metadata(fields, tag());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect())
        .expect("columns of one length")
}
