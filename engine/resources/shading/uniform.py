"""Uniform: what a shader says of a value that materials, items or the whole project give it."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.sampling import TextureFilter, TextureRepeat
from engine.resources.shading.shader_words import COMPONENTS, RGBA, SAMPLERS, WHITE

GLOBAL = "global"
INSTANCE = "instance"


class Uniform(NamedTuple):
    """A value that a shader is given."""

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
    filter: TextureFilter = TextureFilter.LINEAR
    """Of a texture, how it is scaled."""
    repeat: TextureRepeat = TextureRepeat.DISABLED
    """Of a texture, what is beyond its edges."""
    empty: RGBA = WHITE
    """Of a texture, the colour that is read while there is none."""
    group: str = ""
    """The heading that it stands under; "" for none."""
    place: str = ""
    """Where it is declared, such as "post/wave.gdshader:7"."""
    scope: str = ""
    """Who gives the value: the material (""), the render server (GLOBAL), or each canvas item (INSTANCE)."""

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
