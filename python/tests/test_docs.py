"""Every Python example of README and docs runs, page by page, each page in a folder of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import amidst
from conftest import ROOT, columns_of

PAGES = ["README.md", "docs/python.md", "docs/gates.md", "docs/tutorials/notebook.md"]


def _blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), flags=re.M | re.S)


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the patients that README makes."""
    monkeypatch.chdir(tmp_path)
    words = ["demo", "--people", "2000", "--output", "play"]
    subprocess.run([os.environ["AMIDST_PROGRAM"], *words], check=True, capture_output=True)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page: str, play: Path) -> None:
    names: dict[str, Any] = {}
    blocks = _blocks(page)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), names)  # noqa: S102


def test_the_lines_of_readme_run_with_every_kind_of_table(play: Path) -> None:
    names: dict[str, Any] = {}
    exec(compile(_blocks("README.md")[0], "README.md", "exec"), names)  # noqa: S102
    frame: pd.DataFrame = names["df"]
    asked: Any = {"identifier": ["patient_id", "name"], "quasi": names["quasi"], "k": 5, "suppression": "5%"}
    asked["sensitive"] = ["diagnosis", "length_of_stay", "cost"]
    expected = columns_of(names["r"].data)
    for given in (pl.DataFrame(frame), pa.Table.from_pandas(frame, preserve_index=False)):
        found = amidst.anonymize(given, **asked)
        assert columns_of(found.data) == expected and type(found.data) is type(given)


def test_the_tutorial_runs(play: Path) -> None:
    notebook = json.loads((ROOT / "docs" / "tutorial.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 6 and all(cell["outputs"] == [] for cell in notebook["cells"] if cell["cell_type"] == "code")
    for cell in cells:
        exec(compile(cell, "tutorial.ipynb", "exec"), names)  # noqa: S102


def test_the_reference_is_made_from_the_docstrings() -> None:
    found = importlib.util.spec_from_file_location("reference", ROOT / "python" / "reference.py")
    assert found is not None and found.loader is not None
    reference = importlib.util.module_from_spec(found)
    found.loader.exec_module(reference)
    page = (ROOT / "docs" / "python-reference.md").read_text(encoding="utf-8")
    assert page == reference.page(), "run python python/reference.py"
    assert all(f"### `amidst.{name}`" in page for name in amidst.__all__ if name != "__version__")


def test_every_name_is_documented() -> None:
    for name in amidst.__all__:
        made = getattr(amidst, name)
        assert name == "__version__" or made.__doc__, name
        for own, member in vars(made).items() if isinstance(made, type) else ():
            is_shown = not own.startswith("_") and (callable(member) or isinstance(member, (property, classmethod)))
            assert not is_shown or member.__doc__, f"{name}.{own}"
