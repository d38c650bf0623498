"""Columns of pandas that hold objects of Python: what Arrow would take in silence and change is found here.

Arrow asks the first cell what a column is. Days after which moments come lose their time of day, texts become bytes, moments without a zone
those of another zone, and nanoseconds vanish: cells that differ would be counted as one.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Iterable, Iterator, NamedTuple, Optional

import numpy as np
import pandas as pd

_MIXED = "holds values of several types; make them one, for instance text with astype(str)"
_ZONES = "holds moments of several zones, or with a zone and without; give all of them one"
_CLOCKS = "holds times of day with a zone, which Arrow cannot hold; make them text"
_INSIDE = "holds nanoseconds inside of other values, which Arrow cannot hold there; give them a column of their own, or make them text"

#: The first that fits, since a moment is a day to Python.
_GROUPS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("text", (str,)),
    ("bytes", (bytes, bytearray, memoryview)),
    ("moment", (dt.datetime,)),
    ("day", (dt.date,)),
    ("clock", (dt.time,)),
    ("span", (dt.timedelta,)),
    ("moment of numpy", (np.datetime64,)),
    ("span of numpy", (np.timedelta64,)),
    ("number", (int, np.integer)),
)
_NESTED = (list, tuple, set, frozenset, dict)
_MISSING = (type(None), type(pd.NaT), type(pd.NA))


class Found(NamedTuple):
    """What objects are like."""

    #: Why they cannot be taken in, and the code of that.
    refusal: Optional[tuple[str, str]] = None
    #: Whether they need nanoseconds.
    is_fine: bool = False


def looked_at(cells: Iterable[Any]) -> Found:
    """What the objects of a column are like."""
    cells = list(cells)
    found = _of_kind(cells)
    if found.refusal or not any(isinstance(cell, _NESTED) for cell in cells):
        return found
    inside: dict[tuple[Any, ...], list[Any]] = {}
    for path, cell in _leaves(cells, ()):
        inside.setdefault(path, []).append(cell)
    for found in map(_of_kind, inside.values()):
        if found.refusal or found.is_fine:
            return Found(found.refusal or ("unsupported-type", _INSIDE))
    return Found()


def _of_kind(cells: list[Any]) -> Found:
    kinds = {_group(kind) for kind in set(map(type, cells))} - {None}
    if len(kinds) > 1:
        return Found(("mixed-types", _MIXED))
    if kinds == {"clock"} and any(getattr(cell, "tzinfo", None) for cell in cells):
        return Found(("unsupported-type", _CLOCKS))
    if kinds == {"moment"} and len({str(cell.tzinfo) for cell in cells if _is_moment(cell)}) > 1:
        return Found(("mixed-types", _ZONES))
    return Found(is_fine=bool(kinds & {"moment", "span"}) and any(map(_has_nanoseconds, cells)))


def _group(kind: type) -> Optional[str]:
    """What a type is to Arrow, as far as Arrow would take it for another one."""
    if issubclass(kind, _MISSING):
        return None
    return next((name for name, kinds in _GROUPS if issubclass(kind, kinds)), None)


def _is_moment(cell: Any) -> bool:
    return isinstance(cell, dt.datetime) and not isinstance(cell, _MISSING)


def _has_nanoseconds(cell: Any) -> bool:
    return bool(getattr(cell, "nanosecond", 0) or getattr(cell, "nanoseconds", 0)) and not isinstance(cell, _MISSING)


def _leaves(cells: Iterable[Any], path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """What lists and dictionaries hold, and where: by each of its names a dictionary may hold another type."""
    for cell in cells:
        if isinstance(cell, dict):
            for name, inner in cell.items():
                yield from _leaves([inner], (*path, name))
        elif isinstance(cell, _NESTED):
            yield from _leaves(cell, (*path, None))
        else:
            yield path, cell
