"""What all answers have in common: they are what JSON tells, with names for what is asked for most."""

from __future__ import annotations

import copy
from typing import Any

from . import _html


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

    def _picture(self) -> str:
        """An SVG, if there is one."""
        return ""

    def __repr__(self) -> str:
        told = "; ".join(f"{name} {value}" for name, value in self._lines())
        return f"<{type(self).__name__}: {told}>"

    def _repr_html_(self) -> str:
        return _html.page(type(self).__name__, self._lines(), self._picture(), self.warnings)


def count(number: Any) -> str:
    """A count as people read it; what is told to readers outside is told already."""
    return f"{number:,}" if isinstance(number, int) else str(number)


def percent(share: Any) -> str:
    """A share as people read it."""
    return f"{share:.1%}" if isinstance(share, (int, float)) else str(share)
