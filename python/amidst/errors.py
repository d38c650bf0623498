"""What can go wrong, as exceptions.

Every exception has a `code`, a word for programs that stays the same from version to version, and `where`: the `file`, `line`, `column`
or `key` that it is about, as far as that is known. No message holds the value of a cell.
"""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional

__all__ = ["DataError", "Error", "InfeasibleError", "InternalError", "ResourceError", "SpecError"]


class Error(Exception):
    """Something could not be done. The message says what, where, and what to do about it."""

    def __init__(self, message: str, *, code: str, where: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(message)
        self.code = code
        self.where: dict[str, Any] = dict(where or {})

    def __reduce__(self) -> Any:
        return _again, (type(self), self.args, self.__dict__)


class SpecError(Error, ValueError):
    """What was asked for cannot be: a column without a role, a setting that contradicts another one, an unknown word."""


class DataError(Error, ValueError):
    """What the table, or another input, holds does not fit what was asked for."""


class ResourceError(Error):
    """Files, folders, memory and the like: what the machine has to offer."""


class InternalError(Error):
    """A mistake of ours. Nothing was released; please report it."""


class InfeasibleError(Error):
    """The target is out of reach within the limits. Nothing was released.

    `nearest` says what can be reached: `k`, the largest k within the limit on suppression; `suppressed`, the fewest rows that would
    have to be suppressed for the k asked; and, where more than k is asked, `k_alone` and `blocks`: what blocks, and the nearest that can be
    met beside all else.
    """

    def __init__(self, message: str, *, code: str = "infeasible", nearest: Mapping[str, Any]) -> None:
        super().__init__(message, code=code)
        self.nearest: dict[str, Any] = dict(nearest)


def _again(kind: type[Error], args: tuple[Any, ...], state: dict[str, Any]) -> Error:
    made = kind.__new__(kind, *args)
    made.args = args
    made.__dict__.update(state)
    return made


_KINDS: dict[str, type[Error]] = {
    "spec": SpecError,
    "data": DataError,
    "environment": ResourceError,
    "internal": InternalError,
}


def of_error(text: str) -> Error:
    """The exception for an error as JSON tells it; several faults of a spec are told together."""
    told = json.loads(text)
    first = told["error"]
    messages = [fault["message"] for fault in told["errors"]]
    return _KINDS[first["kind"]]("\n".join(messages), code=first["code"], where=first["where"])


def of_answer(text: str) -> InfeasibleError:
    """The exception for a target that is out of reach."""
    told = json.loads(text)
    nearest = {"k": told.get("best_k"), "suppressed": told.get("least_suppressed"), **(told.get("nearest") or {})}
    return InfeasibleError(told["message"], code=told["outcome"], nearest=nearest)
