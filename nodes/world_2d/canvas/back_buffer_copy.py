"""BackBufferCopy: keeps a copy of what is drawn before it, for shaders that read the screen."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.property_checks import checked_choice, checked_numbers
from engine.math import Rect2
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nodes.world_2d.canvas.canvas_look import CanvasLook


class BackBufferCopy(Node2D):
    """Copies what is drawn before it; shaders of items after it read the copy as the screen texture.

    Without one, what is drawn before the first item that reads the screen is copied, once.

    Raises (its properties, when set):
        InvalidTypeError, InvalidValueError: a value of the wrong kind, or not finite.
    """

    class CopyMode(IntEnum):
        """What is copied; the numbers are Godot's."""

        DISABLED = 0
        RECT = 1
        """What is in `rect`."""
        VIEWPORT = 2
        """All of the viewport."""

    _kept_in = {"copy_mode": ("_copy_mode",), "rect": ("_rect",)}
    _copy_mode = CopyMode.RECT
    _rect = Rect2(-100, -100, 200, 200)

    @property
    @exported(CopyMode.RECT)
    def copy_mode(self) -> CopyMode:
        """What is copied: nothing, what is in `rect` (the default), or all of the viewport."""
        return self._copy_mode

    @copy_mode.setter
    def copy_mode(self, mode: int) -> None:
        self._copy_mode = checked_choice(self, "copy_mode", mode, self.CopyMode)
        self._canvas_send_copy()

    @property
    @exported(Rect2(-100, -100, 200, 200), unit="px")
    def rect(self) -> Rect2:
        """What is copied in the mode RECT, in the node's space; by default 100 pixels to each side."""
        return self._rect

    @rect.setter
    def rect(self, rect: Sequence[float]) -> None:
        self._rect = Rect2(checked_numbers(self, "rect", rect, 4))
        self._canvas_send_copy()

    def _canvas_send(self, look: CanvasLook) -> None:
        super()._canvas_send(look)
        self._canvas_send_copy()

    def _canvas_send_copy(self) -> None:
        look = self._canvas
        if look is not None and look.server is not None:
            whole = self._copy_mode == self.CopyMode.VIEWPORT
            look.server.canvas_item_set_copy_to_backbuffer(
                look.item, self._copy_mode != self.CopyMode.DISABLED, None if whole else (*self._rect.abs(),)
            )
