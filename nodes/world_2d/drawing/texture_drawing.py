"""TextureDrawing: the drawing methods of CanvasItem for textures, and for the letters that stand in some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.property_checks import (
    checked_bool,
    checked_color,
    checked_finite,
    checked_non_negative,
    checked_numbers,
)
from engine.math.value import shortened
from nodes.world_2d.canvas.canvas_checks import WHITE, checked_points, checked_texture
from nodes.world_2d.drawing.drawing_item import DrawingItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math.color import ColorLike
    from engine.resources import Texture2D


class TextureDrawing(DrawingItem):
    """What an item can draw of textures; mixed into CanvasItem. Errors are as those of `draw_line`."""

    __slots__ = ()

    def draw_texture(self, texture: Texture2D, position: Sequence[float], modulate: ColorLike = WHITE) -> None:
        """Draw a texture in its own size, its top left corner at `position`."""
        commands = self._commands("draw_texture")
        checked_texture(self, "draw_texture(texture)", texture)
        ((x, y),) = checked_points(self, "draw_texture(position)", (position,))
        width, height = texture.size
        tint = checked_color(self, "draw_texture(modulate)", modulate)
        commands.texture_rect(texture, (x, y, width, height), (0, 0, width, height), (*tint,))

    def draw_texture_rect(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        tile: bool = False,
        modulate: ColorLike = WHITE,
        transpose: bool = False,
    ) -> None:
        """Draw a texture stretched over a rectangle, or repeated in its own size.

        Args:
            texture: what is shown.
            rect: (x, y, width, height); a negative width or height mirrors in place, and is not one to the left.
            tile: repeat instead of stretching.
            modulate: multiplies the texture's colours.
            transpose: swap the texture's axes, and the rectangle's width and height with them.
        """
        commands = self._commands("draw_texture_rect")
        checked_texture(self, "draw_texture_rect(texture)", texture)
        box = checked_numbers(self, "draw_texture_rect(rect)", rect, 4)
        tile = checked_bool(self, "draw_texture_rect(tile)", tile)
        size = (abs(box[2]), abs(box[3])) if tile else texture.size
        tint = checked_color(self, "draw_texture_rect(modulate)", modulate)
        turned = checked_bool(self, "draw_texture_rect(transpose)", transpose)
        commands.texture_rect(texture, box, (0, 0, *size), (*tint,), transpose=turned, repeat=tile)

    def draw_texture_rect_region(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        src_rect: Sequence[float],
        modulate: ColorLike = WHITE,
        transpose: bool = False,
        clip_uv: bool = True,
    ) -> None:
        """Draw a part of a texture stretched over a rectangle.

        Args:
            texture: what is shown.
            rect: (x, y, width, height); a negative width or height mirrors in place, and is not one to the left.
            src_rect: the part, in the texture's pixels; a negative width or height mirrors.
            modulate: multiplies the texture's colours.
            transpose: swap the texture's axes, and the rectangle's width and height with them.
            clip_uv: show nothing of the pixels beside the part where it is scaled smoothly. It makes nine quads, and
                not one; clear it for many parts that are drawn in hard pixels.
        """
        commands = self._commands("draw_texture_rect_region")
        checked_texture(self, "draw_texture_rect_region(texture)", texture)
        box = checked_numbers(self, "draw_texture_rect_region(rect)", rect, 4)
        source = checked_numbers(self, "draw_texture_rect_region(src_rect)", src_rect, 4)
        tint = checked_color(self, "draw_texture_rect_region(modulate)", modulate)
        turned = checked_bool(self, "draw_texture_rect_region(transpose)", transpose)
        clipped = checked_bool(self, "draw_texture_rect_region(clip_uv)", clip_uv)
        commands.texture_rect(texture, box, source, (*tint,), transpose=turned, clip_uv=clipped)

    def draw_msdf_texture_rect_region(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        src_rect: Sequence[float],
        modulate: ColorLike = WHITE,
        outline: float = 0.0,
        pixel_range: float = 4.0,
        scale: float = 1.0,
    ) -> None:
        """Draw a shape out of a multi-channel signed distance field: it has sharp edges in all sizes, as letters need.

        The median of red, green and blue is how far inside a point is, 0.5 on the edge; so is alpha, where it is less.
        Filter such a texture smoothly, and leave room of half of `pixel_range` around the shape.

        Args:
            texture: the field.
            rect: (x, y, width, height); a negative width or height mirrors.
            src_rect: the part of it, in the texture's pixels; a negative width or height mirrors.
            modulate: the colour of the shape.
            outline: how much wider the shape is drawn, as a line around it would make it; in quarters of a pixel, as
                Godot counts it. It ends where the field does.
            pixel_range: how many pixels of the texture the distances from 0 to 1 span, above 0.
            scale: how much larger than the texture the shape is drawn, for `outline`; above 0.

        Raises:
            InvalidValueError: a number below 0, or 0 where it must be above; and as `draw_line`.
        """
        method = "draw_msdf_texture_rect_region"
        commands = self._commands(method)
        checked_texture(self, f"{method}(texture)", texture)
        box = checked_numbers(self, f"{method}(rect)", rect, 4)
        source = checked_numbers(self, f"{method}(src_rect)", src_rect, 4)
        tint = checked_color(self, f"{method}(modulate)", modulate)
        outline = checked_non_negative(self, f"{method}(outline)", outline)
        span = checked_finite(self, f"{method}(pixel_range)", pixel_range)
        larger = checked_finite(self, f"{method}(scale)", scale)
        for name, value in (("pixel_range", span), ("scale", larger)):
            if value <= 0:
                raise InvalidValueError(f"{self._where()}.{method}({name}) must be above 0, got {shortened(value)}")
        commands.field_rect(texture, box, source, (*tint,), span, outline / larger / 4)

    def draw_lcd_texture_rect_region(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        src_rect: Sequence[float],
        modulate: ColorLike = WHITE,
    ) -> None:
        """Draw letters for the stripes of an LCD: each channel of a texture says how much of that colour is covered.

        Each channel of what is there is mixed with the colour by a coverage of its own, whatever the item's blend mode;
        where the texture is not opaque, nothing is drawn.

        Args:
            texture: the coverages.
            rect: (x, y, width, height); a negative width or height mirrors.
            src_rect: the part of it, in the texture's pixels; a negative width or height mirrors.
            modulate: the colour of the letters.
        """
        method = "draw_lcd_texture_rect_region"
        commands = self._commands(method)
        checked_texture(self, f"{method}(texture)", texture)
        box = checked_numbers(self, f"{method}(rect)", rect, 4)
        source = checked_numbers(self, f"{method}(src_rect)", src_rect, 4)
        tint = checked_color(self, f"{method}(modulate)", modulate)
        commands.subpixel_rect(texture, box, source, (*tint,))
