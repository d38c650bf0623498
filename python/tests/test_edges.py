"""What stands at the edge of a type: dictionaries without values, times beyond every calendar, shares with more digits than count."""

from __future__ import annotations

import decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import amidst

FRAME = pd.DataFrame({"q": list("aabb")})


def _without_values() -> dict[str, Any]:
    nothing = [None] * 4
    texts = pa.DictionaryArray.from_arrays(pa.array(nothing, pa.int8()), pa.array([], pa.string()))
    return {
        "pandas": pd.DataFrame({"x": pd.Categorical(nothing), "s": list("abab")}),
        "pandas, of texts": pd.DataFrame({"x": pd.Categorical(nothing, categories=pd.Index([], dtype=str)), "s": list("abab")}),
        "polars": pl.DataFrame({"x": pl.Series(nothing, dtype=pl.Categorical), "s": list("abab")}),
        "pyarrow": pa.table({"x": texts, "s": list("abab")}),
    }


@pytest.mark.parametrize("kind", _without_values())
def test_categories_without_values_are_rows_without_a_value(kind: str) -> None:
    frame = _without_values()[kind]
    assert amidst.check(frame, quasi="x").k == 4 and amidst.risk(frame, quasi="x").highest == 0.25
    for order in ("sorted", "input"):
        for roles in ({"quasi": "s", "other": "x"}, {"quasi": "x", "other": "s"}, {"quasi": "s", "sensitive": "x"}):
            released = amidst.anonymize(frame, **roles, k=2, order=order).data  # type: ignore[arg-type]
            assert amidst.check(released, quasi="x").k == 4
            assert amidst.compare(frame, released, quasi="s").to_dict()


def test_spans_that_arrow_cannot_tell_apart_are_refused() -> None:
    frame = pa.table({"x": pa.array([2**62, 2**62, 2**61, 2**61], pa.duration("s")), "q": list("abab")})
    beyond = pa.table({"x": pa.array([2**62] * 4, pa.timestamp("s")), "q": list("abab")})
    elsewhere = pa.table({"x": pa.array([1] * 4, pa.timestamp("s", "Mars/Olympus")), "q": list("abab")})
    for given in (frame, beyond, elsewhere):
        for roles in ({"quasi": "x", "other": "q"}, {"quasi": "q", "other": "x"}):
            with pytest.raises(amidst.DataError) as caught:
                amidst.anonymize(given, **roles, k=2)  # type: ignore[arg-type]
            assert caught.value.code == "out-of-range" and caught.value.where["column"] == "x"


@pytest.mark.parametrize("share", [1 / 3, 0.1 + 0.2, np.float32(0.05), np.float64(0.05), decimal.Decimal("0.05"), 5e-324])
def test_a_share_that_was_computed_is_a_share(share: Any) -> None:
    assert amidst.anonymize(FRAME, quasi="q", k=2, suppression=share).k == 2
    assert len(amidst.sweep(FRAME, quasi="q", k=2, suppression=[share]).points) == 1


class _Column:
    """What says that it is a table, and is a column."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pl.Series(["Rumpelstiltskin"]).__arrow_c_stream__(requested_schema)


def test_what_says_that_it_is_a_table_and_is_none_is_refused() -> None:
    with pytest.raises(amidst.DataError) as caught:
        amidst.check(_Column(), quasi="x")
    assert caught.value.code == "unsupported-type" and "Rumpel" not in str(caught.value)
