"""Data frames of polars."""

from __future__ import annotations

from typing import Any, Optional

import polars as pl

from ._amidst import ReleasedTable
from .errors import DataError


class PolarsFrame:
    """A data frame of polars."""

    def __init__(self, table: Any) -> None:
        for name, dtype in table.schema.items():
            problem = _unshared(dtype)
            if problem is not None:
                raise DataError(f"column {name!r} {problem}", code="unsupported-type", where={"column": name})
        # What has no type cannot be handed over.
        untyped = [name for name, dtype in table.schema.items() if dtype == pl.Null]
        self.stream = table.cast({name: pl.String for name in untyped}) if untyped else table
        self._schema = table.schema

    def back(self, released: ReleasedTable) -> Any:
        table = pl.DataFrame(released)
        return table.with_columns(
            [_restored(table[name], self._schema[name]) for name in table.columns if name in self._schema]
        )


#: Whole numbers that Arrow does not have. Older versions lack one of them, or both.
_WIDE = tuple(getattr(pl, name) for name in ("Int128", "UInt128") if hasattr(pl, name))


def _unshared(dtype: Any, is_inside: bool = False) -> Optional[str]:
    """Why cells of a type cannot be handed over, if they cannot."""
    if dtype == pl.Object:
        return "holds objects of Python, which polars cannot share; give it a type, or leave it out"
    if dtype in _WIDE:
        return "holds whole numbers of 128 bits, which Arrow cannot hold; make them text or decimals"
    if dtype == pl.Null and is_inside:
        return "holds values that have parts without a type, which polars cannot share; give them one, or leave them out"
    inner = [field.dtype for field in dtype.fields] if isinstance(dtype, pl.Struct) else [getattr(dtype, "inner", None)]
    found = (_unshared(one, is_inside=True) for one in inner if one is not None)
    return next((problem for problem in found if problem is not None), None)


def _restored(column: Any, dtype: Any) -> Any:
    """A column as the type it had, with the categories that are released and no others."""
    if isinstance(dtype, pl.Enum):
        return _enum(column.cast(pl.String), list(dtype.categories))
    if dtype == pl.Null:
        return column.cast(dtype) if column.null_count() == len(column) else column
    if dtype == pl.Categorical:
        return _categorical(column if column.dtype == dtype else column.cast(dtype))
    return column


def _enum(texts: Any, known: list[str]) -> Any:
    released = set(texts.drop_nulls().unique())
    kept = [category for category in known if category in released]
    return texts.cast(pl.Enum(kept + sorted(released.difference(known))))


def _categorical(column: Any) -> Any:
    """Where polars would list the categories that all columns share, which know every text that any column ever had: categories of its
    own."""
    try:
        shared = column.cat.get_categories()
    except (AttributeError, pl.exceptions.PolarsError):
        return column
    if len(shared) == column.drop_nulls().n_unique() or not hasattr(pl, "Categories"):
        return column
    return column.cast(pl.String).cast(pl.Categorical(pl.Categories.random()))
