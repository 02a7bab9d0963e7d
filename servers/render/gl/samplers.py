"""Samplers: how textures are read, by CanvasItem's filters and repeats; one sampler object for each pair.

moderngl knows repeating and clamping alone, so a mirroring sampler is told by GL itself.
"""

from __future__ import annotations

import ctypes

import moderngl

from engine.core.sampling import TextureFilter, TextureRepeat
from servers.render.gl.gl_functions import gl_function

FIRST_MIPMAPPED = TextureFilter.NEAREST_WITH_MIPMAPS
"""This filter and those after it need mipmaps."""

_NEAREST, _LINEAR = moderngl.NEAREST, moderngl.LINEAR
_NEAREST_OF_MIPMAPS, _LINEAR_OF_MIPMAPS = moderngl.NEAREST_MIPMAP_LINEAR, moderngl.LINEAR_MIPMAP_LINEAR
_FILTERS: dict[int, tuple[int, int, float]] = {
    TextureFilter.NEAREST: (_NEAREST, _NEAREST, 1.0),
    TextureFilter.LINEAR: (_LINEAR, _LINEAR, 1.0),
    TextureFilter.NEAREST_WITH_MIPMAPS: (_NEAREST_OF_MIPMAPS, _NEAREST, 1.0),
    TextureFilter.LINEAR_WITH_MIPMAPS: (_LINEAR_OF_MIPMAPS, _LINEAR, 1.0),
    TextureFilter.NEAREST_WITH_MIPMAPS_ANISOTROPIC: (_NEAREST_OF_MIPMAPS, _NEAREST, 4.0),
    TextureFilter.LINEAR_WITH_MIPMAPS_ANISOTROPIC: (_LINEAR_OF_MIPMAPS, _LINEAR, 4.0),
}
"""Minification, magnification, anisotropy."""

_TEXTURE_WRAP_S, _TEXTURE_WRAP_T, _MIRRORED_REPEAT = 0x2802, 0x2803, 0x8370


def without_mipmaps(filter: int) -> int:
    """The filter for a texture that has no mipmaps, which one that needs them would show black."""
    return filter if filter < FIRST_MIPMAPPED else 2 - filter % 2


class Samplers:
    """The sampler objects of one context, made when first used."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """None yet."""
        self._ctx = ctx
        self._made: dict[int, moderngl.Sampler] = {}

    def use(self, filter: int, repeat: int, unit: int) -> None:
        """Read texture unit `unit` by a TextureFilter and a TextureRepeat."""
        key = filter * len(TextureRepeat) + repeat
        sampler = self._made.get(key)
        if sampler is None:
            sampler = self._made[key] = self._make(filter, repeat)
        sampler.use(unit)

    def dispose(self) -> None:
        """Release them all."""
        for sampler in self._made.values():
            sampler.release()
        self._made.clear()

    def _make(self, filter: int, repeat: int) -> moderngl.Sampler:
        minify, magnify, anisotropy = _FILTERS[filter]
        repeats = repeat == TextureRepeat.ENABLED
        sampler = self._ctx.sampler(repeat_x=repeats, repeat_y=repeats, filter=(minify, magnify), anisotropy=anisotropy)
        if repeat == TextureRepeat.MIRROR:
            _mirror(self._ctx, sampler)
        return sampler


def _mirror(ctx: moderngl.Context, sampler: moderngl.Sampler) -> None:
    """Let a sampler mirror at the edges."""
    name = sampler._glo  # type: ignore[attr-defined]  # moderngl's stubs call it glo, which no sampler has
    set_parameter = gl_function(ctx, "glSamplerParameteri", None, ctypes.c_uint, ctypes.c_uint, ctypes.c_int)
    for side in (_TEXTURE_WRAP_S, _TEXTURE_WRAP_T):
        set_parameter(name, side, _MIRRORED_REPEAT)
