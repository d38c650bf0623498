"""Measures the package beside the Rust call that it makes, and beside pyCANON. `cargo xtask bench python` builds and installs what it
needs and runs it: the figures of docs/python.md, as Markdown.

    python measure.py PROGRAM FRAME FOLDER [ADULT]

PROGRAM is the command line, FRAME the example of that name, FOLDER holds what is made on the way, ADULT is the file of that table.
"""

from __future__ import annotations

import io
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable

ROWS = 1_000_000
RUNS = 5
ROLES: dict[str, Any] = {
    "identifier": ["patient_id", "name"],
    "quasi": ["birth_date", "sex", "postcode", "marital_status", "occupation", "admission_date"],
    "sensitive": ["diagnosis", "length_of_stay", "cost"],
    "k": 5,
    "suppression": "5%",
}


def main(program: str, frame: str, folder: Path, adult: Path | None) -> None:
    """Measures everything."""
    table = _patients(program, folder)
    print("| what | seconds | of the Rust call | frame | peak beside it | of the frame |")
    print("|---|---|---|---|---|---|")
    rust, python = [], []
    for _ in range(RUNS):
        rust.append(_told([frame, str(folder / "release.toml"), str(table)])["seconds"])
        python.append(_told([sys.executable, __file__, "--one", str(table)]))
    base = statistics.median(rust)
    seconds = statistics.median(one["seconds"] for one in python)
    size, peak = python[0]["frame"], statistics.median(one["peak"] for one in python)
    print(f"| Rust | {base:.2f} | 1 | | | |")
    print(f"| polars | {seconds:.2f} | {seconds / base:.2f} | {size >> 20} MiB | {int(peak) >> 20} MiB | {peak / size:.2f} |")
    if adult is not None:
        print()
        _beside_pycanon(adult)


def _told(words: list[str]) -> dict[str, Any]:
    """What a process tells as JSON."""
    told: dict[str, Any] = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return told


def _patients(program: str, folder: Path) -> Path:
    """The patients of the demo, as an Arrow file, and the spec beside it."""
    import polars as pl

    import amidst

    table = folder / f"patients-{ROWS}.arrow"
    if not table.exists():
        subprocess.run([program, "demo", "--people", str(ROWS), "--output", str(folder), "--force"], check=True, capture_output=True)
        pl.read_csv(folder / "patients.csv", schema_overrides={"postcode": pl.String}, try_parse_dates=True).write_ipc(table)
    amidst.Spec(**ROLES).write(folder / "release.toml", input=table)
    return table


def _one(table: str) -> None:
    """One call in a process of its own: its time, by how much the process grew at most, and what the buffers of the frame hold. (polars
    itself estimates less: it counts the texts, and not the 16 bytes that each text takes besides.)"""
    import polars as pl
    import pyarrow as pa

    import amidst

    # Not laid over the file: what is measured must not be paged in meanwhile.
    frame = pl.read_ipc(io.BytesIO(Path(table).read_bytes())).rechunk()
    amidst.check(frame.head(10), quasi="sex")
    before = _resident("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    begun = time.perf_counter()
    released = amidst.anonymize(frame, **ROLES)
    seconds = time.perf_counter() - begun
    assert released.data.height == released.rows.out
    print(json.dumps({"seconds": seconds, "frame": pa.table(frame).get_total_buffer_size(), "peak": _resident("VmHWM") - before}))


def _resident(key: str) -> int:
    """A line of what Linux tells of the process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(key))


def _beside_pycanon(adult: Path) -> None:
    """`check` beside pyCANON's functions, in processor time of this process."""
    import pandas as pd
    from pycanon import anonymity

    import amidst

    frame = pd.read_csv(adult, sep=";")
    sensitive = "occupation"
    quasi = [name for name in frame.columns if name not in (sensitive, "salary-class")]
    frame = frame[[*quasi, sensitive]]
    questions: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "k": (lambda: amidst.check(frame, quasi=quasi), lambda: anonymity.k_anonymity(frame, quasi)),
        "k, l and t": (
            lambda: amidst.check(frame, quasi=quasi, sensitive=sensitive),
            lambda: (
                anonymity.k_anonymity(frame, quasi),
                anonymity.l_diversity(frame, quasi, [sensitive]),
                anonymity.t_closeness(frame, quasi, [sensitive]),
            ),
        ),
    }
    print("| question | `amidst.check` | pyCANON | times |")
    print("|---|---|---|---|")
    for name, (ours, theirs) in questions.items():
        ours()
        mine = statistics.median(_processor(ours) for _ in range(RUNS))
        other = _processor(theirs)
        print(f"| {name} | {mine * 1000:.1f} ms | {other:.3f} s | {other / mine:.0f} |")


def _processor(work: Callable[[], object]) -> float:
    """Seconds of processor time, those of all threads and of the system included."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        _one(sys.argv[2])
    else:
        place = Path(sys.argv[3])
        os.makedirs(place, exist_ok=True)
        main(sys.argv[1], sys.argv[2], place, Path(sys.argv[4]) if len(sys.argv) > 4 else None)
