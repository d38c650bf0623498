"""Nothing of a suppressed row, or of an identifier, is left in what is released: in no dictionary, index, buffer or metadata."""

from __future__ import annotations

import io
import pickle
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
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
        writer.write(table)
    return out.getvalue() + pickle.dumps(table)


def _of_pandas() -> dict[str, Any]:
    plain = pd.DataFrame(COLUMNS)
    categories = plain.astype({"town": "category", "note": "category"})
    whole = pd.DataFrame({**COLUMNS, "town": pd.Categorical(COLUMNS["town"], categories=[*SECRETS, "Oslo", "Bergen"])})
    arrow = {name: pd.ArrowDtype(pa.string()) for name in COLUMNS}
    noted = plain.copy()
    noted.attrs["first"] = SECRETS[0]
    return {
        "plain": plain,
        "categories": categories,
        "categories that no row has": whole,
        "an index": categories.set_index("town"),
        "an index of several levels": categories.set_index(["town", "note"]),
        "an index without a name": plain.set_axis([SECRETS[0], *(f"row {at}" for at in range(8))]),
        "texts of Arrow": plain.astype(arrow),
        "a slice": pd.concat([plain, plain]).astype(arrow).iloc[:9],
        "notes": noted,
    }


def _of_polars() -> dict[str, Any]:
    plain = pl.DataFrame(COLUMNS)
    return {
        "plain": plain,
        "categories": plain.cast({"town": pl.Categorical, "note": pl.Categorical}),
        "an enum": plain.cast({"town": pl.Enum([SECRETS[1], "Oslo", "Bergen"])}),
        "lists of an enum": plain.with_columns(pl.concat_list(pl.col("note").cast(pl.Enum(sorted(set(COLUMNS["note"])))))),
        "a struct": plain.with_columns(pl.struct("note").alias("note")),
        "a slice": pl.concat([plain, plain], rechunk=True).head(9),
    }


def _of_pyarrow() -> dict[str, Any]:
    plain = pa.table(COLUMNS)
    coded = plain.set_column(1, "town", plain["town"].dictionary_encode()).set_column(2, "note", plain["note"].dictionary_encode())
    listed = pa.ListArray.from_arrays(range(10), coded["note"].combine_chunks())
    fields = [field.with_metadata({"first": SECRETS[0]}) for field in plain.schema]
    return {
        "plain": plain,
        "dictionaries": coded,
        "lists of a dictionary": coded.set_column(2, "note", listed),
        "notes of pandas": pa.Table.from_pandas(pd.DataFrame(COLUMNS)).replace_schema_metadata({"first": SECRETS[0]}),
        "notes of fields": plain.cast(pa.schema(fields, metadata={"last": SECRETS[1]})),
        "a slice": pa.concat_tables([plain, plain]).combine_chunks().slice(0, 9),
        "a batch": plain.to_batches()[0],
    }


FRAMES = {"pandas": _of_pandas(), "polars": _of_polars(), "pyarrow": _of_pyarrow()}


@pytest.mark.parametrize("frame", [pytest.param(one, id=f"{kind}: {name}") for kind, all in FRAMES.items() for name, one in all.items()])
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
