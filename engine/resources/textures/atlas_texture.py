"""AtlasTexture: a part of another texture, with room around it."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

import numpy as np

from engine.core.property_checks import checked_bool
from engine.math import Rect2
from engine.resources.images.image import Image, check_size
from engine.resources.settings import held, sequence_setting, setting
from engine.resources.textures.computed_texture import ComputedTexture
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.core.export import SequenceProperty
    from engine.resources.textures.texture_2d import Box


class AtlasTexture(ComputedTexture):
    """Shows the region of a larger texture that has many pictures beside each other; the atlas may be such a part, too.

    It is drawn out of the atlas, as Godot's AtlasTexture is: `image` is for whoever needs a picture of the part alone.
    """

    _holds = ("_atlas",)
    _worked_out = (*ComputedTexture._worked_out, "_seen")
    _atlas: Texture2D | None = None
    _region = Rect2()
    _margin = Rect2()
    _seen: tuple[Image, int] | None = None  # the picture of the atlas that the own one was cut from, and its revision

    atlas: Texture2D | None = held(
        "atlas", Texture2D, "The texture that this one is a part of; None, the default, shows nothing."
    )
    region: SequenceProperty[Rect2] = sequence_setting(
        "region",
        Rect2(),
        "The part of the atlas that is shown; fractions of its width and height are cut off. A width or height of 0, "
        "the default, is that of the whole atlas.",
        unit="px",
    )
    margin: SequenceProperty[Rect2] = sequence_setting(
        "margin",
        Rect2(),
        "The room around the region: its position is to the left of it and above, its size is all there is.",
        unit="px",
    )
    filter_clip: bool = setting(
        "filter_clip",
        False,
        checked_bool,
        "Whether nothing of the atlas beyond the region shows at its edges where it is scaled smoothly; default False.",
    )

    @property
    def width(self) -> int:
        """Pixels in a row, those of the margin included; of the whole atlas, for a region without a width, its own."""
        return self._side(0, 1 if self._atlas is None else self._atlas.width)

    @property
    def height(self) -> int:
        """Rows, those of the margin included; of the whole atlas, for a region without a height, its own."""
        return self._side(1, 1 if self._atlas is None else self._atlas.height)

    @property
    def image(self) -> Image:
        """The pixels of the part, with the margin, which is transparent like all that is not in the atlas."""
        atlas = self._atlas
        if atlas is not None:
            picture = atlas.image
            seen = (picture, picture.revision)
            if self._seen is None or self._seen[0] is not picture or self._seen[1] != picture.revision:
                self._seen = seen
                self._is_outdated = True
        return super().image

    def get_image(self) -> Image | None:
        """A picture of the region without the margin, as in Godot; None without an atlas, or where nothing is in it."""
        if self._atlas is None:
            return None
        pixels = self._cut(self._atlas)
        return Image(pixels) if pixels.size else None

    def has_alpha(self) -> bool:
        """Whether any pixel of the atlas is not opaque; False without an atlas."""
        return self._atlas is not None and self._atlas.has_alpha()

    def is_pixel_opaque(self, x: int, y: int) -> bool:
        """Whether the pixel of the atlas at column `x`, row `y` of this part is opaque.

        False in the room around the atlas; True without one.
        """
        if self._atlas is None:
            return True
        left = int(x + self._region[0] - self._margin[0])
        top = int(y + self._region[1] - self._margin[1])
        inside = 0 <= left < self._atlas.width and 0 <= top < self._atlas.height
        return inside and self._atlas.is_pixel_opaque(left, top)

    # --- drawing

    def drawn_part(self, rect: Box, source: Box) -> tuple[Texture2D, Box, Box] | None:
        """The part of the atlas that is in the region, and where in `rect`: as Godot's AtlasTexture.get_rect_region."""
        atlas = self._atlas
        if atlas is None:
            return None
        source_x, source_y, source_width, source_height = source
        if not (source_width or source_height):
            _, _, source_width, source_height = self._shown(atlas)
        if source_width <= 0 or source_height <= 0:
            return None
        source_x += self._region[0] - self._margin[0]
        source_y += self._region[1] - self._margin[1]
        shown_x, shown_y, shown_width, shown_height = self._shown(atlas)
        left, top = max(source_x, shown_x), max(source_y, shown_y)
        width = min(source_x + source_width, shown_x + shown_width) - left
        height = min(source_y + source_height, shown_y + shown_height) - top
        if width <= 0 or height <= 0:
            return None
        x, y, room_x, room_y = rect
        across, down = room_x / source_width, room_y / source_height
        place = (x + (left - source_x) * across, y + (top - source_y) * down, width * across, height * down)
        return atlas.drawn_part(place, (left, top, width, height))

    def base_part(self) -> tuple[Texture2D, Box]:
        """The base texture of the atlas, and the part of it that this one is."""
        if self._atlas is None:
            return self, (0.0, 0.0, float(self.width), float(self.height))
        base, (x, y, _, _) = self._atlas.base_part()
        left, top = self._region[0] - self._margin[0], self._region[1] - self._margin[1]
        return base, (x + left, y + top, float(self.width), float(self.height))

    def clips(self, clip_uv: bool) -> bool:
        """Whether `filter_clip` is set: of the atlas, where that is a part, too."""
        return self.filter_clip if self._atlas is None else self._atlas.clips(self.filter_clip)

    # --- within

    def _side(self, axis: int, whole: int) -> int:
        """The width or the height."""
        shown = floor(self._region[2 + axis])
        return max(int(shown + self._margin[2 + axis]), 0) if shown else whole

    def _shown(self, atlas: Texture2D) -> Box:
        """The region in the atlas, the whole of it where it has no size."""
        x, y, width, height = self._region
        return x, y, floor(width) or atlas.width, floor(height) or atlas.height

    def _cut(self, atlas: Texture2D) -> NDArray[np.uint8]:
        """The pixels of the region, its position in whole pixels; transparent where the atlas has none."""
        left, top, width, height = (int(part) for part in self._shown(atlas))
        width, height = max(width, 0), max(height, 0)
        if width and height:
            check_size(f"{self._where()}.region", width, height)
        pixels = np.zeros((height, width, 4), np.uint8)
        _paste(pixels, atlas.image.pixels, -left, -top)
        return pixels

    def _pixels(self) -> NDArray[np.uint8]:
        width, height = max(self.width, 1), max(self.height, 1)
        check_size(f"{self._where()}.image", width, height)
        pixels = np.zeros((height, width, 4), np.uint8)
        if self._atlas is not None:
            _paste(pixels, self._cut(self._atlas), int(self._margin[0]), int(self._margin[1]))
        return pixels


def _paste(pixels: NDArray[np.uint8], other: NDArray[np.uint8], x: int, y: int) -> None:
    """Copy `other` into `pixels` with its top left corner at (x, y); what lies outside is left out."""
    kept = other[max(-y, 0) : max(len(pixels) - y, 0), max(-x, 0) : max(pixels.shape[1] - x, 0)]
    x, y = max(x, 0), max(y, 0)
    if kept.size:
        pixels[y : y + len(kept), x : x + kept.shape[1]] = kept
