"""Cells, columns and frames that are odd: each has an answer, and it is the one that docs/python.md states."""

from __future__ import annotations

import datetime as dt
import decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import amidst
from conftest import KINDS, columns_of

TWO: Any = {"quasi": "x", "k": 2, "not_identifying": "x"}


@pytest.mark.parametrize("missing", [float("nan"), None, pd.NaT, pd.NA], ids=["NaN", "None", "NaT", "NA"])
def test_every_kind_of_missing_cell_is_one_and_the_same_value(missing: Any) -> None:
    for cells in (["a", "a", missing, missing, "b"], [1, 1, missing, missing, 2]):
        frame = pd.DataFrame({"x": pd.Series(cells, dtype=object)})
        found = amidst.check(frame, quasi="x")
        assert (found.k, found.classes, found.k_wildcard) == (1, 3, 3)


def test_kinds_of_missing_cells_may_stand_side_by_side() -> None:
    frame = pd.DataFrame({"x": pd.Series(["a", "a", None, float("nan"), pd.NA, pd.NaT], dtype=object)})
    assert amidst.check(frame, quasi="x").to_dict()["classes"] == 2


def test_nan_of_polars_and_pyarrow_is_a_value_beside_null() -> None:
    cells = [1.5, 1.5, float("nan"), None]
    for kind, make in KINDS.items():
        assert amidst.check(make({"x": cells}), quasi="x").k == (2 if kind == "pandas" else 1)
        assert amidst.check(make({"x": cells}), quasi="x", missing=["NaN"]).k == 2


def test_missing_cells_come_back_as_they_were() -> None:
    frames = {
        "float64": pd.Series([1.5, 1.5, np.nan, np.nan]),
        "Int64": pd.Series([1, 1, None, None], dtype="Int64"),
        "boolean": pd.Series([True, True, None, None], dtype="boolean"),
        "string": pd.Series(["a", "a", None, None], dtype="string"),
        "datetime64[ns]": pd.Series(pd.to_datetime(["2020-01-01", "2020-01-01", None, None])).astype("datetime64[ns]"),
        "category": pd.Series(["a", "a", None, None], dtype="category"),
    }
    for dtype, column in frames.items():
        found = amidst.anonymize(pd.DataFrame({"x": column}), **TWO).data["x"]
        assert (found.dtype == dtype, found.isna().sum()) == (True, 2), dtype


def test_unused_categories_are_no_classes_and_are_not_released() -> None:
    column = pd.Series(pd.Categorical(["a", "a", "b", "b"], categories=["secret", "b", "a"], ordered=True))
    found = amidst.check(pd.DataFrame({"x": column}), quasi="x")
    assert (found.k, found.classes) == (2, 2)
    released = amidst.anonymize(pd.DataFrame({"x": column}), **TWO).data["x"]
    assert list(released.cat.categories) == ["b", "a"] and released.cat.ordered
    enum = pl.Series("x", ["a", "a", "b", "b"], dtype=pl.Enum(["secret", "b", "a"]))
    assert amidst.anonymize(enum.to_frame(), **TWO).data["x"].dtype == pl.Enum(["b", "a"])
    coded = pa.DictionaryArray.from_arrays([0, 0, 1, 1], ["a", "b", "secret"])
    kept = amidst.anonymize(pa.table({"x": coded}), **TWO).data.column("x").combine_chunks()
    assert kept.dictionary.to_pylist() == ["a", "b"]


def test_recoded_categories_stay_categories() -> None:
    tree = amidst.Hierarchy.tree({"vowel": ["a", "e"], "consonant": ["b", "c"]})
    frame = pd.DataFrame({"x": pd.Series(["a", "e", "b", "c"], dtype="category")})
    released = amidst.anonymize(frame, **TWO, hierarchy={"x": tree}).data["x"]
    assert isinstance(released.dtype, pd.CategoricalDtype)
    assert set(released.cat.categories) == {"vowel", "consonant"} and not released.cat.ordered
    frames: list[Any] = [pl.Series("x", ["a", "e", "b", "c"], dtype=pl.Categorical).to_frame()]
    frames.append(pl.Series("x", ["a", "e", "b", "c"], dtype=pl.Enum(["a", "b", "c", "e"])).to_frame())
    for given in frames:
        released = amidst.anonymize(given, **TWO, hierarchy={"x": tree}).data["x"]
        assert isinstance(released.dtype, type(given["x"].dtype)) and set(released) == {"vowel", "consonant"}


def test_whole_numbers_with_blanked_cells_become_nullable() -> None:
    frame = pd.DataFrame({"x": [1, 1, 2], "y": [True, True, False]})
    released = amidst.anonymize(frame, quasi=["x", "y"], k=3, generalize="none", suppress="cell").data
    assert (str(released["x"].dtype), str(released["y"].dtype)) == ("Int64", "boolean")


def test_numbers_that_became_ranges_come_back_as_text() -> None:
    for make in KINDS.values():
        released = amidst.anonymize(make({"x": [30, 31, 41, 42]}), **TWO).data
        assert all(isinstance(cell, str) for cell in columns_of(released)["x"])


def test_moments_keep_their_unit_and_zone() -> None:
    moments = pd.Series(pd.to_datetime(["2020-01-01 10:00", "2020-06-01 11:00"] * 2)).dt.tz_localize("Europe/Berlin")
    frame = pd.DataFrame({"x": ["a"] * 4, "at": moments})
    released = amidst.anonymize(frame, quasi="x", other="at", k=2).data
    assert released["at"].dtype == moments.dtype and sorted(released["at"]) == sorted(moments)
    own = pl.DataFrame(frame).with_columns(pl.col("at").dt.cast_time_unit("ms"))
    assert amidst.anonymize(own, quasi="x", other="at", k=2).data.schema == own.schema


def test_moments_are_generalized_as_dates() -> None:
    days = [dt.date(1980, 1, 1), dt.date(1980, 5, 1), dt.date(1991, 1, 1), dt.date(1991, 7, 1)]
    years = {"x": amidst.Hierarchy.date(["year"])}
    for make in KINDS.values():
        released = amidst.anonymize(make({"x": days}), quasi="x", k=2, hierarchy=years).data
        assert sorted(columns_of(released)["x"]) == ["1980", "1980", "1991", "1991"]


def test_decimals_stay_exact() -> None:
    cells = [decimal.Decimal("1.10"), decimal.Decimal("1.10"), decimal.Decimal("2.25"), decimal.Decimal("2.25")]
    for make in KINDS.values():
        given = make({"x": cells})
        released = amidst.anonymize(given, **TWO).data
        assert sorted(columns_of(released)["x"]) == sorted(cells)


def test_list_columns_are_carried_and_judged_by_their_text() -> None:
    for make in KINDS.values():
        given = make({"x": ["a", "a", "b", "b"], "y": [[1, 2], [3], [], None]})
        released = columns_of(amidst.anonymize(given, quasi="x", other="y", k=2).data)["y"]
        assert sorted(map(str, released)) == sorted(map(str, [[1, 2], [3], [], None]))
        assert amidst.check(given, quasi="y").classes == 4
        judged = amidst.anonymize(make({"x": [[1, 2], [1, 2]]}), **TWO).data
        assert columns_of(judged)["x"] == ["[1,2]", "[1,2]"]


def test_columns_of_one_name_are_refused() -> None:
    frame = pd.DataFrame([[1, 2], [1, 2]], columns=["x", "x"])
    arrow = pa.Table.from_arrays([pa.array([1, 1]), pa.array([2, 2])], names=["x", "x"])
    for given in (frame, arrow):
        with pytest.raises(amidst.DataError) as caught:
            amidst.anonymize(given, **TWO)
        assert caught.value.code == "duplicate-column"


def test_labels_of_columns_need_not_be_text() -> None:
    frame = pd.DataFrame({7: [1, 1, 2, 2], 2020: ["a", "b", "c", "d"]})
    released = amidst.anonymize(frame, quasi=[7], sensitive=[2020], k=2).data
    assert list(released.columns) == [7, 2020] and released.columns.dtype == frame.columns.dtype
    nested = pd.DataFrame([[1, 2], [1, 3]], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")]))
    released = amidst.anonymize(nested, quasi=[("a", "x")], sensitive=[("a", "y")], k=2).data
    assert isinstance(released.columns, pd.MultiIndex) and list(released.columns) == [("a", "x"), ("a", "y")]


def test_an_index_with_a_name_is_a_column() -> None:
    frame = pd.DataFrame({"x": ["a", "a", "b", "b"], "y": [1, 1, 2, 2]}).set_index("x")
    with pytest.raises(amidst.SpecError) as caught:
        amidst.anonymize(frame, quasi="y", k=2)
    assert caught.value.code == "unclassified-columns"
    released = amidst.anonymize(frame, quasi=["x", "y"], k=2).data
    assert released.index.name == "x" and list(released.columns) == ["y"]
    dropped = amidst.anonymize(frame, identifier="x", quasi="y", k=2).data
    assert isinstance(dropped.index, pd.RangeIndex)


def test_every_level_of_an_index_is_a_column() -> None:
    index = pd.MultiIndex.from_tuples([("a", 1), ("a", 1), ("b", 2), ("b", 2)], names=["x", "n"])
    frame = pd.DataFrame({"y": [1, 1, 2, 2]}, index=index)
    released = amidst.anonymize(frame, quasi=["x", "y"], other="n", k=2).data
    assert released.index.names == ["x", "n"] and list(released.columns) == ["y"]


def test_an_index_without_a_name_numbers_rows_and_is_numbered_anew() -> None:
    frame = pd.DataFrame({"x": ["a", "b", "a", "c", "a"]}, index=["Ann", "Bob", "Cid", "Dot", "Eve"])
    released = amidst.anonymize(frame, quasi="x", k=3, suppression="2 rows", hierarchy={"x": {"suppression": True}}).data
    assert isinstance(released.index, pd.RangeIndex) and list(released.index) == [0, 1, 2]


def test_what_a_frame_says_besides_its_cells_is_not_released() -> None:
    frame = pd.DataFrame({"x": ["a", "a"]})
    frame.attrs["source"] = "Ann's diary"
    assert amidst.anonymize(frame, **TWO).data.attrs == {}
    table = pa.table({"x": ["a", "a"]}).replace_schema_metadata({"source": "Ann's diary"})
    assert not amidst.anonymize(table, **TWO).data.schema.metadata


def test_an_empty_frame_is_refused() -> None:
    for make in KINDS.values():
        with pytest.raises(amidst.DataError) as caught:
            amidst.anonymize(make({"x": []}), **TWO)
        assert caught.value.code == "no-rows"
    with pytest.raises(amidst.Error):
        amidst.anonymize(pd.DataFrame(), **TWO)


def test_two_thousand_columns_are_no_matter() -> None:
    for make in KINDS.values():
        given = make({"x": ["a", "a", "b", "b"], **{f"c{at}": [at, 1, 2, 3] for at in range(2000)}})
        released = amidst.anonymize(given, quasi="x", other=[f"c{at}" for at in range(2000)], k=2).data
        assert len(columns_of(released)) == 2001


def test_a_text_with_nul_is_a_text() -> None:
    cells = ["a\0b", "a\0b", "a", "a"]
    for make in KINDS.values():
        given = make({"x": cells})
        assert amidst.check(given, quasi="x").k == 2
        assert sorted(columns_of(amidst.anonymize(given, **TWO).data)["x"]) == sorted(cells)


def test_half_of_a_surrogate_pair_is_refused() -> None:
    frame = pd.DataFrame({"x": pd.Series(["a\ud800", "a"], dtype=object)})
    with pytest.raises(amidst.DataError) as caught:
        amidst.check(frame, quasi="x")
    assert caught.value.code == "lone-surrogate" and caught.value.where == {"column": "x"}


def test_large_whole_numbers_stay_exact() -> None:
    cells = [10**19, 10**19, 10**19 + 1, 10**19 + 1]
    frames: list[Any] = [pd.DataFrame({"x": pd.Series(cells, dtype="uint64")}), pd.DataFrame({"x": pd.Series(cells, dtype=object)})]
    frames += [pl.DataFrame({"x": cells}, schema={"x": pl.UInt64}), pa.table({"x": pa.array(cells, pa.uint64())})]
    for given in frames:
        assert amidst.check(given, quasi="x").classes == 2
        assert sorted(columns_of(amidst.anonymize(given, **TWO).data)["x"]) == cells


def test_whole_numbers_beyond_64_bits_are_refused() -> None:
    with pytest.raises(amidst.DataError) as caught:
        amidst.check(pd.DataFrame({"x": [10**20, 10**20]}), quasi="x")
    assert caught.value.code == "out-of-range"


def test_a_column_of_several_types_is_refused() -> None:
    with pytest.raises(amidst.DataError) as caught:
        amidst.check(pd.DataFrame({"x": [1, "a", 2.5]}), quasi="x")
    assert caught.value.code == "mixed-types"


def test_types_that_arrow_only_describes_are_refused() -> None:
    periods = pd.DataFrame({"x": pd.Series(pd.period_range("2020-01", periods=2, freq="M"))})
    with pytest.raises(amidst.DataError) as caught:
        amidst.check(periods, quasi="x")
    assert caught.value.code == "unsupported-type"


def test_a_batch_comes_back_as_a_batch() -> None:
    batch = pa.RecordBatch.from_pydict({"x": ["a", "a"]})
    assert isinstance(amidst.anonymize(batch, **TWO).data, pa.RecordBatch)
