"""Run the benchmarks: `python tools/bench/run.py [AREA] [--quick] [--json] [--rivals]`.

Prints a table, or with --json a list of {"issue", "row", "value", "bound", "unit", "median_ms", "limit_ms", "spread"}.
The exit code is 1 when a row is over its bound.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.measure import Row

_TOOLS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_TOOLS.parent), str(_TOOLS)]

AREAS = (
    "tick",
    "nodes",
    "duplicate",
    "transforms",
    "transforms_3d",
    "calls",
    "start",
    "coroutines",
    "tweens",
    "values",
    "state",
    "scene_text",
    "scenes",
    "canvas",
    "physics_2d",
)  # each is a module bench_AREA with rows(scale)


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the engine beside its bare limits.")
    parser.add_argument("area", nargs="?", choices=AREAS, help="one area; all if left out")
    parser.add_argument("--quick", action="store_true", help="fewer repeats: all areas in under 50 s")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--rivals", action="store_true", help="other libraries, too, in environments made for them")
    arguments = parser.parse_args()
    scale = import_module("bench.measure").Scale(arguments.quick)
    rows: list[Row] = []
    for area in AREAS:
        if arguments.area in (None, area):
            rows += import_module(f"bench.bench_{area}").rows(scale)
    if arguments.rivals:
        rows += import_module("bench.rivals.compare").rows(scale)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
    else:
        print_table(rows)
    return 0 if all(row.holds for row in rows) else 1


def print_table(rows: list[Row]) -> None:
    print(f"{'row':<66} {'value':>9} {'bound':>7} {'':<3} {'engine ms':>10} {'limit ms':>10} {'spread':>7}")
    for row in rows:
        engine = f"{row.median_ms:.4f}" if row.median_ms is not None else ""
        limit = f"{row.limit_ms:.4f}" if row.limit_ms is not None else ""
        over = "" if row.holds else "  over"
        print(
            f"{row.row:<66} {row.value:>9.3f} {row.bound:>7g} {row.unit:<3} {engine:>10} {limit:>10}"
            f" {row.spread:>6.0%}{over}"
        )


if __name__ == "__main__":
    sys.exit(main())
