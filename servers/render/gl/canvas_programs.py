"""CanvasPrograms: the GL programs of the canvas, one for each shader, and those without one.

In:    Shader resources, as they are now.
Out:   CanvasProgram objects.
When:  main thread, context current.

A program is kept for as long as its shader lives and says the same. When the shader is gone, on whatever thread, its
key only goes into a queue, and `drain` releases the program.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING
from weakref import finalize

from engine.core.errors import ResourceFormatError
from engine.core.log import get_logger
from engine.resources.shading.shader import Shader
from servers.render.gl.canvas_program import CanvasProgram, EmptyTextures
from servers.render.gl.canvas_sources import compile_custom, compile_plain

if TYPE_CHECKING:
    import moderngl

    from engine.resources.shading.canvas_shader import CanvasShader

_STILL = "shader_type canvas_item;\nvoid vertex() {\n}\n"
"""Moves nothing, but takes vertices in the space of the item."""


class CanvasPrograms:
    """The programs of one context."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Compile the plain one; the context must be current here and in every method.

        Raises:
            ResourceFormatError: the driver refuses it.
        """
        self._ctx = ctx
        self._empties = EmptyTextures()
        self._log = get_logger("render")
        self._entries: dict[int, _Entry] = {}
        self._dead: deque[int] = deque()
        self._released: list[CanvasProgram] = []
        self._still: CanvasProgram | None = None
        self.plain = CanvasProgram(compile_plain(ctx), None, self._empties)
        """Draws without a shader."""

    def __len__(self) -> int:
        """How many shaders have a program of their own."""
        return sum(entry.is_own for entry in self._entries.values())

    def of(self, shader: Shader | None) -> CanvasProgram:
        """The program of a shader as it is now; the plain one for none, and for one that is broken.

        A broken one, also one that the driver refuses, is logged once, with file and line; if it moves vertices, those
        are still taken in the space of the item. The program that was given before is released when its
        shader has changed.
        """
        if shader is None:
            return self.plain
        entry = self._entries.get(id(shader))
        canvas = shader.canvas
        if entry is not None and entry.canvas is canvas:
            return entry.program
        program = self._made(canvas)
        made = _Entry(canvas, program or self._stand_in(canvas), program is not None)
        if entry is None:
            made.finalizer = finalize(shader, self._dead.append, id(shader))
            made.finalizer.atexit = False
        else:
            made.finalizer = entry.finalizer
            self._release(entry)
        self._entries[id(shader)] = made
        return made.program

    def drain(self) -> None:
        """Release the programs of shaders that are gone; once a frame, before anything is drawn."""
        while self._dead:
            self._release(self._entries.pop(self._dead.popleft()))

    def take_released(self) -> list[CanvasProgram]:
        """The programs that were released since the last call, for whoever keeps something for them."""
        released, self._released = self._released, []
        return released

    def dispose(self) -> None:
        """Release everything."""
        for entry in self._entries.values():
            if entry.finalizer is not None:
                entry.finalizer.detach()
            self._release(entry)
        self._entries.clear()
        self._dead.clear()
        self.plain.program.release()
        if self._still is not None:
            self._still.program.release()
            self._still = None

    def _release(self, entry: _Entry) -> None:
        if entry.is_own:
            entry.program.program.release()
            self._released.append(entry.program)

    def _made(self, canvas: CanvasShader) -> CanvasProgram | None:
        """The program of a shader; None for one that is broken, after it was logged."""
        problem = canvas.error
        if not problem:
            try:
                program = CanvasProgram(compile_custom(self._ctx, canvas), canvas, self._empties)
            except ResourceFormatError as error:
                problem = str(error)
            else:
                if canvas.has_light:
                    self._log.warning(f"{canvas.name}: its light() is left out: there are no lights on the canvas yet")
                return program
        self._log.warning(f"{problem}; it is drawn as without this shader")
        return None

    def _stand_in(self, canvas: CanvasShader) -> CanvasProgram:
        if not canvas.is_valid or not canvas.has_vertex:
            return self.plain
        if self._still is None:
            still = Shader()
            still.code = _STILL
            self._still = CanvasProgram(compile_custom(self._ctx, still.canvas), still.canvas, self._empties)
        return self._still


class _Entry:
    """What is drawn with for one shader."""

    __slots__ = ("canvas", "finalizer", "is_own", "program")

    def __init__(self, canvas: CanvasShader, program: CanvasProgram, is_own: bool) -> None:
        self.canvas = canvas  # what the shader said
        self.program = program
        self.is_own = is_own  # whether it was made for this shader
        self.finalizer: finalize[..., Shader] | None = None
