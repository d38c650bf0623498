"""Builders of hierarchies are the forms of the spec."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import amidst
from amidst import Hierarchy


def _released(cells: list[Any], hierarchy: Any, level: int) -> list[str]:
    bounds = {"x": {"levels": {"min": level, "max": level}}}
    frame = pd.DataFrame({"x": cells})
    r = amidst.anonymize(frame, quasi="x", k=1, columns=bounds, hierarchy={"x": hierarchy}, order="input")
    return [str(cell) for cell in r.data["x"]]


def test_every_builder_builds(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("a;vowel;*\nb;consonant;*\n", encoding="utf-8")
    assert _released(["a", "b"], Hierarchy.file(file), 1) == ["vowel", "consonant"]
    assert _released(["a", "b"], str(file), 1) == ["vowel", "consonant"]
    assert _released(["94138", "94141"], Hierarchy.prefix(), 1) == ["9413*", "9414*"]
    assert _released(["94138", "94141"], Hierarchy.prefix([3]), 1) == ["941**", "941**"]
    assert _released(["94138", "94141"], Hierarchy.suffix([2]), 1) == ["***38", "***41"]
    assert _released([24, 25, 91], Hierarchy.interval([5, 10], top=90), 1) == ["20-24", "25-29", ">=90"]
    assert _released(["2020-03-01", "2021-04-02"], Hierarchy.date(["year"]), 1) == ["2020", "2021"]
    assert _released(["a", "b"], Hierarchy.tree({"vowel": ["a"], "consonant": ["b"]}), 1) == ["vowel", "consonant"]
    assert _released(["a", "b"], Hierarchy.suppression(), 0) == ["a", "b"]
    assert _released(["a", "b", "c"], Hierarchy.keep(["a"]), 1) == ["a", "other", "other"]
    assert _released(["a", "a", "b", "c"], Hierarchy.frequency(2), 1) == ["a", "a", "other", "other"]
    assert _released(["a", "a", "b", "c"], Hierarchy.most_frequent(1), 1) == ["a", "a", "other", "other"]
    assert len(set(_released(["a", "b", "c", "d"], Hierarchy.order("lexicographic"), 1))) == 2


def test_levels_side_by_side_are_a_tree() -> None:
    levels = {0: ["a", "e", "b"], 1: ["vowel", "vowel", "consonant"], 2: ["*", "*", "*"]}
    assert _released(["a", "e", "b"], Hierarchy.levels(levels), 1) == ["vowel", "vowel", "consonant"]
    rows = [["Oslo", "Norway", "Europe", "*"], ["Rome", "Italy", "Europe", "*"], ["Lima", "Peru", "America", "*"]]
    assert _released(["Oslo", "Rome", "Lima"], Hierarchy.rows(rows), 2) == ["Europe", "Europe", "America"]


def test_labels_may_stay_the_same_over_levels() -> None:
    rows = [["a", "a", "letter"], ["b", "b", "letter"], ["1", "digit", "digit"]]
    assert _released(["a", "b", "1"], Hierarchy.rows(rows), 1) == ["a", "b", "digit"]


def test_levels_of_other_lengths_are_refused() -> None:
    for levels in ({}, {0: ["a", "b"], 1: ["*"]}):
        with pytest.raises(amidst.SpecError):
            Hierarchy.levels(levels)


def test_builders_are_compared_and_shown_by_what_they_build() -> None:
    assert Hierarchy.prefix() == Hierarchy.prefix("all") != Hierarchy.suffix()
    assert len({Hierarchy.prefix(), Hierarchy.prefix("all")}) == 1
    assert "prefix" in repr(Hierarchy.prefix())
