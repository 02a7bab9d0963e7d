"""An item that keeps what style boxes draw on it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest


class Paper:
    """In place of a CanvasItem that is drawing itself."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.rects: list[tuple[Any, Any]] = []

    def _commands(self, method: str) -> Paper:
        assert method == "draw_style_box"
        return self

    def strip_array(self, points: Any, colors: Any, uvs: Any = None, texture: Any = None) -> None:
        assert np.isfinite(points).all()
        assert np.isfinite(uvs).all()
        self.calls.append({"points": points, "colors": colors, "uvs": uvs, "texture": texture})

    def draw_rect(self, rect: Any, color: Any) -> None:
        self.rects.append((rect, color))

    def drawn(self) -> Any:
        """The points of the only call."""
        (call,) = self.calls
        return call["points"]

    def bounds(self) -> tuple[float, ...]:
        """Left, top, right, bottom of all that was drawn."""
        corners = self.drawn().reshape(-1, 2)
        return (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())


@pytest.fixture
def paper() -> Paper:
    return Paper()
