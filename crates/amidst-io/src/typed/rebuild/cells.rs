//! One array, built anew from its cells.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, GenericByteArray, GenericListArray, MapArray,
    NullArray, OffsetSizeTrait, StructArray, UInt64Array,
    builder::{GenericByteBuilder, GenericByteViewBuilder},
    cast::AsArray,
    make_array,
    types::{
        BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type,
        StringViewType, Utf8Type,
    },
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, MutableBuffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, FieldRef};
use arrow_select::take::take;

use super::{
    dictionary::{Ranked, parts},
    types::bare_type,
};

/// The same cells in fresh buffers that hold nothing else, under a type that says nothing else. `shown` says which slots
/// are below a parent that is not null.
pub(in super::super) fn rebuilt(
    array: &ArrayRef,
    shown: Option<&NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    let nulls = fresh(NullBuffer::union(array.nulls(), shown).as_ref());
    Ok(match array.data_type() {
        DataType::Null => Arc::new(NullArray::new(array.len())),
        DataType::Boolean => {
            let cells = array.as_boolean().values();
            let cells =
                BooleanBuffer::collect_bool(array.len(), |at| is_shown(&nulls, at) && cells.value(at));
            Arc::new(BooleanArray::new(cells, nulls))
        }
        DataType::Utf8 => texts::<Utf8Type>(array, nulls),
        DataType::LargeUtf8 => texts::<LargeUtf8Type>(array, nulls),
        DataType::Binary => texts::<BinaryType>(array, nulls),
        DataType::LargeBinary => texts::<LargeBinaryType>(array, nulls),
        DataType::Utf8View => views::<StringViewType>(array, nulls),
        DataType::BinaryView => views::<BinaryViewType>(array, nulls),
        DataType::FixedSizeBinary(width) => fixed(array, *width as usize, nulls)?,
        DataType::Dictionary(..) => compact(array, nulls)?,
        DataType::List(_) => list::<i32>(array, nulls)?,
        DataType::LargeList(_) => list::<i64>(array, nulls)?,
        DataType::FixedSizeList(_, size) => fixed_list(array, *size, nulls)?,
        DataType::Map(..) => map(array, nulls)?,
        DataType::Struct(_) => {
            let DataType::Struct(fields) = bare_type(array.data_type()) else { return Err(unlike()) };
            let columns = array.as_struct().columns().iter().map(|column| rebuilt(column, nulls.as_ref()));
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            Arc::new(StructArray::try_new_with_length(fields, columns, nulls, array.len())?)
        }
        other => match other.primitive_width() {
            Some(width) => fixed(array, width, nulls)?,
            None => return Err(ArrowError::NotYetImplemented("a type that cannot be rebuilt".into())),
        },
    })
}

/// The values in use, ranked, in fresh buffers too.
pub(in super::super) fn ranked(
    values: &ArrayRef,
    is_used: impl Fn(usize) -> bool,
) -> Result<Ranked, ArrowError> {
    let ranked = Ranked::new(values, is_used)?;
    let values = rebuilt(ranked.values(), None)?;
    Ok(ranked.with_values(values))
}

/// A dictionary array whose dictionary holds what its shown cells use.
fn compact(array: &ArrayRef, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let (codes, values, key) = parts(array)?;
    let mut used = vec![false; values.len()];
    codes.iter().enumerate().filter(|(at, _)| is_shown(&nulls, *at)).for_each(|(_, &code)| used[code] = true);
    let cells = codes.into_iter().enumerate().map(|(at, code)| is_shown(&nulls, at).then_some(code));
    ranked(&values, |at| used[at])?.dictionary(cells, &key)
}

/// Validity in a buffer of its own, none if nothing is null.
fn fresh(nulls: Option<&NullBuffer>) -> Option<NullBuffer> {
    let nulls = nulls.filter(|nulls| nulls.null_count() > 0)?;
    Some(BooleanBuffer::collect_bool(nulls.len(), |at| nulls.is_valid(at)).into())
}

/// Whether a slot holds a cell.
fn is_shown(nulls: &Option<NullBuffer>, slot: usize) -> bool {
    nulls.as_ref().is_none_or(|nulls| nulls.is_valid(slot))
}

fn unlike() -> ArrowError {
    ArrowError::InvalidArgumentError("an array and its type are unlike".into())
}

/// Cells of so many bytes each.
fn fixed(array: &ArrayRef, width: usize, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let data = array.to_data();
    let cells = data.buffers()[0].slice_with_length(data.offset() * width, data.len() * width);
    let cells = match &nulls {
        None => cells,
        Some(nulls) => {
            let mut zeroed = MutableBuffer::from(cells.as_slice().to_vec());
            let slots = zeroed.as_slice_mut().chunks_exact_mut(width.max(1)).enumerate();
            slots.filter(|(at, _)| nulls.is_null(*at)).for_each(|(_, slot)| slot.fill(0));
            zeroed.into()
        }
    };
    let data =
        data.into_builder().offset(0).buffers(vec![cells]).null_bit_buffer(None).nulls(nulls).build()?;
    Ok(make_array(data))
}

/// Texts or bytes end to end.
fn texts<T: ByteArrayType>(array: &ArrayRef, nulls: Option<NullBuffer>) -> ArrayRef {
    let cells = array.as_bytes::<T>();
    let (first, last) = (cells.value_offsets()[0].as_usize(), cells.value_offsets()[cells.len()].as_usize());
    if nulls.is_none() && first == 0 && last == cells.value_data().len() {
        return Arc::new(GenericByteArray::<T>::new(cells.offsets().clone(), cells.values().clone(), None));
    }
    let mut builder = GenericByteBuilder::<T>::with_capacity(cells.len(), last - first);
    (0..cells.len()).for_each(|at| builder.append_option(is_shown(&nulls, at).then(|| cells.value(at))));
    Arc::new(builder.finish())
}

/// Texts or bytes seen through views: the long ones end to end.
fn views<T: ByteViewType>(array: &ArrayRef, nulls: Option<NullBuffer>) -> ArrayRef {
    let cells = array.as_byte_view::<T>();
    let mut builder = GenericByteViewBuilder::<T>::with_capacity(cells.len());
    (0..cells.len()).for_each(|at| builder.append_option(is_shown(&nulls, at).then(|| cells.value(at))));
    Arc::new(builder.finish())
}

/// The field of a list's items.
fn items(array: &ArrayRef) -> Result<FieldRef, ArrowError> {
    match bare_type(array.data_type()) {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => Ok(field),
        _ => Err(unlike()),
    }
}

/// The slots of the lists that are shown, end to end, and how many each has.
fn gathered(
    child: &ArrayRef,
    lists: usize,
    nulls: &Option<NullBuffer>,
    bounds: impl Fn(usize) -> (usize, usize),
) -> Result<(ArrayRef, Vec<usize>), ArrowError> {
    let (mut slots, mut lengths) = (Vec::new(), Vec::with_capacity(lists));
    for list in 0..lists {
        let (start, end) = if is_shown(nulls, list) { bounds(list) } else { (0, 0) };
        slots.extend(start as u64..end as u64);
        lengths.push(end - start);
    }
    Ok((rebuilt(&take(child, &UInt64Array::from(slots), None)?, None)?, lengths))
}

fn list<O: OffsetSizeTrait>(array: &ArrayRef, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let lists = array.as_list::<O>();
    let bounds = |at: usize| (lists.value_offsets()[at].as_usize(), lists.value_offsets()[at + 1].as_usize());
    let (child, lengths) = gathered(lists.values(), lists.len(), &nulls, bounds)?;
    let offsets = OffsetBuffer::from_lengths(lengths);
    Ok(Arc::new(GenericListArray::<O>::try_new(items(array)?, offsets, child, nulls)?))
}

fn fixed_list(array: &ArrayRef, size: i32, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let lists = array.as_fixed_size_list();
    let wide = size as usize;
    let child = lists.values().slice(lists.value_offset_at(0), lists.len() * wide);
    let shown = nulls.as_ref().map(|nulls| nulls.expand(wide));
    let child = rebuilt(&child, shown.as_ref())?;
    Ok(Arc::new(FixedSizeListArray::try_new_with_length(items(array)?, size, child, nulls, lists.len())?))
}

fn map(array: &ArrayRef, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let maps = array.as_map();
    let entries: ArrayRef = Arc::new(maps.entries().clone());
    let bounds = |at: usize| (maps.value_offsets()[at] as usize, maps.value_offsets()[at + 1] as usize);
    let (entries, lengths) = gathered(&entries, maps.len(), &nulls, bounds)?;
    let (offsets, sorted) = (OffsetBuffer::from_lengths(lengths), maps.ordered());
    let field = items(array)?;
    let DataType::Struct(pair) = field.data_type() else { return Err(unlike()) };
    let entries = StructArray::try_new(pair.clone(), entries.as_struct().columns().to_vec(), None)?;
    Ok(Arc::new(MapArray::try_new(field, offsets, entries, nulls, sorted)?))
}
