"""Few strips are packed as Python numbers, many through arrays: the same bytes come of both."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from engine.math import Transform2D
from engine.resources import Image, ImageTexture, Texture2D
from engine.resources.textures.atlas_texture import AtlasTexture
from servers.render import CanvasCommands
from servers.render.scene.commands import canvas_commands as commands_module
from servers.render.scene.commands import recording as recording_module
from servers.render.scene.commands.instances import Geometry

Drawing = Callable[[CanvasCommands, np.random.Generator], object]

FAR = (1.0, 3.0, 1e-40, 1e5, 1e29, 5e30, 1e39, 1e300)
BRIGHT = (1.0, 1e-7, 300.0, 60000.0, 65519.0, 65521.0, 1e6)
MATRIX = Transform2D(0.7, (1.5, -0.3), 0.2, (7, 9))
TO_ZERO = MATRIX.affine_inverse().origin
REACH = (1.0, 1.0, 1.5, 1e31)


def places(random: np.random.Generator, count: int) -> list[tuple[float, float]]:
    return [(u, v) for u, v in (random.uniform(-0.5, 1, (count, 2)).clip(0) * random.choice(REACH)).tolist()]


def points(random: np.random.Generator, count: int, reach: Sequence[float] = FAR) -> list[tuple[float, float]]:
    found = random.uniform(-1, 1, (count, 2)) * random.choice(reach)
    found[::2] += TO_ZERO  # where the transform leaves only what rounding makes of it
    if random.random() < 0.3:
        found[:] = TO_ZERO
    return [(x, y) for x, y in found.tolist()]


def colors(random: np.random.Generator, count: int) -> list[Any]:
    return [tuple(row) for row in (random.uniform(-0.5, 1, (count, 4)) * random.choice(BRIGHT)).tolist()]


def picture(random: np.random.Generator) -> Texture2D:
    whole = ImageTexture(Image.create(33, 17))
    if random.random() < 0.5:
        return whole
    part = AtlasTexture()
    part.atlas, part.region = whole, (3, 5, 11, 7)
    return part


def strips(commands: CanvasCommands, random: np.random.Generator) -> None:
    corners: list[Any] = [tuple(np.ravel(points(random, 4)).tolist()) for _ in range(random.integers(1, 12))]
    commands.strips(corners, colors(random, 1)[0])


def triangles(commands: CanvasCommands, random: np.random.Generator) -> None:
    count = int(random.integers(3, 9))
    indices = random.integers(0, count, 3 * random.integers(1, 9)).tolist()
    tints = colors(random, int(random.choice((1, count))))
    uvs = places(random, count) if random.random() < 0.7 else []
    texture = picture(random) if random.random() < 0.7 else None
    commands.triangles(points(random, count), indices, tints, uvs, texture)


def primitives(commands: CanvasCommands, random: np.random.Generator) -> None:
    count = int(random.integers(3, 5))
    uvs = places(random, count) if random.random() < 0.5 else []
    commands.primitive(points(random, count), colors(random, count), uvs, picture(random) if uvs else None)


def lines_in_colors(commands: CanvasCommands, random: np.random.Generator) -> None:
    line = points(random, int(random.integers(2, 7)), (1.0, 300.0))
    closed = bool(random.random() < 0.5)
    commands.polyline_colors(line, colors(random, len(line) + closed), random.uniform(0.1, 5), closed=closed)


@pytest.mark.parametrize("drawing", [strips, triangles, primitives, lines_in_colors])
@pytest.mark.parametrize("moved", [False, True])
def test_few_strips_are_recorded_bit_for_bit_as_arrays_are(
    monkeypatch: pytest.MonkeyPatch, drawing: Drawing, moved: bool
) -> None:
    for seed in range(150):
        found: list[Geometry] = []
        for most in (1000, -1):
            monkeypatch.setattr(commands_module, "FEW", most)
            monkeypatch.setattr(recording_module, "FEW", most)
            recorded = CanvasCommands()
            if moved:
                recorded.set_transform(MATRIX)
            drawing(recorded, np.random.default_rng(seed))
            found.append(recorded.finish())

        few, arrays = found
        assert few.data == arrays.data
        assert [run[1:] for run in few.runs] == [run[1:] for run in arrays.runs]


def test_a_line_in_colours_has_those_of_its_points_at_segments_and_joints() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    tints: list[Any] = [(level, 0.0, 0.0, 1.0) for level in (0.0, 0.25, 0.5, 0.75, 1.0)]
    commands = CanvasCommands()
    commands.polyline_colors(square, tints, 2.0, closed=True, sharp_limit=1.0)  # so that every corner has a joint

    reds = commands.finish().instances["colors"].reshape(-1, 4, 4)[:, (0, 2), 0].tolist()
    joints = [[0.0, 0.0], [0.25, 0.25], [0.0, 0.25], [0.5, 0.5], [0.25, 0.5], [0.75, 0.75], [0.5, 0.75], [0.75, 1.0]]
    assert reds == joints
