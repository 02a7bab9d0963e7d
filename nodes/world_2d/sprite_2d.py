"""Sprite2D: a texture, or one frame of a sheet of frames, at a place in the world."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_numbers
from engine.core.signal import Signal
from engine.math import Rect2, Vector2
from engine.tree.flags import HAS_SIGNALS
from nodes.world_2d.canvas_checks import checked_count, checked_texture
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.resources import Texture2D
    from servers.render import CanvasCommands

    Box = tuple[float, float, float, float]

_WHITE = (1.0, 1.0, 1.0, 1.0)

MAX_FRAMES = 16384
"""Most columns or rows of frames: the widest texture has as many pixels."""


class Sprite2D(Node2D):
    """Shows a texture around its position.

    With `hframes` and `vframes` the texture (or its region) is a sheet of frames, counted row by row, of which `frame`
    is shown.
    """

    frame_changed: Signal[()] = Signal[()]()
    """Emitted when another frame is shown."""
    texture_changed: Signal[()] = Signal[()]()
    """Emitted when another texture is shown."""

    _paints = True
    _draws_from = ("_texture",)
    _kept_in = {
        name: (f"_{name}",)
        for name in (
            "centered",
            "offset",
            "flip_h",
            "flip_v",
            "hframes",
            "vframes",
            "frame",
            "region_enabled",
            "region_rect",
        )
    }
    _texture: Texture2D | None = None
    _centered = True
    _offset = Vector2.ZERO
    _flip_h = False
    _flip_v = False
    _hframes = 1
    _vframes = 1
    _frame = 0
    _region_enabled = False
    _region_rect = Rect2()

    @property
    @exported(None)
    def texture(self) -> Texture2D | None:
        """What is shown; None, the default, shows nothing.

        Raises:
            InvalidTypeError: set to something else than a Texture2D or None.
        """
        return self._texture

    @texture.setter
    def texture(self, texture: Texture2D | None) -> None:
        if texture is self._texture:
            return
        self._set_drawn("_texture", None if texture is None else checked_texture(self, "texture", texture))
        if self._flags & HAS_SIGNALS:
            self.texture_changed.emit()

    @property
    @exported(True)
    def centered(self) -> bool:
        """Whether the middle of the texture is at the position, instead of its top left corner; default True."""
        return self._centered

    @centered.setter
    def centered(self, centered: bool) -> None:
        self._centered = checked_bool(self, "centered", centered)
        self.queue_redraw()

    @property
    @exported(Vector2.ZERO, unit="px")
    def offset(self) -> Vector2:
        """Moves the texture relative to the position; default (0, 0)."""
        return self._offset

    @offset.setter
    def offset(self, offset: Sequence[float]) -> None:
        self._offset = self._pair("offset", offset)
        self.queue_redraw()

    @property
    @exported(False)
    def flip_h(self) -> bool:
        """Whether left and right are mirrored; default False."""
        return self._flip_h

    @flip_h.setter
    def flip_h(self, flip_h: bool) -> None:
        self._flip_h = checked_bool(self, "flip_h", flip_h)
        self.queue_redraw()

    @property
    @exported(False)
    def flip_v(self) -> bool:
        """Whether top and bottom are mirrored; default False."""
        return self._flip_v

    @flip_v.setter
    def flip_v(self, flip_v: bool) -> None:
        self._flip_v = checked_bool(self, "flip_v", flip_v)
        self.queue_redraw()

    @property
    @exported(1, range=(1, MAX_FRAMES, 1))
    def hframes(self) -> int:
        """Columns of frames; default 1. Changing it keeps the frame's column and row where they still exist.

        Raises:
            InvalidValueError: not a whole number from 1 to 16384.
        """
        return self._hframes

    @hframes.setter
    def hframes(self, hframes: int) -> None:
        self._set_grid(checked_count(self, "hframes", hframes, 1, MAX_FRAMES), self._vframes)

    @property
    @exported(1, range=(1, MAX_FRAMES, 1))
    def vframes(self) -> int:
        """Rows of frames; default 1.

        Raises:
            InvalidValueError: not a whole number from 1 to 16384.
        """
        return self._vframes

    @vframes.setter
    def vframes(self, vframes: int) -> None:
        self._set_grid(self._hframes, checked_count(self, "vframes", vframes, 1, MAX_FRAMES))

    @property
    @exported(0)
    def frame(self) -> int:
        """Which frame is shown, counted row by row from 0; default 0.

        Raises:
            InvalidValueError: there is no such frame.
        """
        return self._frame

    @frame.setter
    def frame(self, frame: int) -> None:
        try:
            kept = index(frame) + 0  # numpy's integers become plain ones
        except TypeError:
            kept = -1
        if not 0 <= kept < self._hframes * self._vframes:
            raise InvalidValueError(
                f"{self._where()}.frame must be from 0 to {self._hframes * self._vframes - 1} "
                f"({self._hframes} x {self._vframes} frames), got {frame!r}; set hframes and vframes first"
            )
        if kept != self._frame:
            self._frame = kept
            self.queue_redraw()
            if self._flags & HAS_SIGNALS:
                self.frame_changed.emit()

    @property
    def frame_coords(self) -> Vector2:
        """The column and the row of `frame`.

        Raises:
            InvalidValueError: set to a place where there is no frame.
        """
        return Vector2(self._frame % self._hframes, self._frame // self._hframes)

    @frame_coords.setter
    def frame_coords(self, frame_coords: Sequence[float]) -> None:
        column, row = self._pair("frame_coords", frame_coords)
        if not (0 <= column < self._hframes and 0 <= row < self._vframes):
            raise InvalidValueError(
                f"{self._where()}.frame_coords must be in {self._hframes} x {self._vframes} frames, counted from 0, "
                f"got {frame_coords!r}"
            )
        self.frame = int(row) * self._hframes + int(column)

    @property
    @exported(False)
    def region_enabled(self) -> bool:
        """Whether only `region_rect` of the texture is used; default False."""
        return self._region_enabled

    @region_enabled.setter
    def region_enabled(self, region_enabled: bool) -> None:
        self._region_enabled = checked_bool(self, "region_enabled", region_enabled)
        self.queue_redraw()

    @property
    @exported(Rect2(), unit="px")
    def region_rect(self) -> Rect2:
        """The part of the texture that is used when `region_enabled` is set, in its pixels; default nothing.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite Rect2.
        """
        return self._region_rect

    @region_rect.setter
    def region_rect(self, region_rect: Sequence[float]) -> None:
        self._region_rect = Rect2(checked_numbers(self, "region_rect", region_rect, 4))
        self.queue_redraw()

    def get_rect(self) -> Rect2:
        """Where the sprite is drawn, in its own space; one pixel large without a texture."""
        return Rect2(0, 0, 1, 1) if self._texture is None else Rect2(self._drawn_box(self._shown_part(self._texture)))

    def is_pixel_opaque(self, pos: Sequence[float]) -> bool:
        """Whether the texture's pixel at `pos`, in the sprite's own space, has an alpha above one half."""
        texture = self._texture
        if texture is None or not self.get_rect().has_point(self._pair("is_pixel_opaque(pos)", pos)):
            return False
        source_x, source_y, width, height = source = self._shown_part(texture)
        left, top, _, _ = self._drawn_box(source)
        x, y = pos[0] - left, pos[1] - top
        return texture.is_pixel_opaque(
            int(source_x + (width - x if self._flip_h else x)), int(source_y + (height - y if self._flip_v else y))
        )

    def _shown_part(self, texture: Texture2D) -> Box:
        """The part of the texture that is shown: its region, or all of it, and the frame therein."""
        if self._region_enabled:
            x, y, width, height = self._region_rect
        else:
            x, y, width, height = 0.0, 0.0, texture.width, texture.height
        columns, rows, frame = self._hframes, self._vframes, self._frame
        width, height = width / columns, height / rows
        return x + frame % columns * width, y + frame // columns * height, width, height

    def _drawn_box(self, source: Box) -> Box:
        """Where that part is drawn."""
        x, y = self._offset
        _, _, width, height = source
        return (x - width / 2, y - height / 2, width, height) if self._centered else (x, y, width, height)

    def _set_grid(self, hframes: int, vframes: int) -> None:
        column, row = self.frame_coords
        self._hframes, self._vframes = hframes, vframes
        self._frame = int(row) * hframes + int(column) if column < hframes and row < vframes else 0
        self.queue_redraw()

    def _paint(self, commands: CanvasCommands) -> None:
        texture = self._texture
        if texture is None:
            return
        source = self._shown_part(texture)
        commands.texture_rect(
            texture, self._drawn_box(source), source, _WHITE, flip_h=self._flip_h, flip_v=self._flip_v
        )
