"""Every function answers as its command does."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import amidst
from conftest import PATIENTS, ROLES, Make, Program

QUASI = "zip,age,sex"
FLAGS = ["--identifier", "ssn", "--quasi", QUASI, "--sensitive", "disease"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The patients as a file for the command line."""
    with (tmp_path / "patients.csv").open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows([list(PATIENTS), *zip(*PATIENTS.values())])
    return "patients.csv"


def _without(told: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key not in keys}


def test_check(table: Make, program: Program, file: str) -> None:
    words = ["check", file, "--quasi", QUASI, "--sensitive", "disease", "-k", "3", "--l", "2", "--t", "0.3"]
    code, told = program(*words)
    found = amidst.check(table(PATIENTS), quasi=["zip", "age", "sex"], sensitive="disease", k=3, l=2, t=0.3)
    assert (code, found.to_dict()) == (1, told)
    assert not found.holds and not found and found.k == 1 and found.uniques == 12
    assert found.sensitive["disease"]["l"] == 1


def test_check_tells_what_a_table_has_if_nothing_is_asked(table: Make) -> None:
    found = amidst.check(table(PATIENTS), quasi="sex")
    assert (found.k, found.classes, found.rows, found.holds) == (6, 2, 12, True)


def test_risk(table: Make, program: Program, file: str) -> None:
    _, told = program("risk", file, "--quasi", QUASI, "--sensitive", "disease", "--population-size", "1000")
    found = amidst.risk(table(PATIENTS), quasi=["zip", "age", "sex"], sensitive="disease", population_size=1000)
    assert found.to_dict() == told
    assert found.highest == 1.0 and found.uniques["sample"]["rows"] == 12
    assert {one["column"] for one in found.columns} == {"zip", "age", "sex"}
    assert "<svg" in found._repr_html_()


def test_explain(table: Make, program: Program, file: str) -> None:
    _, told = program("explain", file, *FLAGS, "-k", "3")
    found = amidst.explain(table(PATIENTS), **ROLES, k=3)
    assert found.to_dict() == told
    assert found.outcome == "found" and found.result is not None and found.holds_back


def test_solutions(table: Make, program: Program, file: str) -> None:
    _, told = program("solutions", file, *FLAGS, "-k", "3", "--all")
    found = amidst.solutions(table(PATIENTS), **ROLES, k=3, nodes=True)
    assert _without(found.to_dict(), "search") == _without(told, "search")
    assert found.lattice >= len(found.minimal) >= 1
    assert "<svg" in (amidst.solutions(table(PATIENTS), **ROLES, k=3, drawing=True).svg or "")


def test_sweep(table: Make, program: Program, file: str) -> None:
    _, told = program("sweep", file, *FLAGS, "-k", "2..5", "--suppression", "0%,20%")
    found = amidst.sweep(table(PATIENTS), **ROLES, k=range(2, 6), suppression=["0%", "20%"])
    assert found.to_dict() == told
    assert len(found.points) == len(found.to_records()) == 8 and "<svg" in found.svg


def test_compare(table: Make, program: Program, file: str) -> None:
    release = amidst.anonymize(table(PATIENTS), **ROLES, k=3)
    program("anonymize", file, *FLAGS, "-k", "3", "-o", "release.csv")
    _, told = program("compare", file, "release.csv", "--quasi", QUASI)
    found = amidst.compare(table(PATIENTS), release.data, quasi=["zip", "age", "sex"])
    assert found.to_dict() == told
    assert found.rows["original"] == 12 and set(found.columns) >= {"zip", "age"}


def test_attack(table: Make, program: Program, file: str) -> None:
    release = amidst.anonymize(table(PATIENTS), **ROLES, k=3)
    program("anonymize", file, *FLAGS, "-k", "3", "-o", "release.csv")
    words = ["attack", "release.csv", "--with", file, "--on", "sex", "--quasi", QUASI, "--sensitive", "disease"]
    _, told = program(*words)
    asked: dict[str, Any] = {"quasi": ["zip", "age", "sex"], "sensitive": "disease"}
    found = amidst.attack(release.data, table(PATIENTS), on=["sex"], **asked)
    assert found.to_dict() == told
    assert found.found == 0 and found.linking is not None


def test_an_attacker_may_know_the_plan(table: Make, program: Program, file: str) -> None:
    release = amidst.anonymize(table(PATIENTS), **ROLES, k=3)
    program("anonymize", file, *FLAGS, "-k", "3", "-o", "release.csv", "--plan", "plan.json")
    _, told = program("attack", "release.csv", "--plan", "plan.json")
    assert amidst.attack(release.data, plan=release.plan).to_dict() == told


def test_verify(program: Program, file: str) -> None:
    program("anonymize", file, *FLAGS, "-k", "3", "-o", "release.csv", "--certificate", "certificate.json")
    _, told = program("verify", "certificate.json", "release.csv")
    certificate, release = program.folder / "certificate.json", program.folder / "release.csv"
    found = amidst.verify(certificate, release)
    assert found.holds and [one["holds"] for one in found.claims] == [one["holds"] for one in told["claims"]]
    release.write_text(release.read_text(encoding="utf-8").replace("flu", "cold", 1), encoding="utf-8")
    assert not amidst.verify(certificate, release)


def test_a_plan_that_no_longer_holds_is_refused(table: Make) -> None:
    release = amidst.anonymize(table(PATIENTS), **ROLES, k=3)
    assert release.plan is not None
    few = {name: column[:2] for name, column in PATIENTS.items()}
    with pytest.raises(amidst.InfeasibleError):
        amidst.apply(release.plan, table(few))


def test_answers_show_themselves_in_a_notebook(table: Make) -> None:
    given, quasi = table(PATIENTS), ["zip", "age", "sex"]
    answers: list[Any] = [amidst.check(given, quasi=quasi, k=2), amidst.risk(given, quasi=quasi)]
    answers += [amidst.explain(given, **ROLES, k=2), amidst.solutions(given, **ROLES, k=2)]
    answers += [amidst.sweep(given, **ROLES, k=[2, 3]), amidst.compare(given, given), amidst.attack(given, quasi=quasi)]
    for answer in answers:
        page = answer._repr_html_()
        assert page.startswith("<div>") and type(answer).__name__ in page and "94138" not in page + repr(answer)
