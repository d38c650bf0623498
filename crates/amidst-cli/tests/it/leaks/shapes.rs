//! Every shape an Arrow array can have, in more rows than one batch holds: the audit accounts for each byte of the release.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BinaryViewArray, BooleanArray, Decimal128Array, DictionaryArray, Int8Array, Int32Array,
    Int64Array, LargeListArray, LargeStringArray, ListArray, NullArray, RecordBatch, RunArray, StringArray,
    StructArray, TimestampMicrosecondArray,
    types::{Int8Type, Int32Type},
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, Field, Fields};

use crate::support::Folder;

/// Two parts of a table: together longer than a batch of a release.
const PART: usize = 33_000;

fn nulls() -> Option<NullBuffer> {
    Some((0..PART).map(|row| row % 10 != 3).collect::<Vec<_>>().into())
}

fn item(array: &ArrayRef) -> Arc<Field> {
    Arc::new(Field::new("item", array.data_type().clone(), true))
}

/// A part of the table. Both have their own dictionaries, and together more values than the keys of one can tell apart.
fn part(number: usize) -> RecordBatch {
    let values: ArrayRef =
        Arc::new(StringArray::from_iter_values((0..100).map(|value| format!("value {number} {value}"))));
    let keys = Int8Array::from_iter((0..PART).map(|row| (row % 10 != 3).then_some((row % 100) as i8)));
    let codes: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::new(keys, values));
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values((0..PART as i64).map(|row| row % 17)));
    let ones = || OffsetBuffer::from_lengths((0..PART).map(|_| 1));
    let ones_long = OffsetBuffer::from_lengths((0..PART).map(|_| 1));
    let runs = Int32Array::from_iter_values((1..=PART as i32 / 10).map(|run| run * 10));
    let run_values =
        StringArray::from_iter((0..PART / 10).map(|run| (run % 4 > 0).then(|| format!("run {}", run % 4))));
    let fields = Fields::from(vec![Field::new("codes", codes.data_type().clone(), true)]);
    let texts =
        || (0..PART).map(|row| (row % 10 != 3).then(|| format!("a text longer than twelve, {}", row % 11)));
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("q", Arc::new(Int32Array::from_iter_values((0..PART as i32).map(|row| row % 3)))),
        ("s", Arc::new(StringArray::from_iter_values((0..PART).map(|row| format!("ill {}", row % 5))))),
        ("codes", codes.clone()),
        ("lists", Arc::new(ListArray::new(item(&codes), ones(), codes.clone(), nulls()))),
        ("long", Arc::new(LargeListArray::new(item(&numbers), ones_long, numbers.clone(), nulls()))),
        ("pairs", Arc::new(StructArray::new(fields, vec![codes], nulls()))),
        ("runs", Arc::new(RunArray::<Int32Type>::try_new(&runs, &run_values).expect("runs ascend"))),
        ("texts", Arc::new(LargeStringArray::from_iter(texts()))),
        ("bytes", Arc::new(BinaryViewArray::from_iter(texts()))),
        (
            "flags",
            Arc::new(BooleanArray::from_iter((0..PART).map(|row| (row % 10 != 3).then_some(row % 2 == 0)))),
        ),
        ("price", Arc::new(Decimal128Array::from_iter_values((0..PART as i128).map(|row| row % 13)))),
        ("when", Arc::new(TimestampMicrosecondArray::from_iter_values((0..PART as i64).map(|row| row % 19)))),
        ("none", Arc::new(NullArray::new(PART))),
    ];
    let fields: Vec<Field> =
        columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
    let schema = Arc::new(arrow_schema::Schema::new(fields));
    RecordBatch::try_new(schema, columns.into_iter().map(|(_, array)| array).collect()).expect("one length")
}

#[test]
fn every_shape_is_rebuilt_and_accounted_for() {
    let parts = [part(0), part(1)];
    let mut writer = StreamWriter::try_new(Vec::new(), &parts[0].schema()).expect("writable");
    parts.iter().for_each(|part| writer.write(part).expect("writable"));
    let folder = Folder::with("source.arrows", writer.into_inner().expect("writable"));
    let names =
        ["codes", "lists", "long", "pairs", "runs", "texts", "bytes", "flags", "price", "when", "none"];
    let others = names.join(",");
    folder.succeed(&format!(
        "anonymize source.arrows --quasi q --sensitive s --other {others} --not-identifying {others} -k 2 -o out.arrow --quiet"
    ));
    let file = std::fs::File::open(folder.path("out.arrow")).expect("it was written");
    let reader = arrow_ipc::reader::FileReader::try_new(file, None).expect("Arrow");
    let batches: Vec<RecordBatch> = reader.map(|batch| batch.expect("Arrow")).collect();
    assert_eq!(batches.len(), 2);
    let wide = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let found = batches[0].schema();
    assert_eq!(found.field(2).data_type(), &wide, "200 values do not fit under keys of one byte");
    // Runs were read as the texts they stand for.
    assert_eq!(found.field(6).data_type(), &DataType::Utf8);
    for at in [4, 7, 8, 9, 10, 11, 12] {
        assert_eq!(found.field(at).data_type(), parts[0].schema().field(at).data_type());
    }
}
