"""Sprite2D: a texture, or one frame of a sheet of frames, at a place in the world."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_numbers
from engine.core.sampling import DEFAULT_REPEATS, TextureRepeat
from engine.core.signal import Signal
from engine.math import Rect2, Vector2, Vector2i
from engine.math.value import shortened
from engine.tree.flags import HAS_SIGNALS
from nodes.world_2d.canvas.canvas_checks import checked_count
from nodes.world_2d.canvas.canvas_item import CanvasItem
from nodes.world_2d.canvas.redrawn_properties import drawn_texture, redrawn_offset, redrawn_switch
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.pictures import WHITE, picture_box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.resources import Texture2D
    from nodes.world_2d.canvas.redrawn_properties import PairProperty
    from nodes.world_2d.pictures import Box
    from servers.render import CanvasCommands

MAX_FRAMES = 16384
"""Most columns or rows of frames: the widest texture has as many pixels."""


class Sprite2D(Node2D):
    """Shows a texture around its position.

    With `hframes` and `vframes` the texture (or its region) is a sheet of frames, counted row by row, of which `frame`
    is shown.
    """

    frame_changed: Signal[()] = Signal[()]()
    """Emitted when `frame` was set to another one."""
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
            "region_filter_clip_enabled",
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
    _region_filter_clip_enabled = False

    texture: Texture2D | None = drawn_texture(
        "What is shown; None, the default, shows nothing.", emits=("texture_changed", "item_rect_changed")
    )
    centered: bool = redrawn_switch(
        "centered",
        True,
        "Whether the middle of the texture is at the position, instead of its top left corner; default True.",
        moves_rect=True,
    )
    offset: PairProperty = redrawn_offset(
        "offset", "Moves the texture relative to the position; default (0, 0).", moves_rect=True
    )
    flip_h: bool = redrawn_switch("flip_h", False, "Whether left and right are mirrored; default False.")
    flip_v: bool = redrawn_switch("flip_v", False, "Whether top and bottom are mirrored; default False.")

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
                f"({self._hframes} x {self._vframes} frames), got {shortened(frame)}; set hframes and vframes first"
            )
        if kept != self._frame:
            self._frame = kept
            self._item_rect_changed()
            if self._flags & HAS_SIGNALS:
                self.frame_changed.emit()

    @property
    def frame_coords(self) -> Vector2i:
        """The column and the row of `frame`.

        Raises:
            InvalidTypeError: set to something else than two whole numbers.
            InvalidValueError: set to a place where there is no frame.
        """
        return Vector2i(self._frame % self._hframes, self._frame // self._hframes)

    @frame_coords.setter
    def frame_coords(self, frame_coords: Sequence[float]) -> None:
        column, row = checked_numbers(self, "frame_coords", frame_coords, 2)
        if not (column.is_integer() and row.is_integer()):
            raise InvalidTypeError(
                f"{self._where()}.frame_coords must be two whole numbers, got {shortened(frame_coords)}"
            )
        if not (0 <= column < self._hframes and 0 <= row < self._vframes):
            raise InvalidValueError(
                f"{self._where()}.frame_coords must be in {self._hframes} x {self._vframes} frames, counted from 0, "
                f"got {shortened(frame_coords)}"
            )
        self.frame = int(row) * self._hframes + int(column)

    region_enabled: bool = redrawn_switch(
        "region_enabled", False, "Whether only `region_rect` of the texture is used; default False."
    )

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
        rect = Rect2(checked_numbers(self, "region_rect", region_rect, 4))
        is_other, self._region_rect = rect != self._region_rect, rect
        if is_other and self._region_enabled:
            self._item_rect_changed()

    region_filter_clip_enabled: bool = redrawn_switch(
        "region_filter_clip_enabled",
        False,
        "Whether smooth scaling keeps out of the frame what lies beside it in the texture, while `region_enabled` is "
        "set; default False. In an AtlasTexture its own `filter_clip` decides.",
    )

    def get_rect(self) -> Rect2:
        """Where the sprite is, in its own space, its size in whole pixels; one pixel large without a texture."""
        texture = self._texture
        if texture is None:
            return Rect2(0, 0, 1, 1)
        _, _, width, height = self._region_rect if self._region_enabled else (0, 0, texture.width, texture.height)
        across, down = int(int(width) / self._hframes), int(int(height) / self._vframes)
        x, y, _, _ = picture_box(self, *self._offset, across, down, self._centered)
        return Rect2(x, y, across, down) if across or down else Rect2(x, y, 1, 1)

    def is_pixel_opaque(self, pos: Sequence[float]) -> bool:
        """Whether the texture's pixel at `pos`, in the sprite's own space, has an alpha above one half."""
        texture = self._texture
        x, y = self._pair("is_pixel_opaque(pos)", pos)
        if texture is None:
            return False
        source_x, source_y, across, down = source = self._shown_part(texture)
        left, top, width, height = self._drawn_box(source)
        if not Rect2(left, top, abs(width), abs(height)).has_point((x, y)):
            return False
        x, y = (x - left) / abs(width), (y - top) / abs(height)
        column = source_x + (1 - x if self._flip_h else x) * across
        row = source_y + (1 - y if self._flip_v else y) * down
        repeat = self._repeat_in_tree()
        return texture.is_pixel_opaque(_pixel(column, texture.width, repeat), _pixel(row, texture.height, repeat))

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
        return picture_box(self, *self._offset, source[2], source[3], self._centered)

    def _set_grid(self, hframes: int, vframes: int) -> None:
        column, row = self._frame % self._hframes, self._frame // self._hframes
        self._hframes, self._vframes = hframes, vframes
        self._frame = row * hframes + column if column < hframes and row < vframes else 0
        self._item_rect_changed()

    def _repeat_in_tree(self) -> TextureRepeat:
        """What the texture shows beyond its edges: as this item, one above or the viewport says."""
        item: Any = self
        while isinstance(item, CanvasItem):
            if item.texture_repeat != TextureRepeat.PARENT_NODE:
                return item.texture_repeat
            item = None if item.top_level else item.parent
        if not self.is_inside_tree():
            return TextureRepeat.DISABLED
        return DEFAULT_REPEATS[self.get_viewport().canvas_item_default_texture_repeat]

    def _paint(self, commands: CanvasCommands) -> None:
        texture = self._texture
        if texture is None:
            return
        source = self._shown_part(texture)
        box = self._drawn_box(source)
        clips = self._region_enabled and self._region_filter_clip_enabled
        commands.texture_rect(texture, box, source, WHITE, flip_h=self._flip_h, flip_v=self._flip_v, clip_uv=clips)


def _pixel(place: float, size: int, repeat: int) -> int:
    """The column or row of a texture that is shown at a place, which may lie beyond its edges."""
    if repeat == TextureRepeat.ENABLED:
        return int(place % size)
    if repeat == TextureRepeat.MIRROR:
        place %= 2 * size
        place = min(place, 2 * size - place)
    return int(min(max(place, 0), size - 1))
