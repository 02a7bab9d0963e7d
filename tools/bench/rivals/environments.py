"""An environment for each library, made once in a cache folder outside of the repository, with pinned versions.

The packages come from the index that pip is set up for. An environment is thrown away when its folder is deleted; other
versions get another folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PACKAGES = {"arcade": ("arcade==3.3.3", "pyglet==2.1.19"), "pyglet": ("pyglet==2.1.19",)}
"""What each environment holds; what these need besides is left to pip."""

_DONE = "made.txt"


def python_of(library: str) -> Path:
    """The Python of the environment of a library, which is made first where it is missing.

    Raises:
        subprocess.CalledProcessError: the packages cannot be installed; pip says why.
    """
    packages = PACKAGES[library]
    folder = cache_folder() / "-".join(packages).replace("==", "-")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / _DONE).is_file():
        print(f"making {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        subprocess.run([*pip, *packages], check=True, stdout=sys.stderr)
        (folder / _DONE).write_text("\n".join(packages), "utf-8")
    return python


def cache_folder() -> Path:
    """Where the environments are: below XDG_CACHE_HOME, or `.cache` of the home folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sapwood-bench"
