"""Sprite2D: a texture, or one frame of a sheet of frames, at a place in the world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.signal import Signal
from engine.math import Rect2, Vector2
from engine.resources import Texture2D
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servers.render import CanvasCommands

_WHITE = (1.0, 1.0, 1.0, 1.0)

MAX_FRAMES = 16384
"""Most columns or rows of frames: the widest texture has as many pixels."""


class Sprite2D(Node2D):
    """Shows a texture around its position.

    With `hframes` and `vframes` the texture (or its region) is a sheet of frames, counted row by row, of which `frame`
    is shown.
    """

    frame_changed = Signal[()]()
    """Emitted when another frame is shown."""
    texture_changed = Signal[()]()
    """Emitted when another texture is shown."""

    _paints = True
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
    _watched: Texture2D | None = None

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
        if texture is not None and not isinstance(texture, Texture2D):
            raise InvalidTypeError(
                f"{self._where()}.texture must be a Texture2D or None, got {texture!r}; load() one, or wrap an Image: "
                "ImageTexture(image)"
            )
        self._watch(None)
        self._texture = texture
        self._watch(texture)
        self.queue_redraw()
        self.texture_changed.emit()

    @property
    @exported(True)
    def centered(self) -> bool:
        """Whether the middle of the texture is at the position, instead of its top left corner; default True."""
        return self._centered

    @centered.setter
    def centered(self, centered: bool) -> None:
        self._centered = bool(centered)
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
        self._flip_h = bool(flip_h)
        self.queue_redraw()

    @property
    @exported(False)
    def flip_v(self) -> bool:
        """Whether top and bottom are mirrored; default False."""
        return self._flip_v

    @flip_v.setter
    def flip_v(self, flip_v: bool) -> None:
        self._flip_v = bool(flip_v)
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
        self._set_grid(self._count("hframes", hframes), self._vframes)

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
        self._set_grid(self._hframes, self._count("vframes", vframes))

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
        if not isinstance(frame, int) or not 0 <= frame < self._hframes * self._vframes:
            raise InvalidValueError(
                f"{self._where()}.frame must be from 0 to {self._hframes * self._vframes - 1} "
                f"({self._hframes} x {self._vframes} frames), got {frame!r}; set hframes and vframes first"
            )
        if frame != self._frame:
            self._frame = frame
            self.queue_redraw()
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
        self._region_enabled = bool(region_enabled)
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
        self._region_rect = Rect2(self._rect("region_rect", region_rect))
        self.queue_redraw()

    def get_rect(self) -> Rect2:
        """Where the sprite is drawn, in its own space; one pixel large without a texture."""
        if self._texture is None:
            return Rect2(0, 0, 1, 1)
        size = self._sheet().size / (self._hframes, self._vframes)
        position = self._offset - size / 2 if self._centered else self._offset
        return Rect2(position, size)

    def is_pixel_opaque(self, pos: Sequence[float]) -> bool:
        """Whether the texture's pixel at `pos`, in the sprite's own space, has an alpha above one half."""
        texture = self._texture
        rect = self.get_rect()
        if texture is None or not rect.has_point(pos):
            return False
        x, y = self._pair("is_pixel_opaque(pos)", pos) - rect.position
        if self._flip_h:
            x = rect.size.x - x
        if self._flip_v:
            y = rect.size.y - y
        source = self._source()
        return texture.is_pixel_opaque(int(source.position.x + x), int(source.position.y + y))

    def _sheet(self) -> Rect2:
        """The part of the texture that holds all frames."""
        assert self._texture is not None
        return self._region_rect if self._region_enabled else Rect2(Vector2.ZERO, self._texture.size)

    def _source(self) -> Rect2:
        """The part of the texture that holds the frame."""
        sheet = self._sheet()
        size = sheet.size / (self._hframes, self._vframes)
        return Rect2(sheet.position + size * self.frame_coords, size)

    def _set_grid(self, hframes: int, vframes: int) -> None:
        column, row = self.frame_coords
        self._hframes, self._vframes = hframes, vframes
        self._frame = int(row) * hframes + int(column) if column < hframes and row < vframes else 0
        self.queue_redraw()

    def _count(self, name: str, value: int) -> int:
        if not isinstance(value, int) or not 1 <= value <= MAX_FRAMES:
            raise InvalidValueError(
                f"{self._where()}.{name} must be a whole number from 1 to {MAX_FRAMES}, got {value!r}"
            )
        return value

    def _enter_canvas(self) -> None:
        super()._enter_canvas()
        self._watch(self._texture)

    def _exit_canvas(self) -> None:
        super()._exit_canvas()
        self._watch(None)

    def _watch(self, texture: Texture2D | None) -> None:
        """Draw anew when `texture` gets another image; only while drawn, since the texture would keep the node alive."""
        if self._watched is not None:
            self._watched.changed.disconnect(self.queue_redraw)
            self._watched = None
        if texture is not None and self._tree is not None and self._tree._draws_canvas:
            texture.changed.connect(self.queue_redraw)
            self._watched = texture

    def _paint(self, commands: CanvasCommands) -> None:
        texture = self._texture
        if texture is None:
            return
        commands.texture_rect(
            texture, self.get_rect(), self._source(), _WHITE, flip_h=self._flip_h, flip_v=self._flip_v
        )
