"""ContextMark: tells whether GL calls reach the context that they are meant for.

A driver that cannot make a context current says nothing (another thread has it, its display went, the card was reset),
and then the calls do nothing, or reach whatever context was current before: that of another application.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from servers.render.gl.gl_functions import gl_function

if TYPE_CHECKING:
    import moderngl

_TEXTURE_MAX_LOD = 0x813B
_MOST = 1 << 24
"""Whole numbers below are exact in 32 bits."""


class ContextMark:
    """Something in a context that none else has: a sampler with a number of its own, which nothing is drawn with."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Mark the context, which is current."""
        self._sampler = ctx.sampler()
        self._name = self._sampler._glo  # type: ignore[attr-defined]  # moderngl's stubs call it glo, which none has
        self._number = float(id(self) // 16 % _MOST)  # hardly any other mark that lives has the same
        self._found = ctypes.c_float()
        self._pointer = ctypes.pointer(self._found)
        number = ctypes.c_float
        gl_function(ctx, "glSamplerParameterf", None, ctypes.c_uint, ctypes.c_uint, number)(
            self._name, _TEXTURE_MAX_LOD, self._number
        )
        self._read = gl_function(
            ctx, "glGetSamplerParameterfv", None, ctypes.c_uint, ctypes.c_uint, ctypes.POINTER(number)
        )

    def is_there(self) -> bool:
        """Whether the context that is current is the marked one, and works."""
        self._found.value = -1.0
        self._read(self._name, _TEXTURE_MAX_LOD, self._pointer)
        return self._found.value == self._number

    def release(self) -> None:
        """Take it away."""
        self._sampler.release()
