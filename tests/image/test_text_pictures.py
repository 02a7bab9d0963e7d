"""Text on the screen, against stored pictures that a person has looked at, and against its own letters elsewhere.

Stored pictures: what glyphs look like is FreeType's. Each test has a parameter that switches its rule off, and the
picture must then be another one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.pytest_plugin import AssertImage
from engine.resources import HorizontalAlignment, Image
from nodes.world_2d.node_2d import Node2D
from tests.image.canvas_pixels import CLEAR, QUARTER, SIDE, TOLERANCE, Floats, painted, screen

MakeApp = Callable[..., App]
Write = Callable[[Node2D, bool], object]
REFERENCES = Path(__file__).with_name("references")
GREY, ORANGE, NAVY = (0.3, 0.3, 0.3), (1.0, 0.5, 0.1), (0.0, 0.0, 0.5)
rule = pytest.mark.parametrize("rule", [True, False])


def covered(picture: Floats) -> Any:
    """The pixels that something was written on."""
    return (np.abs(picture - 255 * np.array(GREY)) > TOLERANCE).any(axis=2)


# --- against stored pictures -------------------------------------------------------------------------------------


def letters(item: Node2D, rule: bool) -> None:
    """All of ASCII, and large letters that are kerned; without the rule a little larger."""
    for row in range(5):
        line = "".join(map(chr, range(33 + 19 * row, min(52 + 19 * row, 127))))
        item.draw_string(None, (1, 13 + 15 * row), line, font_size=10, modulate=ORANGE)
    item.draw_string(None, (0, 121), "AVATy", font_size=46 if rule else 48)


def hidpi(item: Node2D, rule: bool) -> None:
    """Letters with two pixels for a point; without the rule they are written smaller and scaled up."""
    item.draw_set_transform((0, 0), 0, (1, 1) if rule else (2, 2))
    for row, word in enumerate(("Rg&", "ae@")):
        item.draw_string(
            None, (1, 26 + 31 * row) if rule else (0.5, 13 + 15.5 * row), word, font_size=32 if rule else 16
        )


def turned(item: Node2D, rule: bool) -> None:
    """Text that is turned and scaled smoothly, half transparent."""
    item.draw_set_transform((14, 54), -0.35 if rule else -0.3, (1.4, 1.2))
    for row, word in enumerate(("WAM", "&@8")):
        item.draw_string(None, (0, 46 * row), word, font_size=44, modulate=(*ORANGE, 0.6))


def outlines(item: Node2D, rule: bool) -> None:
    """Two paragraphs in a frame, the second one around its edge, and a large letter; the rule is how wide they are."""
    size = 16 if rule else 8
    item.draw_multiline_string_outline(
        None, (4, 26), "AVATAR of many words", HorizontalAlignment.CENTER, 120, 26, -1, size, NAVY
    )
    item.draw_char_outline(None, (88, 120), "@", 40, size, NAVY)
    item.draw_multiline_string(None, (4, 26), "AVATAR of many words", HorizontalAlignment.CENTER, 120, 26, -1, ORANGE)
    item.draw_char(None, (88, 120), "@", 40, ORANGE)


PICTURES: dict[str, tuple[Write, float]] = {
    "text": (letters, 1.0),
    "text_hidpi": (hidpi, 2.0),
    "text_turned": (turned, 1.0),
    "text_outlines": (outlines, 1.0),
}


@rule
@pytest.mark.parametrize("name", PICTURES)
def test_text_looks_as_stored(stage: MakeApp, sapwood_assert_image: AssertImage, name: str, rule: bool) -> None:
    write, ratio = PICTURES[name]
    side = round(SIDE / ratio)
    app = stage(side, side, pixel_ratio=ratio)
    app.tree.root.add_child(painted(lambda item: write(item, rule)))
    app.tree.tick(1 / 60)
    picture = app.screenshot().pixels
    assert (app.screenshot().pixels == picture).all()

    assert picture.shape == (SIDE, SIDE, 4)
    assert covered(picture[:, :, :3].astype(float)).mean() >= QUARTER
    if rule:
        sapwood_assert_image(app, name, pixel_tolerance=0)
    else:
        stored = Image.load_from_file(REFERENCES / f"{name}.png").pixels.astype(int)
        assert (np.abs(picture - stored) > TOLERANCE).any(axis=2).mean() > 0.05


# --- against the letters themselves ------------------------------------------------------------------------------


def within(mask: Any, distance: float) -> Any:
    """The pixels that are so near to one of a mask."""
    reach = int(distance)
    found = np.zeros_like(mask)
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            if np.hypot(down, right) <= distance:
                found |= np.roll(mask, (down, right), (0, 1))
    return found


@rule
def test_an_outline_goes_a_quarter_of_its_size_beyond_the_letters(stage: MakeApp, rule: bool) -> None:
    text = screen(stage, painted(lambda item: item.draw_string(None, (12, 80), "MAH", font_size=44)))
    outline = screen(
        stage,
        painted(lambda item: item.draw_string_outline(None, (12, 80), "MAH", font_size=44, size=32 if rule else 44)),
    )
    letters, around = (over_the_middle(picture) for picture in (text, outline))

    assert around.mean() >= QUARTER
    assert bool((within(letters, 7) <= around).all() and (around <= within(letters, 9)).all()) is rule


def over_the_middle(picture: Floats) -> Any:
    """The pixels that are nearer to white than to the clear colour."""
    return picture[:, :, 0] > 255 * (1 + CLEAR[0]) / 2


def two_letters(alignment: HorizontalAlignment, item: Node2D) -> None:
    item.draw_string_outline(None, (14, 84), "HH", alignment, 100, 50, 40)


@rule
def test_aligned_text_is_moved_by_the_room_that_is_left(stage: MakeApp, rule: bool) -> None:
    """What is left of the line, from 14 to 114, is all before the text, or half of it; H is as wide on both sides."""
    starts, ends = [], []
    for alignment in (HorizontalAlignment.LEFT, HorizontalAlignment.CENTER, HorizontalAlignment.RIGHT):
        way = alignment if rule else HorizontalAlignment.LEFT
        seen = over_the_middle(screen(stage, painted(partial(two_letters, way))))
        assert seen.mean() >= QUARTER
        columns = np.flatnonzero(seen.any(axis=0))
        starts.append(int(columns[0]))
        ends.append(int(columns[-1]))

    assert max(end - start for start, end in zip(starts, ends, strict=True)) <= ends[0] - starts[0] + 1
    assert bool(abs(starts[0] + ends[2] - 127) <= 1 and abs(starts[1] + ends[1] - 127) <= 1) is rule
