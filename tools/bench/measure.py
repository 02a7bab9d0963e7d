"""Timing of the engine beside a bare limit, interleaved, with median and spread.

A row is one line of a table of demands. Its value is a ratio (engine over limit) or an absolute figure; the demand is
value <= bound. Engine and limit are timed in turn inside one loop, so that a machine whose speed drifts slows both;
the garbage collector runs as it does for a user.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from gc import collect
from statistics import median, quantiles
from time import perf_counter
from typing import Any

REPEATS = 15  # medians of at least 9 count; --quick takes 9
QUICK_REPEATS = 9


@dataclass(frozen=True, slots=True)
class Row:
    """One measured demand.

    Attributes:
        issue: the table that the demand stands in.
        row: what was measured.
        value: the figure, a ratio where `limit_ms` is not None.
        bound: the most it may be.
        unit: of value and bound: "x" for ratios.
        median_ms: the engine's median, in milliseconds; None where the figure is not a time.
        limit_ms: the limit's median; None for absolute rows.
        spread: the middle half of the single values, divided by their median.
    """

    issue: str
    row: str
    value: float
    bound: float
    unit: str
    median_ms: float | None
    limit_ms: float | None
    spread: float

    @property
    def holds(self) -> bool:
        """Whether the demand is met."""
        return self.value <= self.bound


@dataclass(frozen=True, slots=True)
class Scale:
    """How thorough a run is."""

    quick: bool

    @property
    def repeats(self) -> int:
        """How often each row is measured."""
        return QUICK_REPEATS if self.quick else REPEATS


def timed(function: Callable[[], Any]) -> float:
    """Milliseconds of one call."""
    start = perf_counter()
    function()
    return (perf_counter() - start) * 1e3


def spread(values: list[float]) -> float:
    """The middle half of the values, relative to their median."""
    low, _, high = quantiles(values, n=4)
    return (high - low) / median(values) if median(values) else 0.0


def ratio(
    issue: str,
    row: str,
    bound: float,
    engine: Callable[[], Any],
    limit: Callable[[], Any],
    scale: Scale,
    inner: int = 1,
) -> Row:
    """Time `engine` and `limit` in turn, each `inner` times a measurement, and compare their medians."""
    engine()
    limit()
    collect()
    engine_ms, limit_ms = [], []
    for _ in range(scale.repeats):
        limit_ms.append(timed(_times(limit, inner)) / inner)
        engine_ms.append(timed(_times(engine, inner)) / inner)
    return pair(issue, row, bound, engine_ms, limit_ms)


def pair(issue: str, row: str, bound: float, engine_ms: list[float], limit_ms: list[float]) -> Row:
    """The row of times that were taken in turn."""
    singles = [engine / limit for engine, limit in zip(engine_ms, limit_ms, strict=True)]
    value = median(engine_ms) / median(limit_ms)
    return Row(issue, row, value, bound, "x", median(engine_ms), median(limit_ms), spread(singles))


def absolute(issue: str, row: str, bound: float, unit: str, values_ms: list[float]) -> Row:
    """The row of an absolute time; `unit` is "ms" or "us"."""
    factor = {"ms": 1.0, "us": 1e3}[unit]
    return Row(issue, row, median(values_ms) * factor, bound, unit, median(values_ms), None, spread(values_ms))


def figure(issue: str, row: str, bound: float, unit: str, value: float) -> Row:
    """The row of a figure that is not a time."""
    return Row(issue, row, value, bound, unit, None, None, 0.0)


def _times(function: Callable[[], Any], count: int) -> Callable[[], None]:
    def repeat() -> None:
        for _ in range(count):
            function()

    return repeat if count > 1 else function
