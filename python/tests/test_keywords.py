"""Keywords mean what they say, or are refused in words that name them."""

from __future__ import annotations

import decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import amidst

FRAME = pd.DataFrame({"q": list("aabb"), "age": [1, 1, 2, 2]})
ASKED: dict[str, Any] = {"quasi": "q", "other": "age", "k": 2}


def _refused(call: Any, kind: type[amidst.Error], code: str, *words: str) -> amidst.Error:
    with pytest.raises(kind) as caught:
        call()
    assert caught.value.code == code, str(caught.value)
    for word in words:
        assert word in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "asked",
    [
        {"quasi": ["q", "age"], "columns": {"q": {"role": "other"}}},
        {"identifier": "age", "quasi": "q", "columns": {"age": {"role": "other", "not_identifying": True}}},
        {"columns": {7: {"role": "quasi"}, "7": {"role": "other"}}},
    ],
)
def test_a_role_that_is_said_twice_and_differently_is_refused(asked: dict[str, Any]) -> None:
    for call in (amidst.anonymize, amidst.check, amidst.risk, amidst.explain, amidst.solutions, amidst.sweep):
        _refused(lambda: call(FRAME, **asked), amidst.SpecError, "two-roles")
    _refused(lambda: amidst.Spec(**asked), amidst.SpecError, "two-roles")
    assert amidst.Spec(quasi="q", columns={"q": {"role": "quasi", "weight": 2.0}}).columns("quasi") == ["q"]


def test_a_role_may_be_another_in_a_spec_that_is_laid_over() -> None:
    assert amidst.Spec(**ASKED).but(other="q").columns("other") == ["q", "age"]


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("k", ["3", 2.5, float("nan"), True]),
        ("l", ["2", 2.5]),
        ("t", ["x", float("nan"), True]),
        ("seed", ["x", 1.5]),
        ("wildcard", ["no", 0]),
        ("count_missing", ["no", 1]),
        ("require", [{"model": "entropy-l-diversity"}, ["k"], 3]),
        ("hierarchy", ["x", {"q": 3}]),
        ("columns", [["q"], {"q": "quasi"}]),
        ("missing", [3]),
        ("not_identifying", [3]),
        ("quasi", [0]),
        ("time_limit", [[1], float("inf")]),
        ("threads", ["2", 0, 1.5, 1025, True]),
        ("memory_limit", [2.5, -5, "much"]),
        ("spec", [{}, FRAME]),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused_by_its_key(key: str, values: list[Any]) -> None:
    for value in values:
        error = _refused(lambda: amidst.anonymize(FRAME, **{**ASKED, key: value}), amidst.SpecError, "bad-parameter", key)
        assert "\n" not in str(error), "tables are not shown"


def test_truth_values_of_numpy_are_truth_values() -> None:
    assert amidst.anonymize(FRAME, **ASKED, wildcard=np.bool_(False)).k == 2
    _refused(lambda: amidst.anonymize(FRAME, **{**ASKED, "k": np.bool_(True)}), amidst.SpecError, "bad-parameter", "k")


def test_a_sweep_goes_over_whole_numbers() -> None:
    for k in ("2,5", 2.5, [2, "5"]):
        _refused(lambda: amidst.sweep(FRAME, quasi="q", other="age", k=k), amidst.SpecError, "bad-parameter", "k = ")  # type: ignore[arg-type]
    found = amidst.sweep(FRAME, quasi="q", other="age", k=np.int64(2), suppression=[decimal.Decimal("0.25")])  # type: ignore[arg-type,list-item]
    assert len(found.points) == 1


def test_a_limit_and_the_share_that_was_reached_have_two_names() -> None:
    frame = pd.DataFrame({"q": list("aaab"), "age": 1})
    point = amidst.sweep(frame, quasi="q", other="age", k=2, suppression="50%", hierarchy={"q": amidst.Hierarchy.suppression()})
    (record,) = point.to_records()
    assert record["suppression"] == "50%" and record["suppression reached"] == point.points[0]["result"]["loss"]["suppression"]


def test_what_is_no_table_is_told_so() -> None:
    for given in (pd.Series([1, 1]), pl.Series([1, 1])):
        _refused(lambda: amidst.check(given, quasi="q"), amidst.DataError, "unsupported-type", "column alone")


def test_files_that_cannot_be_written_are_a_matter_of_the_machine(tmp_path: Path) -> None:
    release, nowhere = amidst.anonymize(FRAME, **ASKED), tmp_path / "no folder" / "file"
    assert release.plan is not None
    for write in (release.certificate, release.report, release.plan.write, amidst.Spec(**ASKED).write):
        for path, code in ((nowhere, "no-such-folder"), (tmp_path, "is-a-folder")):
            error = _refused(lambda: write(path), amidst.ResourceError, code)
            assert error.where == {"file": str(path)}


def test_a_spec_that_was_written_and_read_is_the_same() -> None:
    spec = amidst.Spec(**ASKED, hierarchy={"q": amidst.Hierarchy.prefix()}, suppression="5%")
    assert amidst.Spec.from_toml(spec.to_toml()) == spec
    assert amidst.Spec.from_toml(spec.but(k=3).to_toml()) != spec
    assert spec != amidst.Spec(k=0) != "a spec"


@pytest.mark.parametrize("algorithm", ["auto", "local"])
def test_what_readers_outside_are_not_told_is_no_number(algorithm: str) -> None:
    frame = pd.DataFrame({"q": [str(at) for at in range(20)], "age": 30})
    release = amidst.anonymize(frame, quasi=["q", "age"], k=5, external=True, algorithm=algorithm)
    assert release.loss != release.loss and "loss" not in release.to_dict()["loss"]
    assert "loss not told" in repr(release) and "<td" in release._repr_html_()
