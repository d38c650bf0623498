"""How a release was recoded, without data: what the next batch is recoded by."""

from __future__ import annotations

import json
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Callable, Optional, Union

from . import _amidst, _files
from .spec import Spec

__all__ = ["Plan"]


class Plan:
    """How a release was recoded: the level of each quasi column, and what its hierarchy was. The command line reads and writes the same."""

    def __init__(self, text: str, *, _path: Optional[str] = None, _written: Optional[Callable[[str], str]] = None) -> None:
        self._text = text
        self._path = _path
        self._written = _written

    @classmethod
    def read(cls, path: Union[str, PathLike[str]]) -> Plan:
        """From a file, to whose folder its paths are relative."""
        return cls(_amidst.read_plan(path), _path=fspath(path))

    def write(self, path: Union[str, PathLike[str]]) -> None:
        """Writes it to a file."""
        target = Path(fspath(path))
        text = self._written(str(target.parent)) if self._written else self._text
        _files.write(text, target)

    def to_dict(self) -> dict[str, Any]:
        """As the file has it."""
        told: dict[str, Any] = json.loads(self._text)
        return told

    def spec(self) -> Spec:
        """The spec that it amounts to: one level for each column, and what was asked for."""
        return Spec.from_dict(json.loads(_amidst.plan_to_spec(json.dumps(self._question()))))

    def _question(self) -> dict[str, str]:
        """As the native half takes it."""
        return {"text": self._text} if self._path is None else {"file": self._path}

    def __getstate__(self) -> dict[str, Any]:
        """The plan itself, without the release that it comes from."""
        return {**self.__dict__, "_written": None}

    def __repr__(self) -> str:
        columns = self.to_dict()["columns"]
        levels = ", ".join(f"{one['name']} at {one['level']}" for one in columns if one.get("level") is not None)
        return f"<Plan: {levels or 'nothing is generalized'}>"
