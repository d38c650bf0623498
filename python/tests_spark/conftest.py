"""What the tests share: the cluster, a session on it, and tables on both sides."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

import pyarrow as pa
import pytest
from pyspark.sql import DataFrame, SparkSession

import amidst
from cluster import HERE, Cluster

ROOT = Path(__file__).parent.parent.parent
Rows = list[tuple[Optional[str], ...]]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A master and two workers."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The wheel by a name that Spark takes for an archive."""
    return str(shutil.copy(os.environ["AMIDST_WHEEL"], tmp_path_factory.mktemp("wheel") / "amidst.zip"))


@pytest.fixture(scope="session")
def spark(cluster: Cluster, wheel: str) -> Iterator[SparkSession]:
    """A session whose executors have amidst from nowhere but the wheel that is shipped to them."""
    made = session(cluster, {"spark.submit.pyFiles": wheel})
    yield made
    made.stop()


def session(cluster: Cluster, ways: dict[str, str]) -> SparkSession:
    """A session on the cluster."""
    settings = {
        "spark.driver.bindAddress": HERE,
        "spark.driver.host": HERE,
        "spark.driver.memory": "1g",
        "spark.executor.cores": "1",
        "spark.executor.memory": "640m",
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
        **ways,
    }
    # The driver, too, listens nowhere else; and executors run this Python.
    os.environ.update({"SPARK_LOCAL_IP": HERE, "PYSPARK_PYTHON": sys.executable})
    builder = SparkSession.builder.master(cluster.url).appName("amidst")
    for key, value in settings.items():
        builder = builder.config(key, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    return made


def cells(table: Any) -> Rows:
    """The cells of a release, wherever it is, as text and sorted."""
    arrow: pa.Table = table.toArrow() if isinstance(table, DataFrame) else pa.table(table)
    columns = [[None if cell is None else str(cell) for cell in column.to_pylist()] for column in arrow.columns]
    return sorted(zip(*columns), key=lambda row: [(cell is not None, cell or "") for cell in row])


#: What a release on a cluster has not in common with that of a single machine: how long it took, where it is, and what is told of values that
#: nobody counts.
APART = ("seconds", "output", "parts", "repeated", "warnings")


def told(release: amidst.Release[Any]) -> dict[str, Any]:
    """What is said of a release, wherever it was made."""
    return {key: value for key, value in release.to_dict().items() if key not in APART}


def outcome(run: Callable[[], amidst.Release[Any]]) -> Any:
    """What came of a run: its cells and what is said of them, or why there are none."""
    try:
        release = run()
    except amidst.Error as error:
        return type(error).__name__, str(error)
    found = cells(release.data), told(release)
    if isinstance(release.data, DataFrame):
        release.data.unpersist()
    return found


def places(spark: SparkSession) -> list[str]:
    """Where executors find amidst."""

    def place(batches: Any) -> Any:
        import amidst

        for _ in batches:
            pass
        yield pa.RecordBatch.from_pydict({"place": [str(amidst._amidst.__file__)]})

    return [row["place"] for row in spark.range(8, numPartitions=2).mapInArrow(place, "place string").collect()]
