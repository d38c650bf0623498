"""How values generalize: the forms that the spec knows, as builders."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from .errors import SpecError

__all__ = ["Hierarchy"]

Tree = Union[str, Sequence[Any], Mapping[str, Any]]


class Hierarchy:
    """How the values of a column generalize, level by level, from the value as it is to one value for all.

    Made by one of the builders, each of which is a form of `hierarchy = { … }` in the spec::

        Hierarchy.interval([5, 10, 20], top=90)
        Hierarchy.date(["month", "year", "10 years"])
        Hierarchy.prefix()
        Hierarchy.tree({"cardiac": ["heart attack", "pericarditis"], "lung": ["cough", "asthma"]})
    """

    def __init__(self, form: Mapping[str, Any]) -> None:
        self._form = {key: value for key, value in form.items() if value is not None}

    def to_dict(self) -> dict[str, Any]:
        """As the spec has it."""
        return dict(self._form)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hierarchy) and self._form == other._form

    def __hash__(self) -> int:
        return hash(repr(self._form))

    def __repr__(self) -> str:
        return f"Hierarchy({self._form!r})"

    @classmethod
    def file(cls, path: Union[str, PathLike[str]], *, sha256: Optional[str] = None) -> Hierarchy:
        """A file in ARX format: no header, leaf first, root last, `;` or `,`."""
        return cls({"file": fspath(path), "sha256": sha256})

    @classmethod
    def prefix(
        cls,
        kept: Union[str, Sequence[int]] = "all",
        *,
        mask: Optional[str] = None,
        pad: Optional[str] = None,
        pad_side: Optional[str] = None,
        pad_to: Optional[int] = None,
        root: Optional[str] = None,
    ) -> Hierarchy:
        """The end masked step by step: 94139, 9413*, 941**, …; or so many characters kept on each level, longest first."""
        return cls(
            {"prefix": _plain(kept), "mask": mask, "pad": pad, "pad_side": pad_side, "pad_to": pad_to, "root": root}
        )

    @classmethod
    def suffix(
        cls,
        kept: Union[str, Sequence[int]] = "all",
        *,
        mask: Optional[str] = None,
        pad: Optional[str] = None,
        pad_side: Optional[str] = None,
        pad_to: Optional[int] = None,
        root: Optional[str] = None,
    ) -> Hierarchy:
        """The beginning masked step by step."""
        return cls(
            {"suffix": _plain(kept), "mask": mask, "pad": pad, "pad_side": pad_side, "pad_to": pad_to, "root": root}
        )

    @classmethod
    def interval(
        cls,
        widths: Sequence[float],
        *,
        start: Optional[float] = None,
        bottom: Optional[float] = None,
        top: Optional[float] = None,
        whole: Optional[bool] = None,
        decimal: Optional[str] = None,
    ) -> Hierarchy:
        """Intervals of numbers, each width a multiple of the one before, from `start` on; below `bottom` and from `top` on one value.
        A label holds every value that it stands for: 25 is in 25-29, not in 20-25."""
        form = {"interval": list(widths), "from": start, "bottom": bottom, "top": top}
        return cls({**form, "whole": whole, "decimal": decimal})

    @classmethod
    def date(cls, steps: Sequence[str], *, format: Optional[str] = None) -> Hierarchy:
        """Steps in time: day, week, month, quarter, year, 5 years, decade, century."""
        return cls({"date": list(steps), "format": format})

    @classmethod
    def tree(cls, tree: Tree, *, root: Optional[str] = None) -> Hierarchy:
        """Groups of values, groups of groups, and so on."""
        return cls({"tree": _plain(tree), "root": root})

    @classmethod
    def levels(cls, levels: Mapping[int, Iterable[object]]) -> Hierarchy:
        """The values of each level, side by side: `{0: values, 1: their groups, 2: …}`, as ANJANA has hierarchies."""
        columns = [[str(value) for value in levels[level]] for level in sorted(levels)]
        if not columns or len({len(column) for column in columns}) != 1:
            raise SpecError("levels: give as many labels on every level as there are values", code="bad-hierarchy")
        return cls.rows(zip(*columns))

    @classmethod
    def rows(cls, rows: Iterable[Sequence[object]]) -> Hierarchy:
        """A row for each value: the value first, then its label on every level, the root last; as ARX has hierarchies."""
        paths = [[str(label) for label in row] for row in rows]
        if not paths or min(map(len, paths)) < 2 or len({len(path) for path in paths}) != 1:
            raise SpecError("rows: give every value its label on the same number of levels", code="bad-hierarchy")
        roots = {path[-1] for path in paths}
        root = roots.pop() if len(roots) == 1 else None
        tree: dict[str, Any] = {}
        for path in paths:
            at = tree
            for label in reversed(path[1:] if root is None else path[1:-1]):
                at = at.setdefault(label, {})
            at[path[0]] = path[0]
        return cls({"tree": _leaves(tree), "root": root})

    @classmethod
    def order(
        cls,
        values: Union[str, Sequence[object]] = "natural",
        *,
        fanout: Optional[int] = None,
        groups: Optional[Mapping[str, Sequence[Any]]] = None,
    ) -> Hierarchy:
        """Neighbours in an order (`natural`, `lexicographic` or the values as listed), joined level by level."""
        return cls({"order": _plain(values), "fanout": fanout, "groups": _plain(groups)})

    @classmethod
    def frequency(cls, least: Union[int, Sequence[int]], *, other: Optional[str] = None) -> Hierarchy:
        """Values in fewer rows than this are joined into one."""
        return cls({"frequency": _plain(least), "other": other})

    @classmethod
    def most_frequent(cls, number: Union[int, Sequence[int]], *, other: Optional[str] = None) -> Hierarchy:
        """All but so many of the most frequent values are joined into one."""
        return cls({"most_frequent": _plain(number), "other": other})

    @classmethod
    def keep(
        cls, values: Sequence[object], *, other: Optional[str] = None, root: Optional[str] = None
    ) -> Hierarchy:
        """All but these values are joined into one."""
        return cls({"keep": [str(value) for value in values], "other": other, "root": root})

    @classmethod
    def suppression(cls, *, root: Optional[str] = None) -> Hierarchy:
        """The value or nothing."""
        return cls({"suppression": True, "root": root})


def _plain(form: Any) -> Any:
    """A form as JSON has it."""
    if isinstance(form, Mapping):
        return {str(label): _plain(below) for label, below in form.items()}
    if isinstance(form, (str, bool, int, float)) or form is None:
        return form
    return [_plain(part) for part in form]


def _leaves(tree: dict[str, Any]) -> Any:
    """Groups whose parts are values only, as lists."""
    if all(isinstance(below, str) for below in tree.values()):
        return list(tree)
    return {label: _leaves(below) for label, below in tree.items()}
