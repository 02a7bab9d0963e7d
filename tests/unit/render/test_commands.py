"""What is recorded becomes instances: where, in which colours, and in which runs."""

from math import cos, pi, sin

import numpy as np
import pytest

from engine.math import Transform2D
from engine.resources import Image, ImageTexture
from servers.render import CanvasCommands
from servers.render.scene.commands.instances import HAIRLINE, MAX_COLOR, MAX_COORDINATE

RED = (1.0, 0.0, 0.0, 1.0)
BLUE = (0.0, 0.0, 1.0, 0.5)


def texture(width: int = 20, height: int = 10) -> ImageTexture:
    return ImageTexture(Image.create(width, height))


def recorded(commands: CanvasCommands) -> dict[str, list[list[float]]]:
    instances = commands.finish().instances
    return {name: instances[name].tolist() for name in ("points", "uvs", "colors")}


def test_nothing_recorded_is_nothing_drawn() -> None:
    geometry = CanvasCommands().finish()

    assert len(geometry.instances) == 0
    assert geometry.runs == ()


def test_a_rectangle_is_one_strip_in_one_colour() -> None:
    commands = CanvasCommands()
    commands.rect(10, 20, 30, 40, BLUE)

    assert recorded(commands) == {
        "points": [[10, 20, 40, 20, 10, 60, 40, 60]],
        "uvs": [[0, 0, 1, 0, 0, 1, 1, 1]],
        "colors": [[0, 0, 1, 0.5] * 4],
    }


def test_a_circle_has_64_corners_at_its_radius() -> None:
    commands = CanvasCommands()
    commands.circle((5, 6), 10, RED)
    points = np.array(recorded(commands)["points"]).reshape(-1, 2)
    corners = {(round(x, 3), round(y, 3)) for x, y in points}

    expected = {(round(5 + 10 * cos(i * pi / 32), 3), round(6 + 10 * sin(i * pi / 32), 3)) for i in range(64)}
    assert {(x + 0.0, y + 0.0) for x, y in corners} == {(x + 0.0, y + 0.0) for x, y in expected}


def test_a_negative_width_makes_a_hairline_between_the_two_points() -> None:
    commands = CanvasCommands()
    commands.line((1, 2), (3, 4), RED, -1)

    found = recorded(commands)
    assert found["points"] == [[1, 2, 1, 2, 3, 4, 3, 4]]
    assert found["uvs"] == [[HAIRLINE] * 8]


def test_a_closed_hairline_returns_to_its_first_point() -> None:
    commands = CanvasCommands()
    commands.polyline([(0, 0), (9, 0), (9, 9)], RED, -1, closed=True)

    assert [row[4:6] for row in recorded(commands)["points"]] == [[9, 0], [9, 9], [0, 0]]


def test_separate_lines_take_two_points_each() -> None:
    commands = CanvasCommands()
    commands.multiline([(0, 0), (9, 0), (0, 5), (9, 5)], RED, 2)

    assert recorded(commands)["points"] == [[0, -1, 0, 1, 9, -1, 9, 1], [0, 4, 0, 6, 9, 4, 9, 6]]


def test_a_triangle_repeats_its_last_corner_and_keeps_each_corners_colour() -> None:
    commands = CanvasCommands()
    commands.triangles([(0, 0), (9, 0), (0, 9)], [0, 1, 2], [RED, BLUE, (0, 1, 0, 1)])

    found = recorded(commands)
    assert found["points"] == [[0, 0, 9, 0, 0, 9, 0, 9]]
    assert found["colors"] == [[1, 0, 0, 1, 0, 0, 1, 0.5, 0, 1, 0, 1, 0, 1, 0, 1]]


def test_a_part_of_a_texture_has_coordinates_from_0_to_1_over_the_picture() -> None:
    commands = CanvasCommands()
    commands.texture_rect(texture(20, 10), (0, 0, 5, 5), (5, 0, 10, 5), RED)

    assert recorded(commands)["uvs"] == [[0.25, 0, 0.75, 0, 0.25, 0.5, 0.75, 0.5]]


@pytest.mark.parametrize(
    ("flip_h", "flip_v", "rect", "uvs"),
    [
        (True, False, (0, 0, 4, 4), [1, 0, 0, 0, 1, 1, 0, 1]),
        (False, True, (0, 0, 4, 4), [0, 1, 1, 1, 0, 0, 1, 0]),
        (False, False, (0, 0, -4, 4), [1, 0, 0, 0, 1, 1, 0, 1]),
        (True, False, (0, 0, -4, 4), [0, 0, 1, 0, 0, 1, 1, 1]),
        (False, False, (0, 0, 4, -4), [0, 1, 1, 1, 0, 0, 1, 0]),
    ],
)
def test_flips_and_negative_sizes_mirror_the_texture_in_place(
    flip_h: bool, flip_v: bool, rect: tuple[float, ...], uvs: list[float]
) -> None:
    commands = CanvasCommands()
    commands.texture_rect(texture(), rect, (0, 0, 20, 10), RED, flip_h=flip_h, flip_v=flip_v)

    found = recorded(commands)
    assert found["points"] == [[0, 0, 4, 0, 0, 4, 4, 4]]
    assert found["uvs"] == [uvs]


def test_transposing_swaps_the_textures_axes() -> None:
    commands = CanvasCommands()
    commands.texture_rect(texture(), (0, 0, 4, 4), (0, 0, 20, 10), RED, transpose=True)

    assert recorded(commands)["uvs"] == [[0, 0, 0, 1, 1, 0, 1, 1]]


def test_neighbours_with_one_texture_are_one_run() -> None:
    picture = texture()
    commands = CanvasCommands()
    commands.rect(0, 0, 1, 1, RED)
    commands.rect(0, 0, 1, 1, RED)
    commands.texture_rect(picture, (0, 0, 4, 4), (0, 0, 20, 10), RED)
    commands.texture_rect(picture, (0, 0, 4, 4), (0, 0, 40, 10), RED, repeat=True)
    commands.rect(0, 0, 1, 1, RED)

    assert commands.finish().runs == (
        (None, False, 2, True, None),
        (picture, False, 1, True, None),
        (picture, True, 1, False, None),
        (None, False, 1, True, None),
    )


def test_a_transform_holds_for_what_follows_until_the_next() -> None:
    commands = CanvasCommands()
    commands.rect(1, 1, 1, 1, RED)
    commands.set_transform(Transform2D(pi / 2, (2, 2), 0.0, (100, 0)))
    commands.rect(1, 1, 1, 1, RED)
    commands.set_transform(Transform2D())
    commands.rect(1, 1, 1, 1, RED)

    plain = [1, 1, 2, 1, 1, 2, 2, 2]
    turned = [98, 2, 98, 4, 96, 2, 96, 4]  # (x, y) -> (100 - 2 y, 2 x)
    assert np.allclose(recorded(commands)["points"], [plain, turned, plain], atol=1e-5)


def test_a_transform_that_nothing_follows_does_no_harm() -> None:
    commands = CanvasCommands()
    commands.rect(1, 1, 1, 1, RED)
    commands.set_transform(Transform2D(1.0, (5, 5)))

    assert recorded(commands)["points"] == [[1, 1, 2, 1, 1, 2, 2, 2]]


@pytest.mark.parametrize("count", [1, 9])
def test_what_no_float_of_the_gpu_can_hold_is_cut_off(count: int) -> None:
    commands = CanvasCommands()
    for _ in range(count):
        commands.rect(1e60, 0, 1, 1, (1e9, 0, 0, 1))

    found = recorded(commands)
    assert found["points"][0][0] == pytest.approx(MAX_COORDINATE)
    assert found["colors"][0][0] == pytest.approx(MAX_COLOR, rel=1e-3)


def test_few_and_many_instances_come_out_alike() -> None:
    few, many = CanvasCommands(), CanvasCommands()
    few.rect(0.1, 0.2, 3.3, 4.4, (0.1, 0.2, 0.3, 0.4))
    for _ in range(20):
        many.rect(0.1, 0.2, 3.3, 4.4, (0.1, 0.2, 0.3, 0.4))

    assert many.finish().data == few.finish().data * 20
