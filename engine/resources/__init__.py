"""What can be shared and saved: pictures, textures, fonts, as CPU data with a revision; no GPU and no device in sight.

A server that keeps its own copy of a resource (a GPU texture, a parsed font) keys it by the resource's identity and
compares `revision` before each use. `ResourceLoader` reads files; which library reads which suffix stands in `loaders`.

Curve, Curve2D, Curve3D, Gradient, Material, Noise and FastNoiseLite are in modules of their own, imported when they
are used: `engine.Curve`; so are materials and shaders, in `shading`.
"""

from engine.resources.font import Font, FontFile
from engine.resources.images.image import Image
from engine.resources.loading.load_request import CacheMode, LoadRequest
from engine.resources.loading.missing_resource import MissingResource
from engine.resources.loading.resource_loader import ResourceLoader, default_loader
from engine.resources.text_layout import (
    HorizontalAlignment,
    JustificationFlag,
    LineBreakFlag,
    TextDirection,
    TextOrientation,
)
from engine.resources.textures.texture_2d import ImageTexture, Texture2D

__all__ = [
    "CacheMode",
    "Font",
    "FontFile",
    "HorizontalAlignment",
    "Image",
    "ImageTexture",
    "JustificationFlag",
    "LineBreakFlag",
    "LoadRequest",
    "MissingResource",
    "ResourceLoader",
    "TextDirection",
    "TextOrientation",
    "Texture2D",
    "default_loader",
]
