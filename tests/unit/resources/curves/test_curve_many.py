"""Curve: many values at once."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources.curves.curve import Curve


@pytest.mark.parametrize("resolution", [1, 2, 100])
@pytest.mark.parametrize("limits", [(0.0, 1.0), (-3.0, 7.0)])
def test_many_values_at_once_are_the_same_as_one_by_one(resolution: int, limits: tuple[float, float]) -> None:
    curve = Curve()
    curve.max_domain, curve.min_domain = limits[1], limits[0]
    for x, y, slope in [(0.1, 0.9, 2.0), (0.4, 0.1, -1.0), (0.95, 0.6, 0.0)]:
        curve.add_point((limits[0] + x * (limits[1] - limits[0]), y), slope, -slope)
    curve.bake_resolution = resolution
    offsets = np.linspace(limits[0] - 1, limits[1] + 1, 200)

    values = curve.sample_baked_many(offsets)

    assert values.tolist() == [curve.sample_baked(offset) for offset in offsets.tolist()]
    assert curve.sample_baked_many([0, 1]).tolist() == [curve.sample_baked(0), curve.sample_baked(1)]


def test_many_values_follow_a_change() -> None:
    curve = Curve()
    curve.add_point((0.5, 0.25))
    before = curve.sample_baked_many([0.5])
    curve.set_point_value(0, 0.75)

    assert (before.tolist(), curve.sample_baked_many([0.5]).tolist()) == ([0.25], [0.75])
    assert curve.sample_baked_many([]).shape == (0,)


@pytest.mark.parametrize("offsets", [0.5, [[0.5]], [[0.5], []], ["a"], [None], None, [1j]])
def test_offsets_that_are_no_row_of_numbers_are_refused(offsets: Any) -> None:
    curve = Curve()
    curve.add_point((0, 0))

    with pytest.raises(InvalidTypeError, match=r"^Curve\.sample_baked_many\(offsets\) must be numbers in a row, got "):
        curve.sample_baked_many(offsets)


@pytest.mark.parametrize("bad", [nan, inf])
def test_offsets_that_are_not_finite_are_refused(bad: float) -> None:
    curve = Curve()
    with pytest.raises(InvalidValueError, match="the curve has no points"):
        curve.sample_baked_many([0.5])
    curve.add_point((0, 0))

    with pytest.raises(InvalidValueError, match=rf"sample_baked_many\(offsets\) must be finite, got {bad}"):
        curve.sample_baked_many([0.0, bad])
