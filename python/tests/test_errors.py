"""Errors are of our classes, say what to do, and quote no cell."""

from __future__ import annotations

import pickle
from typing import Any

import pandas as pd
import polars as pl
import pytest

import amidst
from conftest import PATIENTS, ROLES, Make


def _refused(kind: type[amidst.Error], code: str, table: Any, **asked: Any) -> amidst.Error:
    with pytest.raises(kind) as caught:
        amidst.anonymize(table, **asked)
    assert caught.value.code == code, str(caught.value)
    assert "--" not in str(caught.value), "flags are the command line's"
    return caught.value


def test_an_unknown_column_is_named_with_the_nearest(table: Make) -> None:
    error = _refused(amidst.SpecError, "unknown-column", table(PATIENTS), **{**ROLES, "quasi": ["zap", "age", "sex"]}, k=2)
    assert "zap" in str(error) and "zip" in str(error)


def test_a_column_has_one_role(table: Make) -> None:
    _refused(amidst.SpecError, "two-roles", table(PATIENTS), **{**ROLES, "other": "zip"}, k=2)


def test_an_unknown_word_is_refused(table: Make) -> None:
    for asked in ({"algorithm": "optimol"}, {"objective": "los"}, {"order": "random"}, {"suppression": 5}, {"k": 0}):
        with pytest.raises(amidst.SpecError):
            amidst.anonymize(table(PATIENTS), **ROLES, **{"k": 2, **asked})


def test_suppression_of_a_bare_number_above_one_is_refused(table: Make) -> None:
    with pytest.raises(amidst.SpecError, match="rows"):
        amidst.anonymize(table(PATIENTS), **ROLES, k=2, suppression=5)


def test_all_faults_of_a_spec_are_told_together() -> None:
    with pytest.raises(amidst.SpecError) as caught:
        amidst.Spec.from_toml("[privacy]\nk = 0\nkk = 1\n[solve]\nsed = 1\n")
    assert "kk" in str(caught.value) and "sed" in str(caught.value)
    assert caught.value.where["line"] == 3


def test_what_is_no_table_is_refused() -> None:
    for given in ({"a": [1]}, [1, 2], "table.csv", None, pl.LazyFrame({"a": [1]})):
        with pytest.raises(amidst.DataError) as caught:
            amidst.check(given, quasi="a")
        assert caught.value.code == "unsupported-type"


def test_a_missing_file_is_a_matter_of_the_machine() -> None:
    with pytest.raises(amidst.ResourceError) as caught:
        amidst.Spec.read("no such file.toml")
    assert caught.value.code == "file-not-found"


def test_values_that_a_hierarchy_does_not_hold_are_counted_and_not_quoted(table: Make) -> None:
    tree = amidst.Hierarchy.tree({"west": ["94138", "94139"]})
    error = _refused(amidst.DataError, "uncovered-values", table(PATIENTS), **ROLES, k=2, hierarchy={"zip": tree})
    assert "94141" not in str(error) and error.where["column"] == "zip"


def test_errors_survive_a_pickle() -> None:
    with pytest.raises(amidst.InfeasibleError) as caught:
        amidst.anonymize(pd.DataFrame(PATIENTS), **ROLES, k=13)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.code, again.nearest) == (str(caught.value), "infeasible", caught.value.nearest)


def test_no_cell_is_quoted_by_any_refusal() -> None:
    secret = "Rumpelstiltskin"
    frames = [
        pd.DataFrame({"who": [secret, 3, b"x"]}),
        pd.DataFrame({"who": pd.Series([secret + "\ud800", "b"], dtype=object)}),
        pd.DataFrame({"who": [secret, "b"], "age": [1, 2]}),
    ]
    for frame in frames:
        with pytest.raises(amidst.Error) as caught:
            amidst.anonymize(frame, quasi="who", k=2)
        assert secret not in str(caught.value) and caught.value.__cause__ is None
        context = caught.value.__context__
        assert context is None or caught.value.__suppress_context__
