"""Rectangles in an atlas do not overlap, lie inside it, and leave little room unused."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from engine.math import MathTypeError, MathValueError, Rect2, Vector2, make_atlas


def boxes(sizes: Any) -> list[Rect2]:
    return [Rect2(point, size) for point, size in zip(make_atlas(sizes)["points"], sizes, strict=True)]


@pytest.mark.parametrize("seed", range(6))
def test_rectangles_do_not_overlap_and_lie_inside(seed: int) -> None:
    dice = random.Random(seed)
    sizes = [(dice.randint(1, 60), dice.randint(1, 60)) for _ in range(dice.randint(1, 80))]
    whole = Rect2(Vector2(), make_atlas(sizes)["size"])

    placed = boxes(sizes)

    assert all(whole.encloses(box) for box in placed)
    assert not any(a.intersects(b) for a, b in combinations(placed, 2))


@pytest.mark.parametrize("sizes", [[(16, 16)] * 100, [(x % 30 + 5, x * 7 % 40 + 5) for x in range(200)]])
def test_most_of_the_room_is_used_and_the_whole_is_roughly_square(sizes: Any) -> None:
    width, height = make_atlas(sizes)["size"]

    assert sum(w * h for w, h in sizes) > 0.75 * width * height
    assert 0.4 < width / height < 2.5


def test_one_rectangle_is_the_whole_atlas() -> None:
    assert make_atlas([(7, 3)]) == {"points": [(0, 0)], "size": (7, 3)}


def test_one_wide_rectangle_sets_the_width() -> None:
    assert make_atlas([(100, 1), (1, 1)])["size"] == (100, 2)


@pytest.mark.parametrize("sizes", [[], [(0, 1)], [(1, -1)], [(float("nan"), 1)], [(1, float("inf"))]])
def test_sizes_must_be_finite_and_above_0(sizes: Any) -> None:
    with pytest.raises(MathValueError, match=r"make_atlas - "):
        make_atlas(sizes)


def test_sizes_must_be_sizes() -> None:
    with pytest.raises(MathTypeError, match=r"needs 2 numbers"):
        make_atlas([(1, 2, 3)])
