"""Samplers: how textures are read, by CanvasItem's filters and repeats; one sampler object for each pair.

moderngl knows repeating and clamping alone, so a mirroring sampler is told by GL itself.
"""

from __future__ import annotations

import ctypes

import moderngl

PLAIN = 1
"""CanvasItem.TextureFilter.NEAREST."""

FIRST_MIPMAPPED = 3
"""This filter and those after it need mipmaps."""

NO_REPEAT = 1
"""CanvasItem.TextureRepeat.DISABLED."""

_REPEAT, _MIRROR = 2, 3

_NEAREST, _LINEAR = moderngl.NEAREST, moderngl.LINEAR
_FILTERS = {
    1: (_NEAREST, _NEAREST, 1.0),
    2: (_LINEAR, _LINEAR, 1.0),
    3: (moderngl.NEAREST_MIPMAP_LINEAR, _NEAREST, 1.0),
    4: (moderngl.LINEAR_MIPMAP_LINEAR, _LINEAR, 1.0),
    5: (moderngl.NEAREST_MIPMAP_LINEAR, _NEAREST, 4.0),
    6: (moderngl.LINEAR_MIPMAP_LINEAR, _LINEAR, 4.0),
}
"""By CanvasItem.TextureFilter: minification, magnification, anisotropy."""

_TEXTURE_WRAP_S, _TEXTURE_WRAP_T, _MIRRORED_REPEAT = 0x2802, 0x2803, 0x8370


def without_mipmaps(filter: int) -> int:
    """The filter for a texture that has no mipmaps, which one that needs them would show black."""
    return filter if filter < FIRST_MIPMAPPED else 2 - filter % 2


class Samplers:
    """The sampler objects of one context, made when first used."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """None yet."""
        self._ctx = ctx
        self._made: dict[tuple[int, int], moderngl.Sampler] = {}

    def use(self, filter: int, repeat: int, unit: int) -> None:
        """Read texture unit `unit` by a CanvasItem.TextureFilter and a CanvasItem.TextureRepeat."""
        sampler = self._made.get((filter, repeat))
        if sampler is None:
            sampler = self._made[filter, repeat] = self._make(filter, repeat)
        sampler.use(unit)

    def dispose(self) -> None:
        """Release them all."""
        for sampler in self._made.values():
            sampler.release()
        self._made.clear()

    def _make(self, filter: int, repeat: int) -> moderngl.Sampler:
        minify, magnify, anisotropy = _FILTERS[filter]
        repeats = repeat == _REPEAT
        sampler = self._ctx.sampler(repeat_x=repeats, repeat_y=repeats, filter=(minify, magnify), anisotropy=anisotropy)
        if repeat == _MIRROR:
            _mirror(self._ctx, sampler)
        return sampler


def _mirror(ctx: moderngl.Context, sampler: moderngl.Sampler) -> None:
    """Let a sampler mirror at the edges."""
    name = sampler._glo  # type: ignore[attr-defined]  # moderngl's stubs call it glo, which no sampler has
    address = ctx.mglo._context.load("glSamplerParameteri")
    set_parameter = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_uint, ctypes.c_int)(address)
    for side in (_TEXTURE_WRAP_S, _TEXTURE_WRAP_T):
        set_parameter(name, side, _MIRRORED_REPEAT)
