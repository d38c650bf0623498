"""What executors do: every task takes the rows of a partition and makes bytes or recoded rows of them, in Rust.

A task is a function of what it was given and of its rows alone, so that it may be run again, twice at once, or elsewhere. Only the rows
that are dealt (see `Deals`) need to know which partition they are of.
"""

from __future__ import annotations

import functools
import json
import zlib
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Optional

import pyarrow as pa

from .. import _amidst
from .._around import Surroundings
from ..errors import Error, ResourceError

#: Rows that are held at a time, about.
PART_ROWS = 1 << 18
#: What a task makes, or why it could not.
MADE = "made binary, problem string"

Batches = Iterable[pa.RecordBatch]
Task = Callable[[Batches], Iterator[pa.RecordBatch]]
Merge = Callable[[list[bytes]], bytes]

_MADE = pa.schema([("made", pa.binary()), ("problem", pa.string())])
#: Executors run as many tasks as they have cores.
_ALONE = Surroundings(threads=1, progress=False)


@dataclass(frozen=True)
class Asked:
    """What is asked, and of which columns."""

    spec: str
    schema: bytes

    def stages(self) -> _amidst.Stages:
        """As Rust has it; made once in every process."""
        return _stages(self.spec, self.schema)

    def header(self) -> pa.Schema:
        """The columns of the table."""
        return pa.ipc.read_schema(pa.py_buffer(self.schema))


@dataclass(frozen=True)
class Recoding:
    """How rows are recoded."""

    asked: Asked
    #: The solution, compressed.
    solution: bytes
    #: What every partition is dealt, if rows that are alike to the search go to several classes.
    deals: Optional[dict[int, bytes]] = field(default=None)

    def solved(self) -> _amidst.Solved:
        """As Rust has it; made once in every process."""
        return _solved(self.asked, self.solution)

    def deal(self) -> Optional[bytes]:
        """What this partition is dealt."""
        return None if self.deals is None else self.deals.get(_partition())


@functools.lru_cache(maxsize=2)
def _stages(spec: str, schema: bytes) -> _amidst.Stages:
    return _amidst.Stages(pa.ipc.read_schema(pa.py_buffer(schema)).empty_table(), json.dumps({"spec": spec}))


@functools.lru_cache(maxsize=2)
def _solved(asked: Asked, solution: bytes) -> _amidst.Solved:
    return asked.stages().solved(zlib.decompress(solution))


def summaries(asked: Asked) -> Task:
    """Sums the rows of a partition up."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        stages, header = asked.stages(), asked.header()
        parts = (stages.summarize(part, _ALONE) for part in _parts(batches, header))
        return _merged(parts, _amidst.merged_summaries)

    return _telling(task)


def refusals(asked: Asked) -> Task:
    """Refuses columns that point at people; the partition has rows from everywhere."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        for part in _parts(batches, asked.header(), None):
            asked.stages().refuse_people(part, _ALONE)
        return iter(())

    return _telling(task)


def merges(merge: Merge, limit: Optional[int]) -> Task:
    """Merges what the tasks before made, if it is not more than the driver may hold."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        rows = [row for batch in batches for row in batch.to_pylist()]
        problems = [row["problem"] for row in rows if row["problem"] is not None]
        if problems:
            return iter([_batch(None, min(problems))])
        return _merged((row["made"] for row in rows), merge, limit)

    return _telling(task)


def too_much(size: int, limit: int) -> ResourceError:
    """Why the driver does not take what was counted."""
    told = [f"{-(-one // (1 << 20)):,}" for one in (size, limit)]
    return ResourceError(
        f"the distinct combinations of what a search looks at take {told[0]} MiB or more, and the driver is to hold {told[1]} at most: "
        "round columns that have nearly as many values as rows before, or leave them out of the quasi columns; or give the driver more "
        "memory, and memory_limit the most of it that combinations may take",
        code="memory-limit",
    )


def deal_keys(recoding: Recoding) -> Task:
    """The keys of the rows of a partition that are to be dealt, behind the number of the partition."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        for part in _parts(batches, recoding.asked.header(), None):
            keys = recoding.solved().deal_keys(part, _ALONE)
            yield _batch(_partition().to_bytes(8, "big") + keys, None)

    return _telling(task)


def recoded(recoding: Recoding, schema: pa.Schema) -> Task:
    """Recodes the rows of a partition."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        solved = recoding.solved()
        for part in _dealt_parts(batches, recoding):
            table = pa.table(solved.recode(part, recoding.deal(), _ALONE))
            yield from table.cast(schema).to_batches()

    return task


def source_audits(recoding: Recoding) -> Task:
    """Sums the rows of a partition of the source up for the audit."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        solved = recoding.solved()
        parts = _dealt_parts(batches, recoding)
        return _merged((solved.audit_source(part, recoding.deal(), _ALONE) for part in parts), _amidst.merged_audits)

    return _telling(task)


def stored_audits(recoding: Recoding, schema: pa.Schema) -> Task:
    """Sums the rows of a partition of what was stored up for the audit."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        solved, first = recoding.solved(), _partition() << 32
        parts = enumerate(_parts(batches, schema))
        return _merged((solved.audit_stored(first + at, part, _ALONE) for at, part in parts), _amidst.merged_audits)

    return _telling(task)


def _dealt_parts(batches: Batches, recoding: Recoding) -> Iterator[pa.Table]:
    """Rows are dealt to a partition as a whole."""
    return _parts(batches, recoding.asked.header(), PART_ROWS if recoding.deals is None else None)


def _parts(batches: Batches, schema: pa.Schema, rows: Optional[int] = PART_ROWS) -> Iterator[pa.Table]:
    """The rows of a partition in parts of about so many, or all together."""
    held: list[pa.RecordBatch] = []
    count = 0
    for batch in batches:
        if batch.num_rows:
            held.append(batch)
            count += batch.num_rows
        if rows is not None and count >= rows:
            yield pa.Table.from_batches(held).cast(schema)
            held, count = [], 0
    if held:
        yield pa.Table.from_batches(held).cast(schema)


def _merged(made: Iterable[bytes], merge: Merge, limit: Optional[int] = None) -> Iterator[pa.RecordBatch]:
    """Everything that was made, as one; those of as many parts are merged with one another, so that none is merged often."""
    all_of_it: list[tuple[int, bytes]] = []
    for one in made:
        times = 0
        while all_of_it and all_of_it[-1][0] == times:
            one, times = merge([all_of_it.pop()[1], one]), times + 1
        if limit is not None and len(one) > limit:
            raise too_much(len(one), limit)
        all_of_it.append((times, one))
    if all_of_it:
        yield _batch(merge([one for _, one in all_of_it]), None)


def _telling(task: Task) -> Task:
    """A task that tells what is wrong with the table instead of failing, so that nobody runs it again."""

    def telling(batches: Batches) -> Iterator[pa.RecordBatch]:
        try:
            yield from task(batches)
        except Error as error:
            yield _batch(None, json.dumps([type(error).__name__, str(error), error.code, error.where]))

    return telling


def _batch(made: Optional[bytes], problem: Optional[str]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict({"made": [made], "problem": [problem]}, schema=_MADE)


def _partition() -> int:
    """The number of the partition that this task is for."""
    from pyspark import TaskContext

    context: Any = TaskContext.get()
    return int(context.partitionId())
