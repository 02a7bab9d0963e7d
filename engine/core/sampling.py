"""How textures are read: filters and repeats, with Godot's numbers.

Whoever leaves it open takes what the next one says: a texture its item, an item the one above it, the topmost item its
viewport. A viewport has a default of each, counted in an order of its own: `DEFAULT_FILTERS` and `DEFAULT_REPEATS`.
"""

from __future__ import annotations

from enum import IntEnum

__all__ = ["DEFAULT_FILTERS", "DEFAULT_REPEATS", "TextureFilter", "TextureRepeat"]


class TextureFilter(IntEnum):
    """How textures are scaled; the numbers are Godot's."""

    PARENT_NODE = 0
    """As the next one says."""
    NEAREST = 1
    """In hard pixels."""
    LINEAR = 2
    """Smoothly."""
    NEAREST_WITH_MIPMAPS = 3
    """This one and those after it need mipmaps: smaller copies, for what is far away."""
    LINEAR_WITH_MIPMAPS = 4
    NEAREST_WITH_MIPMAPS_ANISOTROPIC = 5
    LINEAR_WITH_MIPMAPS_ANISOTROPIC = 6


class TextureRepeat(IntEnum):
    """What textures show beyond their edges; the numbers are Godot's."""

    PARENT_NODE = 0
    """As the next one says."""
    DISABLED = 1
    """The pixels at the edge."""
    ENABLED = 2
    """The texture again."""
    MIRROR = 3
    """The texture again, every other time mirrored."""


DEFAULT_FILTERS = (
    TextureFilter.NEAREST,
    TextureFilter.LINEAR,
    TextureFilter.LINEAR_WITH_MIPMAPS,
    TextureFilter.NEAREST_WITH_MIPMAPS,
)
"""By the numbers of SceneViewport.DefaultCanvasItemTextureFilter."""

DEFAULT_REPEATS = (TextureRepeat.DISABLED, TextureRepeat.ENABLED, TextureRepeat.MIRROR)
"""By the numbers of SceneViewport.DefaultCanvasItemTextureRepeat."""
