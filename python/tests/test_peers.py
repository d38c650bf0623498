"""Where pyCANON, ANJANA and anonypy are known to answer wrongly, and the right answer.

What they answer was seen with pycanon 1.3.5, anjana 1.2.3 and anonypy 0.2.1; docs/python.md has their calls beside ours.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import amidst


def test_a_missing_cell_makes_a_class_with_one_quasi_column_as_with_two() -> None:
    """pyCANON says k = 3 with one quasi column, because groupby leaves the missing cell out, and 1 with two."""
    frame = pd.DataFrame({"city": ["Oslo"] * 3 + [np.nan], "sex": ["f"] * 4})
    assert amidst.check(frame, quasi="city").k == 1
    assert amidst.check(frame, quasi=["city", "sex"]).k == 1
    assert amidst.check(frame, quasi="city").k_wildcard == 4


def test_a_release_never_holds_a_lone_missing_cell() -> None:
    """ANJANA says that k = 3 is verified and releases the row whose cell is missing."""
    frame = pd.DataFrame({"city": ["Oslo"] * 3 + ["Bergen"] * 3 + [np.nan]})
    tree = {"city": amidst.Hierarchy.tree({"Norway": ["Oslo", "Bergen"]})}
    r = amidst.anonymize(frame, quasi="city", k=3, suppression="1 rows", hierarchy=tree)
    assert r.rows.suppressed == 1 and not r.data["city"].isna().any() and r.k >= 3


def test_released_rows_say_nothing_of_where_they_stood() -> None:
    """ANJANA adds a column `index` with the positions before, which tells which row was dropped."""
    frame = pd.DataFrame({"city": ["Oslo", "Rome", "Oslo", "Oslo"]})
    r = amidst.anonymize(frame, quasi="city", k=3, suppression="1 rows", hierarchy={"city": {"suppression": True}})
    assert list(r.data.columns) == ["city"] and list(r.data.index) == [0, 1, 2]


def test_a_label_holds_the_values_that_it_stands_for() -> None:
    """ANJANA calls 25 `[20, 25)` and 100 `[95, 100)`."""
    ages = [20, 24, 25, 29, 95, 100]
    frame = pd.DataFrame({"age": ages, "other": ages})
    intervals = {"age": amidst.Hierarchy.interval([5])}
    r = amidst.anonymize(frame, quasi="age", other="other", k=1, l=None, columns={"age": {"levels": {"min": 1, "max": 1}}}, hierarchy=intervals, not_identifying="other")
    for label, age in zip(r.data["age"], r.data["other"]):
        low, high = (int(end) for end in label.split("-"))
        assert low <= age <= high, label


def test_a_target_out_of_reach_is_no_empty_frame() -> None:
    """ANJANA prints a line and returns an empty frame; anonypy returns 3 rows for k = 10."""
    frame = pd.DataFrame({"city": ["Oslo", "Rome", "Bergen"]})
    with pytest.raises(amidst.InfeasibleError) as caught:
        amidst.anonymize(frame, quasi="city", k=10)
    assert caught.value.nearest["k"] == 3


def test_a_value_without_a_place_is_no_key_error() -> None:
    """ANJANA answers `KeyError: 'sex'`."""
    frame = pd.DataFrame({"sex": ["f", "m", "x", "f"]})
    with pytest.raises(amidst.DataError) as caught:
        amidst.anonymize(frame, quasi="sex", k=2, hierarchy={"sex": amidst.Hierarchy.tree({"*": ["f", "m"]})})
    assert caught.value.code == "uncovered-values"


def test_no_row_is_lost_without_being_counted() -> None:
    """anonypy gives 6 rows for 8: those with missing cells are gone."""
    frame = pd.DataFrame({"age": [20, 20, 20, 30, 30, 30, np.nan, np.nan], "ill": list("abcabcab")})
    r = amidst.anonymize(frame, quasi="age", sensitive="ill", k=2)
    assert len(r.data) == 8 and r.rows == {**r.rows, "in": 8, "out": 8, "suppressed": 0}


def test_plain_text_is_a_quasi_column() -> None:
    """anonypy ends with a TypeError unless text is made a category first."""
    frame = pd.DataFrame({"city": ["Oslo", "Oslo", "Rome", "Rome"], "ill": list("abab")})
    assert amidst.anonymize(frame, quasi="city", sensitive="ill", k=2, algorithm="mondrian").k == 2


def test_a_table_comes_back_whole() -> None:
    """anonypy gives back classes with counts, not the rows with their other columns."""
    frame = pd.DataFrame({"age": [20, 21, 40, 41], "ill": list("abab"), "cost": [1.5, 2.5, 3.5, 4.5]})
    r = amidst.anonymize(frame, quasi="age", sensitive="ill", other="cost", k=2)
    assert list(r.data.columns) == ["age", "ill", "cost"] and sorted(r.data["cost"]) == [1.5, 2.5, 3.5, 4.5]


def test_unused_categories_do_not_make_k_zero() -> None:
    """pyCANON says k = 0: groupby makes a class of every category, used or not."""
    frame = pd.DataFrame({"city": pd.Categorical(["Oslo"] * 2, categories=["Oslo", "Rome"])})
    assert amidst.check(frame, quasi="city").k == 2


def test_a_forgotten_column_is_not_let_through() -> None:
    """ANJANA passes a forgotten `email` on and says k = 2."""
    frame = pd.DataFrame({"city": ["Oslo", "Oslo"], "email": ["a@example.org", "b@example.org"]})
    with pytest.raises(amidst.SpecError) as caught:
        amidst.anonymize(frame, quasi="city", k=2)
    assert caught.value.code == "unclassified-columns" and "email" in str(caught.value)


def test_t_is_the_largest_of_all_sensitive_columns() -> None:
    """pyCANON overwrites t with that of the last sensitive column it looks at."""
    frame = pd.DataFrame({"city": ["Oslo"] * 2 + ["Rome"] * 2, "far": list("aabb"), "near": list("abab")})
    for order in (["far", "near"], ["near", "far"]):
        found = amidst.check(frame, quasi="city", sensitive=order, t=0.2)
        assert not found and max(one["reached"] for one in found.models if one["model"] == "t-closeness") == 0.5
        assert found.sensitive["far"]["t"] == 0.5 and found.sensitive["near"]["t"] == 0


def test_what_a_class_gives_away_is_told_even_if_only_k_is_asked() -> None:
    """k = 2 with one sensitive value in a class: everybody in it is known to have it."""
    frame = pd.DataFrame({"city": ["Oslo", "Oslo", "Rome", "Rome"], "ill": ["flu", "flu", "flu", "cold"]})
    r = amidst.anonymize(frame, quasi="city", sensitive="ill", k=2)
    assert any("ill" in warning for warning in r.warnings)
