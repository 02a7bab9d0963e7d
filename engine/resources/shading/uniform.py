"""Uniform: what a shader says of a value that materials give it."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.resources.shading.shader_words import COMPONENTS, LINEAR, NO_REPEAT, RGBA, SAMPLERS, WHITE


class Uniform(NamedTuple):
    """A value that materials give a shader."""

    name: str
    type: str
    """As in the shader, such as "float", "vec4" or "sampler2D"."""
    size: int = 0
    """How many elements the array has; 0 for no array."""
    hint: str = ""
    """What kind of value is meant: "range", "enum", "hint_default_black" and the like; "" for nothing more."""
    is_color: bool = False
    """Whether it is a colour: `source_color`."""
    default: Any = None
    """What the shader has while no material says otherwise; None for a texture."""
    range: tuple[float, ...] = ()
    """(least, most) or (least, most, step) for people; () for none."""
    choices: tuple[str, ...] = ()
    """The names of its numbers, of a choice."""
    filter: int = LINEAR
    """Of a texture, as CanvasItem.TextureFilter."""
    repeat: int = NO_REPEAT
    """Of a texture, as CanvasItem.TextureRepeat."""
    empty: RGBA = WHITE
    """Of a texture, the colour that is read while there is none."""
    group: str = ""
    """The heading that it stands under; "" for none."""
    place: str = ""
    """Where it is declared, such as "post/wave.gdshader:7"."""

    @property
    def is_sampler(self) -> bool:
        """Whether it is a texture."""
        return self.type in SAMPLERS

    @property
    def kind(self) -> str:
        """The type as a shader writes it: "vec2[4]" for an array."""
        return f"{self.type}[{self.size}]" if self.size else self.type

    @property
    def components(self) -> tuple[str, int]:
        """What kind of numbers one element is made of, and of how many; not of a texture."""
        return COMPONENTS[self.type]
