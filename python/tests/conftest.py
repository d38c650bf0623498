"""What the tests share: kinds of tables, the command line, cases."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Callable, Sequence

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

ROOT = Path(__file__).parent.parent.parent
Make = Callable[[dict[str, Sequence[Any]]], Any]


def of_pandas(columns: dict[str, Sequence[Any]]) -> pd.DataFrame:
    return pd.DataFrame(columns)


def of_polars(columns: dict[str, Sequence[Any]]) -> pl.DataFrame:
    return pl.DataFrame(columns)


def of_pyarrow(columns: dict[str, Sequence[Any]]) -> pa.Table:
    return pa.table(columns)


KINDS: dict[str, Make] = {"pandas": of_pandas, "polars": of_polars, "pyarrow": of_pyarrow}


@pytest.fixture(params=list(KINDS))
def table(request: pytest.FixtureRequest) -> Make:
    """Makes a table of columns, of each kind in turn."""
    return KINDS[request.param]


def columns_of(table: Any) -> dict[str, list[Any]]:
    """The cells of a table of any kind, missing ones as None."""
    if isinstance(table, pd.DataFrame):
        cells = {str(name): table.iloc[:, at].astype(object) for at, name in enumerate(table.columns)}
        return {name: [None if one is not None and _is_missing(one) else one for one in column] for name, column in cells.items()}
    if isinstance(table, pl.DataFrame):
        return table.to_dict(as_series=False)
    return dict(table.to_pydict())


def _is_missing(cell: Any) -> bool:
    missing = pd.isna(cell)
    return bool(missing) if isinstance(missing, bool) else False


def rows_of(table: Any) -> list[tuple[Any, ...]]:
    """The rows of a table of any kind."""
    columns = columns_of(table)
    return list(zip(*columns.values()))


class Program:
    """The command line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: str) -> tuple[int, dict[str, Any]]:
        """Runs a command with --json: its exit code and what it tells."""
        program = os.environ["AMIDST_PROGRAM"]
        ended = subprocess.run([program, *words, "--json"], cwd=self.folder, capture_output=True, text=True, check=False)
        return ended.returncode, json.loads(ended.stdout)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The command line, in a folder of its own."""
    return Program(tmp_path)


PATIENTS: dict[str, list[Any]] = {
    "ssn": [f"{at:03}-00-{at:04}" for at in range(12)],
    "zip": ["94138", "94138", "94138", "94139", "94139", "94139", "94141", "94141", "94141", "94142", "94142", "94142"],
    "age": [31, 34, 36, 38, 41, 43, 47, 49, 52, 55, 58, 90],
    "sex": ["f", "m"] * 6,
    "disease": ["flu", "cold", "asthma", "flu"] * 3,
}
ROLES: dict[str, Any] = {"identifier": "ssn", "quasi": ["zip", "age", "sex"], "sensitive": "disease"}
