"""What Arrow would take in silence and change is refused, or kept as it is: cells that differ are never counted as one."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import amidst

FINE = pd.Timestamp("2020-01-01T00:00:00.000000123")
TOKYO = pd.to_datetime(["2020-01-01", "2020-01-01", "2020-06-01", "2020-06-01"]).tz_localize("Asia/Tokyo")
MIXED: dict[str, list[Any]] = {
    "days and moments": [dt.date(2020, 1, 1), dt.datetime(2020, 1, 1, 3)],
    "moments with a zone and without": [FINE, FINE.tz_localize("Asia/Tokyo")],
    "moments of two zones": [FINE.tz_localize("UTC"), FINE.tz_localize("Asia/Tokyo")],
    "text and bytes": ["a", b"a"],
    "spans and numbers": [dt.timedelta(1), 86_400_000_000],
    "spans of numpy and of Python": [dt.timedelta(1), np.timedelta64(1, "D")],
    "in lists": [[dt.date(2020, 1, 1)], [dt.datetime(2020, 1, 1, 3)]],
    "in dictionaries": [{"on": dt.date(2020, 1, 1)}, {"on": dt.datetime(2020, 1, 1, 3)}],
}


def _objects(cells: list[Any]) -> pd.Series[Any]:
    made = pd.Series([None] * len(cells), dtype=object)
    for at, cell in enumerate(cells):
        made[at] = cell
    return made


@pytest.mark.parametrize("cells", MIXED.values(), ids=MIXED)
def test_a_column_of_several_types_is_refused_in_any_order(cells: list[Any]) -> None:
    for given in (cells * 2, cells[::-1] * 2, [None, *cells]):
        column = _objects(given)
        # Lists cannot be categories, and of some objects pandas makes values of one type.
        coded = [] if isinstance(cells[0], (list, dict)) else [column.astype("category")]
        for series in [column, *(one for one in coded if one.cat.categories.dtype == object)]:
            with pytest.raises(amidst.DataError) as caught:
                amidst.check(pd.DataFrame({"x": series}), quasi="x")
            assert caught.value.code == "mixed-types" and caught.value.__context__ is None


def test_what_arrow_has_no_place_for_is_refused() -> None:
    for cell in (dt.time(1, tzinfo=dt.timezone.utc), [FINE], {"on": FINE}):
        with pytest.raises(amidst.DataError) as caught:
            amidst.check(pd.DataFrame({"x": _objects([cell, cell])}), quasi="x")
        assert caught.value.code == "unsupported-type"


def test_objects_of_one_type_are_taken_with_missing_cells() -> None:
    for cells in ([dt.date(2020, 1, 1), None], [FINE, pd.NaT], ["a", float("nan")], [dt.timedelta(1), pd.NA], [{"a": 1, "b": "x"}, None], [1, 2.5]):
        assert amidst.check(pd.DataFrame({"x": _objects(cells)}), quasi="x").classes == 2


def test_nanoseconds_of_objects_are_kept() -> None:
    for cells in ([FINE, FINE, FINE + pd.Timedelta(1), None], [pd.Timedelta(1), pd.Timedelta(1), pd.Timedelta(2), None]):
        frame = pd.DataFrame({"x": _objects(cells), "q": "a"})
        assert amidst.check(frame, quasi="x").classes == 3
        released = amidst.anonymize(frame, quasi="q", other="x", k=2).data["x"]
        assert released.dtype == object and set(released.dropna()) == set(cells[:3])


def test_categories_keep_their_zone() -> None:
    coded = pd.Series(TOKYO).astype("category")
    in_column = amidst.anonymize(pd.DataFrame({"x": coded, "q": "a"}), quasi="q", other="x", k=2).data["x"]
    in_index = amidst.anonymize(pd.DataFrame({"q": list("aaaa")}, index=pd.CategoricalIndex(coded, name="x")), quasi="q", other="x", k=2).data.index
    for released in (in_column, in_index):
        assert list(released.astype(object)) == list(TOKYO)
        categories = released.cat.categories if isinstance(released, pd.Series) else released.categories
        assert list(categories) == list(TOKYO.unique()) and str(categories.dtype.tz) == "Asia/Tokyo"


def test_types_that_polars_cannot_share_are_refused_by_name() -> None:
    kinds: list[Any] = [getattr(pl, name) for name in ("Int128", "UInt128") if hasattr(pl, name)]
    columns = [pl.Series([1, 1], dtype=kind) for kind in kinds]
    columns += [pl.Series([{"a": None}] * 2), pl.Series([[None], []])]
    for column in columns:
        with pytest.raises(amidst.DataError) as caught:
            amidst.check(pl.DataFrame({"x": column}), quasi="x")
        assert caught.value.code == "unsupported-type" and caught.value.where["column"] == "x"


def test_half_of_a_surrogate_pair_in_an_index_is_not_quoted() -> None:
    cells = pd.Index(["Rumpelstiltskin\ud800", "b"], dtype=object, name="x")
    label = pd.DataFrame([[1], [1]], columns=pd.Index(["a\ud800"], dtype=object))
    for frame in (pd.DataFrame({"q": [1, 1]}, index=cells), label):
        with pytest.raises(amidst.DataError) as caught:
            amidst.check(frame, quasi="q")
        assert caught.value.code == "lone-surrogate" and "Rumpel" not in str(caught.value) and caught.value.__context__ is None


def test_an_index_of_objects_stays_one() -> None:
    texts = pd.Index(["a", "b"], dtype=object, name="x")
    frame = pd.DataFrame({"q": [1, 1]}, index=texts)
    assert amidst.anonymize(frame, quasi="q", other="x", k=2).data.index.dtype == object
    levels = pd.MultiIndex.from_arrays([texts, pd.Index([1, 2], name="n")])
    assert amidst.anonymize(frame.set_axis(levels), quasi="q", other=["x", "n"], k=2).data.index.get_level_values("x").dtype == object


def test_a_dictionary_with_an_order_keeps_it() -> None:
    coded = pa.DictionaryArray.from_arrays(pa.array([2, 0, None, 2]), pa.array(["low", "middle", "high"]), ordered=True)
    table = pa.table({"x": coded, "q": list("aabb")})
    released = amidst.anonymize(table, quasi="q", other="x", k=2).data.column("x")
    assert released.type.ordered and sorted(map(str, released.to_pylist())) == ["None", "high", "high", "low"]
    assert all(chunk.dictionary.to_pylist() == ["low", "high"] for chunk in released.chunks)


def test_labels_of_dropped_columns_are_not_kept_in_levels() -> None:
    labels = pd.MultiIndex.from_tuples([("a", "q"), ("a", "secret"), ("b", "x")])
    frame = pd.DataFrame([[1, 2, 3], [1, 3, 4]], columns=labels)
    released = amidst.anonymize(frame, quasi=[("a", "q")], identifier=[("a", "secret")], other=[("b", "x")], k=2).data
    assert [list(level) for level in released.columns.levels] == [["a", "b"], ["q", "x"]]
    coded = frame.set_axis(pd.CategoricalIndex(["q", "secret", "x"]), axis=1)
    released = amidst.anonymize(coded, quasi="q", identifier="secret", other="x", k=2).data
    assert list(released.columns.categories) == ["q", "x"]
