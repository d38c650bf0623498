"""How a release is made on a cluster: what the driver asks of executors, one job of Spark after the other.

The driver holds what was counted and the solution, never a row.
"""

from __future__ import annotations

import json
import time
import zlib
from typing import Any, Iterable, Optional

import pyarrow as pa
from pyspark.sql import DataFrame, functions
from pyspark.sql.types import AtomicType

from .. import _amidst, errors
from .._around import Surroundings
from ..errors import DataError
from ..release import Release
from . import _tasks
from ._tasks import MADE, Asked, Merge, Recoding, Task

#: How much the driver holds of what was counted, if nothing is said.
LIMIT = 512 << 20
#: Rows by which it is told whether a column points at people: more than Rust samples of a table.
LOOKED_AT = 1 << 15


def released(df: DataFrame, question: dict[str, Any], around: Surroundings, limit: Optional[int]) -> Release[DataFrame]:
    """Sums up, solves, recodes, stores and audits."""
    clock = _Clock()
    header = _header(df)
    stages = _amidst.Stages(header, json.dumps(question))
    asked = Asked(stages.spec(), header.schema.serialize().to_pybytes())
    _refuse_people(df, asked)
    summary = _gathered(df, _tasks.summaries(asked), _amidst.merged_summaries, LIMIT if limit is None else limit)
    if summary is None:
        # Refuses that there are no rows in the words of a single machine.
        summary = _amidst.merged_summaries([])
    clock.tick()
    solved = stages.solve(summary, around)
    clock.tick()
    recoding = _dealt(df, Recoding(asked, zlib.compress(solved.to_bytes(), 1)), solved)
    head = pa.table(solved.head())
    # Sorting looks at rows twice.
    recoded = _recoded(df, recoding, head).persist()
    stored = _sorted(recoded, asked, head).persist()
    try:
        # Whoever reads first, stores.
        of_stored = _gathered(stored, _tasks.stored_audits(recoding, head.schema), _amidst.merged_audits)
        clock.tick()
        of_source = _gathered(df, _tasks.source_audits(recoding), _amidst.merged_audits)
        audit = _amidst.merged_audits([one for one in (of_stored, of_source) if one is not None])
        clock.tick()
        said = solved.conclude(summary, audit, clock.seconds, around)
    except BaseException:
        stored.unpersist()
        raise
    finally:
        recoded.unpersist()
    return Release(said, _Stored(stored))


def judged(df: DataFrame, what: str, question: tuple[str, str], around: Surroundings, limit: Optional[int]) -> Any:
    """What `check` or `risk` finds of a table, from what is counted of it. The question is a spec and what is told besides."""
    header = _header(df)
    try:
        getattr(_amidst, what)(header, *question, around)
    except DataError as error:
        # Whatever else is wrong, of the question or the columns, was told before.
        if error.code != "no-rows":
            raise
        no_rows = error
    spec, told = map(json.loads, question)
    looked_at = _named(spec, told)
    some = df.select(*(_column(name) for name in df.columns if name in looked_at))
    counted = {"columns": {name: {"role": "quasi"} for name in some.columns}, "privacy": {"k": 2}, "input": spec.get("input", {})}
    header = _header(some)
    stages = _amidst.Stages(header, json.dumps({"spec": json.dumps(counted)}))
    asked = Asked(stages.spec(), header.schema.serialize().to_pybytes())
    summary = _gathered(some, _tasks.summaries(asked), _amidst.merged_summaries, LIMIT if limit is None else limit)
    if summary is None:
        raise no_rows
    return json.loads(getattr(stages, what)(summary, *question, around))


def _named(spec: dict[str, Any], told: dict[str, Any]) -> set[str]:
    """The columns that are judged, and those that they are judged by."""
    privacy = spec.get("privacy", {})
    found = {*told["quasi"], *(name for name, column in spec["columns"].items() if column.get("role") == "sensitive")}
    respondent = privacy.get("respondent")
    found.add(respondent["column"] if isinstance(respondent, dict) else respondent)
    found.update(privacy.get(key) for key in ("weight", "population_count"))
    for one in privacy.get("require", []):
        within = one.get("within") or []
        found.update([one.get("column"), *([within] if isinstance(within, str) else within)])
    return {name for name in found if name is not None}


class _Stored:
    """The table that was stored, in the place of the one that Rust gives back, which has no rows."""

    def __init__(self, stored: DataFrame) -> None:
        self.stream: Any = None
        self._stored = stored

    def back(self, released: _amidst.ReleasedTable) -> DataFrame:
        return self._stored


class _Clock:
    """How long each step took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._begun = time.monotonic()

    def tick(self) -> None:
        """A step ended."""
        now = time.monotonic()
        self.seconds.append(now - self._begun)
        self._begun = now


def _header(df: DataFrame) -> pa.Table:
    """The columns of a table, without a row."""
    table: pa.Table = df.limit(0).toArrow()
    return table


def _refuse_people(df: DataFrame, asked: Asked) -> None:
    """Refuses columns that point at people, by rows that do not depend on where they lie."""
    shown = (one for one in _columns(asked) if one["role"] in ("sensitive", "other") or one.get("confidential"))
    if all(one.get("not_identifying") for one in shown):
        return
    hashed = [_column(one.name) for one in df.schema.fields if isinstance(one.dataType, AtomicType)]
    some = df.orderBy(functions.xxhash64(*hashed)).limit(LOOKED_AT).coalesce(1)
    _collected(some.mapInArrow(_tasks.refusals(asked), MADE))


def _gathered(df: DataFrame, task: Task, merge: Merge, limit: Optional[int] = None) -> Optional[bytes]:
    """What a task makes of every partition, merged on executors to one; nothing if there are no rows."""
    merged = _tasks.merges(merge, limit)
    made = df.mapInArrow(task, MADE).repartition(functions.xxhash64("made")).mapInArrow(merged, MADE)
    pieces = _collected(made.repartition(1).mapInArrow(merged, MADE))
    return merge(pieces) if pieces else None


def _collected(made: DataFrame) -> list[bytes]:
    """What tasks made; what they found wrong is raised."""
    rows = made.collect()
    problems = [row["problem"] for row in rows if row["problem"] is not None]
    if problems:
        name, message, code, where = json.loads(min(problems))
        kind = getattr(errors, name)
        raise kind(message, code=code, where=where)
    return [bytes(row["made"]) for row in rows]


def _dealt(df: DataFrame, recoding: Recoding, solved: _amidst.Solved) -> Recoding:
    """The same recoding, with what each partition is dealt where rows have to be."""
    if not solved.deals:
        return recoding
    keyed = _collected(df.mapInArrow(_tasks.deal_keys(recoding), MADE))
    numbers = [int.from_bytes(one[:8], "big") for one in keyed]
    deals = solved.deal([one[8:] for one in keyed])
    return Recoding(recoding.asked, recoding.solution, dict(zip(numbers, deals)))


def _recoded(df: DataFrame, recoding: Recoding, head: pa.Table) -> DataFrame:
    """The rows as they are released."""
    session = df.sparkSession
    schema = session.createDataFrame(head).schema
    own = _header(session.createDataFrame([], schema)).schema
    return df.mapInArrow(_tasks.recoded(recoding, own), schema)


def _sorted(recoded: DataFrame, asked: Asked, head: pa.Table) -> DataFrame:
    """The same sorted by what is released, quasi columns first."""
    quasi = [one["name"] for one in _columns(asked) if one["role"] == "quasi"]
    names = quasi + [name for name in head.column_names if name not in quasi]
    order: Iterable[Any] = [
        _column(name).asc_nulls_first() for name in names if isinstance(recoded.schema[name].dataType, AtomicType)
    ]
    return recoded.orderBy(*order)


def _columns(asked: Asked) -> list[dict[str, Any]]:
    """The columns of the spec, with their roles."""
    columns: dict[str, dict[str, Any]] = json.loads(asked.spec)["columns"]
    return [{"name": name, **column} for name, column in columns.items()]


def _column(name: str) -> Any:
    return functions.col("`" + name.replace("`", "``") + "`")

