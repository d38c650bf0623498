"""What is asked for: the spec, to and from its TOML file, and the keywords that stand for it."""

from __future__ import annotations

import functools
import inspect
import json
from decimal import Decimal
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterable, Mapping, Optional, Sequence, TypedDict, TypeVar, Union

from . import _amidst, _checked, _files
from .errors import Error, SpecError
from .hierarchy import Hierarchy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .findings import Check, Explanation, Risk, Solutions, Sweep
    from .release import Release

__all__ = ["Asked", "Spec"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
Names = Union[str, Sequence[Hashable]]
Share = Union[str, float]
HierarchyLike = Union[Hierarchy, Mapping[str, Any], str, "PathLike[str]"]


class Asked(TypedDict, total=False):
    """What may be asked for, in the words of the spec."""

    identifier: Names
    """Columns that name a person by themselves: dropped."""
    quasi: Names
    """Columns that an outsider could know: generalized."""
    sensitive: Names
    """Columns that must not be learnt about a person: kept, protected by the classes."""
    other: Names
    """Columns that are neither: kept."""
    not_identifying: Names
    """Columns that look like direct identifiers but may be released."""
    hierarchy: Mapping[str, HierarchyLike]
    """How columns generalize; sensible hierarchies are built for quasi columns that are left out."""
    columns: Mapping[str, Mapping[str, Any]]
    """Whatever else the spec may say of a column: weight, levels, on_unmapped, keep, key, type, …"""
    missing: Sequence[str]
    """Texts that count as missing, besides cells that are: "?", "NA", …"""
    k: int
    """The least number of rows in a class, or of people if there is a respondent."""
    l: int
    """The least number of distinct values of each sensitive column in a class."""
    t: float
    """The farthest that each sensitive column's distribution in a class may be from that of the whole table."""
    require: Sequence[Mapping[str, Any]]
    """Further models: {"model": "entropy-l-diversity", "column": "disease", "l": 3}, …"""
    combinations: Union[Sequence[Sequence[str]], Mapping[str, Any]]
    """Combinations of quasi columns that k is asked of instead of all together, which is weaker."""
    respondent: Union[str, Mapping[str, Any]]
    """The column that tells people apart: k counts people, not rows."""
    household: str
    """The column that says which household a row belongs to."""
    weight: str
    """A column of survey weights."""
    population_count: str
    """A column that holds how many people of the population each row stands for."""
    wildcard: bool
    """Whether k is promised as if a missing cell matched everything."""
    count_missing: bool
    """Whether a missing sensitive cell counts as a value of its own."""
    suppression: Share
    """How many rows may be suppressed: "5%", 0.05 or "20 rows"; none if left out."""
    algorithm: str
    """How to solve; see docs/algorithms."""
    objective: str
    """What is minimized; loss if left out."""
    prefer: str
    """Which solution to prefer."""
    priority: Sequence[str]
    """The columns that should be kept longest, the most important first."""
    strata: Sequence[str]
    """With blanked cells: quasi columns that stay as they are."""
    generalize: str
    """What is generalized: attribute, cell or none."""
    suppress: str
    """What is suppressed: row, attribute, cell or none."""
    split: str
    """For mondrian and its kin: split a region by width, loss or gain."""
    labels: str
    """For mondrian and its kin: classes show what their data need, or their region."""
    target: str
    """For the objective classification: the column that is to be predicted."""
    seed: int
    """For everything random but the order of rows: what `order="shuffle"` draws cannot be drawn again."""
    time_limit: Union[str, float]
    """Stop searching after this long, "60s" or seconds, with the best so far."""
    order: str
    """The order of rows: sorted, shuffle or input."""
    external: Union[bool, int]
    """Whether the answer is for readers outside: no count below 11, or below the number given."""


_ROLES = ("identifier", "quasi", "sensitive", "other")
_PRIVACY = ("k", "l", "t", "combinations", "respondent", "household", "weight", "population_count")
_SEARCH = ("algorithm", "objective", "prefer", "priority", "strata", "target", "seed")
_SOLVE = _SEARCH + ("suppression", "generalize", "suppress", "split", "labels")


def names(columns: Optional[Names]) -> list[str]:
    """Names of columns; one may stand alone."""
    if columns is None:
        return []
    return [columns] if isinstance(columns, str) else [str(name) for name in columns]


def spelled_out(function: F) -> F:
    """Shows every keyword of `Asked` in the signature, for `help` and whatever completes names."""
    signature = inspect.signature(function)
    own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    further = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=note)
        for name, note in Asked.__annotations__.items()
        if name not in signature.parameters
    ]

    @functools.wraps(function)
    def told(*args: Any, **asked: Any) -> Any:
        return function(*args, **asked)

    told.__signature__ = signature.replace(parameters=own + further)  # type: ignore[attr-defined]
    return told  # type: ignore[return-value]


class Spec:
    """Everything that a run needs to know, as the TOML file has it, which the command line reads and writes too. Holds no data.

    ::

        spec = Spec(identifier="ssn", quasi=["zip", "age"], sensitive="disease", k=5, suppression="5%")
        spec.write("release.toml")
        Spec.read("release.toml").anonymize(table).data
    """

    @spelled_out
    def __init__(self, **asked: Unpack[Asked]) -> None:
        self._tree = _tree(asked)

    @classmethod
    def from_dict(cls, tree: Mapping[str, Any]) -> Spec:
        """From a tree as the TOML file has it."""
        made = cls()
        made._tree = json.loads(json.dumps(tree, default=scalar))
        return made

    @classmethod
    def from_toml(cls, text: str) -> Spec:
        """From the text of a TOML file."""
        return cls.from_dict(json.loads(_amidst.spec_from_toml(text)))

    @classmethod
    def read(cls, path: Union[str, PathLike[str]]) -> Spec:
        """From a TOML file; its relative paths are relative to its folder."""
        return cls.from_dict(json.loads(_amidst.read_spec(path)))

    def to_dict(self) -> dict[str, Any]:
        """As a tree, as the TOML file has it."""
        made: dict[str, Any] = json.loads(self._json())
        return made

    def to_toml(self) -> str:
        """The text of a TOML file in the folder that the program runs in."""
        return _amidst.spec_to_toml(self._json())

    def write(
        self,
        path: Union[str, PathLike[str]],
        *,
        input: Union[None, str, PathLike[str]] = None,
        output: Union[None, str, PathLike[str]] = None,
    ) -> None:
        """Writes the TOML file. Its paths are relative to its folder where they lead into it.

        `input` and `output` name the table and the release, for the command line.
        """
        target, tree = Path(fspath(path)), self.to_dict()
        for part, file in (("input", input), ("output", output)):
            if file is not None:
                tree.setdefault(part, {})["path"] = fspath(file)
        _files.write(_amidst.spec_to_toml(json.dumps(tree), target.parent), target)

    @spelled_out
    def but(self, **asked: Unpack[Asked]) -> Spec:
        """The same spec with something else asked for."""
        return Spec.from_dict(_over(self.to_dict(), _tree(asked, known=self._tree.get("columns", {}))))

    def anonymize(self, table: T, **around: Any) -> Release[T]:
        """Solves, recodes and verifies; see `amidst.anonymize`. Writes no file, whatever paths the spec has."""
        from .api import anonymize

        return anonymize(table, spec=self, **around)

    def check(self, table: object, **around: Any) -> Check:
        """Whether a table meets what the spec asks; see `amidst.check`."""
        from .api import check

        return check(table, spec=self, **around)

    def risk(self, table: object, **around: Any) -> Risk:
        """Who could find someone in a table; see `amidst.risk`."""
        from .api import risk

        return risk(table, spec=self, **around)

    def explain(self, table: object, **around: Any) -> Explanation:
        """Why the result is what it is; see `amidst.explain`."""
        from .api import explain

        return explain(table, spec=self, **around)

    def solutions(self, table: object, **around: Any) -> Solutions:
        """Every minimal solution; see `amidst.solutions`."""
        from .api import solutions

        return solutions(table, spec=self, **around)

    def sweep(self, table: object, **around: Any) -> Sweep:
        """What every k costs; see `amidst.sweep`."""
        from .api import sweep

        return sweep(table, spec=self, **around)

    def columns(self, role: str) -> list[str]:
        """The columns of a role, in the order in which they were named."""
        columns = self._tree.get("columns", {})
        return [name for name, column in columns.items() if column.get("role") == role]

    def _json(self) -> str:
        return json.dumps(self._tree, default=scalar)

    def __eq__(self, other: object) -> bool:
        """Whether both ask for the same, whatever they leave to what holds if nothing is said."""
        return isinstance(other, Spec) and (self._tree == other._tree or self._read() == other._read())

    def _read(self) -> dict[str, Any]:
        """As it is read, if it can be."""
        try:
            made: dict[str, Any] = json.loads(_amidst.spec_from_toml(self.to_toml()))
        except Error:
            return self.to_dict()
        return made

    def __repr__(self) -> str:
        return f"<Spec\n{self.to_toml()}>"


def _tree(asked: Mapping[str, Any], known: Iterable[str] = ()) -> dict[str, Any]:
    """Keywords as a tree. Words that nobody knows are refused by whoever reads it, who knows the nearest."""
    said = {name: value for name, value in asked.items() if value is not None}
    unknown = [name for name in said if name not in Asked.__annotations__]
    if unknown:
        raise TypeError(f"unexpected keyword argument {unknown[0]!r}")
    _checked.check(said)
    tree: dict[str, Any] = {"columns": _columns(said, set(known))}
    privacy = {name: said[name] for name in _PRIVACY if name in said}
    if "require" in said:
        privacy["require"] = [dict(one) for one in said["require"]]
    if said.get("wildcard"):
        privacy["missing"] = "wildcard"
    if said.get("count_missing"):
        privacy["missing_sensitive"] = "own-value"
    solve = {name: said[name] for name in _SOLVE if name in said}
    if "time_limit" in said:
        span = said["time_limit"]
        solve["time_limit"] = span if isinstance(span, str) else f"{round(span * 1000)}ms"
    output: dict[str, Any] = {"order": said["order"]} if "order" in said else {}
    if said.get("external"):
        output["audience"] = "external"
        if said["external"] is not True:
            output["reporting_threshold"] = said["external"]
    if "missing" in said:
        tree["input"] = {"missing": names(said["missing"])}
    parts = {"privacy": privacy, "solve": solve, "output": output}
    tree.update({name: part for name, part in parts.items() if part})
    return tree


def _columns(said: Mapping[str, Any], known: set[str]) -> dict[str, dict[str, Any]]:
    columns: dict[str, dict[str, Any]] = {}

    def has_role(name: str, role: object) -> None:
        first = columns.setdefault(name, {}).setdefault("role", role)
        if first != role:
            problem = f"column {name!r} is named as {first} and as {role}; keep one"
            raise SpecError(problem, code="two-roles", where={"column": name})

    for role in _ROLES:
        for name in names(said.get(role)):
            has_role(name, role)

    def place(name: str, key: str) -> dict[str, Any]:
        if name not in columns and name not in known:
            problem = f"{key}: column {name!r} has no role; name it among the quasi columns, or as what it is"
            raise SpecError(problem, code="unclassified-columns", where={"column": name})
        return columns.setdefault(name, {})

    for name, keys in said.get("columns", {}).items():
        if "role" in keys:
            has_role(str(name), keys["role"])
        columns.setdefault(str(name), {}).update(keys)
    for name, hierarchy in said.get("hierarchy", {}).items():
        place(str(name), "hierarchy")["hierarchy"] = form_of(hierarchy)
    for name in names(said.get("not_identifying")):
        place(name, "not_identifying")["not_identifying"] = True
    return columns


def form_of(hierarchy: HierarchyLike) -> dict[str, Any]:
    """A hierarchy as the spec has it; a path is that of a file."""
    if isinstance(hierarchy, Hierarchy):
        return hierarchy.to_dict()
    if isinstance(hierarchy, Mapping):
        return dict(hierarchy)
    if isinstance(hierarchy, (str, PathLike)):
        return {"file": fspath(hierarchy)}
    raise _checked.refused("hierarchy", hierarchy, "a Hierarchy, the form of one as the spec has it, or the path of a file")


def _over(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """A spec with another one laid over it, setting by setting."""
    for part, settings in above.items():
        known = below.setdefault(part, {})
        for key, value in settings.items():
            if part == "columns":
                known.setdefault(key, {}).update(value)
            else:
                known[key] = value
    return below


def scalar(value: Any) -> Any:
    """Numbers of numpy and the like as JSON has them."""
    if hasattr(value, "item"):
        return value.item()
    if isinstance(value, (PathLike,)):
        return fspath(value)
    if isinstance(value, (range, set, frozenset, tuple)):
        return list(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    raise SpecError(f"a {type(value).__name__} cannot stand in a spec", code="bad-parameter")
