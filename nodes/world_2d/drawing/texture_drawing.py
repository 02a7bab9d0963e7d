"""TextureDrawing: the drawing methods of CanvasItem for textures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.property_checks import checked_bool, checked_color, checked_numbers
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
            rect: (x, y, width, height); a negative width or height mirrors.
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
            rect: (x, y, width, height); a negative width or height mirrors.
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
