"""Where work runs, and who is told how far it is."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, TypedDict, Union

from ._checked import is_whole, refused

Progress = Callable[[str, Optional[float]], Any]

#: Nothing is said of what takes less.
_PATIENCE = 1.0
#: All threads are started at once, so that a slip of the finger would bring the machine down.
MOST_THREADS = 1024


class Around(TypedDict, total=False):
    """How a call runs; what it answers does not depend on it."""

    threads: int
    """How many threads, 1,024 at most; as many as there are cores if left out."""
    memory_limit: Union[int, str]
    """By how much the process may grow: bytes, "512M" or "2G"."""
    progress: Union[bool, Progress]
    """Whether to say on standard error how far it is (in a terminal or notebook, if left out), or a function that is told: what is going
    on, and how much of that is done, if it is known."""


KEYS = tuple(Around.__annotations__)


class Surroundings:
    """Where work runs."""

    def __init__(self, threads: Optional[int] = None, progress: Union[None, bool, Progress] = None) -> None:
        if threads is not None and not (is_whole(threads) and 1 <= threads <= MOST_THREADS):
            raise refused("threads", threads, f"a whole number from 1 to {MOST_THREADS:,}")
        self.threads = threads
        self._line = _Line()
        if callable(progress):
            self.progress: Optional[Progress] = progress
        else:
            self.progress = self._line.tell if (_is_watched() if progress is None else progress) else None

    def __enter__(self) -> Surroundings:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.clear()


def bytes_of(limit: Union[None, int, str]) -> Optional[int]:
    """A size of memory as people write it."""
    if limit is None or (is_whole(limit) and int(limit) >= 0):
        return limit if limit is None else int(limit)
    wanted = refused("memory_limit", limit, "a size of memory, such as 512M or 2G")
    if not isinstance(limit, str):
        raise wanted
    digits = limit.strip().rstrip("KMGBIkmgbi ")
    unit = limit.strip()[len(digits) :].strip().upper()[:1]
    try:
        return int(digits) << {"": 0, "K": 10, "M": 20, "G": 30}[unit]
    except (KeyError, ValueError):
        raise wanted from None


class _Line:
    """One line on standard error that is written over and over."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._shown = ""

    def tell(self, words: str, share: Optional[float]) -> None:
        if time.monotonic() - self._begun < _PATIENCE:
            return
        text = f"amidst: {words}" + (f" {share:.0%}" if share is not None else "")
        if text != self._shown:
            sys.stderr.write("\r" + text.ljust(len(self._shown)))
            sys.stderr.flush()
            self._shown = text

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * len(self._shown) + "\r")
            sys.stderr.flush()
            self._shown = ""


def _is_watched() -> bool:
    """Whether somebody looks on: in a terminal or a notebook."""
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
