"""The table that `sapwood run --profile` prints at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from engine.cli.profiler import PHASES, Row

if TYPE_CHECKING:
    from engine.cli.profiler import Profiler

LEAST_SHARE = 0.001
"""Parts with less of the frame than this share one line."""


def profile_table(profiler: Profiler) -> Table:
    """What was measured: for each phase what ran in it, the longest first, and what is left."""
    whole = profiler.seconds
    per_frame = whole / profiler.frames if profiler.frames else 0.0
    table = Table(
        box=box.SIMPLE_HEAD,
        title=f"{profiler.frames:,} frames, {per_frame * 1e3:.2f} ms each",
        title_justify="left",
        caption="Own time of each part. The rest of a phase is the engine, and handlers, tweens and coroutines.",
        caption_justify="left",
    )
    table.add_column("part", no_wrap=True)
    for name in ("calls", "ms in all", "µs a call", "of the frame"):
        table.add_column(name, justify="right")
    for phase in PHASES:
        rows = {part: row for (its_phase, part), row in profiler.rows.items() if its_phase == phase}
        if rows:
            _add_phase(table, phase, rows, whole)
    return table


def _add_phase(table: Table, phase: str, rows: dict[str, Row], whole: float) -> None:
    own = rows.pop("", None)
    total = sum(row.seconds for row in rows.values()) + (own.seconds if own is not None else 0.0)
    calls = own.calls if own is not None else sum(row.calls for row in rows.values())
    _add(table, phase, calls, total, whole, style="bold")
    shown = {part: row for part, row in rows.items() if row.seconds >= LEAST_SHARE * whole}
    if len(rows) - len(shown) == 1:
        shown = rows
    for part, row in sorted(shown.items(), key=lambda item: -item[1].seconds):
        _add(table, f"  {part}", row.calls, row.seconds, whole)
    small = [row for part, row in rows.items() if part not in shown]
    if small:
        what = f"  {len(small)} more, each below {LEAST_SHARE:.1%}"
        _add(table, what, sum(row.calls for row in small), sum(row.seconds for row in small), whole)
    if rows and own is not None:
        _add(table, "  the rest", None, own.seconds, whole)


def _add(table: Table, what: str, calls: int | None, seconds: float, whole: float, style: str = "") -> None:
    each = f"{seconds / calls * 1e6:,.1f}" if calls else ""
    share = f"{seconds / whole:.1%}" if whole else ""
    table.add_row(what, "" if calls is None else f"{calls:,}", f"{seconds * 1e3:,.1f}", each, share, style=style)
