"""Random frames of every type that the three libraries have: what is released holds and keeps its type, and Python, the command line
and Rust release the same."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import amidst
from amidst._frames import taken
from conftest import Program, columns_of, rows_of
from dtypes import KINDS, Kind, of_columns

ROWS = 60
EVERY = [pytest.param(library, kind, id=f"{library} {kind.name}") for library, kinds in KINDS.items() for kind in kinds]


def _frame(library: str, kind: Kind) -> Any:
    return of_columns(library, {"x": kind.drawn(ROWS, 1), "y": list("ab") * (ROWS // 2)})


def _types(table: Any) -> list[Any]:
    if isinstance(table, pd.DataFrame):
        return ["category" if isinstance(one, pd.CategoricalDtype) else one for one in table.dtypes]
    if isinstance(table, pl.DataFrame):
        # Enums have other categories; inside of others they become categories.
        kinds = (pl.Categorical, pl.Enum)
        return ["Categorical" if isinstance(one, kinds) else re.sub(r"Enum\(.*?\)", "Categorical", str(one)) for one in table.dtypes]
    return [one.type.value_type if pa.types.is_dictionary(one.type) or pa.types.is_run_end_encoded(one.type) else one.type for one in table.schema]


def _counted(rows: list[tuple[Any, ...]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows:
        counts[repr(row)] = counts.get(repr(row), 0) + 1
    return counts


@pytest.mark.parametrize(("library", "kind"), EVERY)
def test_a_column_that_is_kept_keeps_its_cells_and_its_type(library: str, kind: Kind) -> None:
    frame = _frame(library, kind)
    found = amidst.anonymize(frame, quasi="y", other="x", k=5, not_identifying="x", order="input").data
    assert _types(found) == _types(frame)
    assert _counted(rows_of(found)) == _counted(rows_of(frame))


@pytest.mark.parametrize(("library", "kind"), EVERY)
def test_a_column_that_is_recoded_meets_k(library: str, kind: Kind) -> None:
    frame = _frame(library, kind)
    asked: Any = {"quasi": ["x", "y"], "k": 5, "suppression": "20%", "not_identifying": "x"}
    r = amidst.anonymize(frame, **asked)
    counts = _counted(rows_of(r.data))
    assert min(counts.values()) == r.k >= 5
    assert amidst.check(r.data, quasi=["x", "y"], k=5).holds
    assert sum(counts.values()) == r.rows.out == ROWS - r.rows.suppressed
    shown = {repr(cell) for cell in columns_of(r.data)["x"]}
    # Nested values and bytes are judged, and shown, as text; so is what has no value at all.
    cells = columns_of(frame)["x"]
    is_text = any(isinstance(cell, (list, dict, tuple, bytes, np.ndarray)) for cell in cells) or "null" in kind.name.lower()
    kept = (r.levels or {}).get("x") == 0 and not is_text
    assert not kept or (_types(r.data) == _types(frame) and shown <= {repr(cell) for cell in columns_of(frame)["x"]})


def _groups(library: str) -> list[Any]:
    """Frames of several types each, in which every type stands once as a quasi column and once as one that is kept."""
    kinds = list(KINDS[library])
    random.Random(library).shuffle(kinds)
    groups = [kinds[at : at + 6] for at in range(0, len(kinds), 6)]
    return [pytest.param(library, at, groups[at], groups[at - 1], id=f"{library} {at}") for at in range(len(groups))]


@pytest.mark.parametrize(("library", "seed", "quasi", "kept"), [one for library in KINDS for one in _groups(library)])
def test_python_the_command_line_and_rust_release_the_same(library: str, seed: int, quasi: list[Kind], kept: list[Kind], program: Program) -> None:
    rows = random.Random(seed).randint(20, 120)
    drawn = {f"q{at}": kind.drawn(rows, seed) for at, kind in enumerate(quasi)}
    drawn.update({f"s{at}": kind.drawn(rows, seed) for at, kind in enumerate(kept)})
    frame = of_columns(library, drawn)
    names = {"quasi": [name for name in drawn if name[0] == "q"], "sensitive": [name for name in drawn if name[0] == "s"]}
    spec = amidst.Spec(**names, not_identifying=list(drawn), k=3, suppression="30%", seed=seed)
    source, target = program.folder / "table.arrow", program.folder / "release.arrow"
    cells = pa.table(taken(frame).stream)
    with pa.ipc.new_file(source, cells.schema) as writer:
        writer.write_table(cells)
    spec.write(program.folder / "spec.toml", input=source, output=target)
    code, by_command = program("anonymize", "spec.toml")
    by_rust = _by_rust(program.folder / "spec.toml", source)
    release = spec.anonymize(frame)
    # The same bytes, whoever made them; and what Python makes of them has the same cells.
    assert code == 0
    assert release.to_dict()["output"]["sha256"] == by_rust["output"]["sha256"] == by_command["output"]["sha256"]
    # What else could be had is looked for by the command line alone, until a clock ends it.
    answers = [{key: value for key, value in one.items() if key not in ("seconds", "output", "alternative")} for one in (release.to_dict(), by_rust, by_command)]
    assert answers[0] == answers[1] == answers[2]
    with pa.ipc.open_file(target) as reader:
        written = reader.read_all()
    given_back = pa.table(taken(release.data).stream)
    assert given_back.column_names == written.column_names
    for name in written.column_names:
        assert _plain(given_back.column(name)) == _plain(written.column(name)), name


def _by_rust(spec: Path, table: Path) -> dict[str, Any]:
    words = [os.environ["AMIDST_FRAME"], str(spec), str(table)]
    told = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    answer: dict[str, Any] = told["answer"]
    return answer


def _plain(column: Any) -> list[str]:
    """Cells as they are told apart: a missing one is missing, whatever it is called."""
    return [repr(None if cell != cell else cell) for cell in column.to_pylist()]


class _Refused:
    """Types that cannot be carried truthfully, and what is said of them."""

    PANDAS: dict[str, Any] = {
        "period": lambda: pd.Series(pd.period_range("2020-01", periods=2, freq="M")),
        "interval": lambda: pd.Series(pd.interval_range(0, 2)),
        "complex": lambda: pd.Series([1j, 2j]),
        "object of objects": lambda: pd.Series([object(), object()]),
    }
    ARROW: dict[str, Any] = {
        "month_day_nano_interval": lambda: pa.array([(1, 2, 3)] * 2, pa.month_day_nano_interval()),
        "dense union": lambda: pa.UnionArray.from_dense(pa.array([0, 0], pa.int8()), pa.array([0, 1], pa.int32()), [pa.array([1, 2])]),
        "list view": lambda: pa.array([[1], [2]], pa.list_view(pa.int8())),
        "map with numbers for keys": lambda: pa.array([[(1, 2)]] * 2, pa.map_(pa.int8(), pa.int8())),
        "struct without fields": lambda: pa.array([{}, {}], pa.struct([])),
    }


@pytest.mark.parametrize("name", [*_Refused.PANDAS, *_Refused.ARROW, "objects of polars"])
def test_what_cannot_be_carried_is_refused_by_name(name: str) -> None:
    if name in _Refused.PANDAS:
        frame: Any = pd.DataFrame({"x": _Refused.PANDAS[name](), "y": ["a", "a"]})
    elif name in _Refused.ARROW:
        frame = pa.table({"x": _Refused.ARROW[name](), "y": ["a", "a"]})
    else:
        frame = pl.DataFrame({"x": pl.Series([object(), object()], dtype=pl.Object), "y": ["a", "a"]})
    for roles in ({"quasi": ["x", "y"]}, {"quasi": "y", "other": "x"}):
        with pytest.raises(amidst.DataError) as caught:
            amidst.anonymize(frame, k=2, **roles)  # type: ignore[arg-type]
        expected = "mixed-types" if name == "object of objects" else "unsupported-type"
        assert caught.value.code == expected and caught.value.where["column"] == "x"


def test_numpy_numbers_may_be_asked_for() -> None:
    frame = pd.DataFrame({"x": ["a", "a", "b"]})
    assert amidst.check(frame, quasi=np.array(["x"]), k=np.int64(1)).holds  # type: ignore[arg-type]
