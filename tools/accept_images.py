"""Accept pictures of failed image tests as right, after looking at them.

    python tools/accept_images.py               list what waits in out/images, and how far it is from what is stored
    python tools/accept_images.py NAME ...      store NAME.actual.png as tests/image/references/NAME.png

Look at a picture before you accept it: from then on the tests hold it for right.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from engine.resources import Image  # noqa: E402 - the path above must be set first

RESULTS = Path("out") / "images"
REFERENCES = Path("tests") / "image" / "references"
_SUFFIX = ".actual.png"


def waiting(root: Path) -> list[str]:
    """The names of the pictures that failed, sorted."""
    return sorted(file.name.removesuffix(_SUFFIX) for file in (root / RESULTS).glob(f"*{_SUFFIX}"))


def describe(root: Path, name: str) -> str:
    """One line about a picture that waits: how many pixels differ from the stored one."""
    reference = root / REFERENCES / f"{name}.png"
    if not reference.is_file():
        return f"{name}: new"
    actual = Image.load_from_file(root / RESULTS / f"{name}{_SUFFIX}").pixels
    stored = Image.load_from_file(reference).pixels
    if actual.shape != stored.shape:
        return f"{name}: {actual.shape[1]} x {actual.shape[0]} pixels, stored {stored.shape[1]} x {stored.shape[0]}"
    different = (actual != stored).any(axis=2)
    return f"{name}: {different.sum():,} of the pixels differ, {different.mean():.3%}"


def accept(root: Path, name: str) -> Path:
    """Store a picture that waits, and remove the files of its failure; the path of the stored one.

    Raises:
        FileNotFoundError: none of that name waits.
    """
    actual = root / RESULTS / f"{name}{_SUFFIX}"
    if not actual.is_file():
        raise FileNotFoundError(f"no picture {name!r} waits in {root / RESULTS}; run the image tests first")
    target = root / REFERENCES / f"{name}.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    actual.replace(target)
    for kind in ("expected", "difference"):
        (root / RESULTS / f"{name}.{kind}.png").unlink(missing_ok=True)
    return target


def main(names: list[str], root: Path = ROOT) -> int:
    """Accept `names`, or list what waits; the exit code."""
    if not names:
        for name in waiting(root):
            print(describe(root, name))
        return 0
    for name in names:
        try:
            print(f"stored {accept(root, name).relative_to(root)}")
        except FileNotFoundError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
