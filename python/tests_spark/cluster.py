"""A cluster of Spark: a master and two workers, each a process of its own, that talk over loopback and nothing else."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Optional

import pyspark

HERE = "127.0.0.1"
HOME = Path(pyspark.__file__).parent
#: A worker is there after a few seconds; on a machine that does much else, later.
PATIENCE = 120.0


class Cluster:
    """A master and its workers; they end with it."""

    def __init__(self, folder: Path, workers: int = 2, memory: str = "1g") -> None:
        self._folder = folder
        self._memory = memory
        self._processes: list[subprocess.Popen[bytes]] = []
        port = _free_port()
        self.url = f"spark://{HERE}:{port}"
        try:
            self._start("master", "master.Master", "--host", HERE, "--port", str(port), "--webui-port", "0")
            self._await("master", "I have been elected leader")
            self._workers = [self._worker(at) for at in range(workers)]
            for at in range(workers):
                self._await(f"worker-{at}", "Successfully registered with master")
        except BaseException:
            self.stop()
            raise

    def executors(self) -> list[int]:
        """The processes that run tasks, by their ids."""
        workers = {process.pid for process in self._workers}
        found = (_parent_of(Path(entry)) for entry in Path("/proc").iterdir() if entry.name.isdigit())
        return sorted(process for process, parent in filter(None, found) if parent in workers)

    def stop(self) -> None:
        """Ends all of it."""
        for process in reversed(self._processes):
            process.terminate()
        for process in self._processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _worker(self, at: int) -> subprocess.Popen[bytes]:
        words = ["--host", HERE, "--cores", "1", "--memory", self._memory, "--webui-port", "0"]
        return self._start(f"worker-{at}", "worker.Worker", *words, "--work-dir", str(self._folder / f"work-{at}"), self.url)

    def _start(self, name: str, kind: str, *words: str) -> subprocess.Popen[bytes]:
        # Nothing of where the tests run reaches the executors: what they need, Spark has to bring them.
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "SPARK", "AMIDST"))}
        own = {"SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": HERE, "SPARK_DAEMON_MEMORY": "256m"}
        with self._log(name).open("wb") as log:
            process = subprocess.Popen(
                [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{kind}", *words],
                env={**kept, **own},
                cwd=self._folder,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._processes.append(process)
        return process

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def _await(self, name: str, words: str) -> None:
        """Waits until a process says these words."""
        until = time.monotonic() + PATIENCE
        while words not in (said := self._log(name).read_text(encoding="utf-8", errors="replace")):
            if time.monotonic() > until or any(process.poll() is not None for process in self._processes):
                raise RuntimeError(f"{name} does not start:\n{said}")
            time.sleep(0.1)


def end_at_once(process: int) -> None:
    """Ends a process as a machine that loses its power does."""
    os.kill(process, signal.SIGKILL)


def _parent_of(entry: Path) -> Optional[tuple[int, int]]:
    """The id of a process and that of its parent, if it still runs."""
    try:
        told = (entry / "stat").read_text()
    except OSError:
        return None
    return int(entry.name), int(told.rpartition(")")[2].split()[1])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port
