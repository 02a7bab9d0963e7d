"""CanvasTexture: a texture that goes with a normal and a specular map, and has a filter and a repeat of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import exported, kept_property
from engine.core.property_checks import checked_color, checked_finite, one_of
from engine.core.resource import Resource
from engine.core.sampling import TextureFilter, TextureRepeat
from engine.math import Color
from engine.math.value import shortened
from engine.resources.images.image import Image
from engine.resources.settings import setting
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.export import ChoiceProperty


def _texture(name: str, doc: str) -> Any:
    """A property with a texture other than a CanvasTexture, or None."""
    return kept_property(name, None, _checked, Resource._set_held, doc)


def _checked(item: CanvasTexture, what: str, texture: Any) -> Texture2D | None:
    if texture is not None and (not isinstance(texture, Texture2D) or isinstance(texture, CanvasTexture)):
        raise InvalidTypeError(
            f"{item._where()}.{what} must be a Texture2D other than a CanvasTexture, or None, got {shortened(texture)}"
        )
    return texture


class CanvasTexture(Texture2D):
    """Shows its diffuse texture. The maps are kept for the lights of the canvas; nothing is lit yet.

    No CanvasTexture stands in another one, as in Godot.
    """

    _holds = ("_diffuse_texture", "_normal_texture", "_specular_texture")
    _diffuse_texture: Texture2D | None = None
    _normal_texture: Texture2D | None = None
    _specular_texture: Texture2D | None = None
    _specular_color = Color(1.0, 1.0, 1.0, 1.0)
    _blank: Image | None = None

    diffuse_texture: Texture2D | None = _texture(
        "diffuse_texture", "What is shown; None, the default, for a white pixel."
    )
    normal_texture: Texture2D | None = _texture(
        "normal_texture",
        "Which way the surface faces, for lights; it is kept and saved, nothing is lit yet. None by default.",
    )
    specular_texture: Texture2D | None = _texture(
        "specular_texture",
        "How the surface reflects, for lights; it is kept and saved, nothing is lit yet. None by default.",
    )

    @property
    @exported(Color(1.0, 1.0, 1.0, 1.0))
    def specular_color(self) -> Color:
        """What reflections are multiplied by; it is kept and saved, nothing is lit yet. White by default.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite colour.
        """
        return self._specular_color

    @specular_color.setter
    def specular_color(self, color: Sequence[float] | str) -> None:
        self._specular_color = checked_color(self, "specular_color", color)
        self.emit_changed()

    specular_shininess: float = setting(
        "specular_shininess",
        1.0,
        checked_finite,
        "How sharp reflections are, 0 to 1; it is kept and saved, nothing is lit yet. 1 by default.",
    )
    texture_filter: ChoiceProperty[TextureFilter] = setting(
        "texture_filter",
        TextureFilter.PARENT_NODE,
        one_of(TextureFilter),
        "How it is scaled; PARENT_NODE, the default, as the item says that shows it.",
    )
    texture_repeat: ChoiceProperty[TextureRepeat] = setting(
        "texture_repeat",
        TextureRepeat.PARENT_NODE,
        one_of(TextureRepeat),
        "What is beyond its edges; PARENT_NODE, the default, as that item says.",
    )

    @property
    def image(self) -> Image:
        """The pixels of the diffuse texture; a white one without."""
        if self._diffuse_texture is not None:
            return self._diffuse_texture.image
        if self._blank is None:
            self._blank = Image.create(1, 1, (1.0, 1.0, 1.0))
        return self._blank

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return 1 if self._diffuse_texture is None else self._diffuse_texture.width

    @property
    def height(self) -> int:
        """Rows."""
        return 1 if self._diffuse_texture is None else self._diffuse_texture.height

    def get_image(self) -> Image | None:
        """A copy of the pixels of the diffuse texture; None without."""
        return None if self._diffuse_texture is None else self._diffuse_texture.get_image()

    def has_alpha(self) -> bool:
        """Whether any pixel of the diffuse texture is not opaque; False without."""
        return self._diffuse_texture is not None and self._diffuse_texture.has_alpha()

    def is_pixel_opaque(self, x: int, y: int) -> bool:
        """Whether that pixel of the diffuse texture is opaque; False without."""
        return self._diffuse_texture is not None and self._diffuse_texture.is_pixel_opaque(x, y)

    @property
    def own_filter(self) -> int:  # type: ignore[override]  # a class attribute of textures that leave it to the item
        """The same as `texture_filter`."""
        return self.texture_filter

    @property
    def own_repeat(self) -> int:  # type: ignore[override]  # as above
        """The same as `texture_repeat`."""
        return self.texture_repeat

    @property
    def render_target(self) -> Any:
        """That of the diffuse texture."""
        return None if self._diffuse_texture is None else self._diffuse_texture.render_target
