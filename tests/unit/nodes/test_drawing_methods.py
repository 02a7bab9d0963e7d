"""The drawing methods for dashes, colours along lines, soft edges, primitives, clipped parts and kinds of text."""

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.resources import HorizontalAlignment, Image, ImageTexture
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D
from servers.render import RenderServer
from servers.render.scene.commands.instances import HAIRLINE
from servers.text import TextServer

WHITE = (1, 1, 1, 1)
RED, LIME, BLUE = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)
TEXTURE = ImageTexture(Image.create(20, 10, (1, 1, 1)))
FEATHER = 1.25

Drawing = Callable[[Node2D], object]


def drawn(canvas: Any, drawing: Drawing) -> Any:
    """The instances that `drawing` makes in a node's on_draw."""
    return canvas.drawn_by(drawing).instances


def points(rows: Any) -> Any:
    return rows["points"].reshape(-1, 4, 2)


def colors(rows: Any) -> Any:
    return rows["colors"].reshape(-1, 4, 4)


def box(rows: Any) -> tuple[float, ...]:
    """Left, top, right, bottom of all corners."""
    corners = points(rows).reshape(-1, 2)
    return (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())


def spans(rows: Any) -> list[tuple[float, float]]:
    """From which to which x each row reaches."""
    return [(row[:, 0].min().item(), row[:, 0].max().item()) for row in points(rows)]


# --- dashes ---


@pytest.mark.parametrize(
    ("length", "aligned", "expected"),
    [
        (20, False, [(0, 4), (8, 12), (16, 20)]),
        (22, False, [(0, 4), (8, 12), (16, 20)]),
        (19, False, [(0, 4), (8, 12)]),
        (20, True, [(0, 4), (8, 12), (16, 20)]),
        (22, True, [(0, 5), (9, 13), (17, 22)]),
        (24, True, [(0, 6), (10, 14), (18, 24)]),
        (3, True, [(0, 3)]),
        (3, False, [(0, 3)]),
    ],
)
def test_dashes_and_gaps_are_as_long_as_told(
    canvas: Any, length: float, aligned: bool, expected: list[tuple[float, float]]
) -> None:
    rows = drawn(canvas, lambda item: item.draw_dashed_line((0, 0), (length, 0), WHITE, 2, 4, aligned))

    assert spans(rows) == [pytest.approx(span) for span in expected]
    assert box(rows)[1::2] == (-1, 1)


def test_a_dashed_line_is_of_hairlines_unless_told(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_dashed_line((5, 5), (5, 13), RED))

    assert (rows["uvs"] == HAIRLINE).all()
    assert [(row[1], row[5]) for row in rows["points"].tolist()] == [(5, 8), (10, 13)]


def test_a_dashed_line_without_length_draws_nothing(canvas: Any) -> None:
    assert len(drawn(canvas, lambda item: item.draw_dashed_line((5, 5), (5, 5), RED, 3))) == 0


# --- colours along lines ---


@pytest.mark.parametrize("width", [-1, 4])
def test_a_polyline_blends_from_colour_to_colour(canvas: Any, width: float) -> None:
    line = [(0, 0), (20, 0), (20, 20)]
    rows = drawn(canvas, lambda item: item.draw_polyline_colors(line, [RED, LIME, BLUE], width))

    assert colors(rows)[:, (0, 2)].tolist() == [[list(RED), list(LIME)], [list(LIME), list(BLUE)]]
    assert colors(rows)[:, (1, 3)].tolist() == [[list(RED), list(LIME)], [list(LIME), list(BLUE)]]


def test_a_joint_has_the_colour_of_its_point(canvas: Any) -> None:
    hairpin = [(0, 0), (0, 0), (40, 0), (0, 4)]
    rows = drawn(canvas, lambda item: item.draw_polyline_colors(hairpin, [RED, BLUE, LIME, WHITE], 4))
    joints = [row for row in colors(rows) if (row == LIME).all()]

    assert len(joints) == 1
    assert (colors(rows) == RED).all(axis=2).any()  # of two equal points the first counts
    assert not (colors(rows) == BLUE).all(axis=2).any()


@pytest.mark.parametrize("width", [-1, 4])
def test_one_colour_is_for_the_whole_polyline(canvas: Any, width: float) -> None:
    rows = drawn(canvas, lambda item: item.draw_polyline_colors([(0, 0), (20, 0), (20, 20)], [LIME], width))

    assert (colors(rows) == LIME).all()


@pytest.mark.parametrize("method", ["draw_polyline", "draw_polyline_colors"])
def test_a_polyline_that_ends_where_it_begins_is_closed(canvas: Any, method: str) -> None:
    square = [(10, 10), (30, 10), (30, 30), (10, 30), (10, 10 + 1e-6)]
    paint = WHITE if method == "draw_polyline" else [RED, RED, RED, RED, BLUE]
    rows = drawn(canvas, lambda item: getattr(item, method)(square, paint, 4))

    assert box(rows) == pytest.approx((8, 8, 32, 32))
    if method == "draw_polyline_colors":
        last = colors(rows)[np.flatnonzero((colors(rows) != colors(rows)[0]).any(axis=(1, 2)))]
        assert last[0].tolist() == [list(RED)] * 2 + [list(BLUE)] * 2


def test_sharp_corners_of_a_polyline_reach_three_half_widths(canvas: Any) -> None:
    def corner(angle: float) -> int:
        end = (40 - 40 * np.cos(angle), 40 * np.sin(angle))
        before = len(canvas.draw_list.instances) if canvas.root.get_child_count() else 0
        return len(drawn(canvas, lambda item: item.draw_polyline([(0, 0), (40, 0), end], WHITE, 4))) - before

    assert corner(0.70) == 2  # 1 / sin(0.35) is 2.9
    assert corner(0.66) == 3  # and 1 / sin(0.33) is 3.1


@pytest.mark.parametrize("width", [-1, 2])
def test_separate_lines_have_a_colour_each(canvas: Any, width: float) -> None:
    ends = [(0, 0), (5, 0), (9, 9), (9, 5)]
    rows = drawn(canvas, lambda item: item.draw_multiline_colors(ends, [RED, BLUE], width))

    assert [row.tolist() for row in colors(rows)] == [[list(RED)] * 4, [list(BLUE)] * 4]


def test_one_colour_is_for_all_separate_lines(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_multiline_colors([(0, 0), (5, 0), (9, 9), (9, 5)], [RED], 2))

    assert (colors(rows) == RED).all()


# --- soft edges ---

LINE = [(10, 10), (30, 10), (30, 30)]
SOFT: list[tuple[str, Drawing, tuple[float, ...]]] = [
    ("line", lambda item: item.draw_line((10, 10), (30, 10), RED, 4, True), (10, 8, 30, 12)),
    ("dashes", lambda item: item.draw_dashed_line((10, 10), (30, 10), RED, 4, 4, True, True), (10, 8, 30, 12)),
    ("polyline", lambda item: item.draw_polyline(LINE, RED, 4, True), (10, 8, 32, 30)),
    ("polyline in colours", lambda item: item.draw_polyline_colors(LINE, [RED] * 3, 4, True), (10, 8, 32, 30)),
    ("lines", lambda item: item.draw_multiline(LINE[:2], RED, 4, True), (10, 8, 30, 12)),
    ("lines in colours", lambda item: item.draw_multiline_colors(LINE[:2], [RED], 4, True), (10, 8, 30, 12)),
    ("rectangle", lambda item: item.draw_rect((10, 10, 20, 10), RED, antialiased=True), (10, 10, 30, 20)),
    ("mirrored rectangle", lambda item: item.draw_rect((30, 20, -20, -10), RED, True, -1, True), (10, 10, 30, 20)),
    ("outline", lambda item: item.draw_rect((10, 10, 20, 20), RED, False, 4, True), (8, 8, 32, 32)),
    ("thick outline", lambda item: item.draw_rect((10, 10, 20, 6), RED, False, 8, True), (6, 6, 34, 20)),
    ("circle", lambda item: item.draw_circle((20, 20), 10, RED, antialiased=True), (10, 10, 30, 30)),
    ("ring", lambda item: item.draw_circle((20, 20), 10, RED, False, 4, True), (8, 8, 32, 32)),
    ("thick ring", lambda item: item.draw_circle((20, 20), 4, RED, False, 8, True), (12, 12, 28, 28)),
    ("arc", lambda item: item.draw_arc((20, 20), 10, 0, 2 * pi, 65, RED, 4, True), (8, 8, 32, 32)),
]


@pytest.mark.parametrize(("drawing", "edges"), [case[1:] for case in SOFT], ids=[case[0] for case in SOFT])
def test_a_soft_edge_lies_around_what_is_drawn(canvas: Any, drawing: Drawing, edges: tuple[float, ...]) -> None:
    rows = drawn(canvas, drawing)
    hard = rows[(colors(rows)[:, :, 3] == 1).all(axis=1)]
    soft = rows[(colors(rows)[:, :, 3] != 1).any(axis=1)]

    assert box(hard) == pytest.approx(edges, abs=0.05)
    assert box(soft) == pytest.approx(
        (edges[0] - FEATHER, edges[1] - FEATHER, edges[2] + FEATHER, edges[3] + FEATHER), abs=0.05
    )
    assert (colors(soft)[:, :, 3] == (1, 0, 1, 0)).all()
    assert (colors(soft)[:, :, 0] == 1).all()


@pytest.mark.parametrize(
    "drawing",
    [
        lambda item: item.draw_line((0, 0), (9, 0), RED, -1, True),
        lambda item: item.draw_polyline(LINE, RED, -1, True),
        lambda item: item.draw_polyline_colors(LINE, [RED], -1, True),
        lambda item: item.draw_multiline([(0, 0), (9, 0)], RED, -1, True),
        lambda item: item.draw_rect((0, 0, 9, 9), RED, False, -1, True),
        lambda item: item.draw_circle((0, 0), 9, RED, False, -1, True),
        lambda item: item.draw_arc((0, 0), 9, 0, 1, 9, RED, -1, True),
    ],
)
def test_lines_of_one_screen_pixel_have_no_soft_edge(canvas: Any, drawing: Drawing) -> None:
    assert (drawn(canvas, drawing)["uvs"] == HAIRLINE).all()


@pytest.mark.parametrize(
    "drawing",
    [
        lambda item: item.draw_line((0, 0), (9, 0), RED, 0, True),
        lambda item: item.draw_line((5, 5), (5, 5), RED, 4, True),
        lambda item: item.draw_polyline(LINE, RED, 0, True),
        lambda item: item.draw_circle((0, 0), 0, RED, True, -1, True),
    ],
)
def test_what_has_no_area_has_no_soft_edge(canvas: Any, drawing: Drawing) -> None:
    corners = points(drawn(canvas, drawing)).reshape(-1, 2)

    assert len(np.unique(corners, axis=0)) <= 2


def test_the_soft_edge_of_a_thin_line_is_as_much_thinner(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_line((0, 0), (9, 0), RED, 0.5, True))

    assert box(rows)[1::2] == pytest.approx((-0.25 - FEATHER / 2, 0.25 + FEATHER / 2))


def test_a_soft_edge_is_drawn_through_the_drawing_transform(canvas: Any) -> None:
    def drawing(item: Node2D) -> None:
        item.draw_set_transform((100, 0), 0, (2, 2))
        item.draw_rect((0, 0, 10, 10), RED, antialiased=True)

    assert box(drawn(canvas, drawing)) == (100 - 2.5, -2.5, 122.5, 22.5)


def test_an_outline_without_room_within_is_one_filled_rectangle(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_rect((10, 10, 20, 6), RED, False, 6))

    assert len(rows) == 1
    assert box(rows) == (7, 7, 33, 19)


# --- primitives ---


def test_one_point_is_a_screen_pixel_and_two_are_a_hairline(canvas: Any) -> None:
    def drawing(item: Node2D) -> None:
        item.draw_primitive([(5, 6)], [RED])
        item.draw_primitive([(1, 2), (3, 4)], [RED, BLUE])

    rows = drawn(canvas, drawing)
    assert rows["points"].tolist() == [[5, 6] * 4, [1, 2, 1, 2, 3, 4, 3, 4]]
    assert (rows["uvs"] == HAIRLINE).all()
    assert colors(rows)[1].tolist() == [list(RED), list(RED), list(BLUE), list(BLUE)]


def test_a_triangle_and_a_quad_have_places_in_a_texture(canvas: Any) -> None:
    square, places = [(0, 0), (9, 0), (9, 9), (0, 9)], [(0, 0), (1, 0), (1, 1), (0, 1)]

    def drawing(item: Node2D) -> None:
        item.draw_primitive(square[:3], [RED, LIME, BLUE], places[:3], TEXTURE)
        item.draw_primitive(square, [], places, TEXTURE)

    rows = drawn(canvas, drawing)
    assert [batch.texture for batch in canvas.draw_list.batches] == [TEXTURE]
    for row in rows:
        assert np.allclose(row["points"], row["uvs"] * 9, atol=1e-4)
    assert colors(rows)[0].tolist() == [list(RED), list(LIME), list(BLUE), list(BLUE)]
    assert (colors(rows)[1] == 1).all()
    a, b, c, d = points(rows)[1].tolist()  # triangles (a, b, c) and (b, c, d) together fill the square
    assert {tuple(b), tuple(c)} == {(0, 0), (9, 9)}
    assert {tuple(a), tuple(d)} == {(9, 0), (0, 9)}


def test_a_polygon_with_places_but_no_texture_keeps_them_for_shaders(canvas: Any) -> None:
    rows = drawn(
        canvas,
        lambda item: item.draw_colored_polygon([(0, 0), (9, 0), (0, 9)], RED, [(0.25, 0), (0.5, 0), (0, 0.5)]),
    )

    assert rows["uvs"].tolist() == [[0.25, 0, 0.5, 0, 0, 0.5, 0, 0.5]]
    assert [batch.texture for batch in canvas.draw_list.batches] == [None]


def test_a_rectangle_has_places_from_0_to_1_for_shaders(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_rect((5, 5, 9, 9), RED))

    assert rows["uvs"].tolist() == [[0, 0, 1, 0, 0, 1, 1, 1]]


# --- textures ---


def test_a_part_of_a_texture_shows_nothing_beside_it_unless_told(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_texture_rect_region(TEXTURE, (0, 0, 40, 40), (10, 5, 5, 5)))
    places = rows["uvs"].reshape(-1, 2)

    assert len(rows) == 9
    assert places.min(axis=0).tolist() == pytest.approx([10.5 / 20, 5.5 / 10])
    assert places.max(axis=0).tolist() == pytest.approx([14.5 / 20, 9.5 / 10])


def test_a_transposed_texture_swaps_its_rectangle(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_texture_rect(TEXTURE, (5, 5, 20, 10), False, WHITE, True))

    assert box(rows) == (5, 5, 15, 25)


# --- text ---


def test_an_outline_is_wider_than_its_text(canvas: Any) -> None:
    plain = box(drawn(canvas, lambda item: item.draw_string(None, (0, 50), "Hi", font_size=32)))
    canvas.root.get_child(0).free()
    outline = box(drawn(canvas, lambda item: item.draw_string_outline(None, (0, 50), "Hi", font_size=32, size=8)))

    assert outline == pytest.approx((plain[0] - 2, plain[1] - 2, plain[2] + 2, plain[3] + 2), abs=1)


def test_a_paragraph_goes_down_line_by_line(canvas: Any) -> None:
    server = TextServer()
    rows = drawn(canvas, lambda item: item.draw_multiline_string(None, (10, 50), "I I\nI", 0, -1, 20))
    lefts, bottoms = points(rows)[:, 0, 0], points(rows)[:, 2, 1]

    assert bottoms.tolist() == pytest.approx([50, 50, 50 + server.get_height(None, 20)], abs=1)
    assert lefts[2] == pytest.approx(lefts[0], abs=0.5)


@pytest.mark.parametrize(("alignment", "x"), [(HorizontalAlignment.LEFT, 10), (HorizontalAlignment.RIGHT, 110)])
def test_a_paragraph_is_cut_and_aligned_within_its_width(canvas: Any, alignment: int, x: float) -> None:
    text = "several words that do not fit"
    rows = drawn(canvas, lambda item: item.draw_multiline_string(None, (10, 50), text, alignment, 100, 20))
    left, _, right, _ = box(rows)

    assert 10 <= left < right <= 111
    edge = left if alignment == HorizontalAlignment.LEFT else right
    assert edge == pytest.approx(x, abs=3)
    assert len(np.unique(points(rows)[:, 2, 1].round(-1))) >= 3


@pytest.mark.parametrize(("most", "count"), [(-1, 3), (0, 0), (2, 2), (9, 3)])
def test_a_paragraph_has_so_many_lines_at_most(canvas: Any, most: int, count: int) -> None:
    rows = drawn(canvas, lambda item: item.draw_multiline_string(None, (0, 0), "a\nb\nc", max_lines=most))

    assert len(rows) == count


def test_the_outline_of_a_paragraph_stands_where_it_does(canvas: Any) -> None:
    def drawing(item: Node2D) -> None:
        item.draw_multiline_string(None, (0, 50), "ab\nc", font_size=32)
        item.draw_multiline_string_outline(None, (0, 50), "ab\nc", font_size=32, size=8)

    middles = points(drawn(canvas, drawing)).mean(axis=1)
    assert np.allclose(middles[:3], middles[3:], atol=1)


def test_flags_say_where_the_lines_of_a_paragraph_end(canvas: Any) -> None:
    rows = drawn(canvas, lambda item: item.draw_multiline_string(None, (0, 50), "a\nb", brk_flags=0))

    assert len(np.unique(points(rows)[:, 2, 1].round(-1))) == 1


def test_a_character_is_drawn_alone(canvas: Any) -> None:
    def drawing(item: Node2D) -> None:
        item.draw_char(None, (10, 50), "M", 32, RED)
        item.draw_char_outline(None, (10, 50), "M", 32, 8, BLUE)
        item.draw_char_outline(None, (10, 50), "M", 32)

    plain, outline, default = drawn(canvas, drawing)
    assert box(np.array([plain])) == box(np.array([default]))
    assert box(np.array([outline]))[0] == pytest.approx(box(np.array([plain]))[0] - 2, abs=1)
    assert plain["colors"][:4].tolist() == list(RED)


def test_all_text_without_a_text_server_draws_nothing() -> None:
    server = RenderServer()
    tree = SceneTree(servers=[server])

    class Drawer(Node2D):
        def on_draw(self) -> None:
            self.draw_string_outline(None, (0, 0), "Hi")
            self.draw_multiline_string(None, (0, 0), "Hi")
            self.draw_multiline_string_outline(None, (0, 0), "Hi")
            self.draw_char(None, (0, 0), "H")
            self.draw_char_outline(None, (0, 0), "H")

    tree.root.add_child(Drawer())
    tree.tick(1 / 60)
    server.draw()

    assert server.stats.instances == 0
    tree.shutdown()


# --- bad input ---

NAN = float("nan")
TRIANGLE = [(0, 0), (9, 0), (0, 9)]
REFUSED: list[tuple[Any, str]] = [
    (lambda item: item.draw_line((0, 0), (1, 1), WHITE, 2, "no"), r"draw_line\(antialiased\) must be True or False"),
    (lambda item: item.draw_dashed_line((0, 0), (1, NAN), WHITE), r"draw_dashed_line\(start, end\) must be finite"),
    (
        lambda item: item.draw_dashed_line((0, 0), (9, 0), WHITE, 2, 0),
        r"draw_dashed_line\(dash\) must be above 0, got 0.0",
    ),
    (lambda item: item.draw_dashed_line((0, 0), (9, 0), WHITE, 2, NAN), r"draw_dashed_line\(dash\) must be a finite"),
    (
        lambda item: item.draw_dashed_line((0, 0), (9e6, 0), WHITE, 2, 1),
        r"draw_dashed_line\(dash\) makes more than 100,000 dashes: 1.0 over 9e\+06 pixels",
    ),
    (
        lambda item: item.draw_dashed_line((0, 0), (9, 0), WHITE, 2, 1, "no"),
        r"draw_dashed_line\(aligned\) must be True or False",
    ),
    (lambda item: item.draw_polyline(TRIANGLE, WHITE, 2, None), r"draw_polyline\(antialiased\) must be True or False"),
    (
        lambda item: item.draw_polyline_colors(TRIANGLE, [WHITE] * 2),
        r"draw_polyline_colors\(colors\) takes one colour, or one for each of the 3 points, got 2",
    ),
    (lambda item: item.draw_polyline_colors(TRIANGLE, "red"), r"draw_polyline_colors\(colors\) must be colours in ord"),
    (lambda item: item.draw_polyline_colors([(0, 0)], [WHITE]), r"draw_polyline_colors\(points\) takes at least 2"),
    (
        lambda item: item.draw_multiline_colors(TRIANGLE, [WHITE]),
        r"draw_multiline_colors\(points\) takes two points for each line, got 3 points",
    ),
    (
        lambda item: item.draw_multiline_colors([*TRIANGLE, (1, 1)], [WHITE] * 3),
        r"draw_multiline_colors\(colors\) takes one colour, or one for each of the 2 lines, got 3",
    ),
    (lambda item: item.draw_rect((0, 0, 1, 1), WHITE, "no"), r"draw_rect\(filled\) must be True or False"),
    (lambda item: item.draw_circle((0, 0), 1, WHITE, True, 1, "no"), r"draw_circle\(antialiased\) must be True or Fal"),
    (lambda item: item.draw_primitive([], [WHITE]), r"draw_primitive\(points\) takes one to four points, got 0"),
    (lambda item: item.draw_primitive([(0, 0)] * 5, []), r"draw_primitive\(points\) takes one to four points, got 5"),
    (
        lambda item: item.draw_primitive(TRIANGLE, [WHITE] * 2),
        r"draw_primitive\(colors\) takes one colour, or one for each of the 3 points, got 2",
    ),
    (
        lambda item: item.draw_primitive(TRIANGLE, [], [], TEXTURE),
        r"draw_primitive\(uvs\) takes one place for each of the 3 points, got 0",
    ),
    (
        lambda item: item.draw_primitive(TRIANGLE, [], TRIANGLE, "a.png"),
        r"draw_primitive\(texture\) must be a Texture2",
    ),
    (
        lambda item: item.draw_texture_rect_region(TEXTURE, (0, 0, 1, 1), (0, 0, 1, 1), WHITE, False, "no"),
        r"draw_texture_rect_region\(clip_uv\) must be True or False",
    ),
    (
        lambda item: item.draw_texture_rect(TEXTURE, (0, 0, 1, 1), "no"),
        r"draw_texture_rect\(tile\) must be True or False",
    ),
    (lambda item: item.draw_string_outline(None, (0, 0), "a", size=-1), r"outline_size must be from 0 to 512, got -1"),
    (
        lambda item: item.draw_multiline_string(None, (0, 0), "a", max_lines=1.5),
        r"draw_multiline_string\(max_lines\) must be a whole number, got 1.5",
    ),
    (lambda item: item.draw_multiline_string(None, (0, NAN), "a"), r"draw_multiline_string\(pos\) must be finite"),
    (lambda item: item.draw_multiline_string(None, (0, 0), 5), r"text must be a str, got 5"),
    (
        lambda item: item.draw_multiline_string(None, (0, 0), "a", brk_flags=16),
        r"brk_flags must be made of MANDATORY 1",
    ),
    (
        lambda item: item.draw_string("Hi", (0, 0), "red"),
        r"draw_string\(font\) must be a Font or None, got 'Hi'; the font comes first, None is the one that comes along",
    ),
    (lambda item: item.draw_char(None, (0, 0), "ab"), r"draw_char\(char\) must be one character, got 'ab'"),
    (lambda item: item.draw_char(None, (0, 0), 65), r"draw_char\(char\) must be one character, got 65"),
    (lambda item: item.draw_char_outline(None, (0, 0), ""), r"draw_char_outline\(char\) must be one character, got ''"),
    (
        lambda item: item.draw_char_outline(None, (0, 0), "a", 16, "8"),
        r"draw_char_outline\(size\) must be a whole number, got '8'",
    ),
]


@pytest.mark.parametrize(("drawing", "text"), REFUSED, ids=[text for _, text in REFUSED])
def test_a_wrong_argument_is_refused_by_name_and_draws_nothing(canvas: Any, drawing: Drawing, text: str) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError), match=text):
        drawn(canvas, drawing)

    assert canvas.marks() == []


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("draw_dashed_line", ((0, 0), (1, 1), WHITE)),
        ("draw_polyline_colors", (TRIANGLE, [WHITE])),
        ("draw_multiline_colors", ([], [WHITE])),
        ("draw_primitive", (TRIANGLE, [])),
        ("draw_string_outline", (None, (0, 0), "a")),
        ("draw_multiline_string", (None, (0, 0), "a")),
        ("draw_multiline_string_outline", (None, (0, 0), "a")),
        ("draw_char", (None, (0, 0), "a")),
        ("draw_char_outline", (None, (0, 0), "a")),
    ],
)
def test_an_item_draws_only_while_it_is_told_to(method: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TreeError, match=rf"{method} - an item draws only inside its on_draw"):
        getattr(Node2D(), method)(*arguments)
