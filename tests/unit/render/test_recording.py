"""What is recorded one by one and what comes as arrays: the same bytes, in the order in which they came."""

from typing import Any

import numpy as np
import pytest

from engine.math import Transform2D
from engine.resources import Image, ImageTexture
from engine.resources.textures.atlas_texture import AtlasTexture
from servers.render import CanvasCommands
from servers.render.scene.commands.instances import MAX_COLOR, MAX_COORDINATE

RED = (1.0, 0.0, 0.0, 1.0)
WHITE = (1.0, 1.0, 1.0, 1.0)
SQUARE = (0.0, 0.0, 8.0, 0.0, 0.0, 8.0, 8.0, 8.0)
WHOLE = (0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0)


def texture(width: int = 20, height: int = 10) -> ImageTexture:
    return ImageTexture(Image.create(width, height))


def part_of(atlas: ImageTexture, *region: float) -> AtlasTexture:
    part = AtlasTexture()
    part.atlas, part.region = atlas, region
    return part


def rows(commands: CanvasCommands, name: str) -> list[list[float]]:
    found: list[list[float]] = commands.finish().instances[name].tolist()
    return found


def test_an_array_is_recorded_as_its_strips_one_by_one_are() -> None:
    picture = texture()
    single, many = CanvasCommands(), CanvasCommands()
    matrix = Transform2D(0.5, (2, 3), 0.1, (7, 9))
    for commands in (single, many):
        commands.set_transform(matrix)
    for shift in range(6):
        single.quad(tuple(each + shift for each in SQUARE), (0.1, 0.2, 0.3, 0.4), picture, WHOLE)  # type: ignore[arg-type]
    many.strip_array(
        np.reshape(SQUARE, (1, 4, 2)) + np.arange(6.0)[:, None, None],
        np.array((0.1, 0.2, 0.3, 0.4)),
        np.broadcast_to(np.reshape(WHOLE, (4, 2)), (6, 4, 2)),
        picture,
    )

    one, other = single.finish(), many.finish()
    assert one.runs == other.runs == ((picture, False, 6, True, None),)
    for name in ("points", "uvs", "colors"):
        assert np.allclose(one.instances[name], other.instances[name], atol=1e-5)


def test_single_strips_and_arrays_keep_their_order() -> None:
    commands = CanvasCommands()
    commands.rect(1, 0, 1, 1, RED)
    commands.strip_array(np.full((3, 4, 2), 2.0), np.array(RED))
    commands.rect(3, 0, 1, 1, RED)
    commands.triangle_array(np.full((3, 2), 4.0), np.array([(0, 1, 2)]), np.array(RED))

    assert [row[0] for row in rows(commands, "points")] == [1, 2, 2, 2, 3, 4]


@pytest.mark.parametrize("colors", [np.array(RED), np.array([RED] * 2), np.array([[RED] * 4] * 2)])
def test_colours_are_for_all_for_each_strip_or_for_each_corner(colors: Any) -> None:
    commands = CanvasCommands()
    commands.strip_array(np.zeros((2, 4, 2)), colors)

    assert rows(commands, "colors") == [[1, 0, 0, 1] * 4] * 2


def test_triangles_take_points_colours_and_places_by_their_indices() -> None:
    points = np.array([(0, 0), (9, 0), (0, 9), (9, 9)], np.float32)
    commands = CanvasCommands()
    commands.triangle_array(
        points, np.array([(2, 1, 0), (1, 2, 3)]), np.array([RED, WHITE, RED, WHITE]), points / 9, texture()
    )

    geometry = commands.finish()
    assert geometry.instances["points"].tolist() == [[0, 9, 9, 0, 0, 0, 0, 0], [9, 0, 0, 9, 9, 9, 9, 9]]
    assert geometry.instances["uvs"].tolist() == [[0, 1, 1, 0, 0, 0, 0, 0], [1, 0, 0, 1, 1, 1, 1, 1]]
    assert geometry.instances["colors"].reshape(2, 4, 4)[:, :, 1].tolist() == [[0, 1, 0, 0], [1, 0, 1, 1]]


def test_nothing_comes_of_empty_arrays() -> None:
    commands = CanvasCommands()
    commands.strip_array(np.empty((0, 4, 2)), np.array(RED))
    commands.triangle_array(np.empty((0, 2)), np.empty((0, 3), int), np.array(RED))
    commands.strips([], RED)
    commands.hairlines([], RED)

    assert commands.finish().runs == ()


def test_what_no_float_of_the_gpu_can_hold_is_cut_off_in_arrays() -> None:
    commands = CanvasCommands()
    commands.strip_array(np.full((2, 4, 2), -1e200), np.array((1e9, 0, 0, 1)))

    assert rows(commands, "points")[1][0] == pytest.approx(-MAX_COORDINATE)
    commands.strip_array(np.zeros((1, 4, 2)), np.array((1e9, 0, 0, 1)))
    assert rows(commands, "colors")[2][0] == pytest.approx(MAX_COLOR, rel=1e-3)


# --- inside ---


@pytest.mark.parametrize(
    ("source", "inside"),
    [
        ((0, 0, 20, 10), True),
        ((5, 5, 5, 5), True),
        ((40 / 3, 0, 20 / 3, 10), True),
        ((-0.1, 0, 5, 5), False),
        ((0, -1, 5, 5), False),
        ((0, 0, 20.1, 5), False),
        ((0, 5, 5, 6), False),
    ],
)
def test_a_run_says_whether_it_shows_nothing_beyond_the_picture(source: tuple[float, ...], inside: bool) -> None:
    commands = CanvasCommands()
    picture = texture()
    commands.texture_rect(picture, (0, 0, 9, 9), source, RED)

    assert commands.finish().runs == ((picture, False, 1, inside, None),)


def test_one_part_beyond_the_picture_puts_its_whole_run_outside() -> None:
    commands = CanvasCommands()
    picture = texture()
    commands.quad(SQUARE, RED, picture, WHOLE)
    commands.quad(SQUARE, RED, picture, (0, 0, 1.5, 0, 0, 1, 1.5, 1))
    commands.quad(SQUARE, RED, picture, WHOLE)

    assert commands.finish().runs == ((picture, False, 3, False, None),)


@pytest.mark.parametrize(("reach", "inside"), [(1.0, True), (1.01, False), (-0.01, False)])
def test_arrays_say_it_too(reach: float, inside: bool) -> None:
    uvs = np.full((2, 4, 2), 0.5)
    uvs[1, 2, 1] = reach
    commands = CanvasCommands()
    commands.strip_array(np.zeros((2, 4, 2)), np.array(RED), uvs, texture())

    assert [run[3] for run in commands.finish().runs] == [inside]


# --- textures that are parts of others ---


def test_places_in_a_part_are_drawn_as_places_in_the_whole() -> None:
    atlas = texture(40, 20)
    part = part_of(atlas, 10, 5, 20, 10)
    commands = CanvasCommands()
    commands.quad(SQUARE, RED, part, WHOLE)
    commands.triangles([(0, 0), (9, 0), (0, 9)], [0, 1, 2], [RED], [(0, 0), (1, 0), (0, 1)], part)
    commands.strip_array(np.zeros((1, 4, 2)), np.array(RED), np.reshape(WHOLE, (1, 4, 2)), part)

    geometry = commands.finish()
    whole = [0.25, 0.25, 0.75, 0.25, 0.25, 0.75, 0.75, 0.75]
    assert geometry.runs == ((atlas, False, 3, True, None),)
    assert geometry.instances["uvs"].tolist() == [whole, [*whole[:6], *whole[4:6]], whole]


def test_a_texture_without_places_shows_its_top_left_corner() -> None:
    commands = CanvasCommands()
    commands.strip_array(np.zeros((1, 4, 2)), np.array(RED), None, part_of(texture(40, 20), 10, 5, 20, 10))

    assert rows(commands, "uvs") == [[0.25, 0.25] * 4]


def test_a_part_of_nothing_can_be_drawn() -> None:
    commands = CanvasCommands()
    commands.quad(SQUARE, RED, AtlasTexture(), WHOLE)

    assert len(commands.finish().instances) == 1


# --- parts of textures in rectangles ---


def test_a_clipped_part_keeps_half_a_pixel_from_its_edge() -> None:
    commands = CanvasCommands()
    picture = texture(20, 10)
    commands.texture_rect(picture, (100, 50, 40, 20), (4, 2, 10, 5), RED, clip_uv=True)

    geometry = commands.finish()
    assert geometry.runs == ((picture, False, 9, True, None),)
    points, uvs = geometry.instances["points"].reshape(-1, 2), geometry.instances["uvs"].reshape(-1, 2)
    assert (uvs.min(axis=0), uvs.max(axis=0)) == (pytest.approx([0.225, 0.25]), pytest.approx([0.675, 0.65]))
    within = np.clip((points - (100, 50)) / (40, 20) * (10, 5), 0.5, (9.5, 4.5)) + (4, 2)
    assert np.allclose(uvs, within / (20, 10), atol=1e-6)


def test_a_clipped_part_of_one_pixel_is_that_pixels_middle() -> None:
    commands = CanvasCommands()
    commands.texture_rect(texture(20, 10), (0, 0, 40, 20), (4, 2, 1, 1), RED, clip_uv=True)

    (places,) = rows(commands, "uvs")
    assert places == pytest.approx([0.225, 0.25] * 4)


@pytest.mark.parametrize("clip_uv", [False, True])
@pytest.mark.parametrize(
    ("rect", "source", "expected"),
    [
        ((0, 0, 6, 4), (0, 0, 20, 10), {(0, 0): (0, 0), (4, 0): (0, 1), (0, 6): (1, 0), (4, 6): (1, 1)}),
        ((0, 0, -6, 4), (0, 0, 20, 10), {(0, 0): (0, 1), (4, 0): (0, 0), (0, 6): (1, 1), (4, 6): (1, 0)}),
        ((0, 0, 6, 4), (0, 0, 20, -10), {(0, 0): (1, 0), (4, 0): (1, 1), (0, 6): (0, 0), (4, 6): (0, 1)}),
    ],
)
def test_transposing_swaps_the_rectangle_too_and_mirrors_what_comes_of_it(
    rect: tuple[float, ...],
    source: tuple[float, ...],
    expected: dict[tuple[float, float], tuple[float, float]],
    clip_uv: bool,
) -> None:
    commands = CanvasCommands()
    commands.texture_rect(texture(20, 10), rect, source, RED, transpose=True, clip_uv=clip_uv)

    geometry = commands.finish()
    points, uvs = geometry.instances["points"].reshape(-1, 2), geometry.instances["uvs"].reshape(-1, 2)
    for corner, place in expected.items():
        (found,) = np.unique(uvs[(points == corner).all(axis=1)], axis=0)
        if clip_uv:
            place = (min(max(place[0], 0.025), 0.975), min(max(place[1], 0.05), 0.95))
        assert found == pytest.approx(place)


@pytest.mark.parametrize("clip_uv", [False, True])
@pytest.mark.parametrize("filter_clip", [False, True])
def test_a_part_of_an_atlas_says_itself_whether_it_is_clipped(filter_clip: bool, clip_uv: bool) -> None:
    part = part_of(texture(40, 20), 10, 5, 20, 10)
    part.filter_clip = filter_clip
    commands = CanvasCommands()
    commands.texture_rect(part, (0, 0, 20, 10), (0, 0, 20, 10), RED, clip_uv=clip_uv)

    assert len(commands.finish().instances) == (9 if filter_clip else 1)


def test_a_negative_source_is_the_part_from_its_position_on_mirrored() -> None:
    commands = CanvasCommands()
    commands.texture_rect(texture(20, 10), (0, 0, 4, 4), (5, 0, -10, 10), RED)

    assert rows(commands, "uvs") == [[0.75, 0, 0.25, 0, 0.75, 1, 0.25, 1]]


def test_the_part_of_a_margin_is_on_the_other_side_when_it_is_mirrored() -> None:
    part = part_of(texture(40, 20), 0, 0, 10, 10)
    part.margin = (2, 0, 10, 0)  # 2 pixels of room on the left, 8 on the right
    for flip_h, left in ((False, 2), (True, 8)):
        commands = CanvasCommands()
        commands.texture_rect(part, (0, 0, 20, 10), (0, 0, 20, 10), RED, flip_h=flip_h)

        assert rows(commands, "points")[0][:4] == [left, 0, left + 10, 0]
