"""Every type that pandas, polars and pyarrow have, and how to draw a column of it."""

from __future__ import annotations

import datetime as dt
import decimal
import random
from typing import Any, Callable, NamedTuple

import pandas as pd
import polars as pl
import pyarrow as pa

Draw = Callable[[random.Random], Any]
DAY, MOMENT = dt.date(1970, 1, 1), dt.datetime(1970, 1, 1)
BITS = (8, 16, 32, 64)
UNITS = ("s", "ms", "us", "ns")


def signed(r: random.Random) -> int:
    return r.randint(-9, 9)


def unsigned(r: random.Random) -> int:
    return r.randint(0, 9)


def quarter(r: random.Random) -> float:
    return r.randint(0, 8) / 4


def truth(r: random.Random) -> bool:
    return r.random() < 0.5


def text(r: random.Random) -> str:
    return r.choice(["ä", "b", "", "日本", "a text that is longer than a view"])


def letter(r: random.Random) -> str:
    return r.choice("xyz")


def some_bytes(r: random.Random) -> bytes:
    return r.choice([b"x", b"yz", b"\xff\0"])


def two_bytes(r: random.Random) -> bytes:
    return r.choice([b"xy", b"yz"])


def day(r: random.Random) -> dt.date:
    return DAY + dt.timedelta(days=r.randint(0, 9999))


def moment(r: random.Random) -> dt.datetime:
    return MOMENT + dt.timedelta(days=r.randint(0, 9999), seconds=r.randint(0, 9))


def span(r: random.Random) -> dt.timedelta:
    return dt.timedelta(seconds=r.randint(0, 99))


def clock(r: random.Random) -> dt.time:
    return dt.time(r.randint(0, 23))


def amount(r: random.Random) -> decimal.Decimal:
    return (decimal.Decimal(r.randint(0, 99)) / 4).quantize(decimal.Decimal("0.01"))


def numbers(r: random.Random) -> list[int]:
    return [r.randint(0, 2)] * r.randint(0, 2)


def pair(r: random.Random) -> list[int]:
    return [r.randint(0, 2), 1]


def record(r: random.Random) -> dict[str, Any]:
    return {"a": r.randint(0, 3), "b": "t"}


def entries(r: random.Random) -> list[tuple[str, int]]:
    return [("a", r.randint(0, 3))]


def nothing(r: random.Random) -> None:
    return None


class Kind(NamedTuple):
    """A type: its name, how a cell is drawn, how cells become a column, and whether a cell may be missing."""

    name: str
    draw: Draw
    column: Callable[[list[Any]], Any]
    may_miss: bool = True

    def drawn(self, rows: int, seed: object) -> Any:
        """A column of so many rows, one in ten missing."""
        r = random.Random(f"{self.name} {seed}")
        return self.column([None if self.may_miss and r.random() < 0.1 else self.draw(r) for _ in range(rows)])


def _of_pandas(dtype: Any) -> Callable[[list[Any]], Any]:
    return lambda cells: pd.Series(cells, dtype=dtype)


def _moments(dtype: str) -> Callable[[list[Any]], Any]:
    zoned = "," in dtype
    return lambda cells: pd.Series(pd.to_datetime(pd.Series(cells, dtype=object), utc=zoned)).astype(dtype)


def pandas_kinds() -> list[Kind]:
    kinds = [Kind(f"int{bits}", signed, _of_pandas(f"int{bits}"), False) for bits in BITS]
    kinds += [Kind(f"uint{bits}", unsigned, _of_pandas(f"uint{bits}"), False) for bits in BITS]
    kinds += [Kind(f"Int{bits}", signed, _of_pandas(f"Int{bits}")) for bits in BITS]
    kinds += [Kind(f"UInt{bits}", unsigned, _of_pandas(f"UInt{bits}")) for bits in BITS]
    kinds += [Kind(name, quarter, _of_pandas(name)) for name in ("float16", "float32", "float64", "Float32", "Float64")]
    kinds += [Kind("bool", truth, _of_pandas("bool"), False), Kind("boolean", truth, _of_pandas("boolean"))]
    kinds += [Kind("string", text, _of_pandas("string")), Kind("string[pyarrow]", text, _of_pandas("string[pyarrow]"))]
    drawn = {"text": text, "bytes": some_bytes, "date": day, "time": clock, "Decimal": amount, "bool": truth, "int": signed, "list": numbers}
    kinds += [Kind(f"object of {name}", draw, _of_pandas(object)) for name, draw in drawn.items()]
    kinds += [Kind("category of text", letter, _of_pandas("category")), Kind("category of int", unsigned, _of_pandas("category"))]
    kinds.append(Kind("ordered category", letter, _of_pandas(pd.CategoricalDtype(["z", "y", "x", "w"], ordered=True))))
    kinds += [Kind(f"datetime64[{unit}]", moment, _moments(f"datetime64[{unit}]")) for unit in UNITS]
    kinds += [Kind(f"datetime64[{unit}, {zone}]", moment, _moments(f"datetime64[{unit}, {zone}]")) for unit, zone in [("ns", "UTC"), ("us", "Europe/Berlin")]]
    kinds += [Kind(f"timedelta64[{unit}]", span, _of_pandas(f"timedelta64[{unit}]")) for unit in UNITS]
    # Whatever Arrow has, pandas has too, but for dictionaries, which are categories, and views, which it cannot select rows of.
    arrow = [(dtype, kind) for dtype, kind in _arrow() if not pa.types.is_dictionary(dtype) and "view" not in kind.name]
    return kinds + [Kind(f"{kind.name}[pyarrow]", kind.draw, _of_pandas(pd.ArrowDtype(dtype))) for dtype, kind in arrow]


def polars_kinds() -> list[Kind]:
    types: list[tuple[Any, Draw]] = [(dtype, signed) for dtype in (pl.Int8, pl.Int16, pl.Int32, pl.Int64)]
    types += [(dtype, unsigned) for dtype in (pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64)]
    types += [(pl.Float32, quarter), (pl.Float64, quarter), (pl.Boolean, truth), (pl.String, text), (pl.Binary, some_bytes)]
    types += [(pl.Date, day), (pl.Time, clock), (pl.Decimal(10, 2), amount), (pl.Null, nothing)]
    types += [(pl.Datetime(unit), moment) for unit in ("ms", "us", "ns")] + [(pl.Duration(unit), span) for unit in ("ms", "us", "ns")]
    types += [(pl.Datetime("ns", "Europe/Berlin"), moment), (pl.Datetime("ms", "UTC"), moment)]
    types += [(pl.Categorical, letter), (pl.Enum(["x", "y", "z", "w"]), letter)]
    types += [(pl.List(pl.Int64), numbers), (pl.Array(pl.Int8, 2), pair), (pl.Struct({"a": pl.Int8, "b": pl.String}), record)]
    types += [(pl.List(pl.List(pl.String)), lambda r: [[text(r)], []]), (pl.List(pl.Enum(["x", "y", "z", "w"])), lambda r: [letter(r)])]

    def of(dtype: Any) -> Callable[[list[Any]], Any]:
        return lambda cells: pl.Series("x", cells, dtype=dtype, strict=False)

    return [Kind(str(dtype), draw, of(dtype)) for dtype, draw in types]


def _arrow() -> list[tuple[pa.DataType, Kind]]:
    types: list[tuple[pa.DataType, Draw]] = [(pa.type_for_alias(f"int{bits}"), signed) for bits in BITS]
    types += [(pa.type_for_alias(f"uint{bits}"), unsigned) for bits in BITS]
    types += [(pa.float32(), quarter), (pa.float64(), quarter), (pa.bool_(), truth), (pa.null(), nothing)]
    types += [(dtype, text) for dtype in (pa.string(), pa.large_string(), pa.string_view())]
    types += [(dtype, some_bytes) for dtype in (pa.binary(), pa.large_binary(), pa.binary_view())] + [(pa.binary(2), two_bytes)]
    types += [(pa.date32(), day), (pa.date64(), day)]
    types += [(pa.time32(unit), clock) for unit in ("s", "ms")] + [(pa.time64(unit), clock) for unit in ("us", "ns")]
    types += [(pa.timestamp(unit), moment) for unit in UNITS] + [(pa.duration(unit), span) for unit in UNITS]
    types += [(pa.timestamp("us", "America/New_York"), moment), (pa.timestamp("s", "+02:00"), moment)]
    types += [(pa.decimal128(10, 2), amount), (pa.decimal256(50, 2), amount)]
    types += [(pa.dictionary(key, pa.string()), letter) for key in (pa.int8(), pa.uint16(), pa.int32())]
    types += [(pa.dictionary(pa.int16(), pa.int64()), unsigned), (pa.dictionary(pa.int8(), pa.large_string()), letter)]
    types += [(pa.list_(pa.int64()), numbers), (pa.large_list(pa.int8()), numbers), (pa.list_(pa.int8(), 2), pair)]
    types += [(pa.struct([("a", pa.int8()), ("b", pa.string())]), record), (pa.map_(pa.string(), pa.int8()), entries)]
    types += [(pa.list_(pa.struct([("a", pa.int8()), ("b", pa.string())])), lambda r: [record(r)])]

    def of(dtype: pa.DataType) -> Callable[[list[Any]], Any]:
        if pa.types.is_dictionary(dtype):
            return lambda cells: pa.array(cells, dtype.value_type).dictionary_encode().cast(dtype)
        return lambda cells: pa.array(cells, dtype)

    return [(dtype, Kind(str(dtype), draw, of(dtype))) for dtype, draw in types]


def arrow_kinds() -> list[Kind]:
    kinds = [kind for _, kind in _arrow()]
    runs = Kind("run_end_encoded<int32, string>", letter, lambda cells: pa.compute.run_end_encode(pa.array(cells, pa.string())))
    return [*kinds, runs]


def of_columns(library: str, columns: dict[str, Any]) -> Any:
    """A table of a library from columns of its own."""
    make: dict[str, Callable[[dict[str, Any]], Any]] = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
    return make[library](columns)


KINDS: dict[str, list[Kind]] = {"pandas": pandas_kinds(), "polars": polars_kinds(), "pyarrow": arrow_kinds()}
