"""What all answers have in common: they are what JSON tells, with names for what is asked for most."""

from __future__ import annotations

import copy
from typing import Any, Callable, TypeVar, cast

from . import _html

V = TypeVar("V")


class Answer:
    """An answer in numbers, without a cell value."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told

    def to_dict(self) -> dict[str, Any]:
        """All of it, as the command line tells it with --json."""
        return copy.deepcopy(self._told)

    @property
    def warnings(self) -> list[str]:
        """What is odd, in words."""
        return list(self._told.get("warnings", []))

    def _lines(self) -> list[tuple[str, str]]:
        """What is told first: names and values."""
        raise NotImplementedError

    def _counts(self, *names: str) -> list[tuple[str, str]]:
        """Numbers that are told, by their names."""
        return [(name, count(self._told[name])) for name in names]

    def _picture(self) -> str:
        """An SVG, if there is one."""
        return ""

    def __repr__(self) -> str:
        told = "; ".join(f"{name} {value}" for name, value in self._lines())
        return f"<{type(self).__name__}: {told}>"

    def _repr_html_(self) -> str:
        return _html.page(type(self).__name__, self._lines(), self._picture(), self.warnings)


class _Part(property):
    """A property that is a part of what JSON tells, under its own name."""

    def __init__(self, made: Callable[[Any], Any], doc: str) -> None:
        super().__init__(self._of, doc=doc)
        self._made = made
        self._key = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._key = name

    def _of(self, answer: Answer) -> Any:
        return self._made(answer._told.get(self._key))


def part(made: Callable[[Any], V], doc: str) -> V:
    """A property that is a part of what JSON tells, under its own name: what is made of it, and what it says."""
    return cast(V, _Part(made, doc))


def as_told(found: Any) -> Any:
    """A part as it is told."""
    return found


def listed(found: Any) -> list[Any]:
    """A part that is a list; empty if nothing is told."""
    return list(found or [])


def named(found: Any) -> dict[str, Any]:
    """A part that is told by names; empty if nothing is told."""
    return dict(found or {})


def by_column(found: Any) -> dict[str, dict[str, Any]]:
    """A list of what is told of columns, by their names."""
    return {one.get("column", one.get("name")): one for one in found or []}


def count(number: Any) -> str:
    """A count as people read it; what is told to readers outside is told already."""
    return f"{number:,}" if isinstance(number, int) else str(number)


def percent(share: Any) -> str:
    """A share as people read it."""
    return f"{share:.1%}" if isinstance(share, (int, float)) else str(share)
