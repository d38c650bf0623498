"""The functions: one for each command, in the words of the spec."""

from __future__ import annotations

import json
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Sequence, TypeVar, Union

from . import _amidst
from ._around import KEYS, Around, Surroundings, bytes_of
from ._checked import is_whole, refused
from ._frames import taken
from .findings import Attack, Check, Comparison, Explanation, Risk, Solutions, Sweep, Verification
from .plan import Plan
from .release import Release
from .spec import Asked, Names, Share, Spec, names, scalar, spelled_out

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["anonymize", "apply", "attack", "check", "compare", "explain", "risk", "solutions", "sweep", "verify"]

T = TypeVar("T")
PathOr = Union[str, "PathLike[str]"]


class Question(Asked, Around, total=False):
    """What may be asked for, and how the call runs."""


def _split(question: Mapping[str, Any]) -> tuple[dict[str, Any], Surroundings, Optional[int]]:
    """What is asked, where it runs, and how much memory it may take."""
    asked = {name: value for name, value in question.items() if name not in KEYS}
    around = Surroundings(question.get("threads"), question.get("progress"))
    return asked, around, bytes_of(question.get("memory_limit"))


def _spec(spec: Optional[Spec], asked: Mapping[str, Any]) -> Spec:
    """A spec that keywords speak over, or the one that they are."""
    if spec is None:
        return Spec(**asked)
    if not isinstance(spec, Spec):
        raise refused("spec", spec, "a Spec: Spec(…), Spec.read of a file, or Spec.from_dict of a tree")
    return spec.but(**asked) if asked else spec


def _several(k: Union[int, Iterable[int]]) -> list[int]:
    """One k or several."""
    several: list[Any] = [k] if is_whole(k) or isinstance(k, str) or not isinstance(k, Iterable) else list(k)
    if not all(map(is_whole, several)):
        raise refused("k", k, "a whole number or several, such as [2, 5]")
    return [int(one) for one in several]


def _quasi(spec: Spec, asked: Mapping[str, Any]) -> list[str]:
    return names(asked["quasi"]) if asked.get("quasi") is not None else spec.columns("quasi")


def _told(spec: Spec, asked: Mapping[str, Any], population: Optional[PathOr], **besides: Any) -> str:
    """What judging a table is told besides the spec."""
    path = None if population is None else fspath(population)
    return json.dumps({"quasi": _quasi(spec, asked), "population": path, **besides})


@spelled_out
def anonymize(table: T, *, spec: Optional[Spec] = None, **question: Unpack[Question]) -> Release[T]:
    """Finds the least change that meets what is asked, recodes the table, and verifies what was made.

    Every column needs a role. Rows that stand alone may be suppressed as far as `suppression` allows; no other row is lost. The answer's
    `data` is the kind of table that came in. Nothing is written to a disk.

    Raises `InfeasibleError` if the target is out of reach within the limits; its `nearest` says what can be reached.
    """
    asked, around, memory = _split(question)
    frame = taken(table)
    with around:
        released = _amidst.anonymize(frame.stream, _spec(spec, asked)._json(), around, memory)
    return Release(released, frame)


@spelled_out
def check(
    table: object,
    *,
    spec: Optional[Spec] = None,
    joint: bool = False,
    population: Optional[PathOr] = None,
    mu_argus: Optional[str] = None,
    **question: Unpack[Question],
) -> Check:
    """Whether a table, as it stands, meets what is asked of it: k over its quasi columns, and any other model. Needs no hierarchies.

    With nothing asked it tells what the table has. `joint` lets the other sensitive columns join the quasi columns when one is looked at,
    which is stricter. `population` is a file with the same quasi columns, for models that look at one.
    """
    asked, around, _ = _split(question)
    asked_of = _spec(spec, asked)
    told = _told(asked_of, asked, joint=joint, population=population, mu_argus=mu_argus)
    with around:
        found = _amidst.check(taken(table).stream, asked_of._json(), told, around)
    return Check(json.loads(found))


@spelled_out
def risk(
    table: object,
    *,
    spec: Optional[Spec] = None,
    threshold: Optional[float] = None,
    max_size: Optional[int] = None,
    max_risk: Optional[float] = None,
    population_size: Optional[int] = None,
    fraction: Optional[float] = None,
    population: Optional[PathOr] = None,
    **question: Unpack[Question],
) -> Risk:
    """Who could find someone in a table as it stands: prosecutor, journalist and marketer, and which columns make that possible.

    Rows are at risk that are found with a chance above `threshold` (0.2 if nothing is said), or in classes of fewer than `k` rows.
    The population is told by one of `population_size`, `fraction`, `population` (a file), `weight` and `population_count`.
    """
    asked, around, _ = _split(question)
    asked_of = _spec(spec, asked)
    told = _told(
        asked_of,
        asked,
        threshold=threshold,
        max_size=max_size,
        max_risk=max_risk,
        population_size=population_size,
        fraction=fraction,
        population=population,
    )
    with around:
        found = _amidst.risk(taken(table).stream, asked_of._json(), told, around)
    return Risk(json.loads(found))


@spelled_out
def compare(
    original: object,
    release: object,
    *,
    spec: Optional[Spec] = None,
    plan: Union[None, Plan, PathOr] = None,
    queries: int = 1000,
    **question: Unpack[Question],
) -> Comparison:
    """What was lost between an original and a release, column by column, whoever made the release."""
    asked, around, _ = _split(question)
    seed = asked.pop("seed", None)
    known = _plan(plan).spec() if plan is not None else spec
    asked_of = _spec(known, asked)
    told = {"as_released": known is not None, "queries": queries, "seed": 1 if seed is None else seed}
    before, after = taken(original).stream, taken(release).stream
    with around:
        found = _amidst.compare(before, after, asked_of._json(), json.dumps(told), around)
    return Comparison(json.loads(found))


@spelled_out
def attack(
    release: object,
    register: Optional[object] = None,
    *,
    spec: Optional[Spec] = None,
    plan: Union[None, Plan, PathOr] = None,
    original: Optional[object] = None,
    on: Union[None, Sequence[str], Mapping[str, str]] = None,
    same: Sequence[tuple[str, str, str]] = (),
    reveal: Optional[Names] = None,
    close: Optional[float] = None,
    **question: Unpack[Question],
) -> Attack:
    """A release with the eyes of an attacker: who is found with a register of names, and what classes give away.

    `on` names the columns that release and register share (`{"DOB": "born"}` where they differ), `same` says which word of the register
    is which of the release: `("sex", "F", "female")`. `reveal` names columns of the register by which people found are told. `spec` or
    `plan` is what the attacker knows of how the release was made.
    """
    asked, around, _ = _split(question)
    known = _plan(plan).spec() if plan is not None else spec
    asked_of = _spec(known, asked)
    pairs = list(on.items()) if isinstance(on, Mapping) else [(name, name) for name in names(on)]
    told = {
        "quasi": _quasi(asked_of, asked),
        "sensitive": asked_of.columns("sensitive"),
        "k": asked.get("k"),
        "on": pairs,
        "same": [list(one) for one in same],
        "reveal": names(reveal),
        "close": close,
        "is_known": known is not None,
    }
    tables = [None if table is None else taken(table).stream for table in (release, register, original)]
    with around:
        found = _amidst.attack(tables[0], tables[1], tables[2], asked_of._json(), json.dumps(told), around)
    return Attack(json.loads(found))


@spelled_out
def explain(
    table: object, *, spec: Optional[Spec] = None, reveal: bool = False, **question: Unpack[Question]
) -> Explanation:
    """Why `anonymize` ends as it does: what holds k back, what one level or 1 % more suppression would buy. Releases nothing.

    `reveal` tells values of the table by name.
    """
    asked, around, memory = _split(question)
    with around:
        found = _amidst.explain(taken(table).stream, _spec(spec, asked)._json(), around, reveal, memory)
    return Explanation(json.loads(found))


@spelled_out
def solutions(
    table: object,
    *,
    spec: Optional[Spec] = None,
    nodes: bool = False,
    drawing: bool = False,
    **question: Unpack[Question],
) -> Solutions:
    """Every minimal solution, and the one that is preferred; with `nodes` every node that was judged. Releases nothing.

    `drawing` draws the lattice, of up to 200 nodes.
    """
    asked, around, memory = _split(question)
    with around:
        found, svg = _amidst.solutions(taken(table).stream, _spec(spec, asked)._json(), around, nodes, drawing, memory)
    return Solutions(json.loads(found), svg)


@spelled_out
def sweep(
    table: object,
    *,
    spec: Optional[Spec] = None,
    k: Union[int, Iterable[int], None] = None,
    suppression: Union[None, Share, Sequence[Share]] = None,
    algorithm: Union[None, str, Sequence[str]] = None,
    **question: Any,
) -> Sweep:
    """What every k costs with every limit on suppression and every algorithm. Releases nothing; its points hold no cell value."""
    asked, around, memory = _split(question)
    ks = [2, 3, 5, 10, 20, 50, 100] if k is None else _several(k)
    limits = [] if suppression is None else [suppression] if isinstance(suppression, (str, float, int)) else suppression
    grid = {"k": ks, "suppression": list(limits), "algorithm": names(algorithm)}
    with around:
        found, svg = _amidst.sweep(
            taken(table).stream, _spec(spec, asked)._json(), json.dumps(grid, default=scalar), around, memory
        )
    return Sweep(json.loads(found), svg)


def apply(
    plan: Union[Plan, PathOr],
    table: T,
    *,
    earlier: Sequence[PathOr] = (),
    on_unmapped: Optional[str] = None,
    not_identifying: Optional[Names] = None,
    missing: Optional[Sequence[str]] = None,
    **around: Any,
) -> Release[T]:
    """Recodes the next batch by the plan of an earlier one, checks anew, and refuses if k no longer holds.

    `earlier` are files of earlier releases: k must also hold on all of them together.
    """
    asked, surroundings, memory = _split(around)
    if asked:
        raise TypeError(f"apply() got an unexpected keyword argument {next(iter(asked))!r}")
    told = {
        "plan": _plan(plan)._question(),
        "missing": None if missing is None else names(missing),
        "earlier": [fspath(path) for path in earlier],
        "on_unmapped": on_unmapped,
        "not_identifying": names(not_identifying),
    }
    frame = taken(table)
    with surroundings:
        released = _amidst.apply(frame.stream, json.dumps(told), surroundings, memory)
    return Release(released, frame)


def verify(
    certificate: PathOr,
    release: PathOr,
    *,
    plan: Optional[PathOr] = None,
    report: Optional[PathOr] = None,
    **around: Any,
) -> Verification:
    """Whether a file is the release that a certificate speaks of, and what of its claims is found again in its bytes."""
    asked, surroundings, _ = _split(around)
    if asked:
        raise TypeError(f"verify() got an unexpected keyword argument {next(iter(asked))!r}")
    with surroundings:
        found = _amidst.verify(certificate, fspath(release), surroundings, plan, report)
    return Verification(json.loads(found))


def _plan(plan: Union[Plan, PathOr]) -> Plan:
    return plan if isinstance(plan, Plan) else Plan.read(plan)
