"""duplicate(): values and resources that properties hold."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

import numpy as np
import pytest

from engine.core.export import export, exported
from engine.core.resource import Resource
from engine.math import Vector2
from engine.resources import Image, ImageTexture
from engine.tree.node import Node
from nodes import Node2D, Sprite2D


class Level(Resource):
    """A resource with something in it that can be changed."""

    size: int = export(3)
    rows: list[int] = export(factory=list)


class Holder(Node2D):
    """A node with exports that hold things."""

    tags: list[Any] = export(factory=list)
    health: int = export(10)
    level: Level | None = export(None)
    own_level: Level | None = export(None, shared=False)
    own_levels: list[Any] = export(factory=list, shared=False)


# --- values


@pytest.mark.parametrize(
    "value",
    [
        [1, [2, 3]], {"a": {"b": [1]}}, {1, 2}, deque([1], maxlen=3), defaultdict(list, {"a": [1]}), bytearray(b"ab"),
        Counter(a=2), OrderedDict(b=[1], a=2),
        np.array([1.0, 2.0]), ([1], 2),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_container_is_copied_to_its_depth(value: Any) -> None:
    holder = Holder(tags=[value])

    copy = holder.duplicate().tags[0]

    assert type(copy) is type(value)
    assert np.array_equal(copy, value) if isinstance(value, np.ndarray) else copy == value
    assert copy is not value


def test_lists_inside_lists_are_copied() -> None:
    inner = [1]
    holder = Holder(tags=[inner, (inner, 2)])

    copy = holder.duplicate()

    assert copy.tags == [[1], ([1], 2)]
    assert copy.tags[0] is not inner
    assert copy.tags[1][0] is copy.tags[0]  # as in the original


def test_a_list_that_contains_itself_is_copied() -> None:
    holder = Holder()
    holder.tags.append(holder.tags)

    copy = holder.duplicate()

    assert copy.tags[0] is copy.tags
    assert copy.tags is not holder.tags


def test_a_list_of_two_nodes_is_one_list_of_their_copies() -> None:
    shared: list[Any] = [1]
    holder = Holder(tags=shared)
    holder.add_child(Holder("Other", tags=shared))

    copy = holder.duplicate()

    assert copy.tags is copy.get_node("Other", Holder).tags
    assert copy.tags is not shared


@pytest.mark.parametrize("value", [Vector2(1, 2), (1, 2), "text", frozenset({1}), None, 2.5, re.compile("a")])
def test_what_cannot_be_changed_or_is_not_ours_is_the_same(value: Any) -> None:
    assert Holder(tags=[value]).duplicate().tags[0] is value or value == frozenset({1})


def test_numbers_keep_their_type_and_sign() -> None:
    holder = Holder(tags=[True, 1, 1.0, -0.0, float("nan")], position=(-0.0, 0.0))

    copy = holder.duplicate()

    assert [repr(value) for value in copy.tags] == ["True", "1", "1.0", "-0.0", "nan"]
    assert repr(copy.position) == repr(Vector2(-0.0, 0.0))


def test_a_property_set_back_to_its_default_is_the_default_in_the_copy() -> None:
    holder = Holder(health=3)
    holder.health = 10

    assert holder.duplicate().health == 10


# --- resources


def test_resources_are_shared_unless_the_export_says_otherwise() -> None:
    level, own, listed = Level(), Level(), Level()
    own.size, own.rows = 8, [1]
    holder = Holder(level=level, own_level=own, own_levels=[listed])

    copy = holder.duplicate()

    assert copy.level is level
    assert copy.own_level is not None
    assert copy.own_level is not own
    assert (copy.own_level.size, copy.own_level.rows) == (8, [1])
    assert copy.own_level.rows is not own.rows
    assert isinstance(copy.own_levels[0], Level)
    assert copy.own_levels[0] is not listed


def test_a_property_that_holds_a_resource_twice_holds_its_copy_twice() -> None:
    level = Level()

    copy = Holder(own_levels=[level, {"again": level}]).duplicate()

    assert copy.own_levels[0] is not level
    assert copy.own_levels[1]["again"] is copy.own_levels[0]


def test_a_property_written_by_hand_may_share_nothing_either() -> None:
    class Careful(Node):
        @property
        @exported(None, shared=False)
        def level(self) -> Level | None:
            return getattr(self, "kept", None)

        @level.setter
        def level(self, level: Level | None) -> None:
            self.kept = level

    holder = Careful(level=Level())

    copy = holder.duplicate()

    assert isinstance(copy.level, Level)
    assert copy.level is not holder.level


def test_a_copied_sprite_shows_the_texture_it_shares() -> None:
    texture = ImageTexture(Image.create(2, 2))
    sprite = Sprite2D(texture=texture)

    copy = sprite.duplicate()

    assert copy.texture is texture
