"""Rounded convex polygons: which side faces where, and which of them are upright boxes."""

from __future__ import annotations

from engine.math.geometry.convex import RoundedConvex

TILE = RoundedConvex(((0.0, 0.0), (32.0, 0.0), (32.0, 32.0), (0.0, 32.0)))
CIRCLE = RoundedConvex(((0.0, 0.0),), 5.0)
CAPSULE = RoundedConvex(((0.0, -10.0), (0.0, 10.0)), 5.0)
ROOF = RoundedConvex(((0.0, -10.0), (20.0, 10.0), (-20.0, 10.0)))


def test_a_support_is_a_whole_side_where_it_faces_that_way() -> None:
    assert TILE.support(0.0, -1.0) == ((0.0, 0.0), (32.0, 0.0))
    assert TILE.support(0.6, -0.8) == ((32.0, 0.0),)
    assert CAPSULE.support(1.0, 0.0) == ((5.0, -10.0), (5.0, 10.0))
    assert CIRCLE.support(0.6, 0.8) == ((3.0, 4.0),)


def test_only_what_stands_upright_is_a_box() -> None:
    assert TILE.box == (0.0, 0.0, 32.0, 32.0)
    assert TILE.moved(0.0, 1.0, -1.0, 0.0, 40.0, 0.0).box == (8.0, 0.0, 40.0, 32.0)
    assert TILE.moved(0.8, 0.6, -0.6, 0.8, 0.0, 0.0).box is None
    assert ROOF.box is None
    assert CAPSULE.box == (0.0, -10.0, 0.0, 10.0)
    assert CAPSULE.bounds() == (-5.0, -15.0, 5.0, 15.0)
