"""Puts a library that cargo has built already into a wheel, for tests. Releases are built by maturin.

    python assemble.py LIBRARY FOLDER
"""

import base64
import hashlib
import re
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def version() -> str:
    """That of the workspace."""
    manifest = (ROOT.parent / "Cargo.toml").read_text(encoding="utf-8")
    package = manifest.split("[workspace.package]")[1]
    found = re.search(r'version = "(.*?)"', package)
    assert found is not None, "the workspace has a version"
    return found[1]


def main(library: Path, folder: Path) -> None:
    """Writes the wheel."""
    tag = "cp39-abi3-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    about = f"amidst-{version()}.dist-info"
    ending = ".pyd" if library.suffix == ".dll" else ".abi3.so"
    sources = sorted(path for path in (ROOT / "amidst").rglob("*.py*") if path.suffix in (".py", ".pyi"))
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sources}
    files["amidst/py.typed"] = b""
    files[f"amidst/_amidst{ending}"] = library.read_bytes()
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: amidst\nVersion: {version()}\n".encode()
    files[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = "".join(f"{name},{digest(text)},{len(text)}\n" for name, text in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    with zipfile.ZipFile(folder / f"amidst-{version()}-{tag}.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)


def digest(text: bytes) -> str:
    """As RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
