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
        table = pa.table(released)
        return table.combine_chunks().to_batches()[0] if self._is_batch else table
