"""Random frames of every type that the three libraries have: what is released holds, and keeps its type."""

from __future__ import annotations

import datetime as dt
import decimal
import random
from typing import Any, Callable

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import amidst
from conftest import columns_of, rows_of

ROWS = 60
Draw = Callable[[random.Random], Any]
DAY, MOMENT = dt.date(1970, 1, 1), dt.datetime(1970, 1, 1)

INTEGERS = {name: (lambda r, low=low: r.randint(low, 100)) for name, low in [("int8", -100), ("int16", -100), ("int32", -100), ("int64", -100), ("uint8", 0), ("uint16", 0), ("uint32", 0), ("uint64", 0)]}

PANDAS: dict[str, Draw] = {
    **INTEGERS,
    **{name.replace("int", "Int").replace("uInt", "UInt"): draw for name, draw in INTEGERS.items()},
    "float32": lambda r: r.randint(0, 8) / 4,
    "float64": lambda r: r.random(),
    "Float64": lambda r: r.random(),
    "bool": lambda r: r.random() < 0.5,
    "boolean": lambda r: r.random() < 0.5,
    "object": lambda r: r.choice(["ä", "b", "", "日本"]),
    "string": lambda r: r.choice(["ä", "b", "c d", "日本"]),
    "category": lambda r: r.choice("xyz"),
    "datetime64[ns]": lambda r: MOMENT + dt.timedelta(days=r.randint(0, 9999)),
    "datetime64[s]": lambda r: MOMENT + dt.timedelta(days=r.randint(0, 9999)),
    "datetime64[ns, UTC]": lambda r: MOMENT + dt.timedelta(days=r.randint(0, 9999)),
    "timedelta64[ns]": lambda r: dt.timedelta(seconds=r.randint(0, 99)),
    "int64[pyarrow]": lambda r: r.randint(0, 9),
    "string[pyarrow]": lambda r: r.choice("xyz"),
    "date32[day][pyarrow]": lambda r: DAY + dt.timedelta(days=r.randint(0, 99)),
    "decimal128": lambda r: decimal.Decimal(r.randint(0, 99)) / 4,
}

POLARS: list[tuple[Any, Draw]] = [
    *[(kind, INTEGERS["int8" if signed else "uint8"]) for kind, signed in [(pl.Int8, True), (pl.Int16, True), (pl.Int32, True), (pl.Int64, True), (pl.UInt8, False), (pl.UInt16, False), (pl.UInt32, False), (pl.UInt64, False)]],
    (pl.Float32, lambda r: r.randint(0, 8) / 4),
    (pl.Float64, lambda r: r.random()),
    (pl.Boolean, lambda r: r.random() < 0.5),
    (pl.String, lambda r: r.choice(["ä", "b", "日本"])),
    (pl.Binary, lambda r: r.choice([b"x", b"y"])),
    (pl.Date, lambda r: DAY + dt.timedelta(days=r.randint(0, 9999))),
    (pl.Datetime("us"), lambda r: MOMENT + dt.timedelta(days=r.randint(0, 9999))),
    (pl.Datetime("ns", "Europe/Berlin"), lambda r: MOMENT + dt.timedelta(days=r.randint(0, 9999))),
    (pl.Duration("ms"), lambda r: dt.timedelta(seconds=r.randint(0, 99))),
    (pl.Time, lambda r: dt.time(r.randint(0, 23))),
    (pl.Decimal(10, 2), lambda r: decimal.Decimal(r.randint(0, 99)) / 4),
    (pl.Enum(["x", "y", "z"]), lambda r: r.choice("xyz")),
    (pl.List(pl.Int64), lambda r: [r.randint(0, 2)]),
    (pl.Array(pl.Int8, 2), lambda r: [r.randint(0, 2), 1]),
    (pl.Struct({"a": pl.Int8, "b": pl.String}), lambda r: {"a": r.randint(0, 3), "b": "t"}),
]

ARROW: list[tuple[pa.DataType, Draw]] = [
    *[(pa.type_for_alias(name), draw) for name, draw in INTEGERS.items()],
    (pa.float32(), lambda r: r.randint(0, 8) / 4),
    (pa.float64(), lambda r: r.random()),
    (pa.bool_(), lambda r: r.random() < 0.5),
    (pa.string(), lambda r: r.choice(["ä", "b", "日本"])),
    (pa.large_string(), lambda r: r.choice(["ä", "b", "日本"])),
    (pa.string_view(), lambda r: r.choice(["ä", "b", "a text that is longer than a view"])),
    (pa.binary(), lambda r: r.choice([b"x", b"y"])),
    (pa.date32(), lambda r: DAY + dt.timedelta(days=r.randint(0, 9999))),
    (pa.date64(), lambda r: DAY + dt.timedelta(days=r.randint(0, 9999))),
    (pa.timestamp("s"), lambda r: MOMENT + dt.timedelta(days=r.randint(0, 9999))),
    (pa.timestamp("us", "America/New_York"), lambda r: MOMENT + dt.timedelta(days=r.randint(0, 9999))),
    (pa.duration("us"), lambda r: dt.timedelta(seconds=r.randint(0, 99))),
    (pa.time64("ns"), lambda r: dt.time(r.randint(0, 23))),
    (pa.decimal128(10, 2), lambda r: decimal.Decimal(r.randint(0, 99)) / 4),
    (pa.dictionary(pa.int8(), pa.string()), lambda r: r.choice("xyz")),
    (pa.list_(pa.int64()), lambda r: [r.randint(0, 2)]),
    (pa.struct([("a", pa.int8())]), lambda r: {"a": r.randint(0, 3)}),
    (pa.map_(pa.string(), pa.int8()), lambda r: [("a", r.randint(0, 3))]),
]


def _cells(draw: Draw, seed: str, *, missing: bool) -> list[Any]:
    r = random.Random(seed)
    return [None if missing and r.random() < 0.1 else draw(r) for _ in range(ROWS)]


def _frames() -> list[Any]:
    frames: list[Any] = []
    numpy = ("int", "uint", "bool")
    for name, draw in PANDAS.items():
        plain = name.startswith(numpy) and not name.endswith("]") and name != "boolean"
        cells = _cells(draw, name, missing=not plain)
        if name == "datetime64[ns, UTC]":
            column = pd.Series(pd.to_datetime(cells, utc=True)).astype(name)
        else:
            column = pd.Series(cells, dtype=pd.ArrowDtype(pa.decimal128(10, 2)) if name == "decimal128" else name)
        frames.append(pytest.param(pd.DataFrame({"x": column, "y": list("ab") * (ROWS // 2)}), id=f"pandas {name}"))
    for dtype, draw in POLARS:
        column = pl.Series("x", _cells(draw, str(dtype), missing=True), dtype=dtype, strict=False)
        frames.append(pytest.param(pl.DataFrame({"x": column, "y": list("ab") * (ROWS // 2)}), id=f"polars {dtype}"))
    for kind, draw in ARROW:
        cells = pa.array(_cells(draw, str(kind), missing=True), kind)
        frames.append(pytest.param(pa.table({"x": cells, "y": list("ab") * (ROWS // 2)}), id=f"pyarrow {kind}"))
    return frames


def _types(table: Any) -> list[Any]:
    if isinstance(table, pd.DataFrame):
        return ["category" if isinstance(one, pd.CategoricalDtype) else one for one in table.dtypes]
    if isinstance(table, pl.DataFrame):
        return list(table.dtypes)
    return [pa.string() if pa.types.is_dictionary(one.type) else one.type for one in table.schema]


def _counted(rows: list[tuple[Any, ...]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows:
        counts[repr(row)] = counts.get(repr(row), 0) + 1
    return counts


@pytest.mark.parametrize("frame", _frames())
def test_a_column_that_is_kept_keeps_its_cells_and_its_type(frame: Any) -> None:
    found = amidst.anonymize(frame, quasi="y", other="x", k=5, not_identifying="x", order="input").data
    assert _types(found) == _types(frame)
    assert _counted(rows_of(found)) == _counted(rows_of(frame))


@pytest.mark.parametrize("frame", _frames())
def test_a_column_that_is_recoded_meets_k(frame: Any) -> None:
    asked: Any = {"quasi": ["x", "y"], "k": 5, "suppression": "20%", "not_identifying": "x"}
    r = amidst.anonymize(frame, **asked)
    counts = _counted(rows_of(r.data))
    assert min(counts.values()) == r.k >= 5
    assert amidst.check(r.data, quasi=["x", "y"], k=5).holds
    assert sum(counts.values()) == r.rows.out == ROWS - r.rows.suppressed
    shown = {repr(cell) for cell in columns_of(r.data)["x"]}
    # Nested values and bytes are judged, and shown, as text.
    is_text = any(isinstance(cell, (list, dict, tuple, bytes)) for cell in columns_of(frame)["x"])
    kept = (r.levels or {}).get("x") == 0 and not is_text
    assert not kept or (_types(r.data) == _types(frame) and shown <= {repr(cell) for cell in columns_of(frame)["x"]})


def test_numpy_numbers_may_be_asked_for() -> None:
    frame = pd.DataFrame({"x": ["a", "a", "b"]})
    assert amidst.check(frame, quasi=np.array(["x"]), k=np.int64(1)).holds  # type: ignore[arg-type]
