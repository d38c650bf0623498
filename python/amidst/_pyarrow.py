"""Tables of pyarrow. What a schema says besides names and types is not given back: it may hold anything."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ._amidst import ReleasedTable


class ArrowFrame:
    """A table or a batch of pyarrow."""

    def __init__(self, table: Any) -> None:
        self._is_batch = isinstance(table, pa.RecordBatch)
        self.stream = pa.Table.from_batches([table]) if self._is_batch else table

    def back(self, released: ReleasedTable) -> Any:
        table = _in_order(pa.table(released), self.stream)
        return table.combine_chunks().to_batches()[0] if self._is_batch else table


def _in_order(table: Any, given: Any) -> Any:
    """A released table with dictionaries that have an order where they had one, if their labels are those of the table."""
    for at, name in enumerate(table.column_names):
        kind = given.schema.field(name).type if name in given.column_names else None
        if kind is not None and pa.types.is_dictionary(kind) and kind.ordered:
            ordered = _ordered(table.column(at), given.column(name).unify_dictionaries())
            if ordered is not None:
                table = table.set_column(at, table.schema.field(at).with_type(ordered.type), ordered)
    return table


def _ordered(released: Any, given: Any) -> Any:
    """Released labels in the order in which they were given; nothing if some are new."""
    if not pa.types.is_dictionary(released.type) or released.type.value_type != given.type.value_type or not given.num_chunks:
        return None
    known = given.chunk(0).dictionary.to_pylist()
    chunks = released.unify_dictionaries().chunks
    labels = chunks[0].dictionary.to_pylist() if chunks else []
    if not set(labels) <= set(known):
        return None
    places = {label: at for at, label in enumerate(label for label in known if label in set(labels))}
    moved = pa.array([places[label] for label in labels], released.type.index_type)
    order = pa.array(list(places), released.type.value_type)
    of_chunk = [pa.DictionaryArray.from_arrays(moved.take(chunk.indices), order, ordered=True) for chunk in chunks]
    kind = pa.dictionary(released.type.index_type, released.type.value_type, ordered=True)
    return pa.chunked_array(of_chunk, kind)
