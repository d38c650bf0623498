"""Whoever checks types finds them: mypy and pyright are strict, with what the newest Python has."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import amidst

PACKAGE = Path(amidst.__file__).parent
USE = """
import pandas as pd
import amidst
from typing import Any

frame = pd.DataFrame({"age": [1, 1], "ill": ["a", "b"]})
r = amidst.anonymize(frame, quasi=["age"], sensitive="ill", k=2, suppression="5%")
data: pd.DataFrame = r.data
k: int = r.k
levels: "dict[str, int] | None" = r.levels
holds: bool = amidst.check(frame, quasi=["age"], k=2).holds
told: "dict[str, Any]" = amidst.risk(frame, quasi="age").to_dict()
again: pd.DataFrame = amidst.Spec(quasi="age", k=2).anonymize(frame).data
"""


def _checked(folder: Path, *words: str) -> None:
    (folder / "use.py").write_text(USE, encoding="utf-8")
    command = [sys.executable, "-m", *words]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


if importlib.util.find_spec("mypy"):

    def test_mypy_finds_nothing_to_say(tmp_path: Path) -> None:
        strict = ["mypy", "--strict", "--no-incremental", "--ignore-missing-imports"]
        _checked(tmp_path, *strict, "--package", "amidst")
        _checked(tmp_path, *strict, "use.py")

    def test_pyright_finds_nothing_to_say(tmp_path: Path) -> None:
        _checked(tmp_path, "pyright", "--pythonpath", sys.executable, "use.py")
