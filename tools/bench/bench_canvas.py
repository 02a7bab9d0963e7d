"""The canvas: 10,000 sprites beside bare moderngl, many pictures beside one, y-sorted ones beside a sort.

On llvmpipe, 800 x 600. "Over" is the median of the differences to what is beside, in what the main thread takes up to
the last draw; filling the pixels goes on in other threads, and is the same on both sides. Pictures are compared first,
--quick compares two frames of each.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import thread_time
from typing import Any

import numpy as np

from bench.canvas_stage import (
    COUNT,
    FRAMES,
    RawSprites,
    Stage,
    Times,
    check_same,
    counted_draw_calls,
    in_turn,
    places,
    sprite_pixels,
)
from bench.measure import Row, Scale, figure, pair, spread

ISSUE = "04"
PAIRS = 25
QUICK_PAIRS = 9
QUICK_COMPARED = 2
PICTURES = 1000
PICTURE_SIDE = 32


def rows(scale: Scale) -> list[Row]:
    pairs, compared = (QUICK_PAIRS, QUICK_COMPARED) if scale.quick else (PAIRS, FRAMES)
    return [*_moving(pairs, compared), *_pictures(pairs, compared), _y_sorted(pairs, compared)]


def _moving(pairs: int, compared: int) -> list[Row]:
    """10,000 sprites moved one by one, moved by a view, and at rest."""
    at, pixels = places(), sprite_pixels()
    stage = Stage([pixels], at)
    raw = RawSprites(stage, pixels, at)
    try:
        stage.rewind()
        _compare("moving sprites", stage, raw, stage.move, compared)
        _compare("sprites moved by a view", stage, raw, stage.move_by_view, compared)
        by_node, beside_node = _times(stage, raw, stage.move, pairs)
        by_view, beside_view = _times(stage, raw, stage.move_by_view, pairs)
        at_rest, beside_rest = _times(stage, raw, _nothing, pairs)
    finally:
        raw.close()
        stage.close()
    name = f"{COUNT:,} sprites"
    return [
        _over(f"{name}, moved as nodes, over one raw instanced draw", 5.0, by_node.main, beside_node.main),
        pair(ISSUE, f"{name}, moved as nodes, whole frame beside it", 1.25, by_node.whole, beside_node.whole),
        _over(f"{name}, moved by a view, over it", 1.5, by_view.main, beside_view.main),
        _over(f"{name}, at rest, over it", 0.3, at_rest.main, beside_rest.main),
    ]


def _pictures(pairs: int, compared: int) -> list[Row]:
    """1,000 moving sprites of as many pictures, beside 1,000 of one."""
    at = places(PICTURES, PICTURE_SIDE)
    pictures = [sprite_pixels(PICTURE_SIDE, seed) for seed in range(PICTURES)]
    many, one = Stage(pictures, at), Stage(pictures[:1], at)
    raw = RawSprites(one, pictures[0], at)
    try:
        one.rewind()
        _compare("sprites of one picture", one, raw, one.move, compared)
        _check_pictures(many, pictures, at)
        of_many, of_one = in_turn([(_frame(stage, stage.move), stage.ctx) for stage in (many, one)], pairs)
        with counted_draw_calls() as calls:
            _frame(many, many.move)()
        name = f"{PICTURES:,} sprites of as many pictures"
        return [
            pair(ISSUE, f"{name}, beside one picture", 1.3, of_many.main, of_one.main),
            figure(ISSUE, f"{name}: draw calls", 3.0, "", calls()),
        ]
    finally:
        raw.close()
        many.close()
        one.close()


def _y_sorted(pairs: int, compared: int) -> Row:
    """10,000 moving sprites drawn by their y, beside the same in tree order and a sort of the same keys."""
    at, pixels = places(), sprite_pixels()
    ordered, plain = Stage([pixels], at, y_sorted=True), Stage([pixels], at)
    in_order = np.array([frame[np.argsort(frame[:, 1], kind="stable")] for frame in at])
    raw = RawSprites(ordered, pixels, in_order)
    keys = [frame[:, 1].copy() for frame in at]
    sorts: list[float] = []

    def sort() -> None:
        key = keys[len(sorts) % FRAMES]
        start = thread_time()
        np.argsort(key, kind="stable")
        sorts.append((thread_time() - start) * 1e3)

    try:
        ordered.rewind()
        _compare("y-sorted sprites", ordered, raw, ordered.move, compared)
        by_y, by_tree, _ = in_turn(
            [(_frame(ordered, ordered.move), ordered.ctx), (_frame(plain, plain.move), plain.ctx), (sort, plain.ctx)],
            pairs,
        )
    finally:
        raw.close()
        ordered.close()
        plain.close()
    beside = [frame + sorted_in for frame, sorted_in in zip(by_tree.main, sorts[-pairs:], strict=True)]
    return _over(f"{COUNT:,} y-sorted sprites, all moved, over argsort and the first row", 3.0, by_y.main, beside)


def _times(stage: Stage, raw: RawSprites, move: Callable[[], None], pairs: int) -> list[Times]:
    return in_turn([(_frame(stage, move), stage.ctx), (raw.draw, stage.ctx)], pairs)


def _frame(stage: Stage, move: Callable[[], None]) -> Callable[[], None]:
    def draw() -> None:
        move()
        stage.draw()

    return draw


def _nothing() -> None:
    """Sprites at rest are not moved."""


def _compare(what: str, stage: Stage, raw: RawSprites, move: Callable[[], None], frames: int) -> None:
    """Draw the first frames on both sides, and refuse what does not look the same."""
    stage.rewind()
    raw.rewind()
    for _ in range(frames):
        move()
        stage.draw()
        raw.draw()
        check_same(what, stage.picture(), raw.picture())


def _check_pictures(stage: Stage, pictures: list[Any], at: Any) -> None:
    """Refuse sprites of many pictures that do not look as when each picture is drawn by itself, in numpy."""
    stage.rewind()
    whole = np.round(at[0])
    for sprite, place in zip(stage.sprites, whole.tolist(), strict=True):
        sprite.position = place
    stage.draw()
    drawn = stage.picture()
    clear = np.array([*stage.app.render.clear_color][:3]) * 255
    wanted = np.broadcast_to(clear, drawn.shape).copy()
    half = PICTURE_SIDE // 2
    for pixels, (x, y) in zip(pictures, whole.astype(int).tolist(), strict=True):
        part = wanted[y - half : y + half, x - half : x + half]
        alpha = pixels[:, :, 3:] / 255
        part[:] = np.round(pixels[:, :, :3] * alpha + part * (1 - alpha))
    check_same("sprites of many pictures", drawn, wanted.astype(np.uint8))


def _over(row: str, bound: float, engine_ms: list[float], limit_ms: list[float]) -> Row:
    """The row of the median difference, in milliseconds, of times that were taken in turn."""
    over = median(engine - limit for engine, limit in zip(engine_ms, limit_ms, strict=True))
    return Row(ISSUE, row, over, bound, "ms", median(engine_ms), median(limit_ms), spread(engine_ms))
