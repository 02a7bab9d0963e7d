"""Value types beside functions on plain tuples, as one would write them by hand.

Each row combines 4,000 pairs and keeps the results in a list, as a game does with positions: what is measured is the
work of making new values too, not only the arithmetic. The functions by hand check nothing, and give plain tuples.
These are short times, often taken: most of them pass without the machine doing something else.
"""

from __future__ import annotations

from collections.abc import Callable
from gc import collect
from math import sin
from typing import Any

from bench.measure import Row, Scale, pair, timed
from engine.math import Quaternion, Transform3D, Vector2, Vector3

ISSUE = "02"
COUNT = 4_000
TURNS = 8  # times as often as other rows

Numbers = tuple[float, ...]
Pairs = list[tuple[Any, Any]]


def rows(scale: Scale) -> list[Row]:
    return [
        _row("Vector2 add", Vector2, lambda pairs: [a + b for a, b in pairs], add, 2, scale),
        _row("Vector3 cross", Vector3, lambda pairs: [a.cross(b) for a, b in pairs], cross, 3, scale),
        _row("Quaternion product", Quaternion, lambda pairs: [a * b for a, b in pairs], quaternion_product, 4, scale),
        _row("Transform3D product", Transform3D, lambda pairs: [a * b for a, b in pairs], transform_product, 12, scale),
    ]


def _row(
    name: str,
    kind: Callable[[Numbers], Any],
    ours: Callable[[Pairs], list[Any]],
    by_hand: Callable[[Numbers, Numbers], Numbers],
    width: int,
    scale: Scale,
) -> Row:
    tuples = [tuple(sin(start + part) for part in range(width)) for start in range(COUNT)]
    values = [kind(numbers) for numbers in tuples]
    pairs, hand_pairs = list(zip(values, values[::-1], strict=True)), list(zip(tuples, tuples[::-1], strict=True))
    assert ours(pairs[:9]) == [by_hand(a, b) for a, b in hand_pairs[:9]]

    collect()
    engine_ms, limit_ms = [], []
    for _ in range(scale.repeats * TURNS):
        limit_ms.append(timed(lambda: [by_hand(a, b) for a, b in hand_pairs]))
        engine_ms.append(timed(lambda: ours(pairs)))
    return pair(ISSUE, f"{name}, {COUNT:,} pairs", 3.0, engine_ms, limit_ms)


def add(a: Numbers, b: Numbers) -> Numbers:
    ax, ay = a
    bx, by = b
    return ax + bx, ay + by


def cross(a: Numbers, b: Numbers) -> Numbers:
    ax, ay, az = a
    bx, by, bz = b
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


def quaternion_product(a: Numbers, b: Numbers) -> Numbers:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def transform_product(a: Numbers, b: Numbers) -> Numbers:
    xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = a
    bxx, bxy, bxz, byx, byy, byz, bzx, bzy, bzz, px, py, pz = b
    return (
        xx * bxx + yx * bxy + zx * bxz,
        xy * bxx + yy * bxy + zy * bxz,
        xz * bxx + yz * bxy + zz * bxz,
        xx * byx + yx * byy + zx * byz,
        xy * byx + yy * byy + zy * byz,
        xz * byx + yz * byy + zz * byz,
        xx * bzx + yx * bzy + zx * bzz,
        xy * bzx + yy * bzy + zy * bzz,
        xz * bzx + yz * bzy + zz * bzz,
        xx * px + yx * py + zx * pz + ox,
        xy * px + yy * py + zy * pz + oy,
        xz * px + yz * py + zz * pz + oz,
    )
