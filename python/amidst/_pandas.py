"""Data frames of pandas.

A level of the index that has a name is a column like any other, and comes back as a level of the index. A level without a name numbers
rows: it is dropped, because it says where a row stood, and released rows are numbered anew.
"""

from __future__ import annotations

from typing import Any, Hashable, NamedTuple, Optional

import pandas as pd

from . import _objects
from ._amidst import ReleasedTable
from .errors import DataError, ResourceError

try:
    import pyarrow as pa
except ImportError:
    raise ResourceError(
        "tables of pandas come in through pyarrow, which is not there: pip install pyarrow", code="cannot-read"
    ) from None


class _Column(NamedTuple):
    label: Hashable
    dtype: Any
    type: pa.DataType
    #: Which column of the frame it is; none if it is a level of the index.
    at: Optional[int]


class PandasFrame:
    """A data frame of pandas."""

    def __init__(self, table: Any) -> None:
        self._header = table.columns
        # As they are: pandas would make texts of objects.
        levels = [
            (name, pd.Series(level, index=range(len(table)), dtype=level.dtype), None)
            for at, name in enumerate(table.index.names)
            if name is not None
            for level in [table.index.get_level_values(at)]
        ]
        columns = [(label, table.iloc[:, at], at) for at, label in enumerate(table.columns)]
        self._columns: dict[str, _Column] = {}
        arrays, names = [], []
        for label, series, at in levels + columns:
            name = _name(label)
            array = _array(name, series)
            arrays.append(array)
            names.append(name)
            self._columns[name] = _Column(label, series.dtype, array.type, at)
        self.stream = pa.Table.from_arrays(arrays, names=names)

    def back(self, released: ReleasedTable) -> pd.DataFrame:
        table = pa.table(released)
        known = [self._columns.get(name) for name in table.column_names]
        values = [_restored(table.column(at), column) for at, column in enumerate(known)]
        rows = pd.RangeIndex(table.num_rows)
        levels = [
            pd.Index(value, name=column.label, dtype=value.dtype)
            for value, column in zip(values, known)
            if column is not None and column.at is None
        ]
        in_frame = [at for at, column in enumerate(known) if column is None or column.at is not None]
        data = pd.DataFrame({at: values[at] for at in in_frame}, index=rows)
        data.columns = self._labels([known[at] for at in in_frame], table.column_names, in_frame)
        if len(levels) == 1:
            data.index = levels[0]
        elif levels:
            data.index = pd.MultiIndex.from_arrays(levels)
        return data

    def _labels(self, known: list[Optional[_Column]], names: list[str], at: list[int]) -> Any:
        """The labels of the columns, in the kind of index that they came in."""
        places = [column.at for column in known if column is not None and column.at is not None]
        if len(places) == len(known):
            return _without_rest(self._header[places])
        return pd.Index([names[place] for place in at])


def _name(label: Hashable) -> str:
    """The name of a column."""
    name = str(label)
    if any("\ud800" <= character <= "\udfff" for character in name):
        shown = name.encode("ascii", "backslashreplace").decode("ascii")
        problem = f"the name of column {shown!r} has half of a surrogate pair, which is no character; repair it"
        raise DataError(problem, code="lone-surrogate", where={"column": shown})
    return name


def _without_rest(labels: Any) -> Any:
    """Labels without those of columns that are not there, which pandas keeps in levels and categories."""
    if isinstance(labels, pd.MultiIndex):
        return labels.remove_unused_levels()
    return labels.remove_unused_categories() if isinstance(labels, pd.CategoricalIndex) else labels


def _array(name: str, series: Any) -> Any:
    """A column as Arrow. Why it cannot be is not told in the words of others, which quote cells."""
    if isinstance(series.dtype, pd.CategoricalDtype) and _is_misread(series.cat.categories.dtype):
        return _coded(name, series.cat)
    found = _objects.looked_at(series) if series.dtype == object else _objects.Found()
    code, problem = found.refusal or ("", "")
    if not found.refusal:
        try:
            array = pa.array(series, from_pandas=True)
            return pa.array(series, type=_fine(array.type), from_pandas=True) if found.is_fine else array
        except UnicodeEncodeError:
            problem, code = "holds a text with half of a surrogate pair, which is no character; repair it", "lone-surrogate"
        except (pa.ArrowException, OverflowError, TypeError, ValueError):
            problem, code = _misfit(series)
    if code == "out-of-range":
        try:
            return pa.array(series, type=pa.uint64(), from_pandas=True)
        except (pa.ArrowException, OverflowError):
            pass
    raise DataError(f"column {name!r} {problem}", code=code, where={"column": name})


def _fine(type: pa.DataType) -> pa.DataType:
    """A type of moments or spans, in nanoseconds."""
    return pa.timestamp("ns", type.tz) if pa.types.is_timestamp(type) else pa.duration("ns")


def _is_misread(categories: Any) -> bool:
    """Whether Arrow does not take categories for what they are: objects are of any type, and older versions forget zones."""
    return categories == object or isinstance(categories, pd.DatetimeTZDtype)


def _coded(name: str, coded: Any) -> Any:
    """Categories that are looked at like cells. There may be none: then no row has a value."""
    values = _array(name, pd.Series(coded.categories))
    codes = pa.array(coded.codes.to_numpy(), mask=(coded.codes < 0).to_numpy())
    return pa.DictionaryArray.from_arrays(codes, values.cast(pa.string()) if pa.types.is_null(values.type) else values)


def _misfit(series: Any) -> tuple[str, str]:
    inferred = pd.api.types.infer_dtype(series, skipna=True)
    if inferred.startswith("mixed"):
        return "holds values of several types; make them one, for instance text with astype(str)", "mixed-types"
    if inferred == "integer":
        return "holds a whole number beyond 64 bits; make it text or a decimal", "out-of-range"
    return f"has type {series.dtype}, which Arrow cannot hold; make it another, for instance text", "unsupported-type"


#: What holds missing cells where a type of numpy cannot.
_NULLABLE = {
    **{f"int{bits}": f"Int{bits}" for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": f"UInt{bits}" for bits in (8, 16, 32, 64)},
    "bool": "boolean",
}


def _restored(cells: Any, column: Optional[_Column]) -> Any:
    """Released cells as the type that they had, if it can hold them; otherwise as pandas reads them."""
    if column is None:
        return cells.to_pandas()
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _categorical(cells, dtype)
    if cells.type != column.type:
        return cells.to_pandas()
    if hasattr(dtype, "__from_arrow__"):
        return pd.Series(dtype.__from_arrow__(cells))
    if pa.types.is_nested(cells.type) or dtype == object:
        return pd.Series(cells.to_pylist(), dtype=object)
    if cells.null_count and dtype.name in _NULLABLE:
        dtype = pd.api.types.pandas_dtype(_NULLABLE[dtype.name])
        return pd.Series(dtype.__from_arrow__(cells))
    found = cells.to_pandas()
    return found if found.dtype == dtype else found.astype(dtype)


def _categorical(cells: Any, dtype: Any) -> Any:
    """Categories that are released and no others, in their order if they are those of the table."""
    found = pd.Series(_decoded(cells))
    released = found.cat.categories
    if not released.isin(dtype.categories).all():
        return found.cat.as_unordered()
    kept = dtype.categories[dtype.categories.isin(released)]
    return found.astype(pd.CategoricalDtype(kept, ordered=dtype.ordered))


def _decoded(cells: Any) -> Any:
    """Released cells as categories. pandas is given labels by themselves: of those in a dictionary it forgets the zone."""
    cells = cells.combine_chunks()
    if not pa.types.is_dictionary(cells.type):
        return cells.to_pandas().astype("category")
    if isinstance(cells, pa.ChunkedArray):
        cells = cells.chunk(0) if cells.num_chunks else pa.array([], cells.type)
    codes = cells.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return pd.Categorical.from_codes(codes, categories=pd.Index(cells.dictionary.to_pandas()))
