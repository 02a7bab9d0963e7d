"""Many bodies that pins hold together, one to the next: they stay together, and make no motion out of nothing."""

from __future__ import annotations

from math import hypot, pi, sin

import pytest

from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import CollisionShape2D, Node2D, PinJoint2D, RigidBody2D, StaticBody2D
from servers.physics_2d import closing
from tests.unit.physics_2d.worlds import circle, rectangle, with_shape

WIDTH = 25.0
COUNT = 22
GRAVITY = 980.0


class Bridge(Node2D):
    """Planks between two posts at a height of 0, which hang through by so much in the middle."""

    def __init__(self, sag: float) -> None:
        super().__init__("Bridge")
        self.planks: list[RigidBody2D] = []
        self._pinned: list[tuple[Vector2, Vector2]] = []  # where two neighbours are, in the spaces of both
        self.add_child(StaticBody2D("Post"))
        last = "Post"
        for number in range(COUNT):
            place = Vector2(WIDTH * (number + 0.5), sag * sin(pi * (number + 0.5) / COUNT))
            plank = with_shape(RigidBody2D(f"P{number}", position=place), rectangle(WIDTH - 1.0, 10.0))
            self.planks.append(self.add_child(plank))
            self.pin(WIDTH * number, place.y, last, plank.name)
            if number:
                before, point = self.planks[-2], Vector2(WIDTH * number, place.y)
                self._pinned.append((point - before.position, point - place))
            last = plank.name
        self.pin(WIDTH * COUNT, 0.0, last, "Post")

    def pin(self, x: float, y: float, a: str, b: str) -> None:
        self.add_child(PinJoint2D(position=(x, y), node_a=f"../{a}", node_b=f"../{b}"))

    def motion(self) -> float:
        """The energy of the planks' motion."""
        return sum(0.5 * plank.linear_velocity.length_squared() for plank in self.planks)

    def fall(self) -> float:
        """The energy that gravity has given them since they were at a height of 0."""
        return sum(GRAVITY * plank.position.y for plank in self.planks)

    def gap(self) -> float:
        """How far two neighbours are torn apart, of those that are it most."""
        pairs = zip(self.planks, self.planks[1:], self._pinned, strict=False)
        return max(a.to_global(on_a).distance_to(b.to_global(on_b)) for a, b, (on_a, on_b) in pairs)


def test_a_bridge_that_hangs_comes_to_rest(tree: SceneTree) -> None:
    bridge = tree.root.add_child(Bridge(60.0))

    tree.advance(8.0)

    assert max(plank.linear_velocity.length() for plank in bridge.planks) < 30.0
    assert bridge.gap() < 0.1


@pytest.mark.parametrize("sag", [0.0, 5.0, 60.0])
def test_a_bridge_moves_by_no_more_than_what_gravity_gives_it(tree: SceneTree, sag: float) -> None:
    bridge = tree.root.add_child(Bridge(sag))
    start = bridge.fall()

    for _ in range(600):
        tree.tick(1 / 60)
        assert bridge.motion() < bridge.fall() - start + 5000.0
        assert bridge.gap() < 1.0


def test_a_heavy_ball_on_a_chain_of_twenty_links_does_not_stretch_it(tree: SceneTree) -> None:
    tree.root.add_child(StaticBody2D("Crane"))
    last = "Crane"
    for number in range(20):
        link = RigidBody2D(f"L{number}", position=(-18.0 * (number + 0.5), 0.0))
        link.add_child(CollisionShape2D(shape=rectangle(22.0, 8.0)))
        tree.root.add_child(link)
        tree.root.add_child(PinJoint2D(position=(-18.0 * number, 0.0), node_a=f"../{last}", node_b=f"../{link.name}"))
        last = link.name
    ball = tree.root.add_child(with_shape(RigidBody2D("Ball", position=(-380.0, 0.0), mass=20.0), circle(30.0)))
    tree.root.add_child(PinJoint2D(position=(-360.0, 0.0), node_a=f"../{last}", node_b="../Ball"))

    for _ in range(300):
        tree.tick(1 / 60)
        assert hypot(*ball.to_global((20.0, 0.0))) < 360.0 * 1.03


def test_what_was_torn_apart_is_closed_as_fast_as_the_bias_says(tree: SceneTree) -> None:
    first = tree.root.add_child(with_shape(RigidBody2D("First", gravity_scale=0.0), circle()))
    second = tree.root.add_child(with_shape(RigidBody2D("Second", gravity_scale=0.0, position=(50, 0)), circle()))
    post = tree.root.add_child(StaticBody2D("Post", position=(-50, 0)))
    for x, a, b in ((-50, post, first), (0, first, second)):
        tree.root.add_child(PinJoint2D(position=(x, 0), node_a=f"../{a.name}", node_b=f"../{b.name}"))
    tree.tick(1 / 60)

    second.position = (150, 0)
    tree.advance(0.2)

    assert second.position.x - 50 == pytest.approx(100 * 0.8**12, abs=4)


def test_a_chain_sleeps_on_after_a_snapshot_is_restored(tree: SceneTree) -> None:
    bridge = tree.root.add_child(Bridge(60.0))
    tree.advance(1.0)
    for plank in bridge.planks:
        plank.sleeping = True
    tree.frames(2)
    assert all(plank.sleeping for plank in bridge.planks)

    tree.restore(tree.snapshot())
    tree.frames(2)

    assert all(plank.sleeping for plank in bridge.planks)


def test_a_pin_that_no_other_hangs_on_any_more_has_the_whole_bias(tree: SceneTree) -> None:
    tree.root.add_child(Bridge(5.0))
    bridge = tree.root.add_child(Bridge(60.0))
    tree.tick(1 / 60)
    pins = [node for node in bridge.get_children() if isinstance(node, PinJoint2D)]
    assert pins[0]._physics().level < closing.WHOLE

    for pin in pins[1:]:
        pin.queue_free()
    tree.frames(2)

    assert pins[0]._physics().level == closing.WHOLE
