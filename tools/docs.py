"""Build the API reference into build/reference, and check its links and those of the project's texts.

    python tools/docs.py [FOLDER]

Says where the reference is, and before that a line for each thing that is wrong, with exit code 1: a link that leads
nowhere, a docstring that names what is not there, an annotation that means nothing, a type that games are given and
cannot import.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from check_links import ROOT, broken_links, project_texts
from reference.pages import write_reference
from reference.surface import public_surface, types_without_home

FOLDER = ROOT / "build" / "reference"


def main(arguments: list[str]) -> int:
    """Build and check; give the exit code."""
    options = [each for each in arguments if each.startswith("-")]
    if options or len(arguments) > 1:
        print(__doc__)
        return 0 if options in (["-h"], ["--help"]) else 2
    folder = Path(arguments[0]).resolve() if arguments else FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    surface = public_surface()
    wrong = write_reference(surface, folder) + types_without_home(surface)
    wrong += broken_links(sorted(folder.rglob("*.html")), folder)
    wrong += broken_links(project_texts(ROOT), ROOT)
    for line in wrong:
        print(line)
    print(f"the reference is in {folder / 'index.html'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
