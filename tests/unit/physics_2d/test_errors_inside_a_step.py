"""What goes wrong inside of pymunk's step, which would print it and go on, leaves the tick."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionShape2D, StaticBody2D
from tests.unit.physics_2d.worlds import box, floor, rectangle, space, with_shape


def fail(*_: Any) -> None:
    raise KeyError("inside")


@pytest.mark.parametrize("place", ["contact_began", "contact_ended", "overlap_began", "overlap_ended", "holds_up"])
def test_an_error_of_a_callback_leaves_the_tick_behind_a_whole_step(
    tree: SceneTree, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """A body falls on a one-way platform, is told of it, and passes through an area on its way."""
    platform = tree.root.add_child(StaticBody2D(position=(0, 100)))
    platform.add_child(CollisionShape2D(shape=rectangle(400, 20), one_way_collision=True))
    floor(tree.root, 600)
    tree.root.add_child(with_shape(Area2D(), rectangle(200, 60)))
    body = box(tree.root, 0, -100, contact_monitor=True, max_contacts_reported=4)
    other = box(tree.root, 2000, -100)  # beside the floor
    if place == "holds_up":
        monkeypatch.setattr("servers.physics_2d.surfaces.holds_up", fail)
    else:
        monkeypatch.setattr(type(space(tree).monitors), place, fail)

    heights = []

    def run() -> None:
        for _ in range(120):
            heights.append(other.position.y)
            tree.tick(1 / 60)
            if place == "contact_ended" and body.position.y > 60:
                body.apply_central_impulse((0, -600))

    with pytest.raises(KeyError, match="inside"):
        run()

    assert other.position.y > heights[-1]  # the step in which it happened was done
    monkeypatch.undo()
    tree.frames(60)
    assert body.position.y < 600
