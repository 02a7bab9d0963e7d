"""CanvasTexture: a texture that goes with a normal and a specular map, and has a filter and a repeat of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import exported
from engine.core.property_checks import checked_color, checked_finite
from engine.math import Color
from engine.resources.images.image import Image
from engine.resources.settings import between, setting
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from collections.abc import Sequence

_FILTERS = 6
_REPEATS = 3


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

    @property
    @exported(None)
    def diffuse_texture(self) -> Texture2D | None:
        """What is shown; None, the default, for a white pixel.

        Raises (as the others):
            InvalidTypeError: set to something else than a Texture2D or None, or to a CanvasTexture.
            InvalidValueError: set to a texture that is made of this one.
        """
        return self._diffuse_texture

    @diffuse_texture.setter
    def diffuse_texture(self, texture: Texture2D | None) -> None:
        self._set_held("_diffuse_texture", self._checked("diffuse_texture", texture))

    @property
    @exported(None)
    def normal_texture(self) -> Texture2D | None:
        """Which way the surface faces, for lights; it is kept and saved, nothing is lit yet. None by default."""
        return self._normal_texture

    @normal_texture.setter
    def normal_texture(self, texture: Texture2D | None) -> None:
        self._set_held("_normal_texture", self._checked("normal_texture", texture))

    @property
    @exported(None)
    def specular_texture(self) -> Texture2D | None:
        """How the surface reflects, for lights; it is kept and saved, nothing is lit yet. None by default."""
        return self._specular_texture

    @specular_texture.setter
    def specular_texture(self, texture: Texture2D | None) -> None:
        self._set_held("_specular_texture", self._checked("specular_texture", texture))

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
    texture_filter: int = setting(
        "texture_filter",
        0,
        between(0, _FILTERS),
        "How it is scaled, a number of CanvasItem.TextureFilter; 0, the default, as the item says that shows it.",
    )
    texture_repeat: int = setting(
        "texture_repeat",
        0,
        between(0, _REPEATS),
        "What is beyond its edges, a number of CanvasItem.TextureRepeat; 0, the default, as that item says.",
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
    def _filter(self) -> int:  # type: ignore[override]  # a class attribute of textures that leave it to the item
        return self.texture_filter

    @property
    def _repeat(self) -> int:  # type: ignore[override]  # as above
        return self.texture_repeat

    @property
    def _render_target(self) -> Any:
        return None if self._diffuse_texture is None else self._diffuse_texture._render_target

    def _checked(self, what: str, texture: Texture2D | None) -> Texture2D | None:
        if texture is not None and (not isinstance(texture, Texture2D) or isinstance(texture, CanvasTexture)):
            raise InvalidTypeError(
                f"{self._where()}.{what} must be a Texture2D other than a CanvasTexture, or None, got {texture!r}"
            )
        return texture
