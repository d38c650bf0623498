"""Nothing of a suppressed row, or of an identifier, is left in what is released: in no dictionary, index, buffer or metadata."""

from __future__ import annotations

import io
import pickle
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pytest

import amidst

SECRETS = ["Zebedee-of-Nowhere", "Quillfeather-the-Last"]
COLUMNS: dict[str, list[Any]] = {
    "name": [SECRETS[0]] + [f"person {at}" for at in range(8)],
    "town": [SECRETS[1]] + ["Oslo"] * 4 + ["Bergen"] * 4,
    "note": [SECRETS[0] + SECRETS[1]] + ["a", "b"] * 4,
}
ASKED: Any = {"identifier": "name", "quasi": "town", "sensitive": "note", "k": 4, "suppression": "1 rows"}


def _bytes(table: Any) -> bytes:
    """Whatever a program could write of a table."""
    out = io.BytesIO()
    if isinstance(table, pd.DataFrame):
        table.to_parquet(out)
        return out.getvalue() + pickle.dumps(table)
    if isinstance(table, pl.DataFrame):
        table.write_ipc(out)
        parquet = io.BytesIO()
        table.write_parquet(parquet, compression="uncompressed")
        return out.getvalue() + parquet.getvalue() + pickle.dumps(table)
    with pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)
    return out.getvalue() + pickle.dumps(table)


def _frames() -> list[Any]:
    plain = pd.DataFrame(COLUMNS)
    categories = plain.astype({"town": "category", "note": "category"})
    indexed = categories.set_index(["town"])
    arrow = pa.Table.from_pandas(categories)
    frames = [plain, categories, indexed, pl.DataFrame(COLUMNS), pl.DataFrame(COLUMNS).cast({"town": pl.Categorical, "note": pl.Categorical})]
    frames.append(pl.DataFrame(COLUMNS).cast({"town": pl.Enum([SECRETS[1], "Oslo", "Bergen"])}))
    return [*frames, arrow, pa.table(COLUMNS), pa.table(COLUMNS).slice(0, 9)]


@pytest.mark.parametrize("frame", _frames())
def test_a_suppressed_row_leaves_nothing(frame: Any) -> None:
    r = amidst.anonymize(frame, **ASKED, hierarchy={"town": {"suppression": True}})
    assert r.rows.suppressed == 1
    written = _bytes(r.data)
    assert b"Oslo" in written
    for secret in SECRETS:
        assert secret.encode() not in written and secret not in repr(r) + r._repr_html_() + r.report() + r.certificate()


def test_categories_of_polars_are_those_released() -> None:
    frame = pl.DataFrame(COLUMNS).cast({"town": pl.Categorical})
    released = amidst.anonymize(frame, **ASKED, hierarchy={"town": {"suppression": True}}).data["town"]
    assert isinstance(released.dtype, pl.Categorical)
    assert set(released.to_arrow().dictionary.to_pylist()) == {"Oslo", "Bergen"}
    if pl.__version__.startswith("1."):
        assert set(released.cat.get_categories()) == {"Oslo", "Bergen"}
