"""Starting: importing the engine and running one headless tick, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bench.measure import Row, Scale, pair, timed

ISSUE = "01"
ROOT = Path(__file__).resolve().parents[2]
ENGINE = "from engine import SceneTree; SceneTree().tick(1 / 60)"
LIMIT = "import numpy"


def rows(scale: Scale) -> list[Row]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(ROOT)

    def start(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True, env=environment, cwd="/")

    start(ENGINE)  # writes the byte code
    start(LIMIT)
    engine_ms, limit_ms = [], []
    for _ in range(scale.repeats):
        limit_ms.append(timed(lambda: start(LIMIT)))
        engine_ms.append(timed(lambda: start(ENGINE)))
    return [pair(ISSUE, "import and one headless tick, beside importing numpy", 1.4, engine_ms, limit_ms)]
