"""Tables of all kinds, as what they are: taken in through the Arrow PyCapsule interface, and given back as the kind they came as."""

from __future__ import annotations

import sys
from typing import Any, Generic, Protocol, TypeVar

from ._amidst import ReleasedTable
from .errors import DataError

#: What knows Arrow and is no table.
_COLUMNS = (("pandas", "Series"), ("polars", "Series"), ("pyarrow", "ChunkedArray"), ("pyarrow", "Array"))

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Stream(Protocol):
    """What has the cells of a table."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


class Frame(Protocol[T_co]):
    """A table that was taken in."""

    @property
    def stream(self) -> Stream:
        """Its cells."""

    def back(self, released: ReleasedTable) -> T_co:
        """A released table as the kind of this one."""


class _Other(Generic[T]):
    """Anything else that knows Arrow: comes back as a pyarrow table if pyarrow is there, and otherwise as what has its cells."""

    def __init__(self, table: Stream) -> None:
        self.stream = table

    def back(self, released: ReleasedTable) -> Any:
        try:
            import pyarrow
        except ImportError:
            return released
        return pyarrow.table(released)


def taken(table: T) -> Frame[T]:
    """Takes a table in, whatever kind it is."""
    if _is(table, "pandas", "DataFrame"):
        from ._pandas import PandasFrame

        return PandasFrame(table)
    if _is(table, "polars", "DataFrame"):
        from ._polars import PolarsFrame

        return PolarsFrame(table)
    if _is(table, "pyarrow", "Table") or _is(table, "pyarrow", "RecordBatch"):
        from ._pyarrow import ArrowFrame

        return ArrowFrame(table)
    if _is(table, "polars", "LazyFrame"):
        raise DataError("the table is a lazy frame: give collect() of it", code="unsupported-type")
    if any(_is(table, *kind) for kind in _COLUMNS):
        raise DataError("a column alone is no table: make one of it, for instance with to_frame()", code="unsupported-type")
    if hasattr(table, "__arrow_c_stream__"):
        return _Other(table)
    raise DataError(
        f"a table is a data frame of pandas or polars, a table of pyarrow, or anything else with __arrow_c_stream__; this is a "
        f"{type(table).__name__}",
        code="unsupported-type",
    )


def _is(table: object, module: str, name: str) -> bool:
    """Whether a table is of a class, without importing what is not there yet."""
    loaded = sys.modules.get(module)
    kind = getattr(loaded, name, None)
    return isinstance(kind, type) and isinstance(table, kind)
