"""`item_rect_changed`: told when what an item draws is in another rectangle, as Godot tells it."""

from typing import Any

import pytest

from engine.resources import Image, ImageTexture
from nodes import AnimatedSprite2D, Node2D, Sprite2D


def told(item: Node2D) -> list[str]:
    log: list[str] = []
    item.item_rect_changed.connect(lambda: log.append("rect"))
    return log


@pytest.mark.parametrize(
    ("name", "value"),
    [("texture", ImageTexture(Image())), ("centered", False), ("offset", (1, 2)), ("hframes", 3), ("vframes", 3)],
)
def test_a_sprite_tells_that_it_is_elsewhere_in_its_own_space(name: str, value: Any) -> None:
    sprite = Sprite2D()
    log = told(sprite)

    setattr(sprite, name, value)
    assert log == ["rect"]


@pytest.mark.parametrize(("name", "value"), [("centered", True), ("offset", (0, 0)), ("frame", 0), ("flip_h", True)])
def test_what_leaves_the_rectangle_where_it_is_tells_nothing(name: str, value: Any) -> None:
    sprite = Sprite2D()
    log = told(sprite)

    setattr(sprite, name, value)
    assert log == []


def test_another_frame_is_told_before_frame_changed() -> None:
    sprite = Sprite2D(hframes=2)
    log = told(sprite)
    sprite.frame_changed.connect(lambda: log.append("frame"))

    sprite.frame = 1
    assert log == ["rect", "frame"]


def test_a_region_counts_while_it_is_shown() -> None:
    sprite = Sprite2D()
    log = told(sprite)

    sprite.region_rect = (0, 0, 4, 4)
    assert log == []
    sprite.region_enabled = True
    sprite.region_rect = (0, 0, 8, 4)
    sprite.region_rect = (0, 0, 8, 4)
    assert log == ["rect"]


def test_an_animated_sprite_tells_of_its_offset_and_centre() -> None:
    sprite = AnimatedSprite2D()
    log = told(sprite)

    sprite.offset = (3, 0)
    sprite.centered = False
    sprite.offset = (3, 0)
    assert log == ["rect", "rect"]
