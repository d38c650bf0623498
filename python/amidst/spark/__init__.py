"""The same on Apache Spark: a release of a data frame that lies on the machines of a cluster, and the answer of a single machine.

    import amidst.spark

    r = amidst.spark.anonymize(df, identifier="ssn", quasi=["zip", "birth", "sex"], sensitive="disease", k=5, suppression="5%")
    r.data.write.parquet("released")         # a data frame of Spark, audited
    r.k, r.levels, r.loss, r.rows, r.plan    # what was reached and what it cost

Rows stay on the executors: they are counted there, the counts are solved on the driver, and rows are recoded and audited there.
Needs PySpark 4 (`pip install "amidst[spark]"`), and amidst on every executor; see docs/spark.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from ..api import PathOr, Question, _plan, _spec, _split, _told
from ..errors import ResourceError
from ..findings import Check, Risk
from ..plan import Plan
from ..release import Release
from ..spec import Names, Spec, names, spelled_out

try:
    from pyspark.sql import DataFrame
except ImportError:
    raise ResourceError(
        'data frames of Spark come in through pyspark, which is not there: pip install "amidst[spark]"', code="cannot-read"
    ) from None

from ._run import judged, released

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["anonymize", "apply", "check", "risk"]


@spelled_out
def anonymize(df: DataFrame, *, spec: Optional[Spec] = None, **question: Unpack[Question]) -> Release[DataFrame]:
    """Finds the least change that meets what is asked, recodes the table, and verifies what was made; see `amidst.anonymize`.

    The answer's `data` is a data frame of Spark, sorted by what is released and persisted: `unpersist` it when it was written. `memory_limit` is
    how much the driver may hold of what was counted, 512M if nothing is said.

    Raises `InfeasibleError` if the target is out of reach within the limits, and `ResourceError` if there is more to count than the driver
    may hold.
    """
    asked, around, memory = _split(question)
    with around:
        return released(df, {"spec": _spec(spec, asked)._json()}, around, memory)


def apply(
    plan: Union[Plan, PathOr],
    df: DataFrame,
    *,
    on_unmapped: Optional[str] = None,
    not_identifying: Optional[Names] = None,
    missing: Optional[Sequence[str]] = None,
    **around: Any,
) -> Release[DataFrame]:
    """Recodes the next batch by the plan of an earlier one, checks anew, and refuses if k no longer holds; see `amidst.apply`."""
    asked, surroundings, memory = _split(around)
    if asked:
        raise TypeError(f"apply() got an unexpected keyword argument {next(iter(asked))!r}")
    told = {
        "plan": _plan(plan)._question(),
        "missing": None if missing is None else names(missing),
        "earlier": [],
        "on_unmapped": on_unmapped,
        "not_identifying": names(not_identifying),
    }
    with surroundings:
        return released(df, {"apply": told}, surroundings, memory)


@spelled_out
def check(
    df: DataFrame,
    *,
    spec: Optional[Spec] = None,
    joint: bool = False,
    population: Optional[PathOr] = None,
    mu_argus: Optional[str] = None,
    **question: Unpack[Question],
) -> Check:
    """Whether a table, as it stands, meets what is asked of it; see `amidst.check`. `population` is a file on the driver."""
    asked, around, memory = _split(question)
    asked_of = _spec(spec, asked)
    told = _told(asked_of, asked, joint=joint, population=population, mu_argus=mu_argus)
    with around:
        return Check(judged(df, "check", (asked_of._json(), told), around, memory))


@spelled_out
def risk(
    df: DataFrame,
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
    """Who could find someone in a table as it stands; see `amidst.risk`. `population` is a file on the driver."""
    asked, around, memory = _split(question)
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
        return Risk(judged(df, "risk", (asked_of._json(), told), around, memory))
