"""Texts that are written to files, where somebody asks for it."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import Union

from .errors import ResourceError


def write(text: str, path: Union[str, PathLike[str]]) -> None:
    """Writes a text to a file."""
    target = Path(fspath(path))
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        problem = _problem(target, error)
    else:
        return
    message, code = problem
    raise ResourceError(message, code=code, where={"file": str(target)})


def _problem(target: Path, error: OSError) -> tuple[str, str]:
    if isinstance(error, FileNotFoundError):
        return f"{target}: there is no such folder; create it", "no-such-folder"
    if isinstance(error, IsADirectoryError) or target.is_dir():
        return f"{target}: is a folder; name a file in it", "is-a-folder"
    return f"{target}: cannot be written ({error.strerror})", "cannot-write"
