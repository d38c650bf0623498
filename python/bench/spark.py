"""Measures releases on a cluster of a master and two workers on this machine, beside Spark's own work in the same run. `cargo xtask bench
spark` builds and installs what it needs and runs it; it prints Markdown.

    python spark.py WHEEL FOLDER TABLE SPEC

WHEEL is what executors are sent, FOLDER holds what is made on the way, TABLE is a file of CSV like Adult, SPEC has its columns.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable

import amidst
import amidst.spark
from pyspark.sql import DataFrame, SparkSession

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests_spark"))

from cluster import Cluster  # noqa: E402
from conftest import session  # noqa: E402

ASKED: dict[str, dict[str, Any]] = {
    "whole columns, k = 5, suppression 5 %": {"k": 5, "suppression": "5%"},
    "Mondrian, k = 5": {"k": 5, "algorithm": "mondrian"},
}


def main(wheel: str, folder: Path, table: Path, spec: Path) -> None:
    """Measures everything with one worker, then with two."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["AMIDST_WHEEL"] = wheel
    asked = amidst.Spec.read(spec)
    print("| workers | rows | what | seconds | of groupBy().count() | of read and write | driver's peak |")
    print("|---|---|---|---|---|---|---|")
    for workers in (1, 2):
        place = folder / str(workers)
        place.mkdir()
        cluster = Cluster(place, workers, memory="3g")
        try:
            ways = {
                "spark.submit.pyFiles": wheel,
                "spark.driver.memory": "3g",
                "spark.executor.memory": "2g",
                "spark.sql.shuffle.partitions": "8",
            }
            spark = session(cluster, ways)
            _measured(spark, asked, (table, folder / "table.parquet"), folder, workers)
            spark.stop()
        finally:
            cluster.stop()


def _measured(spark: SparkSession, spec: amidst.Spec, places: tuple[Path, Path], folder: Path, workers: int) -> None:
    table, parquet = places
    if not parquet.exists():
        spark.read.csv(str(table), header=True, inferSchema=True).write.parquet(str(parquet))
    df = spark.read.parquet(str(parquet))
    rows = df.count()
    quasi = spec.columns("quasi")
    counted, _ = _timed(lambda: df.groupBy(*quasi).count().write.format("noop").mode("overwrite").save())
    copied, _ = _timed(lambda: _written(df, folder))
    tell = f"| {workers} | {rows:,} | "
    print(f"{tell}groupBy().count() of the quasi columns | {counted:.1f} | 1 | {counted / copied:.2f} | |")
    print(f"{tell}read and write | {copied:.1f} | {copied / counted:.2f} | 1 | |")
    for name, asked in ASKED.items():

        def release() -> None:
            released = amidst.spark.anonymize(df, spec=spec.but(**asked), memory_limit="2G")
            print(f"<!-- {name}: {released.to_dict()['seconds']}, {released.loss:.6f} -->")
            _written(released.data, folder)
            released.data.unpersist()

        seconds, peak = _timed(release)
        print(f"{tell}{name} | {seconds:.1f} | {seconds / counted:.2f} | {seconds / copied:.2f} | {peak >> 20} MiB |")
        sys.stdout.flush()


def _written(df: DataFrame, folder: Path) -> None:
    df.write.mode("overwrite").parquet(str(folder / "written.parquet"))


def _timed(work: Callable[[], None]) -> tuple[float, int]:
    """How long it takes, and the most memory that this process holds meanwhile."""
    peak, is_over = 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not is_over.wait(0.1):
            peak = max(peak, _held())

    watcher = threading.Thread(target=watch)
    watcher.start()
    begun = time.monotonic()
    work()
    seconds = time.monotonic() - begun
    is_over.set()
    watcher.join()
    return seconds, peak


def _held() -> int:
    """The bytes of memory that this process and the Spark beside it hold."""
    processes = [os.getpid(), *_children(os.getpid())]
    return sum(_resident(process) for process in processes)


def _children(parent: int) -> list[int]:
    tasks = Path(f"/proc/{parent}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def _resident(process: int) -> int:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
