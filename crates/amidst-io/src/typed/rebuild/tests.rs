//! Arrays with something behind their cells: taken apart, no byte of it is left.

use std::{collections::HashMap, sync::Arc};

use arrow_array::{
    Array, ArrayRef, DictionaryArray, FixedSizeListArray, Int32Array, Int64Array, ListArray, MapArray,
    StringArray, StringViewArray, StructArray, UInt32Array, cast::AsArray, types::Int32Type,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, Fields};
use arrow_select::take::take;

use super::{rebuilt, shared_dictionaries};

const SECRET: &str = "a secret that is longer than twelve bytes";
const OPEN: &str = "a text that may be seen by anybody";

/// Every buffer of an array and of what is below it.
fn bytes(data: &ArrayData) -> Vec<u8> {
    let own = data.buffers().iter().flat_map(|buffer| buffer.as_slice().to_vec());
    own.chain(data.child_data().iter().flat_map(bytes)).collect()
}

fn has(data: &ArrayData, needle: &[u8]) -> bool {
    bytes(data).windows(needle.len()).any(|window| window == needle)
}

/// Takes some rows, and checks that the secret is gone and the cells are what they were.
#[track_caller]
fn check(array: ArrayRef, rows: &[u32]) -> ArrayRef {
    let taken = take(&array, &UInt32Array::from(rows.to_vec()), None).expect("a known type");
    let found = rebuilt(&taken, None).expect("a known type");
    assert!(!has(&found.to_data(), SECRET.as_bytes()), "{}", array.data_type());
    assert!(!format!("{:?}", found.data_type()).contains(SECRET));
    assert_eq!(texts(&found), texts(&taken));
    found
}

fn texts(array: &ArrayRef) -> Vec<Option<String>> {
    let mut texts = Vec::new();
    crate::arrow_text::each_text(array, &mut |text| texts.push(text.map(str::to_owned)))
        .expect("it has texts");
    texts
}

fn codes() -> DictionaryArray<Int32Type> {
    let values = StringArray::from(vec![SECRET, "b", "never used", "a", "b"]);
    DictionaryArray::new(Int32Array::from(vec![Some(0), Some(4), None, Some(3), Some(1)]), Arc::new(values))
}

/// Lists of the slots of a child; the third is null, but has a slot.
fn lists(child: ArrayRef) -> ListArray {
    let secret = HashMap::from([(SECRET.to_owned(), SECRET.to_owned())]);
    let field = Field::new(SECRET, child.data_type().clone(), true).with_metadata(secret);
    let nulls = NullBuffer::from(vec![true, true, false, true]);
    ListArray::new(Arc::new(field), OffsetBuffer::from_lengths([1, 1, 1, 2]), child, Some(nulls))
}

#[test]
fn dictionaries_hold_what_is_used_once_and_in_order() {
    let found = check(Arc::new(codes()), &[1, 2, 3, 4]);
    let values: Vec<_> = found.as_dictionary::<Int32Type>().values().as_string::<i32>().iter().collect();
    assert_eq!(values, [Some("a"), Some("b")]);
}

#[test]
fn dictionaries_inside_lists_structs_and_maps_do_too() {
    let codes: ArrayRef = Arc::new(codes());
    let found = check(Arc::new(lists(codes.clone())), &[1, 2, 3]);
    assert_eq!(found.as_list::<i32>().values().as_dictionary::<Int32Type>().values().len(), 2);
    let fields = Fields::from(vec![Field::new("x", codes.data_type().clone(), true)]);
    // The first row is below a null parent.
    let nulls = NullBuffer::from(vec![false, true, true, true, true]);
    let pair = StructArray::new(fields, vec![codes.clone()], Some(nulls));
    check(Arc::new(pair), &[0, 1, 2, 3, 4]);
    let keys: ArrayRef = Arc::new(StringArray::from(vec![SECRET, "k", "l", "m", "n"]));
    let fields = Fields::from(vec![
        Field::new(SECRET, DataType::Utf8, false),
        Field::new("y", codes.data_type().clone(), true),
    ]);
    let entries = StructArray::new(fields.clone(), vec![keys, codes], None);
    let field = Arc::new(Field::new(SECRET, DataType::Struct(fields), false));
    let map = MapArray::new(field, OffsetBuffer::from_lengths([1, 2, 2]), entries, None, false);
    check(Arc::new(map), &[2, 1]);
}

#[test]
fn views_and_texts_are_gathered_in_the_order_released() {
    let cells = vec![Some(OPEN), Some(SECRET), None, Some("short")];
    let found = check(Arc::new(StringViewArray::from(cells.clone())), &[3, 0, 2]);
    assert_eq!(bytes(&found.to_data()).len(), 3 * 16 + OPEN.len());
    check(Arc::new(StringArray::from(cells.clone())), &[3, 0, 2]);
    let sliced = StringArray::from(cells.clone()).slice(2, 2);
    assert!(!has(&rebuilt(&(Arc::new(sliced) as ArrayRef), None).unwrap().to_data(), SECRET.as_bytes()));
    let child: ArrayRef = Arc::new(StringViewArray::from(vec![OPEN, SECRET, SECRET, "s", OPEN]));
    check(Arc::new(lists(child)), &[3, 2, 0]);
}

#[test]
fn there_are_zeros_below_nulls_and_below_null_parents() {
    const MARK: i64 = 0x5ec2e7;
    let nulls = || Some(NullBuffer::from(vec![true, false]));
    let gone = |array: ArrayRef| {
        let found = rebuilt(&array, None).unwrap();
        assert!(has(&array.to_data(), &MARK.to_le_bytes()));
        assert!(!has(&found.to_data(), &MARK.to_le_bytes()), "{}", array.data_type());
        assert_eq!(texts(&found), texts(&array));
    };
    let numbers = |nulls| Arc::new(Int64Array::new(vec![1, MARK].into(), nulls)) as ArrayRef;
    gone(numbers(nulls()));
    for nullable in [true, false] {
        let field = Field::new("n", DataType::Int64, nullable);
        gone(Arc::new(StructArray::new(vec![field.clone()].into(), vec![numbers(None)], nulls())));
        let array = FixedSizeListArray::new(Arc::new(field.clone()), 1, numbers(None), nulls());
        gone(Arc::new(array));
        let offsets = OffsetBuffer::from_lengths([1, 1]);
        gone(Arc::new(ListArray::new(Arc::new(field), offsets, numbers(None), nulls())));
    }
    let below = StringArray::new(OffsetBuffer::from_lengths([1, 4]), b"abcde".as_slice().into(), nulls());
    assert!(!has(&rebuilt(&(Arc::new(below) as ArrayRef), None).unwrap().to_data(), b"bcde"));
}

#[test]
fn batches_share_one_dictionary_at_every_depth() {
    let block = |rows: &[u32]| check(Arc::new(lists(Arc::new(codes()))), rows);
    let blocks = shared_dictionaries(vec![block(&[3]), block(&[1, 2])]).expect("the same type");
    let inner = |block: &ArrayRef| block.as_list::<i32>().values().clone();
    let dictionaries: Vec<ArrayRef> =
        blocks.iter().map(|block| inner(block).as_dictionary::<Int32Type>().values().clone()).collect();
    assert!(dictionaries[0].to_data().ptr_eq(&dictionaries[1].to_data()));
    let values: Vec<_> = dictionaries[0].as_string::<i32>().iter().collect();
    assert_eq!(values, [Some("a"), Some("b")]);
    assert_eq!(texts(&blocks[1]), [Some("[\"b\"]".to_owned()), None]);
}
