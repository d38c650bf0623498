"""Python and the command line release the same of every table in cases/."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Optional

import pytest

import amidst
from conftest import KINDS, ROOT, Program, rows_of

try:
    import tomllib
except ImportError:
    import tomli as tomllib

ALGORITHMS = ["optimal", "mondrian", "k-member"]


def _grid(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.strip("\n"))))


def _cases() -> list[Any]:
    found = []
    for path in sorted((ROOT / "cases").glob("*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        if case.get("quasi") and case.get("table") and len(_grid(case["table"])) > 1:
            found.append(pytest.param(case, id=path.stem))
    return found


def _write(path: Path, rows: list[list[str]]) -> str:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return str(path)


def _spec(case: dict[str, Any], algorithm: str, folder: Path) -> amidst.Spec:
    header = _grid(case["table"])[0]
    hierarchies = {
        name: _write(folder / f"{at}.csv", _grid(text))
        for at, (name, text) in enumerate(case.get("hierarchies", {}).items())
        if name in case["quasi"]
    }
    others = [name for name in header if name not in case["quasi"]]
    roles: dict[str, Any] = {"quasi": case["quasi"], "sensitive": others, "not_identifying": others}
    return amidst.Spec(**roles, hierarchy=hierarchies, k=2, suppression="50%", algorithm=algorithm)


def _released(path: Path) -> Optional[list[tuple[str, ...]]]:
    with path.open(newline="", encoding="utf-8") as file:
        return [tuple(row) for row in csv.reader(file)][1:]


def test_there_are_cases() -> None:
    assert len(_cases()) >= 40


@pytest.mark.parametrize("case", _cases())
def test_a_case_is_released_as_by_the_command_line(case: dict[str, Any], program: Program) -> None:
    header, *rows = _grid(case["table"])
    table = _write(program.folder / "table.csv", [header, *rows])
    for at, algorithm in enumerate(ALGORITHMS):
        spec = _spec(case, algorithm, program.folder)
        release = program.folder / f"{algorithm}.csv"
        spec.write(program.folder / "spec.toml", input=table, output=release)
        code, told = program("anonymize", "spec.toml")
        make = list(KINDS.values())[at]
        given = make({name: [row[place] for row in rows] for place, name in enumerate(header)})
        try:
            found = spec.anonymize(given)
        except amidst.InfeasibleError as error:
            assert (code, told["message"]) == (1, str(error))
            continue
        except amidst.Error as error:
            assert (code, told["error"]["code"]) == (2, error.code)
            continue
        assert code == 0
        assert [tuple("" if cell is None else str(cell) for cell in row) for row in rows_of(found.data)] == _released(release)
        for key in ("levels", "cells", "rows", "classes", "privacy", "loss", "risk", "objective", "optimal", "sensitive"):
            assert found.to_dict().get(key) == told.get(key), key
        quasi = [name for name in case["quasi"]]
        assert amidst.check(found.data, quasi=quasi, k=2).k == found.to_dict()["privacy"][0]["reached"]
