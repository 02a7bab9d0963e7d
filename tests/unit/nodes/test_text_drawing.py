"""What text is drawn by the methods of items is what the text server lays out, whatever the method is told."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from engine.resources import HorizontalAlignment
from nodes.world_2d.node_2d import Node2D
from servers.text import TextOptions, TextServer

TEXT = "ab \u05d0\u05d1 c\nd"
TOLD: dict[str, Any] = {
    "alignment": HorizontalAlignment.FILL,
    "width": 90.0,
    "font_size": 20,
    "size": 6,
    "max_lines": 1,
    "brk_flags": 1,
    "justification_flags": 2,
    "direction": 2,
    "orientation": 1,
}


def corners(canvas: Any, method: str, told: dict[str, Any]) -> Any:
    """Left and top of each glyph that a method draws, (N, 2)."""
    rows = canvas.drawn_by(lambda item: getattr(item, method)(None, (7, 30), TEXT, **told)).instances
    return np.array(sorted(rows["points"].reshape(-1, 4, 2).min(axis=1).round(2).tolist()))


@pytest.mark.parametrize("changed", [None, *TOLD])
@pytest.mark.parametrize(
    "method", ["draw_string", "draw_string_outline", "draw_multiline_string", "draw_multiline_string_outline"]
)
def test_a_method_draws_what_the_text_server_lays_out(canvas: Any, method: str, changed: str | None) -> None:
    known = inspect.signature(getattr(Node2D, method)).parameters
    if changed is not None and changed not in known:
        assert changed in ("size", "max_lines", "brk_flags")
        return
    default = {name: known[name].default for name in TOLD if name in known}
    told = {**{name: TOLD[name] for name in default}, **({changed: default[changed]} if changed else {})}
    options = {"outline_size" if name == "size" else name: value for name, value in told.items()}
    server = TextServer()
    laid_out = server.lay_out_lines if "multiline" in method else server.lay_out

    expected = [[7 + x, 30 + y] for quads in laid_out(TEXT, TextOptions(**options)) for x, y, _, _ in quads.rects]

    assert corners(canvas, method, told) == pytest.approx(np.array(sorted(expected)), abs=0.02)


def test_arguments_stand_in_godots_order() -> None:
    names = ["alignment", "width", "font_size", "modulate", "justification_flags", "direction", "orientation"]
    many = [*names[:3], "max_lines", "modulate", "brk_flags", *names[4:]]

    for method, expected in (("draw_string", names), ("draw_multiline_string", many)):
        assert list(inspect.signature(getattr(Node2D, method)).parameters)[4:] == expected
        outline = [*expected[: expected.index("modulate")], "size", *expected[expected.index("modulate") :]]
        assert list(inspect.signature(getattr(Node2D, f"{method}_outline")).parameters)[4:] == outline
