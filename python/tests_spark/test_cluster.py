"""What goes wrong on a cluster: executors that are lost, drivers that are too small, tables that cannot be released."""

from __future__ import annotations

import threading
import time
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

import amidst
import amidst.spark
from cluster import Cluster, end_at_once
from conftest import outcome, places
from test_same import ROLES, made


def test_an_executor_that_is_lost_changes_nothing(spark: SparkSession, cluster: Cluster) -> None:
    table = made(20_000)
    df = spark.createDataFrame(table).repartition(7)
    killed: list[int] = []

    def kill_one() -> None:
        """Ends an executor once some tasks of the stages that recode are done."""
        status = spark.sparkContext.statusTracker()
        until = time.monotonic() + 60
        while not killed and time.monotonic() < until:
            stages = filter(None, map(status.getStageInfo, status.getActiveStageIds()))
            if any(stage.numTasks == 7 and 2 <= stage.numCompletedTasks < 6 for stage in stages):
                killed.append(cluster.executors()[0])
                end_at_once(killed[0])
            time.sleep(0.002)

    killer = threading.Thread(target=kill_one)
    killer.start()
    found = outcome(lambda: amidst.spark.anonymize(df, **ROLES, k=5, algorithm="local"))
    killer.join()
    assert killed, "no executor was ended in time"
    assert found == outcome(lambda: amidst.anonymize(table, **ROLES, k=5, algorithm="local"))


def test_executors_have_amidst_from_the_wheel_alone(spark: SparkSession) -> None:
    assert all("amidst.zip." in place for place in places(spark))


def test_a_driver_that_is_too_small_says_what_to_do(spark: SparkSession) -> None:
    df = spark.createDataFrame(made(3000))
    with pytest.raises(amidst.ResourceError, match="memory_limit") as refused:
        amidst.spark.anonymize(df, **ROLES, k=5, memory_limit=1000)
    assert refused.value.code == "memory-limit"


def test_what_cannot_be_released_is_refused_as_by_a_single_machine(spark: SparkSession) -> None:
    table = made(2000)
    mail = table.append_column("mail", pa.array([f"person{at}@example.org" for at in range(2000)]))
    for asked, given in [
        ({**ROLES, "k": 2500}, table),
        ({**ROLES, "quasi": ["age", "place"], "k": 5}, table),
        ({**ROLES, "other": ["cost", "mail"], "k": 5}, mail),
        ({**ROLES, "k": 5}, table.slice(0, 0)),
    ]:
        df = spark.createDataFrame(given).repartition(3)
        found = outcome(lambda: amidst.spark.anonymize(df, **asked))
        assert found == outcome(lambda: amidst.anonymize(given, **asked)) and isinstance(found[1], str)


def test_rows_in_the_order_of_input_cannot_be_had(spark: SparkSession) -> None:
    with pytest.raises(amidst.SpecError, match="sorted"):
        amidst.spark.anonymize(spark.createDataFrame(made(2000)), **ROLES, k=5, suppression="5%", order="input")
