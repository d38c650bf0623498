"""What was found about tables: answers of check, risk, compare, attack, explain, solutions, sweep and verify."""

from __future__ import annotations

from typing import Any, Optional

from . import _html
from ._answer import Answer, count, percent

__all__ = ["Attack", "Check", "Comparison", "Explanation", "Risk", "Solutions", "Sweep", "Verification"]


class Check(Answer):
    """Whether a table meets what is asked of it. True or false by itself: `if amidst.check(…):`."""

    def __bool__(self) -> bool:
        return self.holds

    @property
    def holds(self) -> bool:
        """Whether all that is asked holds."""
        return bool(self._told["holds"])

    @property
    def k(self) -> Any:
        """The smallest class, a missing cell being a value like any other."""
        return self._told["k"]

    @property
    def k_wildcard(self) -> Any:
        """The fewest rows that any row matches when a missing cell matches everything."""
        return self._told["k_wildcard"]

    @property
    def rows(self) -> Any:
        """Rows of the table."""
        return self._told["rows"]

    @property
    def classes(self) -> Any:
        """Classes of the table."""
        return self._told["classes"]

    @property
    def uniques(self) -> Any:
        """Rows alone in their class."""
        return self._told["uniques"]

    @property
    def models(self) -> list[dict[str, Any]]:
        """Each model, what is asked and what is reached."""
        return list(self._told["models"])

    @property
    def sensitive(self) -> dict[str, dict[str, Any]]:
        """What can be learnt about each sensitive column, asked or not: `l`, `t` and more."""
        return {one["column"]: one for one in self._told.get("sensitive", [])}

    def _lines(self) -> list[tuple[str, str]]:
        asked = [
            (one["model"] + (f" of {one['column']}" if one.get("column") else ""), _verdict(one)) for one in self.models
        ]
        learnt = [(name, f"l = {one.get('l')}, t = {one.get('t')}") for name, one in self.sensitive.items()]
        told = [("holds", str(self.holds)), ("k", count(self.k)), ("rows", count(self.rows)), ("classes", count(self.classes))]
        return told + asked + learnt


def _verdict(one: dict[str, Any]) -> str:
    holds = "holds" if one["holds"] else "fails"
    return f"{holds}: asked {one['asked']}, reached {one['reached']}"


class Risk(Answer):
    """Who could find someone in a table, and which columns make that possible."""

    @property
    def attackers(self) -> dict[str, dict[str, Any]]:
        """Prosecutor, journalist and marketer: what each may find."""
        return dict(self._told["attackers"])

    @property
    def highest(self) -> Any:
        """The highest risk of the prosecutor, who knows that a person is in the table."""
        return self.attackers["prosecutor"]["highest"]

    @property
    def average(self) -> Any:
        """The average risk of the prosecutor."""
        return self.attackers["prosecutor"]["average"]

    @property
    def k(self) -> Any:
        """The smallest class."""
        return self._told["k"]

    @property
    def rows(self) -> Any:
        """Rows of the table."""
        return self._told["rows"]

    @property
    def classes(self) -> Any:
        """Classes of the table."""
        return self._told["classes"]

    @property
    def uniques(self) -> dict[str, Any]:
        """Rows alone in their class, in the table and in the population if that is known."""
        return dict(self._told["uniques"])

    @property
    def columns(self) -> list[dict[str, Any]]:
        """How much each column has to do with it."""
        return list(self._told["columns"])

    @property
    def combinations(self) -> list[dict[str, Any]]:
        """How much combinations of columns have to do with it."""
        return list(self._told["combinations"]["list"])

    @property
    def sensitive(self) -> dict[str, dict[str, Any]]:
        """What can be learnt about each sensitive column."""
        return {one["column"]: one for one in self._told["sensitive"]}

    @property
    def holds(self) -> bool:
        """Whether the highest risk is within `max_risk`, if one was asked."""
        return bool(self._told.get("holds", True))

    def _lines(self) -> list[tuple[str, str]]:
        told = [("highest risk", percent(self.highest)), ("average risk", percent(self.average))]
        return told + [("k", count(self.k)), ("rows", count(self.rows)), ("classes", count(self.classes))]

    def _picture(self) -> str:
        rows = [(one["column"], one["distinction"], one["separation"]) for one in self.columns]
        return _html.bars("columns", rows, ("distinction", "separation"))

    def plot(self, ax: Any = None) -> Any:
        """Draws what each column has to do with it, with matplotlib."""
        from ._plot import paired

        rows = [(one["column"], one["distinction"], one["separation"]) for one in self.columns]
        return paired(ax, "columns", rows, ("distinction", "separation"))


class Comparison(Answer):
    """What was lost between an original and a release, column by column."""

    @property
    def rows(self) -> dict[str, Any]:
        """Rows of both, and those suppressed."""
        return dict(self._told["rows"])

    @property
    def columns(self) -> dict[str, dict[str, Any]]:
        """What became of each column."""
        return {one["name"]: one for one in self._told["columns"]}

    @property
    def gcp(self) -> Optional[float]:
        """The global certainty penalty of the quasi columns, if they are known."""
        found: Optional[float] = self._told["gcp"]
        return found

    @property
    def queries(self) -> dict[str, Any]:
        """How far counting queries on the release are off."""
        return dict(self._told["queries"] or {})

    def _lines(self) -> list[tuple[str, str]]:
        rows = self.rows
        told = [("rows", f"{count(rows['original'])} before, {count(rows['release'])} after")]
        return told + [(name, str(one["became"])) for name, one in self.columns.items()]


class Attack(Answer):
    """A release seen with the eyes of an attacker: counts only, unless asked to reveal."""

    @property
    def found(self) -> Any:
        """People found through the register; without one, rows whose sensitive value is certain."""
        return self._told["found"]

    @property
    def linking(self) -> Optional[dict[str, Any]]:
        """What the register tells."""
        return self._told.get("linking")

    @property
    def disclosure(self) -> dict[str, dict[str, Any]]:
        """What classes tell about each sensitive column."""
        return {one["column"]: one for one in self._told["disclosure"]}

    @property
    def notes(self) -> list[str]:
        """What was not made use of, in words."""
        return list(self._told["notes"])

    def _lines(self) -> list[tuple[str, str]]:
        return [("found", count(self.found)), ("rows", count(self._told["rows"])), ("classes", count(self._told["classes"]))]


class Explanation(Answer):
    """Why the result is what it is, and what else could be had."""

    @property
    def outcome(self) -> str:
        """`found`, `infeasible` or `stopped`."""
        return str(self._told["outcome"])

    @property
    def message(self) -> Optional[str]:
        """Why nothing can be released, in words; nothing if something can."""
        found: Optional[str] = self._told["message"]
        return found

    @property
    def result(self) -> Optional[dict[str, Any]]:
        """What would be released."""
        found: Optional[dict[str, Any]] = self._told["result"]
        return found

    @property
    def holds_back(self) -> list[dict[str, Any]]:
        """What each column has to do with it, the one that matters most first."""
        return list(self._told["holds_back"])

    @property
    def one_level_more(self) -> list[dict[str, Any]]:
        """What one level more would buy."""
        return list(self._told["one_level_more"])

    @property
    def more_suppression(self) -> Optional[dict[str, Any]]:
        """What 1 % more suppression would buy."""
        found: Optional[dict[str, Any]] = self._told["more_suppression"]
        return found

    @property
    def dropped(self) -> list[dict[str, Any]]:
        """What the other columns would gain if one were dropped."""
        return list(self._told["dropped"])

    @property
    def nearest(self) -> Optional[dict[str, Any]]:
        """What could be had instead, if nothing can be released."""
        found: Optional[dict[str, Any]] = self._told["nearest"]
        return found

    def _lines(self) -> list[tuple[str, str]]:
        told = [("outcome", self.outcome)] + ([("why", self.message)] if self.message else [])
        columns = ", ".join(str(one["column"]) for one in self.holds_back)
        return told + [("holds k back", columns)]


class Solutions(Answer):
    """Every minimal solution, and the one that is preferred."""

    def __init__(self, told: dict[str, Any], drawing: Optional[str] = None) -> None:
        super().__init__(told)
        self._drawing = drawing

    @property
    def lattice(self) -> int:
        """Nodes of the lattice."""
        return int(self._told["lattice"])

    @property
    def satisfying(self) -> Optional[int]:
        """Nodes that meet what is asked, if all are decided."""
        found: Optional[int] = self._told["satisfying"]
        return found

    @property
    def minimal(self) -> list[dict[str, Any]]:
        """The minimal ones: levels, height, suppressed rows, classes and loss."""
        return list(self._told["minimal"])

    @property
    def preferred(self) -> dict[str, Any]:
        """The one that is preferred."""
        return dict(self._told["preferred"])

    @property
    def nodes(self) -> Optional[list[dict[str, Any]]]:
        """Every node that was judged, if asked for."""
        return self._told.get("nodes")

    @property
    def svg(self) -> Optional[str]:
        """The lattice drawn, if asked for."""
        return self._drawing

    def _lines(self) -> list[tuple[str, str]]:
        levels = ", ".join(f"{name} {level}" for name, level in self.preferred["levels"].items())
        return [("lattice", count(self.lattice)), ("minimal", count(len(self.minimal))), ("preferred", levels)]

    def _picture(self) -> str:
        return self._drawing or ""


class Sweep(Answer):
    """What every point of a grid costs."""

    def __init__(self, told: dict[str, Any], svg: str) -> None:
        super().__init__(told)
        self._svg = svg

    @property
    def points(self) -> list[dict[str, Any]]:
        """Every point: algorithm, suppression, k, risk, outcome and what would be released."""
        return list(self._told["points"])

    @property
    def complete(self) -> bool:
        """Whether every point was solved."""
        return bool(self._told["complete"])

    @property
    def svg(self) -> str:
        """The curves of risk and loss."""
        return self._svg

    def to_records(self) -> list[dict[str, Any]]:
        """One flat row for each point, for a data frame."""
        rows = []
        for point in self.points:
            found = point["result"] or {}
            row = {name: point[name] for name in ("algorithm", "suppression", "k", "risk", "outcome")}
            row.update({name: found.get(name) for name in ("suppressed", "classes", "smallest", "optimal", "gap")})
            row.update({f"{name}": value for name, value in (found.get("loss") or {}).items()})
            row.update({f"level of {name}": value for name, value in (found.get("levels") or {}).items()})
            rows.append(row)
        return rows

    def plot(self, ax: Any = None) -> Any:
        """Draws loss over k with matplotlib."""
        from ._plot import curves

        return curves(ax, self.points)

    def _lines(self) -> list[tuple[str, str]]:
        found = sum(point["result"] is not None for point in self.points)
        return [("points", count(len(self.points))), ("with a solution", count(found))]

    def _picture(self) -> str:
        return self._svg


class Verification(Answer):
    """Whether a release is the one that a certificate speaks of, and what of its claims was found again."""

    def __bool__(self) -> bool:
        return self.holds

    @property
    def holds(self) -> bool:
        """Whether no claim fails."""
        return bool(self._told["holds"])

    @property
    def claims(self) -> list[dict[str, Any]]:
        """Each claim and how it stands."""
        return list(self._told["claims"])

    def _lines(self) -> list[tuple[str, str]]:
        return [("holds", str(self.holds))] + [(one["name"], str(one.get("holds"))) for one in self.claims]
