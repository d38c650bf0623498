"""What was released, and everything that may be said of it."""

from __future__ import annotations

import json
import math
from os import PathLike, fspath
from typing import Any, Generic, Mapping, Optional, TypeVar, Union

from . import _amidst, _files, _html
from ._answer import Answer, count
from ._frames import Frame
from .plan import Plan

__all__ = ["Loss", "Release", "Rows"]

T = TypeVar("T")


class Loss(float):
    """The loss of a release, 0 keeps everything and 1 keeps nothing; every other measure is in it by its name.

    Releases that have no such loss, groups and averages, have the measure that was minimized in its place. What readers outside are not
    told is not in it; if that is the loss itself, it is no number (`nan`).
    """

    _measures: dict[str, float]
    _minimized: str

    def __new__(cls, measures: Mapping[str, float], minimized: str = "loss") -> Loss:
        made = super().__new__(cls, measures.get("loss", measures.get(minimized, math.nan)))
        made._measures = dict(measures)
        made._minimized = minimized
        return made

    def __getitem__(self, measure: str) -> float:
        return self._measures[measure]

    def __format__(self, form: str) -> str:
        return "not told" if math.isnan(self) else super().__format__(form)

    def to_dict(self) -> dict[str, float]:
        """Every measure by its name."""
        return dict(self._measures)

    def __reduce__(self) -> Any:
        return Loss, (self._measures, self._minimized)


class Rows(dict[str, Any]):
    """Rows read (`in`), released (`out`) and `suppressed`. For readers outside, small counts are texts such as "<11"."""

    @property
    def released(self) -> Any:
        """Rows released."""
        return self["out"]

    @property
    def out(self) -> Any:
        """Rows released."""
        return self["out"]

    @property
    def suppressed(self) -> Any:
        """Rows suppressed."""
        return self["suppressed"]


class Release(Answer, Generic[T]):
    """A release that was verified on its bytes, with what it cost."""

    def __init__(self, released: _amidst.Released, frame: Frame[T]) -> None:
        super().__init__(json.loads(released.to_json()))
        self._released = released
        first, *beside = released.take_tables()
        self._data: T = frame.back(first)
        self._side_tables = [frame.back(table) for table in beside]

    @property
    def data(self) -> T:
        """What may leave the house: the kind of table that came in, the same columns in the same order, with the same types where a type
        can hold the recoded values."""
        return self._data

    @property
    def side_tables(self) -> dict[str, T]:
        """Tables beside the release, by the column that each keeps: fragments or views."""
        told = self._told.get("fragments") or self._told.get("views") or []
        return {one["column"]: table for one, table in zip(told, self._side_tables)}

    @property
    def k(self) -> int:
        """The k that was reached: of rows, or of people if there is a respondent."""
        return int(self.privacy[0]["reached"])

    @property
    def privacy(self) -> list[dict[str, Any]]:
        """Each requirement, what was asked and what was reached; k first."""
        return list(self._told["privacy"])

    @property
    def levels(self) -> Optional[dict[str, int]]:
        """The level of each quasi column; nothing if the table was recoded cell by cell."""
        return self._told.get("levels")

    @property
    def cells(self) -> Optional[dict[str, Any]]:
        """How many cells of each quasi column were changed; nothing if each column is at one level."""
        return self._told.get("cells")

    @property
    def loss(self) -> Loss:
        """The loss, and every other measure by its name."""
        return Loss(self._told["loss"], self._told["objective"]["name"])

    @property
    def column_loss(self) -> dict[str, float]:
        """What each quasi column lost by itself: 0 keeps everything, 1 nothing. Groups and averages have none."""
        return dict(self._told.get("column_loss", {}))

    @property
    def rows(self) -> Rows:
        """Rows read, released and suppressed."""
        return Rows(self._told["rows"])

    @property
    def classes(self) -> Any:
        """Classes released; for readers outside, a small count is a text such as "<11"."""
        return self._told["classes"]

    @property
    def risk(self) -> dict[str, Any]:
        """The risk of being singled out by the quasi columns, before and after."""
        return dict(self._told["risk"])

    @property
    def algorithm(self) -> str:
        """The algorithm that ran."""
        return str(self._told["algorithm"])

    @property
    def optimal(self) -> bool:
        """Whether nothing better is feasible, proved."""
        return bool(self._told["optimal"])

    @property
    def gap(self) -> float:
        """How much better the best could still be."""
        return float(self._told["gap"])

    @property
    def columns(self) -> list[dict[str, str]]:
        """What became of each column, in words."""
        told: list[dict[str, str]] = json.loads(self._released.columns())
        return told

    @property
    def plan(self) -> Optional[Plan]:
        """How to recode the next batch; nothing if the table was recoded cell by cell."""
        text = self._released.plan(".")
        if text is None:
            return None
        return Plan(text, _written=lambda folder: self._released.plan(folder) or text)

    def report(self, path: Union[None, str, PathLike[str]] = None) -> str:
        """The report for people, in HTML; if a path is given it is written there, and the path comes back."""
        return _written(self._released.report(), path)

    def certificate(self, path: Union[None, str, PathLike[str]] = None) -> str:
        """What was asked, reached and verified, in JSON; if a path is given it is written there, and the path comes back."""
        return _written(self._released.certificate(), path)

    def plot(self, ax: Any = None) -> Any:
        """Draws the risk before and after with matplotlib; see `_repr_html_` for a picture that needs nothing."""
        from ._plot import paired

        return paired(ax, "risk", [row for row in self._bars()], ("before", "after"))

    def _bars(self) -> list[tuple[str, Optional[float], Optional[float]]]:
        before, after = self.risk.get("before", {}), self.risk.get("after", {})
        return [(f"{name} risk", _share(before.get(name)), _share(after.get(name))) for name in ("highest", "average")]

    def _lines(self) -> list[tuple[str, str]]:
        rows, first = self.rows, self.privacy[0]
        told = [
            ("asked", f"k = {count(first['asked'])}"),
            ("reached", f"k = {count(first['reached'])}, verified"),
            ("rows", f"{count(rows['out'])} of {count(rows['in'])} released, {count(rows['suppressed'])} suppressed"),
            ("classes", count(self._told["classes"])),
            ("loss", f"{self.loss:.6f}" + (", the least possible" if self.optimal else "")),
        ]
        further = [(one["model"], f"asked {one['asked']}, reached {one['reached']}") for one in self.privacy[1:]]
        lost = self.column_loss
        became = [
            (one["name"], f"{one['role']}: {one['became']}" + (f"; lost {lost[one['name']]:.1%}" if one["name"] in lost else ""))
            for one in self.columns
        ]
        return told + further + became

    def _picture(self) -> str:
        return _html.bars("risk of being singled out", self._bars(), ("before", "after"))

    def __repr__(self) -> str:
        rows = self.rows
        return (
            f"<Release: k = {self.k}; {count(rows['out'])} of {count(rows['in'])} rows in {count(self.classes)} classes; "
            f"loss {self.loss:.4f}>"
        )


def _share(told: Any) -> Optional[float]:
    """A share that is told exactly; readers outside are told of most as bounds."""
    return told if isinstance(told, (int, float)) else None


def _written(text: str, path: Union[None, str, PathLike[str]]) -> str:
    if path is None:
        return text
    _files.write(text, path)
    return fspath(path)
