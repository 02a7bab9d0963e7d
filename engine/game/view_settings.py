"""How large the window of a Godot project is, and how its scene is shown in it: what `project.godot` says of both."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from engine.core.errors import ResourceFormatError, did_you_mean
from engine.core.property_checks import is_finite
from engine.math.value import shortened
from engine.tree.content_scale import (
    LARGEST_CONTENT,
    LEAST_FACTOR,
    MOST_FACTOR,
    ContentScale,
    ContentScaleAspect,
    ContentScaleMode,
    ContentScaleStretch,
)
from engine.tree.viewport import SceneViewport

if TYPE_CHECKING:
    from collections.abc import Mapping

E = TypeVar("E", bound=IntEnum)

_SIZE = "display/window/size/"
_STRETCH = "display/window/stretch/"
_MSAA = "rendering/anti_aliasing/quality/msaa_2d"
_TRANSPARENT = "rendering/viewport/transparent_background"
_SNAP = "rendering/2d/snap/snap_2d_"
_TEXTURES = "rendering/textures/canvas_textures/default_texture_"


class ViewSettings(NamedTuple):
    """What a project says of its window and its root viewport."""

    window_size: tuple[int, int]
    """Width and height of the window, in points."""
    content_scale: ContentScale
    snap_transforms: bool
    snap_vertices: bool
    texture_filter: int
    """Of SceneViewport.DefaultCanvasItemTextureFilter."""
    texture_repeat: int
    """Of SceneViewport.DefaultCanvasItemTextureRepeat."""
    msaa_2d: int
    """Of SceneViewport.MSAA."""
    transparent_bg: bool

    def apply(self, root: SceneViewport) -> None:
        """Let a tree's root be as they say."""
        root.snap_2d_transforms_to_pixel = self.snap_transforms
        root.snap_2d_vertices_to_pixel = self.snap_vertices
        root.canvas_item_default_texture_filter = root.DefaultCanvasItemTextureFilter(self.texture_filter)
        root.canvas_item_default_texture_repeat = root.DefaultCanvasItemTextureRepeat(self.texture_repeat)
        root.msaa_2d = root.MSAA(self.msaa_2d)
        root.transparent_bg = self.transparent_bg
        root._set_content_scale(self.content_scale)


def view_settings(settings: Mapping[str, Any], where: str) -> ViewSettings:
    """What the settings of a project say, with Godot's defaults for what they leave open.

    Args:
        settings: by the names of Godot's ProjectSettings.
        where: the file, for errors.

    Raises:
        ResourceFormatError: a setting is of the wrong type, or has a value that cannot be.
    """
    filters = SceneViewport.DefaultCanvasItemTextureFilter
    repeats = SceneViewport.DefaultCanvasItemTextureRepeat
    reader = _Reader(settings, where)
    content = (
        reader.number(f"{_SIZE}viewport_width", 1152, 1, LARGEST_CONTENT),
        reader.number(f"{_SIZE}viewport_height", 648, 1, LARGEST_CONTENT),
    )
    width = reader.number(f"{_SIZE}window_width_override", 0, 0, LARGEST_CONTENT)
    height = reader.number(f"{_SIZE}window_height_override", 0, 0, LARGEST_CONTENT)
    scale = ContentScale(
        reader.word(f"{_STRETCH}mode", ContentScaleMode.DISABLED),
        reader.word(f"{_STRETCH}aspect", ContentScaleAspect.KEEP),
        reader.word(f"{_STRETCH}scale_mode", ContentScaleStretch.FRACTIONAL),
        reader.factor(f"{_STRETCH}scale"),
        content,
    )
    return ViewSettings(
        (width or content[0], height or content[1]),
        scale,
        reader.flag(f"{_SNAP}transforms_to_pixel"),
        reader.flag(f"{_SNAP}vertices_to_pixel"),
        reader.number(f"{_TEXTURES}filter", filters.LINEAR.value, 0, max(filters)),
        reader.number(f"{_TEXTURES}repeat", repeats.DISABLED.value, 0, max(repeats)),
        reader.number(_MSAA, SceneViewport.MSAA.DISABLED.value, 0, max(SceneViewport.MSAA)),
        reader.flag(_TRANSPARENT),
    )


class _Reader:
    """Reads settings, and says of a bad one which it is."""

    def __init__(self, settings: Mapping[str, Any], where: str) -> None:
        self._settings = settings
        self._where = where

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number."""
        value: object = self._settings.get(name, default)
        if type(value) is not int or not least <= value <= most:
            self._refuse(name, f"a whole number from {least} to {most:,}", value)
        return value

    def factor(self, name: str) -> float:
        """A number above 0, or 1."""
        value = self._settings.get(name, 1.0)
        if isinstance(value, bool) or not is_finite(value) or not LEAST_FACTOR <= value <= MOST_FACTOR:
            self._refuse(name, f"a number from {LEAST_FACTOR:g} to {MOST_FACTOR:g}", value)
        return float(value)

    def flag(self, name: str) -> bool:
        """True or False, which is the default."""
        value: object = self._settings.get(name, False)
        if type(value) is not bool:
            self._refuse(name, "true or false", value)
        return value

    def word(self, name: str, default: E) -> E:
        """One of some words, such as "keep_width"."""
        value = self._settings.get(name, default.name.lower())
        known = {each.name.lower(): each for each in type(default)}
        if not isinstance(value, str) or value not in known:
            hint = did_you_mean(value, known) if isinstance(value, str) else ""
            self._refuse(name, f"one of {', '.join(known)}", value, hint)
        return known[value]

    def _refuse(self, name: str, wanted: str, value: object, hint: str = "") -> NoReturn:
        raise ResourceFormatError(f"{self._where}: {name} must be {wanted}, got {shortened(value)}{hint}")
