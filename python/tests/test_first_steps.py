"""What the interface promises, with every kind of table."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import amidst
from conftest import PATIENTS, ROLES, Make, columns_of, rows_of


def test_five_lines_lead_from_a_table_to_a_table(table: Make) -> None:
    given = table(PATIENTS)
    r = amidst.anonymize(given, **ROLES, k=3, suppression="10%")
    assert type(r.data) is type(given)
    assert list(columns_of(r.data)) == ["zip", "age", "sex", "disease"]
    assert r.k >= 3
    assert amidst.check(r.data, quasi=["zip", "age", "sex"], k=3).holds
    assert r.rows["in"] == 12 and r.rows.out == len(rows_of(r.data)) == 12 - r.rows.suppressed


def test_all_kinds_of_tables_give_the_same_release() -> None:
    from conftest import KINDS

    releases = [rows_of(amidst.anonymize(make(PATIENTS), **ROLES, k=4).data) for make in KINDS.values()]
    assert releases[0] == releases[1] == releases[2]


def test_a_release_tells_what_it_cost(table: Make, tmp_path: Path) -> None:
    r = amidst.anonymize(table(PATIENTS), **ROLES, k=3, suppression="10%")
    assert set(r.levels or {}) == {"zip", "age", "sex"}
    assert 0 <= r.loss <= 1 and r.loss["precision"] >= 0
    assert set(r.column_loss) == {"zip", "age", "sex"} and min(r.column_loss.values()) <= r.loss <= max(r.column_loss.values())
    assert r.optimal and r.gap == 0 and r.classes >= 1
    assert r.risk["after"]["highest"] <= 1 / 3
    assert [one["name"] for one in r.columns] == list(PATIENTS)
    assert r.to_dict()["version"] == 1
    assert r.report(tmp_path / "report.html") == str(tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert '"holds": true' in r.certificate()
    assert "94138" not in r.report() + r.certificate() + repr(r) + r._repr_html_()
    assert "<svg" in r._repr_html_() and "k = 3" in r._repr_html_()


def test_a_column_without_a_role_stops_the_run(table: Make) -> None:
    with pytest.raises(amidst.SpecError) as caught:
        amidst.anonymize(table(PATIENTS), identifier="ssn", quasi=["zip", "age"], k=2)
    assert caught.value.code == "unclassified-columns"
    assert "sex" in str(caught.value) and "disease" in str(caught.value) and "--" not in str(caught.value)


def test_a_target_out_of_reach_is_an_error_with_what_can_be_reached(table: Make) -> None:
    with pytest.raises(amidst.InfeasibleError) as caught:
        amidst.anonymize(table(PATIENTS), **ROLES, k=13)
    assert caught.value.nearest["k"] == 12
    assert caught.value.code == "infeasible" and isinstance(caught.value, amidst.Error)


def test_a_plan_recodes_the_next_batch(table: Make, tmp_path: Path) -> None:
    first = amidst.anonymize(table(PATIENTS), **ROLES, k=3, suppression="10%")
    assert first.plan is not None
    again = amidst.apply(first.plan, table(PATIENTS))
    assert rows_of(again.data) == rows_of(first.data)
    first.plan.write(tmp_path / "plan.json")
    assert rows_of(amidst.apply(tmp_path / "plan.json", table(PATIENTS)).data) == rows_of(first.data)


def test_a_spec_is_the_same_as_keywords_and_as_a_file(table: Make, tmp_path: Path) -> None:
    spec = amidst.Spec(**ROLES, k=3, suppression="10%", hierarchy={"age": amidst.Hierarchy.interval([5, 10, 20], top=90)})
    spec.write(tmp_path / "release.toml")
    read = amidst.Spec.read(tmp_path / "release.toml")
    assert amidst.Spec.from_toml(spec.to_toml()) == read
    assert rows_of(read.anonymize(table(PATIENTS)).data) == rows_of(spec.anonymize(table(PATIENTS)).data)
    assert read.but(k=4).anonymize(table(PATIENTS)).k >= 4


def test_roles_of_a_spec_are_those_of_check_and_risk(table: Make) -> None:
    spec = amidst.Spec(**ROLES, k=3)
    assert not spec.check(table(PATIENTS))
    assert spec.risk(table(PATIENTS)).highest == 1.0
    assert spec.check(spec.anonymize(table(PATIENTS)).data)


def test_nothing_is_written_whatever_the_spec_says(tmp_path: Path) -> None:
    outputs = {"path": "release.csv", "report": "r.html", "certificate": "c.json", "plan": "p.json"}
    outputs = {name: str(tmp_path / path) for name, path in outputs.items()}
    tree = {**amidst.Spec(**ROLES, k=3).to_dict(), "output": outputs, "input": {"path": "no such file.csv"}}
    assert amidst.Spec.from_dict(tree).anonymize(pd.DataFrame(PATIENTS)).k >= 3
    assert list(tmp_path.iterdir()) == []


def test_cells_recoded_by_themselves_leave_no_plan(table: Make) -> None:
    r = amidst.anonymize(table(PATIENTS), **ROLES, k=3, algorithm="local")
    assert r.plan is None and r.levels is None and r.cells


def test_fragments_come_as_tables_beside_the_release(table: Make) -> None:
    r = amidst.anonymize(table(PATIENTS), **ROLES, k=2, l=2, algorithm="anatomy")
    assert list(r.side_tables) == ["disease"]
    assert type(r.side_tables["disease"]) is type(r.data)
    assert "disease" not in columns_of(r.data)


@pytest.mark.parametrize("asked", [{"algorithm": "anatomy", "l": 2}, {"algorithm": "local"}, {"algorithm": "mdav"}, {"external": True}])
def test_every_release_shows_itself(asked: Any, table: Make) -> None:
    given = table(PATIENTS) if asked.get("algorithm") != "mdav" else table({"age": PATIENTS["age"], "disease": PATIENTS["disease"]})
    roles = ROLES if asked.get("algorithm") != "mdav" else {"quasi": "age", "sensitive": "disease"}
    r = amidst.anonymize(given, **roles, k=3, **asked)
    page = r._repr_html_()
    assert "<svg" in page and "94138" not in page + repr(r)
    assert r.k == 3 and float(r.loss) >= 0 and r.loss.to_dict() and r.columns and r.privacy and r.risk
    assert all(0 <= lost <= 1 for lost in r.column_loss.values())
    assert pickle.loads(pickle.dumps(r.loss)) == r.loss


def test_the_signature_names_every_keyword() -> None:
    import inspect

    names = inspect.signature(amidst.anonymize).parameters
    assert {"table", "spec", "quasi", "k", "suppression", "time_limit"} <= set(names)
    with pytest.raises(TypeError, match="quasy"):
        amidst.anonymize(pd.DataFrame(PATIENTS), quasy=["zip"], k=2)  # type: ignore[call-arg]
