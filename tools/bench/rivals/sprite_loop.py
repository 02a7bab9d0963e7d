"""What the scripts that draw moving sprites share. It needs Python 3.11 and the standard library alone.

    PYTHONPATH=tools python tools/bench/rivals/arcade_sprites.py FOLDER NAME

FOLDER holds `job.json` (size, side, background, tint of each sprite, places of all in each frame, frames to time) and
`sprite.rgba`, the picture. A script writes what it drew first to `NAME.rgba`, and prints a line of JSON: the
milliseconds that the main thread took for each frame, from the first place that is set to the last call that draws.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any, Protocol

WARM_UP = 3


class Drawing(Protocol):
    """Sprites of one library."""

    def move(self, places: list[Any]) -> None:
        """Set the place of each sprite, as users of the library do."""

    def draw(self) -> None:
        """Draw a frame: clear, then all sprites."""

    def finish(self) -> None:
        """Wait until it is drawn."""

    def picture(self) -> bytes:
        """What is on the screen: RGBA, rows from the top."""


def main(make: Callable[[dict[str, Any], bytes], Drawing], place: Callable[[float, float, float], Any]) -> None:
    """Time the sprites that `make` gives for the job and the picture.

    Args:
        make: the library's sprites.
        place: turns x, y (down) and the height of the screen into what `move` takes; not timed.
    """
    folder, name = Path(sys.argv[1]), sys.argv[2]
    job = json.loads((folder / "job.json").read_text("utf-8"))
    height = job["size"][1]
    frames = [[place(x, y, height) for x, y in frame] for frame in job["places"]]
    drawing = make(job, (folder / "sprite.rgba").read_bytes())
    drawing.move(frames[0])
    drawing.draw()
    drawing.finish()
    (folder / f"{name}.rgba").write_bytes(drawing.picture())
    for each in range(WARM_UP):
        _timed(drawing, frames[each % len(frames)])
    gc.collect()
    print(json.dumps([_timed(drawing, frames[each % len(frames)]) for each in range(job["frames"])]))


def _timed(drawing: Drawing, places: list[Any]) -> float:
    start = thread_time()
    drawing.move(places)
    drawing.draw()
    taken = thread_time() - start
    drawing.finish()
    return taken * 1e3
