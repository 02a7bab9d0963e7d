"""The drawing methods: what each records, and what each refuses before anything is drawn."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import MathTypeError, Rect2, Transform2D
from engine.resources import HorizontalAlignment, Image, ImageTexture
from engine.resources.style_boxes.style_box_flat import StyleBoxFlat
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D
from servers.render import RenderServer
from servers.render.scene.commands.instances import HAIRLINE

WHITE = (1, 1, 1, 1)
TEXTURE = ImageTexture(Image.create(20, 10, (1, 1, 1)))

Drawing = Callable[[Node2D], object]


def drawn(canvas: Any, drawing: Drawing) -> Any:
    """The instances that `drawing` makes in a node's on_draw."""
    return canvas.drawn_by(drawing)


def points(canvas: Any, drawing: Drawing) -> list[list[float]]:
    found: list[list[float]] = drawn(canvas, drawing).instances["points"].tolist()
    return found


def uvs(canvas: Any, drawing: Drawing) -> list[list[float]]:
    found: list[list[float]] = drawn(canvas, drawing).instances["uvs"].tolist()
    return found


def box(rows: list[list[float]]) -> tuple[float, ...]:
    """Left, top, right, bottom of all corners."""
    xs = [x for row in rows for x in row[::2]]
    ys = [y for row in rows for y in row[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def test_a_line_is_as_wide_as_told(canvas: Any) -> None:
    assert box(points(canvas, lambda item: item.draw_line((10, 10), (30, 10), WHITE, 4))) == (10, 8, 30, 12)


def test_a_line_is_a_hairline_unless_told(canvas: Any) -> None:
    assert uvs(canvas, lambda item: item.draw_line((10, 10), (30, 10), WHITE)) == [[HAIRLINE] * 8]


def test_a_polyline_has_sharp_corners(canvas: Any) -> None:
    corner = points(canvas, lambda item: item.draw_polyline([(0, 0), (20, 0), (20, 20)], WHITE, 4))

    assert box(corner) == (0, -2, 22, 20)


def test_a_multiline_is_separate_lines(canvas: Any) -> None:
    lines = points(canvas, lambda item: item.draw_multiline([(0, 0), (5, 0), (9, 9), (9, 5)], WHITE))

    assert [(row[:2], row[4:6]) for row in lines] == [([0, 0], [5, 0]), ([9, 9], [9, 5])]


def test_a_filled_rectangle_is_one_instance(canvas: Any) -> None:
    assert points(canvas, lambda item: item.draw_rect(Rect2(1, 2, 3, 4), WHITE)) == [[1, 2, 4, 2, 1, 6, 4, 6]]


def test_the_outline_of_a_rectangle_reaches_half_its_width_out(canvas: Any) -> None:
    outline = points(canvas, lambda item: item.draw_rect((10, 20, 30, 40), WHITE, filled=False, width=6))

    assert len(outline) == 4
    assert box(outline) == (7, 17, 43, 63)


def test_a_circle_is_filled_unless_told(canvas: Any) -> None:
    filled = points(canvas, lambda item: item.draw_circle((50, 50), 10, WHITE))

    assert len(filled) == 31  # strips of two triangles: a fan over 64 corners has 62
    assert box(filled) == pytest.approx((40, 40, 60, 60), abs=1e-4)


def test_the_outline_of_a_circle_has_64_segments(canvas: Any) -> None:
    outline = points(canvas, lambda item: item.draw_circle((50, 50), 10, WHITE, filled=False, width=2))

    assert len(outline) == 64
    assert box(outline) == pytest.approx((39, 39, 61, 61), abs=0.02)


def test_an_arc_goes_clockwise_from_its_start_to_its_end(canvas: Any) -> None:
    arc = points(canvas, lambda item: item.draw_arc((0, 0), 10, 0, pi / 2, 3, WHITE))

    half = 50**0.5
    assert arc[0][:2] == pytest.approx([10, 0])
    assert arc[0][4:6] == pytest.approx([half, half])
    assert arc[1][4:6] == pytest.approx([0, 10], abs=1e-5)


def test_a_whole_turn_closes_the_arc(canvas: Any) -> None:
    ring = points(canvas, lambda item: item.draw_arc((0, 0), 10, 1, 1 + 4 * pi, 33, WHITE, 2))

    assert len(ring) == 32
    assert box(ring) == pytest.approx((-11, -11, 11, 11), abs=0.2)


def test_a_polygon_has_a_colour_for_each_corner(canvas: Any) -> None:
    colors = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    row = drawn(canvas, lambda item: item.draw_polygon([(0, 0), (9, 0), (0, 9)], colors)).instances[0]
    corners = row["points"].reshape(4, 2).tolist()
    tints = row["colors"].reshape(4, 4).tolist()

    assert {tuple(corner): tint for corner, tint in zip(corners, tints, strict=True)} == {
        (0, 0): [1, 0, 0, 1],
        (9, 0): [0, 1, 0, 1],
        (0, 9): [0, 0, 1, 1],
    }


def test_a_polygon_with_a_dent_covers_its_own_area_only(canvas: Any) -> None:
    arrow = [(0, 0), (10, 0), (10, 10), (5, 5), (0, 10)]
    rows = points(canvas, lambda item: item.draw_colored_polygon(arrow, WHITE))
    area = sum(abs((c - a) * (f - b) - (e - a) * (d - b)) / 2 for a, b, c, d, e, f, _, _ in rows)

    assert area == pytest.approx(75)


@pytest.mark.parametrize("flat", [[(0, 0), (5, 0), (9, 0)], [(3, 3)] * 4])
def test_a_polygon_without_area_draws_nothing(canvas: Any, flat: Any) -> None:
    assert points(canvas, lambda item: item.draw_colored_polygon(flat, WHITE)) == []


def test_a_texture_is_drawn_in_its_own_size(canvas: Any) -> None:
    assert points(canvas, lambda item: item.draw_texture(TEXTURE, (5, 6))) == [[5, 6, 25, 6, 5, 16, 25, 16]]
    assert [batch.texture for batch in canvas.draw_list.batches] == [TEXTURE]


def test_a_texture_is_stretched_or_tiled(canvas: Any) -> None:
    stretched = uvs(canvas, lambda item: item.draw_texture_rect(TEXTURE, (0, 0, 60, 20), False))
    assert stretched == [[0, 0, 1, 0, 0, 1, 1, 1]]

    draw_list = drawn(canvas, lambda item: item.draw_texture_rect(TEXTURE, (0, 0, 60, 20), True))
    assert draw_list.instances["uvs"].tolist()[1] == [0, 0, 3, 0, 0, 2, 3, 2]
    assert [batch.repeat for batch in draw_list.batches] == [False, True]


def test_a_part_of_a_texture_is_drawn(canvas: Any) -> None:
    region = uvs(
        canvas, lambda item: item.draw_texture_rect_region(TEXTURE, (0, 0, 9, 9), (10, 5, 10, 5), clip_uv=False)
    )

    assert region == [[0.5, 0.5, 1, 0.5, 0.5, 1, 1, 1]]


def test_text_stands_with_its_baseline_at_the_place(canvas: Any) -> None:
    rows = points(canvas, lambda item: item.draw_string(None, (100, 50), "Hi", font_size=32))
    left, top, right, bottom = box(rows)

    assert len(rows) == 2
    assert 100 <= left < right < 145
    assert 20 < top < 30
    assert bottom == pytest.approx(50, abs=1)


def test_text_is_aligned_within_its_width(canvas: Any) -> None:
    rows = points(canvas, lambda item: item.draw_string(None, (100, 50), "Hi", 2, 300, 32))

    assert box(rows)[2] == pytest.approx(400, abs=4)


def test_text_without_a_text_server_draws_nothing() -> None:
    server = RenderServer()
    tree = SceneTree(servers=[server])
    drawn = []

    class Drawer(Node2D):
        def on_draw(self) -> None:
            self.draw_string(None, (0, 0), "Hi")
            drawn.append(self)

    drawer = tree.root.add_child(Drawer())
    tree.tick(1 / 60)
    server.draw()

    assert drawn == [drawer]
    assert server.stats.instances == 0
    tree.shutdown()


def test_a_drawing_transform_holds_for_what_follows(canvas: Any) -> None:
    def drawing(item: Node2D) -> None:
        item.draw_set_transform((100, 0), pi / 2, (2, 2))
        item.draw_rect((0, 0, 1, 3), WHITE)
        item.draw_set_transform_matrix(Transform2D())
        item.draw_rect((0, 0, 1, 3), WHITE)

    turned, plain = points(canvas, drawing)
    assert box([turned]) == pytest.approx((94, 0, 100, 2), abs=1e-4)
    assert box([plain]) == (0, 0, 1, 3)


def test_a_drawing_transform_does_not_last_beyond_the_drawing(canvas: Any) -> None:
    class Drawer(Node2D):
        def on_draw(self) -> None:
            self.draw_rect((0, 0, 1, 1), WHITE)
            self.draw_set_transform((100, 0))

    item = canvas.root.add_child(Drawer())
    canvas.frame()
    item.queue_redraw()

    assert canvas.points() == [[0, 0, 1, 0, 0, 1, 1, 1]]


NAN = float("nan")
REFUSED: list[tuple[Drawing, str]] = [
    (lambda item: item.draw_line((0, NAN), (1, 1), WHITE), r"draw_line\(start, end\) must be finite"),
    (lambda item: item.draw_line(3, (1, 1), WHITE), r"draw_line\(start, end\) must be points \(x, y\), got \(3, "),  # type: ignore[arg-type]
    (lambda item: item.draw_line((0, 0), (1, 1), "redd"), r"draw_line\(color\) must be a Color.*"),
    (lambda item: item.draw_line((0, 0), (1, 1), WHITE, NAN), r"draw_line\(width\) must be a finite number, got nan"),
    (lambda item: item.draw_line((0, 0), (1, 1), WHITE, "2"), r"draw_line\(width\) must be a finite number"),  # type: ignore[arg-type]
    (lambda item: item.draw_polyline([(0, 0)], WHITE), r"draw_polyline\(points\) takes at least 2 points, got 1"),
    (lambda item: item.draw_polyline([(0, 0), (1,)], WHITE), r"draw_polyline\(points\) must be points \(x, y\)"),
    (lambda item: item.draw_multiline([(0, 0)] * 3, WHITE), r"draw_multiline\(points\) takes two points for each line"),
    (lambda item: item.draw_rect((0, 0, 1), WHITE), r"draw_rect\(rect\) must be four finite numbers"),
    (
        lambda item: item.draw_rect(((0, 0), (5, 5)), WHITE),  # type: ignore[arg-type]
        r"draw_rect\(rect\) must be four finite numbers, got \(\(0, 0\), \(5, 5\)\); write \(x, y, width, height\)",
    ),
    (
        lambda item: item.draw_style_box(StyleBoxFlat(), (0, 0)),
        r"draw_style_box\(rect\) must be four finite numbers, got \(0, 0\); write \(x, y, width, height\)",
    ),
    (lambda item: item.draw_rect((0, 0, 1, NAN), WHITE), r"draw_rect\(rect\) must be four finite numbers"),
    (lambda item: item.draw_circle((0, 0), -1, WHITE), r"draw_circle\(radius\) must be 0 or more, got -1"),
    (lambda item: item.draw_arc((0, 0), 5, 0, 1, 1, WHITE), r"draw_arc\(point_count\) must be a whole number from 2"),
    (
        lambda item: item.draw_polygon([(0, 0), (1, 1)], [WHITE]),
        r"draw_polygon\(points\) takes at least 3 points, got 2",
    ),
    (
        lambda item: item.draw_polygon([(0, 0), (9, 0), (0, 9)], [WHITE, WHITE]),
        r"draw_polygon\(colors\) takes one colour, or one for each of the 3 points, got 2",
    ),
    (
        lambda item: item.draw_polygon([(0, 0), (9, 0), (0, 9)], [WHITE], [(0, 0)], TEXTURE),
        r"draw_polygon\(uvs\) takes one place for each of the 3 points, got 1",
    ),
    (
        lambda item: item.draw_colored_polygon([(0, 0), (9, 0), (0, 9)], WHITE, texture=TEXTURE),
        r"draw_colored_polygon\(uvs\) takes one place for each of the 3 points, got 0",
    ),
    (
        lambda item: item.draw_texture("a.png", (0, 0)),  # type: ignore[arg-type]
        r"draw_texture\(texture\) must be a Texture2D, got 'a.png'; load",
    ),
    (lambda item: item.draw_string(None, (0, 0), 5), r"text must be a str, got 5"),  # type: ignore[arg-type]
    (lambda item: item.draw_line((0, 1j), (1, 1), WHITE), r"draw_line\(start, end\) must be a number, got 1j"),  # type: ignore[arg-type]
    (
        lambda item: item.draw_polyline([(0, 0), (np.zeros(1), 3)], WHITE),  # type: ignore[list-item]
        r"draw_polyline\(points\) must be a number, got array",
    ),
    (
        lambda item: item.draw_string(None, (0, 0), "a", HorizontalAlignment.CENTER, "wide"),  # type: ignore[arg-type]
        r"width: needs a number, got 'wide'",
    ),
    (
        lambda item: item.draw_set_transform_matrix((1, 0)),
        r"draw_set_transform_matrix\(xform\) must be six finite numbers",
    ),
    (
        lambda item: item.draw_set_transform_matrix((1, 0, 0, NAN, 0, 0)),
        r"draw_set_transform_matrix\(xform\) must be six finite numbers",
    ),
]


@pytest.mark.parametrize(("drawing", "text"), REFUSED, ids=[text for _, text in REFUSED])
def test_a_wrong_argument_is_refused_by_name_and_draws_nothing(canvas: Any, drawing: Drawing, text: str) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError, MathTypeError), match=text):
        drawn(canvas, drawing)

    assert canvas.marks() == []


def test_points_may_be_arrays_of_any_kind_of_float(canvas: Any) -> None:
    ends = np.array([(0, 0), (10, 0)], np.float32)

    assert points(canvas, lambda item: item.draw_line(ends[0], ends[1], WHITE, 4)) == [[0, -2, 0, 2, 10, -2, 10, 2]]


def test_a_polygon_that_crosses_itself_is_refused(canvas: Any) -> None:
    star = [(10 * cos(i * 6 * pi / 7), 10 * sin(i * 6 * pi / 7)) for i in range(7)]

    with pytest.raises(InvalidValueError, match=r"/root/Drawer.draw_colored_polygon\(points\): the outline of these 7"):
        drawn(canvas, lambda item: item.draw_colored_polygon(star, WHITE))
