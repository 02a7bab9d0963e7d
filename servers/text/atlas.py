"""GlyphAtlas: pictures of glyphs, packed into pages.

A page is an Image whose pixels are white with the glyph's coverage as alpha, so that glyphs are drawn as any texture
is. Its revision goes up when a glyph is added. Places are never reused, so texture coordinates stay good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.resources import Image, ImageTexture

if TYPE_CHECKING:
    from numpy.typing import NDArray

PAGE_SIDE = 1024
"""Pixels; a page has room for about 3,000 glyphs of 16 pixels."""

GAP = 1
"""Transparent pixels around each glyph, so that filtering does not reach its neighbours."""


class Place(NamedTuple):
    """Where a glyph lies."""

    page: int
    x: int
    y: int


class GlyphAtlas:
    """Pages, filled shelf by shelf: a row takes glyphs until it is full, as high as the highest of them."""

    def __init__(self) -> None:
        """No pages yet."""
        self.textures: list[ImageTexture] = []
        self._shelf_x = 0
        self._shelf_y = 0
        self._shelf_height = 0

    def add(self, coverage: NDArray[np.uint8]) -> Place:
        """Find room for a glyph of `coverage`, (height, width) uint8; at most a page less its gaps each way."""
        height, width = coverage.shape
        assert max(width, height) + 2 * GAP <= PAGE_SIDE, "the glyph is larger than a page"
        if not self.textures or self._shelf_x + width + 2 * GAP > PAGE_SIDE:
            self._shelf_x = 0
            self._shelf_y += self._shelf_height
            self._shelf_height = 0
        if not self.textures or self._shelf_y + height + 2 * GAP > PAGE_SIDE:
            self.textures.append(ImageTexture(Image.create(PAGE_SIDE, PAGE_SIDE, (1, 1, 1, 0))))
            self._shelf_x = self._shelf_y = self._shelf_height = 0
        x, y = self._shelf_x + GAP, self._shelf_y + GAP
        pixels = np.full((height, width, 4), 255, np.uint8)
        pixels[:, :, 3] = coverage
        self.textures[-1].image.blit(pixels, x, y)
        self._shelf_x += width + GAP
        self._shelf_height = max(self._shelf_height, height + GAP)
        return Place(len(self.textures) - 1, x, y)
