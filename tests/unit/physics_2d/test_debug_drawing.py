"""What is drawn while a tree shows collisions, as a recording render server has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine import InvalidTypeError, SceneTree
from engine.math import Color
from nodes import (
    Area2D,
    CollisionPolygon2D,
    DampedSpringJoint2D,
    GrooveJoint2D,
    Node,
    PinJoint2D,
    RayCast2D,
    ShapeCast2D,
    StaticBody2D,
)
from nodes.physics_2d.debug_drawing import HIT_COLOR, JOINT_COLOR, part_color
from servers.physics_2d import PhysicsServer2D
from servers.render import DebugOverlay, RenderServer
from tests.drawn import Drawn
from tests.unit.physics_2d.worlds import STEP, box, circle, floating, floor, rectangle, with_shape

SHAPE_COLOR = Color(0.0, 0.6, 0.7, 0.42)
CONTACT = Color(1.0, 0.2, 0.1, 0.8)


class Sink:
    """A DebugSink that keeps what it is told."""

    def __init__(self) -> None:
        self.shown: dict[Any, Any] = {}

    def show_contacts(self, canvas: object, points: Any, color: Color) -> None:
        self.shown[canvas] = points

    def clear(self) -> None:
        self.shown.clear()


class Shown:
    """A tree that shows collisions, and what was drawn of it."""

    def __init__(self) -> None:
        self.server = RenderServer()
        self.tree = SceneTree(servers=[self.server])
        self.tree.debug_sink = DebugOverlay(self.server)
        self.tree.debug_collisions_hint = True
        PhysicsServer2D.of(self.tree).default_gravity = 0.0

    def colors(self, frames: int = 1) -> list[tuple[float, ...]]:
        """After so many frames, the colour of each instance, once each, in drawing order."""
        self.tree.frames(frames, STEP)
        self.server.draw()
        rows = Drawn(self.server).instances["colors"][:, :4].astype(float).round(2).tolist()
        return list(dict.fromkeys(map(tuple, rows)))

    def add(self, node: Node) -> Any:
        return self.tree.root.add_child(node)


@pytest.fixture
def shown() -> Iterator[Shown]:
    made = Shown()
    yield made
    made.tree.shutdown()


def rounded(color: Color) -> tuple[float, ...]:
    return tuple(round(part, 2) for part in color)


def test_nothing_is_drawn_unless_the_tree_says_so(shown: Shown) -> None:
    shown.tree.debug_collisions_hint = False
    floor(shown.tree.root)
    box(shown.tree.root, 0, -24)
    shown.add(RayCast2D())
    shown.add(PinJoint2D())
    assert shown.colors(3) == []


def test_it_can_be_turned_on_and_off_at_any_time(shown: Shown) -> None:
    shown.tree.debug_collisions_hint = False
    floor(shown.tree.root)
    box(shown.tree.root, 0, -24)
    assert shown.colors(2) == []
    shown.tree.debug_collisions_hint = True
    assert shown.colors() == [rounded(SHAPE_COLOR), rounded(SHAPE_COLOR.with_a(1)), rounded(CONTACT)]
    shown.tree.debug_collisions_hint = False
    assert shown.colors() == []


def test_the_tree_says_in_which_colours_collisions_are_drawn(shown: Shown) -> None:
    floor(shown.tree.root)
    box(shown.tree.root, 0, -24)
    shown.colors(2)
    shown.tree.debug_collisions_color = (1, 0, 0, 0.25)  # type: ignore[assignment]  # it takes any colour
    shown.tree.debug_collision_contact_color = Color(0, 0, 1)
    assert shown.colors() == [(1, 0, 0, 0.25), (1, 0, 0, 1), (0, 0, 1, 1)]
    shown.tree.debug_collision_outlines = False
    assert shown.colors() == [(1, 0, 0, 0.25), (0, 0, 1, 1)]


def test_polygons_and_casts_have_the_colour_of_the_tree(shown: Shown) -> None:
    shown.tree.debug_collisions_color = Color(1, 0, 0, 0.25)
    shown.add(with_shape(StaticBody2D(position=(500, 0)), rectangle())).add_child(
        CollisionPolygon2D(polygon=((0, 0), (9, 0), (0, 9)), one_way_collision=True)
    )
    shown.add(RayCast2D(target_position=(0, 50)))
    shown.add(ShapeCast2D(position=(0, 100), shape=circle()))

    colors = shown.colors(2)

    red = {(1.0, 0.0, 0.0, 0.25), (1.0, 0.0, 0.0, 1.0)}
    assert set(colors) - red == {rounded(part_color(0))}
    assert set(colors) >= red


@pytest.mark.parametrize(
    "name", ["debug_collisions_color", "debug_collision_contact_color", "debug_collision_outlines"]
)
def test_a_look_that_is_none_is_refused(shown: Shown, name: str) -> None:
    with pytest.raises(InvalidTypeError, match=f"SceneTree.{name} must be"):
        setattr(shown.tree, name, "no-such")


def test_a_shape_has_its_own_colour_and_grey_while_it_is_disabled(shown: Shown) -> None:
    body = shown.add(with_shape(StaticBody2D(), rectangle()))
    giver = body.get_child(0)
    assert shown.colors() == [rounded(SHAPE_COLOR), rounded(SHAPE_COLOR.with_a(1))]
    giver.debug_color = (1, 0, 0, 0.5)
    assert shown.colors() == [(1, 0, 0, 0.5), (1, 0, 0, 1)]
    giver.disabled = True
    assert shown.colors() == [(1, 1, 1, 0.25), (1, 1, 1, 1)]
    giver.disabled, giver.one_way_collision = False, True
    assert shown.colors()[2:] == [(0, 1, 1, 0.5)]


def test_a_shape_is_drawn_anew_when_it_changes(shown: Shown) -> None:
    body = shown.add(with_shape(StaticBody2D(), rectangle(10, 10)))
    giver = body.get_child(0)

    def width() -> float:
        shown.colors()
        return float(np.ptp(Drawn(shown.server).positions[:1, :, 0]))

    assert width() == 10
    giver.shape.size = (30, 10)
    assert width() == 30
    giver.shape = rectangle(50, 10)
    assert width() == 50
    giver.shape.size = (70, 10)
    assert width() == 70
    giver.scale = (2, 1)
    assert width() == 140


def test_no_shape_is_held_by_a_node_that_is_not_drawn(shown: Shown) -> None:
    shown.tree.debug_collisions_hint = False
    shape = circle()
    body = shown.add(with_shape(Area2D(), shape))
    before = len(shape.changed.get_connections())
    shown.tree.debug_collisions_hint = True
    assert len(shape.changed.get_connections()) == before + 1
    shown.tree.debug_collisions_hint = False
    assert len(shape.changed.get_connections()) == before
    assert body.is_inside_tree()


def test_a_polygon_has_an_outline_and_its_parts_are_filled_in_colours_of_their_own(shown: Shown) -> None:
    body = shown.add(StaticBody2D())
    giver = body.add_child(CollisionPolygon2D(polygon=[(0, 0), (50, 0), (50, 50)]))
    # (0.4, 0.9, 0.1) is 13/48 of a turn from red; the parts are 0.738 and 1.476 turns further: 0.0088 and 0.7468.
    first, second = (0.9, 0.1 + 0.8 * 6 * 0.0088, 0.1, 0.5), (0.1 + 0.8 * (6 * 0.7468 - 4), 0.1, 0.9, 0.5)
    outline = rounded(SHAPE_COLOR)
    assert shown.colors() == [pytest.approx(first, abs=0.01), outline]
    giver.polygon = [(0, 0), (50, 0), (50, 50), (40, 10)]
    assert shown.colors() == [pytest.approx(first, abs=0.01), pytest.approx(second, abs=0.01), outline]
    giver.build_mode = CollisionPolygon2D.BuildMode.SEGMENTS
    assert shown.colors() == [outline]
    giver.one_way_collision = True
    assert shown.colors() == [outline, rounded(SHAPE_COLOR.with_a(1))]
    giver.polygon = []
    assert shown.colors() == [rounded(SHAPE_COLOR.with_a(1))]


@pytest.mark.parametrize("kind", ["ray", "shape"])
def test_a_cast_is_red_while_it_meets_something_and_grey_while_disabled(shown: Shown, kind: str) -> None:
    wall = shown.add(with_shape(StaticBody2D(position=(0, 60)), rectangle()))
    wall.get_child(0).visible = False
    cast = shown.add(RayCast2D() if kind == "ray" else ShapeCast2D(shape=circle(5)))
    assert rounded(HIT_COLOR) in shown.colors(2)
    wall.position = (0, 600)
    assert rounded(SHAPE_COLOR) in shown.colors(2)
    assert rounded(HIT_COLOR) not in shown.colors(2)
    cast.enabled = False
    assert (0.7, 0.7, 0.7, 0.42) in shown.colors(2)


def test_casts_without_length_or_shape_are_drawn_as_well_as_they_can_be(shown: Shown) -> None:
    shown.add(RayCast2D(target_position=(0, 0)))
    shown.add(ShapeCast2D(target_position=(0, 0), shape=circle(0.0)))
    shown.add(ShapeCast2D())
    shown.add(ShapeCast2D(target_position=(0, 1e6), shape=circle(0.1)))
    shown.colors(2)


def test_joints_are_drawn(shown: Shown) -> None:
    for joint in (PinJoint2D(), DampedSpringJoint2D()):
        shown.add(joint)
        assert shown.colors() == [rounded(JOINT_COLOR)]
        joint.free()
    joint = shown.add(GrooveJoint2D(length=40.0, initial_offset=10.0))
    assert shown.colors() == [rounded(JOINT_COLOR), (0.8, 0.8, 0.9, 0.5)]

    def bottom() -> float:
        shown.colors()
        return float(Drawn(shown.server).positions[:, :, 1].max())

    assert bottom() == pytest.approx(41.5, abs=0.1)
    joint.length = 80.0
    assert bottom() == pytest.approx(81.5, abs=0.1)


def test_contacts_are_shown_where_bodies_touch_and_go_with_them(shown: Shown) -> None:
    sink = shown.tree.debug_sink = Sink()
    a, b = floating(shown.tree.root, 0, 0), floating(shown.tree.root, 49.5, 10)
    shown.add(with_shape(Area2D(), rectangle(500, 500)))
    shown.tree.tick(STEP)
    points = sink.shown[shown.tree.root.world_2d.canvas]
    assert points.shape == (4, 2)
    assert set(points[:, 1].round().tolist()) == {-15, 25}
    assert (abs(points[:, 0] - 24.75) < 1).all()
    b.position = (200, 0)
    shown.tree.tick(STEP)
    assert len(sink.shown[shown.tree.root.world_2d.canvas]) == 0
    a.position = b.position
    shown.tree.tick(STEP)
    assert len(sink.shown[shown.tree.root.world_2d.canvas]) > 0
    shown.tree.debug_collisions_hint = False
    assert sink.shown == {}


def test_contacts_are_drawn_last(shown: Shown) -> None:
    floating(shown.tree.root, 0, 0)
    floating(shown.tree.root, 49.5, 10)
    assert shown.colors()[-1] == rounded(CONTACT)


def test_an_overlay_draws_no_more_than_it_may(shown: Shown) -> None:
    canvas = shown.tree.root.world_2d.canvas
    assert shown.tree.debug_sink is not None
    shown.tree.debug_sink.show_contacts(canvas, np.zeros((12_000, 2)), CONTACT)
    shown.server.draw()
    assert len(Drawn(shown.server).instances) == 10_000


def test_a_hint_is_true_or_false(shown: Shown) -> None:
    wrong: Any = "yes"
    with pytest.raises(InvalidTypeError, match=r"SceneTree.debug_collisions_hint must be True or False, got 'yes'"):
        shown.tree.debug_collisions_hint = wrong


def test_a_hidden_body_is_not_drawn(shown: Shown) -> None:
    body = shown.add(with_shape(StaticBody2D(), rectangle()))
    body.visible = False
    assert shown.colors() == []
    body.visible = True
    assert shown.colors() != []
