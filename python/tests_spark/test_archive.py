"""The wheel may travel as an archive, too. Runs in a process of its own, before the session of the others takes the cluster's cores."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cluster import Cluster


def test_the_wheel_travels_as_an_archive(cluster: Cluster, wheel: str, tmp_path: Path) -> None:
    # Spark takes an archive away once it is unpacked.
    archive = str(shutil.copy(wheel, tmp_path))
    ended = subprocess.run(
        [sys.executable, __file__, cluster.url, archive], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def main(url: str, wheel: str) -> None:
    """Releases a table with executors that have the wheel as an archive."""
    import amidst
    import amidst.spark
    from conftest import outcome, places, session
    from test_same import ROLES, made

    cluster: Any = SimpleNamespace(url=url)
    spark = session(cluster, {"spark.archives": f"{wheel}#amidst-wheel", "spark.executorEnv.PYTHONPATH": "amidst-wheel"})
    assert all("amidst-wheel" in place for place in places(spark)), "executors have amidst from elsewhere"
    table = made(2000)
    found = outcome(lambda: amidst.spark.anonymize(spark.createDataFrame(table), **ROLES, k=5, suppression="2%"))
    assert found == outcome(lambda: amidst.anonymize(table, **ROLES, k=5, suppression="2%"))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
