"""Keywords whose values Python would take for something else, or refuse in words of its own, are looked at here: the message names the key.

What a value means is looked at by those who read the spec.
"""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any, Mapping

from .errors import SpecError

_WHOLE = ("k", "l", "seed")
_SWITCHES = ("wildcard", "count_missing")
_BY_COLUMN = ("hierarchy", "columns")
_LISTS = ("identifier", "quasi", "sensitive", "other", "not_identifying", "missing")


def refused(key: str, value: object, wanted: str) -> SpecError:
    """The error for a keyword with a value that it cannot have."""
    # What is neither a word nor a number may be a table.
    shown = repr(value) if isinstance(value, (str, Real)) else f"a {type(value).__name__}"
    return SpecError(f"{key} = {shown}: write {wanted}", code="bad-parameter", where={"key": key})


def check(said: Mapping[str, Any]) -> None:
    """Refuses what cannot be meant."""
    for key, value in said.items():
        if key in _WHOLE and not is_whole(value):
            raise refused(key, value, "a whole number")
        if key == "t" and not is_number(value):
            raise refused(key, value, "a number")
        if key in _SWITCHES and not is_switch(value):
            raise refused(key, value, "True or False")
        if key in _BY_COLUMN and not isinstance(value, Mapping):
            raise refused(key, value, 'what is said of each column by its name, such as {"age": …}')
        if key in _LISTS and not is_listed(value):
            raise refused(key, value, "a name or a list of names")
        if key == "require" and not (is_listed(value) and all(isinstance(one, Mapping) for one in value)):
            raise refused(key, value, 'a list of models, such as [{"model": "entropy-l-diversity", "column": "disease", "l": 3}]')
        if key == "time_limit" and not isinstance(value, str) and not is_number(value):
            raise refused(key, value, '"60s" or seconds')
    for name, keys in said.get("columns", {}).items():
        if not isinstance(keys, Mapping):
            raise refused(f"columns: {name}", keys, 'what is said of each column by its key, such as {"age": {"weight": 2.0}}')


def is_whole(value: object) -> bool:
    """Whether it is a whole number; truth values are none."""
    return isinstance(value, Integral) and not is_switch(value)


def is_number(value: object) -> bool:
    """Whether it is a number that numbers can be compared with."""
    return isinstance(value, Real) and not is_switch(value) and math.isfinite(value)


def is_switch(value: object) -> bool:
    """Whether it is a truth value, of Python or of numpy."""
    return type(value).__name__ in ("bool", "bool_")


def is_listed(value: object) -> bool:
    """Whether there is something to go through, one by one."""
    return isinstance(value, str) or (hasattr(value, "__iter__") and not isinstance(value, (bytes, Mapping)))
