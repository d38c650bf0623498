"""The package in an archive, as Spark ships it with `--py-files`: Python reads its own files from there, but no system loads a library
from an archive. It is laid beside the archive, once."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import Any


def lay_out(loader: Any, places: Any) -> None:
    """If this loader reads from an archive, adds the folder of its library to the places where modules of the package are looked for."""
    archive = getattr(loader, "archive", None)
    if archive is None:
        return
    with zipfile.ZipFile(archive) as wheel:
        library = next(one for one in wheel.infolist() if one.filename.startswith("amidst/_amidst.") and not one.filename.endswith(".pyi"))
        folder = Path(f"{archive}.{library.CRC:08x}")
        target = folder / Path(library.filename).name
        if not target.exists():
            folder.mkdir(exist_ok=True)
            # Others may be at it at the same time.
            own = folder / f"{os.getpid()}.part"
            own.write_bytes(wheel.read(library))
            os.replace(own, target)
    places.append(str(folder))
