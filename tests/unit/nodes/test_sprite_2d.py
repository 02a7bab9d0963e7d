"""Sprite2D: where its texture is drawn, and which part of it."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Rect2, Vector2, Vector2i
from engine.resources import Image, ImageTexture
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.sprite_2d import Sprite2D


def texture(width: int = 40, height: int = 20) -> ImageTexture:
    return ImageTexture(Image.create(width, height, (1, 1, 1)))


def uvs(canvas: Any) -> list[list[float]]:
    canvas.frame()
    found: list[list[float]] = canvas.draw_list.instances["uvs"].tolist()
    return found


def test_defaults_are_godots() -> None:
    sprite = Sprite2D()

    assert (sprite.texture, sprite.centered, sprite.offset) == (None, True, Vector2(0, 0))
    assert (sprite.flip_h, sprite.flip_v) == (False, False)
    assert (sprite.hframes, sprite.vframes, sprite.frame, sprite.frame_coords) == (1, 1, 0, Vector2i(0, 0))
    assert (sprite.region_enabled, sprite.region_rect) == (False, Rect2(0, 0, 0, 0))
    assert not sprite.region_filter_clip_enabled


def test_without_a_texture_nothing_is_drawn(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D())

    assert canvas.points() == []
    assert sprite.get_rect() == (0, 0, 1, 1)


def test_the_texture_is_centred_unless_told(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(40, 20)))
    assert canvas.points() == [[-20, -10, 20, -10, -20, 10, 20, 10]]
    assert sprite.get_rect() == (-20, -10, 40, 20)

    sprite.centered = False
    assert canvas.points() == [[0, 0, 40, 0, 0, 20, 40, 20]]
    assert sprite.get_rect() == (0, 0, 40, 20)


def test_the_offset_moves_the_texture(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(), centered=False, offset=(3, 4)))

    assert canvas.points()[0][:2] == [3, 4]
    assert sprite.get_rect().position == (3, 4)


def test_a_viewport_that_snaps_puts_the_corner_on_a_whole_pixel(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(5, 4), offset=(0.25, 0.5)))
    assert canvas.points()[0][:2] == [-2.25, -1.5]
    canvas.root.snap_2d_transforms_to_pixel = True
    sprite.queue_redraw()

    assert canvas.points() == [[-2, -1, 3, -1, -2, 3, 3, 3]]
    assert sprite.get_rect() == (-2, -1, 5, 4)


def test_the_rectangle_has_whole_pixels_and_is_never_empty(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(5, 4), hframes=2, centered=False))
    assert sprite.get_rect() == (0, 0, 2, 4)

    sprite.region_enabled = True
    assert sprite.get_rect() == (0, 0, 1, 1)


def test_flips_mirror_in_place(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(), flip_h=True))
    assert uvs(canvas) == [[1, 0, 0, 0, 1, 1, 0, 1]]

    sprite.flip_h = False
    sprite.flip_v = True
    assert uvs(canvas) == [[0, 1, 1, 1, 0, 0, 1, 0]]


def test_a_frame_is_a_part_of_the_sheet(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(40, 20), hframes=4, vframes=2, frame=5))

    assert uvs(canvas) == [[0.25, 0.5, 0.5, 0.5, 0.25, 1, 0.5, 1]]
    assert sprite.get_rect() == (-5, -5, 10, 10)


def test_a_region_is_a_part_of_the_texture_and_frames_are_parts_of_it(canvas: Any) -> None:
    canvas.root.add_child(
        Sprite2D(texture=texture(40, 20), region_enabled=True, region_rect=(20, 0, 20, 20), hframes=2, frame=1)
    )

    assert uvs(canvas) == [[0.75, 0, 1, 0, 0.75, 1, 1, 1]]
    assert canvas.points() == [[-5, -10, 5, -10, -5, 10, 5, 10]]


def test_a_region_that_is_not_enabled_does_not_count(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(), region_rect=(20, 0, 20, 20)))

    assert sprite.get_rect().size == (40, 20)
    assert uvs(canvas) == [[0, 0, 1, 0, 0, 1, 1, 1]]


def test_the_place_of_a_frame_is_two_whole_numbers() -> None:
    sprite = Sprite2D(hframes=4, vframes=4)

    sprite.frame_coords = (2, 3)
    assert sprite.frame == 14
    sprite.frame_coords = Vector2(1.0, 2.0)
    assert sprite.frame == 9
    assert sprite.frame_coords == Vector2i(1, 2)
    assert type(sprite.frame_coords) is Vector2i
    with pytest.raises(InvalidTypeError, match=r"frame_coords must be two whole numbers, got \(0.5, 0\)"):
        sprite.frame_coords = (0.5, 0)


@pytest.mark.parametrize("frame", [-1, 8, 30, 1.0])
def test_a_frame_that_is_not_there_is_refused_and_nothing_changes(frame: Any) -> None:
    sprite = Sprite2D(hframes=4, vframes=2, frame=3)

    with pytest.raises(InvalidValueError, match=r"frame must be from 0 to 7 \(4 x 2 frames\), got .*set hframes and"):
        sprite.frame = frame
    assert sprite.frame == 3


@pytest.mark.parametrize("coords", [(-1, 0), (4, 0), (0, 2)])
def test_coordinates_where_there_is_no_frame_are_refused(coords: tuple[int, int]) -> None:
    with pytest.raises(InvalidValueError, match="frame_coords must be in 4 x 2 frames, counted from 0"):
        Sprite2D(hframes=4, vframes=2).frame_coords = coords


@pytest.mark.parametrize("name", ["hframes", "vframes"])
@pytest.mark.parametrize("count", [0, -2, 16385, 2.0])
def test_a_count_of_frames_out_of_range_is_refused(name: str, count: Any) -> None:
    with pytest.raises(InvalidValueError, match=rf"{name} must be a whole number from 1 to 16384, got"):
        setattr(Sprite2D(), name, count)


def test_another_grid_keeps_the_frames_place_where_it_still_exists() -> None:
    sprite = Sprite2D(hframes=4, vframes=4, frame=6)
    sprite.hframes = 8
    assert sprite.frame_coords == (2, 1)

    sprite.hframes = 2
    assert sprite.frame == 0
    sprite.frame = 7
    sprite.vframes = 3
    assert sprite.frame == 0


def test_signals_tell_of_another_frame_and_another_texture() -> None:
    sprite = Sprite2D(hframes=2)
    log: list[str] = []
    sprite.frame_changed.connect(lambda: log.append(f"frame {sprite.frame}"))
    sprite.texture_changed.connect(lambda: log.append("texture"))
    first = texture()

    sprite.frame = 1
    sprite.frame = 1
    sprite.texture = first
    sprite.texture = first
    sprite.texture = None
    assert log == ["frame 1", "texture", "texture"]


def test_an_image_of_another_size_in_the_texture_is_drawn_in_that_size(canvas: Any) -> None:
    shown = texture(40, 20)
    canvas.root.add_child(Sprite2D(texture=shown, centered=False))
    canvas.frame()
    shown.image = Image.create(8, 6)

    assert canvas.points() == [[0, 0, 8, 0, 0, 6, 8, 6]]


def test_a_texture_does_not_keep_a_sprite_that_has_left(canvas: Any) -> None:
    shown = texture()
    sprite = canvas.root.add_child(Sprite2D(texture=shown))
    canvas.frame()
    assert len(shown.changed.get_connections()) == 1

    canvas.root.remove_child(sprite)
    assert shown.changed.get_connections() == []
    sprite.free()


def test_changing_the_picture_of_a_shared_texture_draws_no_sprite_anew(canvas: Any) -> None:
    shown = texture()
    canvas.root.add_child(Sprite2D(texture=shown))
    canvas.frame()
    shown.image.fill((1, 0, 0))
    canvas.frame()

    assert canvas.server.stats.item_visits == 0


def test_a_pixel_is_opaque_where_the_texture_shown_there_is() -> None:
    image = Image.create(4, 2)
    image.set_pixel(3, 0, (1, 1, 1, 1))
    sprite = Sprite2D(texture=ImageTexture(image))

    assert sprite.is_pixel_opaque((1.5, -0.5))
    assert not sprite.is_pixel_opaque((0.5, -0.5))
    assert not sprite.is_pixel_opaque((9, 9))
    sprite.flip_h = True
    assert sprite.is_pixel_opaque((-1.5, -0.5))
    assert not sprite.is_pixel_opaque((1.5, -0.5))
    sprite.flip_v = True
    assert sprite.is_pixel_opaque((-1.5, 0.5))


def test_the_pixel_at_a_place_is_that_of_the_frame_and_the_region_that_are_shown() -> None:
    image = Image.create(8, 2)
    image.set_pixel(5, 1, (1, 1, 1, 1))
    sprite = Sprite2D(texture=ImageTexture(image), centered=False, hframes=4, frame=2)
    assert [sprite.is_pixel_opaque((x + 0.5, 1.5)) for x in range(2)] == [False, True]

    sprite.hframes = 1
    sprite.region_enabled = True
    sprite.region_rect = (4, 0, 4, 2)
    assert [sprite.is_pixel_opaque((x + 0.5, 1.5)) for x in range(4)] == [False, True, False, False]


@pytest.mark.parametrize(
    ("repeat", "opaque"),
    [
        (Sprite2D.TextureRepeat.PARENT_NODE, [False, True, True, True, True, True, True]),
        (Sprite2D.TextureRepeat.DISABLED, [False, True, True, True, True, True, True]),
        (Sprite2D.TextureRepeat.ENABLED, [False, True, False, True, False, True, False]),
        (Sprite2D.TextureRepeat.MIRROR, [False, True, True, False, False, True, True]),
    ],
)
def test_beyond_the_texture_a_pixel_is_what_is_drawn_there(repeat: int, opaque: list[bool]) -> None:
    image = Image.create(2, 1)
    image.set_pixel(1, 0, (1, 1, 1, 1))
    sprite = Sprite2D(texture=ImageTexture(image), centered=False, region_enabled=True, texture_repeat=repeat)
    sprite.region_rect = (0, 0, 7, 1)

    assert [sprite.is_pixel_opaque((x + 0.5, 0.5)) for x in range(7)] == opaque


def test_the_nearest_item_above_and_then_the_viewport_say_how_a_texture_repeats(canvas: Any) -> None:
    image = Image.create(2, 1)
    image.set_pixel(1, 0, (1, 1, 1, 1))
    above = canvas.root.add_child(Node2D())
    sprite = above.add_child(Sprite2D(texture=ImageTexture(image), centered=False, region_enabled=True))
    sprite.region_rect = (0, 0, 4, 1)
    assert sprite.is_pixel_opaque((2.5, 0.5))
    above.texture_repeat = Node2D.TextureRepeat.ENABLED
    assert not sprite.is_pixel_opaque((2.5, 0.5))
    sprite.top_level = True
    assert sprite.is_pixel_opaque((2.5, 0.5))
    canvas.root.canvas_item_default_texture_repeat = canvas.root.DefaultCanvasItemTextureRepeat.ENABLED

    assert not sprite.is_pixel_opaque((2.5, 0.5))


def test_a_clipped_region_is_drawn_in_nine_parts_that_keep_half_a_pixel_inside(canvas: Any) -> None:
    sprite = canvas.root.add_child(Sprite2D(texture=texture(40, 20), region_enabled=True, centered=False))
    sprite.region_rect = (10, 5, 20, 10)
    sprite.region_filter_clip_enabled = True

    us = [u for row in uvs(canvas) for u in row[0::2]]
    vs = [v for row in uvs(canvas) for v in row[1::2]]
    assert len(canvas.points()) == 9
    assert (min(us), max(us)) == pytest.approx((10.5 / 40, 29.5 / 40))
    assert (min(vs), max(vs)) == pytest.approx((5.5 / 20, 14.5 / 20))
    sprite.region_enabled = False
    assert len(canvas.points()) == 1


def test_a_texture_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"texture must be a Texture2D or None, got 'ship.png'; load it"):
        Sprite2D().texture = "ship.png"  # type: ignore[assignment]
