"""A cluster releases what a single machine does, however the rows lie on it."""

from __future__ import annotations

import csv
import io
import tomllib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import DataFrame, SparkSession, functions

import amidst
import amidst.spark
from conftest import ROOT, cells, outcome

ALGORITHMS = ["optimal", "mondrian", "local"]
#: A job of Spark takes seconds however small it is: of the cases each fourth runs, each algorithm in turn.
EVERY = 4


def _grid(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.strip("\n"))))


def _cases() -> list[Any]:
    found = []
    for at, path in enumerate(sorted((ROOT / "cases").glob("*.toml"))):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        if case.get("quasi") and case.get("table") and len(_grid(case["table"])) > 1:
            found.append(pytest.param(case, ALGORITHMS[at // EVERY % len(ALGORITHMS)], id=path.stem))
    return found[::EVERY]


def test_there_are_cases() -> None:
    assert len(_cases()) >= 10


@pytest.mark.parametrize(("case", "algorithm"), _cases())
def test_a_case_is_released_as_by_a_single_machine(
    case: dict[str, Any], algorithm: str, spark: SparkSession, tmp_path: Path
) -> None:
    header, *rows = _grid(case["table"])
    hierarchies = {name: _written(tmp_path / f"{at}.csv", text) for at, (name, text) in enumerate(case.get("hierarchies", {}).items())}
    others = [name for name in header if name not in case["quasi"]]
    spec = amidst.Spec(
        quasi=case["quasi"],
        sensitive=others,
        not_identifying=others,
        hierarchy={name: path for name, path in hierarchies.items() if name in case["quasi"]},
        k=2,
        suppression="50%",
        algorithm=algorithm,
    )
    table = pa.table({name: [row[at] for row in rows] for at, name in enumerate(header)})
    df = spark.createDataFrame(table).repartition(3)
    assert outcome(lambda: amidst.spark.anonymize(df, spec=spec)) == outcome(lambda: spec.anonymize(table))


def _written(path: Path, text: str) -> str:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(_grid(text))
    return str(path)


FIGURE_7 = pa.table(
    {
        "Age": [35, 45, 30, 50, 60, 40, 65, 70, 55],
        "ZIP": [98512, 99413, 98578, 99356, 99423, 98545, 99334, 99490, 99301],
        "Disease": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    }
)


@pytest.mark.parametrize("partitions", [1, 2, 4])
def test_figure_7_of_the_survey_has_its_four_classes(partitions: int, spark: SparkSession) -> None:
    df = spark.createDataFrame(FIGURE_7).repartition(partitions)
    roles: Any = {"quasi": ["ZIP", "Age"], "other": "Disease", "not_identifying": "Disease"}
    release = amidst.spark.anonymize(df, **roles, k=2, algorithm="mondrian")
    classes: dict[Any, set[int]] = {}
    for row in release.data.collect():
        classes.setdefault((row["Age"], row["ZIP"]), set()).add(row["Disease"])
    assert sorted(map(sorted, classes.values())) == [[1, 3, 6], [2, 4], [5, 8], [7, 9]]
    assert cells(release.data) == cells(amidst.anonymize(FIGURE_7, **roles, k=2, algorithm="mondrian").data)


def made(rows: int) -> pa.Table:
    """People of a few places and ages, some with several rows."""
    numbers = range(rows)
    return pa.table(
        {
            "who": [f"p{at * 7 // 9:07}" for at in numbers],
            "age": pa.array([18 + (at * at + at // 7) % 60 for at in numbers], pa.int32()),
            "place": [None if at % 97 == 0 else f"{10 + at * 31 % 23}{at * 17 % 11:03}" for at in numbers],
            "sex": [("f", "m")[at * 13 % 5 % 2] for at in numbers],
            "ill": [("flu", "gout", "ulcer", "asthma", "cold")[(at * at * at) % 7 % 5] for at in numbers],
            "cost": [None if at % 89 == 0 else at * 37 % 1000 / 8 for at in numbers],
        }
    )


ROLES: Any = {
    "identifier": "who",
    "quasi": ["age", "place", "sex"],
    "sensitive": "ill",
    "other": "cost",
    "not_identifying": "cost",
    "hierarchy": {"age": {"interval": [5, 10, 20], "from": 0}, "place": {"prefix": "all"}},
}
ASKED: dict[str, Any] = {
    "whole columns": {"k": 5, "suppression": "2%"},
    "whole columns, diverse": {"k": 5, "l": 2, "suppression": "5%"},
    "whole columns, close": {"k": 3, "t": 0.35, "suppression": "10%"},
    "mondrian": {"k": 5, "algorithm": "mondrian"},
    "mondrian, diverse and close": {"k": 3, "l": 2, "t": 0.5, "algorithm": "mondrian"},
    "local": {"k": 5, "algorithm": "local"},
    "local, diverse": {"k": 3, "l": 2, "algorithm": "local", "suppression": "1%"},
    "relaxed": {"k": 4, "algorithm": "mondrian-relaxed"},
    "people": {"k": 3, "respondent": "who", "suppression": "20%"},
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_the_answer_does_not_depend_on_partitions_or_on_the_order_of_rows(asked: dict[str, Any], spark: SparkSession) -> None:
    table = made(3000)
    expected = outcome(lambda: amidst.anonymize(table, **ROLES, **asked))
    df = spark.createDataFrame(table)
    for way in _ways(df):
        assert outcome(lambda: amidst.spark.anonymize(way, **ROLES, **asked)) == expected


def _ways(df: DataFrame) -> list[DataFrame]:
    return [df.repartition(2, "cost"), df.orderBy(functions.xxhash64("who")).repartition(7)]


def test_the_next_batch_is_recoded_by_the_plan_of_a_single_machine(spark: SparkSession) -> None:
    first, second = made(3000), made(4000).slice(1000)
    plan = amidst.anonymize(first, **ROLES, k=5, suppression="2%").plan
    assert plan is not None
    found = outcome(lambda: amidst.spark.apply(plan, spark.createDataFrame(second).repartition(3)))
    assert found == outcome(lambda: amidst.apply(plan, second))


def test_rows_are_sorted_by_what_is_released(spark: SparkSession) -> None:
    release = amidst.spark.anonymize(spark.createDataFrame(made(2000)).repartition(4), **ROLES, k=5, suppression="2%")
    rows = [tuple((cell is not None, cell) for cell in row) for row in release.data.select(ROLES["quasi"]).collect()]
    assert rows == sorted(rows, key=lambda row: [(known, cell or "") for known, cell in row])


@pytest.mark.parametrize(
    "asked",
    [
        {"k": 3},
        {"sensitive": "ill", "k": 3, "l": 2, "t": 0.4},
        {"sensitive": "ill", "respondent": "who", "k": 2},
        {"sensitive": ["ill", "cost"], "k": 2, "wildcard": True, "joint": True},
        {"k": 3, "combinations": {"max_size": 2}},
    ],
)
def test_a_table_is_judged_as_by_a_single_machine(asked: dict[str, Any], spark: SparkSession) -> None:
    table = made(2000)
    df = spark.createDataFrame(table).repartition(3)
    given = {"quasi": ["age", "place", "sex"], **asked}
    assert amidst.spark.check(df, **given).to_dict() == amidst.check(table, **given).to_dict()
    given = {name: value for name, value in given.items() if name in ("quasi", "sensitive", "respondent", "k")}
    assert _rounded(amidst.spark.risk(df, **given).to_dict()) == _rounded(amidst.risk(table, **given).to_dict())


def _rounded(told: Any) -> Any:
    """Numbers that are added up in another order differ behind the twelfth digit."""
    if isinstance(told, dict):
        return {name: _rounded(one) for name, one in told.items()}
    if isinstance(told, list):
        return [_rounded(one) for one in told]
    return round(told, 12) if isinstance(told, float) else told
