"""Files for programs that gather results are what they say they are, and hold no cell."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import amidst
from conftest import PATIENTS, ROLES, ROOT, Make, Program

SECRET = "Zyx-Secret-Value"
TABLE = f"zip,age,ill\n01234,34,{SECRET}\n01234,34,flu\n01235,35,cold\n01235,36,cough\n"


@pytest.fixture
def gate(program: Program) -> Program:
    """The command line, with a table that meets l and not k, in a spec."""
    (program.folder / "a <table>.csv").write_text(TABLE, encoding="utf-8")
    spec = amidst.Spec(quasi=["zip", "age"], sensitive="ill", k=2, l=1)
    spec.write(program.folder / "release.toml", input=program.folder / "a <table>.csv")
    return program


def _written(gate: Program, *words: str) -> tuple[ElementTree.Element, dict[str, Any]]:
    code, told = gate("check", *words, "--junit", "check.xml", "--sarif", "check.sarif", "--force")
    texts = [(gate.folder / name).read_text(encoding="utf-8") for name in ("check.xml", "check.sarif")]
    assert not any("Zyx" in text or "01235" in text for text in texts)
    assert code == (0 if told["holds"] else 1)
    return ElementTree.fromstring(texts[0]), json.loads(texts[1])


def test_junit_has_a_case_for_each_model(gate: Program) -> None:
    suites, _ = _written(gate, "--spec", "release.toml")
    assert suites.tag == "testsuites" and [suite.tag for suite in suites] == ["testsuite"]
    suite = suites[0]
    assert {key: suite.attrib[key] for key in ("tests", "failures", "errors", "skipped")} == {"tests": "2", "failures": "1", "errors": "0", "skipped": "0"}
    assert suite.attrib["name"].endswith("a <table>.csv")
    cases = list(suite)
    assert [case.tag for case in cases] == ["testcase"] * 2 and all(case.attrib["classname"] and case.attrib["name"] for case in cases)
    assert [[child.tag for child in case] for case in cases] == [["failure"], []]
    assert cases[0][0].attrib["type"] == "k-anonymity" and "1 reached, 2 rows in 2 classes" in cases[0][0].attrib["message"]


def test_sarif_has_what_its_standard_asks_for(gate: Program) -> None:
    _, log = _written(gate, "--spec", "release.toml")
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json") and len(log["runs"]) == 1
    driver = log["runs"][0]["tool"]["driver"]
    assert driver["name"] == "amidst" and driver["version"] == amidst.__version__
    assert [rule["id"] for rule in driver["rules"]] == ["k-anonymity", "distinct-l-diversity"]
    (result,) = log["runs"][0]["results"]
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "k-anonymity"
    assert result["level"] == "error" and result["message"]["text"] and result["properties"]["failing_rows"] == 2
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "a%20%3Ctable%3E.csv"


def test_what_holds_leaves_no_result(gate: Program) -> None:
    suites, log = _written(gate, "a <table>.csv", "--quasi", "zip", "-k", "2")
    assert suites.attrib["failures"] == "0" and log["runs"][0]["results"] == []


def test_an_address_with_a_password_stays_out_of_files(gate: Program) -> None:
    release = ["--quasi", "zip", "--sensitive", "ill", "--other", "age", "-k", "2", "-o", "sqlite:some.db", "--output-table", "t"]
    assert gate("anonymize", "a <table>.csv", *release)[0] == 0
    suites, log = _written(gate, "sqlite:some.db", "--table", "t", "--quasi", "zip", "-k", "3")
    assert suites[0].attrib["name"] == "the table" and "some.db" not in json.dumps(log)
    assert "locations" not in log["runs"][0]["results"][0]


def test_files_are_not_overwritten_unless_asked(gate: Program) -> None:
    (gate.folder / "check.xml").write_text("mine", encoding="utf-8")
    code, told = gate("check", "--spec", "release.toml", "--junit", "check.xml")
    assert (code, told["error"]["code"]) == (2, "file-exists")
    assert (gate.folder / "check.xml").read_text(encoding="utf-8") == "mine"
    assert gate("check", "--spec", "release.toml", "--sarif", "a <table>.csv", "--force")[0] == 2


def test_python_takes_all_of_a_spec(table: Make, program: Program) -> None:
    """Roles, models, codes for missing and respondent, as the command line has them."""
    columns: dict[str, list[Any]] = {"who": [1, 1, 2, 3], "zip": ["1", "1", "?", "?"], "ill": ["a", "b", "a", "b"]}
    spec = amidst.Spec(quasi="zip", sensitive="ill", other="who", k=2, l=2, respondent="who", missing=["?"], not_identifying="who")
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values()))]
    (program.folder / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    spec.write(program.folder / "spec.toml", input=program.folder / "t.csv")
    found = spec.check(table(columns))
    assert found.to_dict() == amidst.check(table(columns), spec=spec).to_dict() == program("check", "--spec", "spec.toml")[1]
    assert found.to_dict()["counted"] == "people" and found.k == 1 and found.k_wildcard == 3
    assert spec.risk(table(columns)).to_dict() == program("risk", "--spec", "spec.toml")[1]
    assert amidst.check(table(PATIENTS), spec=amidst.Spec(**ROLES, k=1)).holds


def test_the_hook_runs_what_the_program_knows() -> None:
    hook = (Path(ROOT) / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert "entry: amidst check\n" in hook and "pass_filenames: false" in hook
