"""What was found about tables: answers of check, risk, compare, attack, explain, solutions, sweep and verify."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from . import _html
from ._answer import Answer, as_told, by_column, count, listed, named, part, percent

__all__ = ["Attack", "Check", "Comparison", "Explanation", "Risk", "Solutions", "Sweep", "Verification"]


class _Verdict(Answer):
    """True or false by itself."""

    holds = part(bool, "Whether all that is asked, or claimed, holds.")

    def __bool__(self) -> bool:
        return self.holds


class _Classes(Answer):
    """Of a table in classes."""

    k = part(as_told, "The smallest class, a missing cell being a value like any other.")
    rows = part(as_told, "Rows of the table.")
    classes = part(as_told, "Classes of the table.")
    sensitive = part(by_column, "What can be learnt about each sensitive column, asked or not: `l`, `t` and more.")

    def _classes(self) -> list[tuple[str, str]]:
        return self._counts("k", "rows", "classes")


class Check(_Classes, _Verdict):
    """Whether a table meets what is asked of it. True or false by itself: `if amidst.check(…):`."""

    k_wildcard = part(as_told, "The fewest rows that any row matches when a missing cell matches everything.")
    uniques = part(as_told, "Rows alone in their class.")
    models = part(listed, "Each model, what is asked and what is reached.")

    def _lines(self) -> list[tuple[str, str]]:
        asked = [
            (one["model"] + (f" of {one['column']}" if one.get("column") else ""), _verdict(one)) for one in self.models
        ]
        learnt = [(name, f"l = {one.get('l')}, t = {one.get('t')}") for name, one in self.sensitive.items()]
        return [("holds", str(self.holds)), *self._classes(), *asked, *learnt]


def _verdict(one: dict[str, Any]) -> str:
    holds = "holds" if one["holds"] else "fails"
    return f"{holds}: asked {one['asked']}, reached {one['reached']}"


class Risk(_Classes):
    """Who could find someone in a table, and which columns make that possible."""

    attackers = part(named, "Prosecutor, journalist and marketer: what each may find.")
    uniques = part(named, "Rows alone in their class, in the table and in the population if that is known.")
    columns = part(listed, "How much each column has to do with it.")
    combinations = part(lambda found: listed(found["list"]), "How much combinations of columns have to do with it.")
    holds = part(lambda found: found is not False, "Whether the highest risk is within `max_risk`, if one was asked.")

    @property
    def highest(self) -> Any:
        """The highest risk of the prosecutor, who knows that a person is in the table."""
        return self.attackers["prosecutor"]["highest"]

    @property
    def average(self) -> Any:
        """The average risk of the prosecutor."""
        return self.attackers["prosecutor"]["average"]

    def plot(self, ax: Any = None) -> Any:
        """Draws what each column has to do with it, with matplotlib."""
        from ._plot import paired

        return paired(ax, *self._bars())

    def _bars(self) -> tuple[str, Sequence[tuple[str, Optional[float], Optional[float]]], tuple[str, str]]:
        rows = [(one["column"], one["distinction"], one["separation"]) for one in self.columns]
        return "columns", rows, ("distinction", "separation")

    def _lines(self) -> list[tuple[str, str]]:
        return [("highest risk", percent(self.highest)), ("average risk", percent(self.average)), *self._classes()]

    def _picture(self) -> str:
        return _html.bars(*self._bars())


class Comparison(Answer):
    """What was lost between an original and a release, column by column."""

    rows = part(named, "Rows of both, and those suppressed.")
    columns = part(by_column, "What became of each column.")
    gcp = part(as_told, "The global certainty penalty of the quasi columns, if they are known.")
    queries = part(named, "How far counting queries on the release are off.")

    def _lines(self) -> list[tuple[str, str]]:
        rows = self.rows
        told = [("rows", f"{count(rows['original'])} before, {count(rows['release'])} after")]
        return told + [(name, str(one["became"])) for name, one in self.columns.items()]


class Attack(Answer):
    """A release seen with the eyes of an attacker: counts only, unless asked to reveal."""

    found = part(as_told, "People found through the register; without one, rows whose sensitive value is certain.")
    linking = part(as_told, "What the register tells; nothing without one.")
    disclosure = part(by_column, "What classes tell about each sensitive column.")
    notes = part(listed, "What was not made use of, in words.")

    def _lines(self) -> list[tuple[str, str]]:
        return self._counts("found", "rows", "classes")


class Explanation(Answer):
    """Why the result is what it is, and what else could be had."""

    outcome = part(str, "`found`, `infeasible` or `stopped`.")
    message = part(as_told, "Why nothing can be released, in words; nothing if something can.")
    result = part(as_told, "What would be released.")
    holds_back = part(listed, "What each column has to do with it, the one that matters most first.")
    one_level_more = part(listed, "What one level more would buy.")
    more_suppression = part(as_told, "What 1 % more suppression would buy.")
    dropped = part(listed, "What the other columns would gain if one were dropped.")
    nearest = part(as_told, "What could be had instead, if nothing can be released.")

    def _lines(self) -> list[tuple[str, str]]:
        told = [("outcome", self.outcome)] + ([("why", self.message)] if self.message else [])
        columns = ", ".join(str(one["column"]) for one in self.holds_back)
        return told + [("holds k back", columns)]


class _Drawn(Answer):
    """An answer with a drawing."""

    def __init__(self, told: dict[str, Any], svg: Optional[str]) -> None:
        super().__init__(told)
        self._svg = svg

    @property
    def svg(self) -> Optional[str]:
        """The drawing: the curves of a sweep, or the lattice of solutions if asked for."""
        return self._svg

    def _picture(self) -> str:
        return self._svg or ""


class Solutions(_Drawn):
    """Every minimal solution, and the one that is preferred."""

    lattice = part(int, "Nodes of the lattice.")
    satisfying = part(as_told, "Nodes that meet what is asked, if all are decided.")
    minimal = part(listed, "The minimal ones: levels, height, suppressed rows, classes and loss.")
    preferred = part(named, "The one that is preferred.")
    nodes = part(as_told, "Every node that was judged, if asked for.")

    def _lines(self) -> list[tuple[str, str]]:
        levels = ", ".join(f"{name} {level}" for name, level in self.preferred["levels"].items())
        return [("lattice", count(self.lattice)), ("minimal", count(len(self.minimal))), ("preferred", levels)]


class Sweep(_Drawn):
    """What every point of a grid costs."""

    points = part(listed, "Every point: algorithm, suppression, k, risk, outcome and what would be released.")
    complete = part(bool, "Whether every point was solved.")

    def to_records(self) -> list[dict[str, Any]]:
        """One flat row for each point, for a data frame. `suppression` is the limit asked; the share that was reached is `suppression reached`."""
        rows = []
        for point in self.points:
            found = point["result"] or {}
            row = {name: point[name] for name in ("algorithm", "suppression", "k", "risk", "outcome")}
            row.update({name: found.get(name) for name in ("suppressed", "classes", "smallest", "optimal", "gap")})
            # A measure is called as the limit is.
            loss = found.get("loss") or {}
            row.update({"suppression reached" if name == "suppression" else name: value for name, value in loss.items()})
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


class Verification(_Verdict):
    """Whether a release is the one that a certificate speaks of, and what of its claims was found again."""

    claims = part(listed, "Each claim and how it stands.")

    def _lines(self) -> list[tuple[str, str]]:
        return [("holds", str(self.holds))] + [(one["name"], str(one.get("holds"))) for one in self.claims]
