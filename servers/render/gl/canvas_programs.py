"""CanvasPrograms: the GL programs of the canvas, one for each shader, and those without one.

In:    Shader resources, as they are now, and the way in which pictures are read.
Out:   CanvasProgram objects.
When:  main thread, context current.

A program is kept for as long as its shader lives and says the same; `drain` releases those of shaders that are gone.
One for letters, which are read in another way, is made when the first of them is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ResourceFormatError
from engine.core.log import get_logger
from engine.resources.shading.shader import Shader
from servers.render.broken_shaders import tell, tell_if_broken
from servers.render.copies import Copies
from servers.render.gl.canvas_program import CanvasProgram, EmptyTextures
from servers.render.gl.canvas_sources import CLIP_TEMPLATES, GROUP_TEMPLATES, TEMPLATES, compile_custom, compile_plain
from servers.render.scene.commands.instances import Way

if TYPE_CHECKING:
    import moderngl

    from engine.resources.shading.canvas_shader import CanvasShader
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.global_parameters import GlobalParameters

_STILL = "shader_type canvas_item;\nvoid vertex() {\n}\n"
"""Moves nothing, but takes vertices in the space of the item."""


class CanvasPrograms:
    """The programs of one context."""

    def __init__(self, ctx: moderngl.Context, parameters: GlobalParameters) -> None:
        """Compile those without a shader; the context must be current here and in every method.

        Args:
            ctx: the context.
            parameters: what all shaders may read.

        Raises:
            ResourceFormatError: the driver refuses one.
        """
        self._ctx = ctx
        self._parameters = parameters
        self._empties = EmptyTextures()
        self._log = get_logger("render")
        self._entries: Copies[Shader, _Entry] = Copies()
        self._released: list[CanvasProgram] = []
        self._still = Shader()
        self._still.code = _STILL
        self._own: dict[tuple[object, Way], CanvasProgram] = {}
        self.plain = self._without(TEMPLATES, Way.PLAIN)
        """Draws without a shader."""
        self.group(Way.PLAIN)
        self.clip(Way.PLAIN)

    def __len__(self) -> int:
        """How many shaders have a program of their own."""
        return sum(bool(held.copy.programs) for held in self._entries)

    def of(self, shader: Shader | None, way: Way = Way.PLAIN, user: CanvasItem | None = None) -> CanvasProgram:
        """The program of a shader as it is now; one without a shader for none, and for one that is broken.

        A broken one, also one that the driver refuses, is logged once, with file and line, and who is drawn with it; if
        it moves vertices, those are still taken in the space of the item. The program that was given before is released
        when its shader has changed.

        Args:
            shader: None for none.
            way: how the picture is read.
            user: who is drawn with it.
        """
        if shader is None:
            return self.plain if way == Way.PLAIN else self._without(TEMPLATES, way)
        entry = self._entries.get(shader)
        canvas = shader.canvas
        if entry is None or not entry.holds_for(canvas, self._parameters):
            if entry is not None:
                self._release(entry)
            entry = self._entries.keep(shader, _Entry(canvas, self._parameters)).copy
        program = entry.programs.get(way)
        if program is None and not entry.is_broken:
            program = self._made(entry, way, user)
        return program or self._stand_in(canvas, way)

    def group(self, way: Way) -> CanvasProgram:
        """What draws the owner of a group that is one picture."""
        return self._without(GROUP_TEMPLATES, way)

    def clip(self, way: Way) -> CanvasProgram:
        """What draws the owner of clipped members."""
        return self._without(CLIP_TEMPLATES, way)

    def drain(self) -> None:
        """Release the programs of shaders that are gone; once a frame, before anything is drawn."""
        for entry in self._entries.take_gone():
            self._release(entry)

    def take_released(self) -> list[CanvasProgram]:
        """The programs that were released since the last call, for whoever keeps something for them."""
        released, self._released = self._released, []
        return released

    def dispose(self) -> None:
        """Release everything."""
        for entry in self._entries.take_all():
            self._release(entry)
        for program in self._own.values():
            program.program.release()
        self._own.clear()

    def _release(self, entry: _Entry) -> None:
        for program in entry.programs.values():
            program.program.release()
            self._released.append(program)

    def _made(self, entry: _Entry, way: Way, user: CanvasItem | None) -> CanvasProgram | None:
        """The program of a shader; None for one that is broken, after it was logged."""
        canvas, source = entry.canvas, None if user is None else user.source
        if tell_if_broken(canvas, source):
            entry.is_broken = True
            return None
        problem = self._parameters.problem_of(canvas)
        if not problem:
            try:
                program = entry.programs[way] = self._program(compile_custom(self._ctx, canvas, way), canvas)
            except ResourceFormatError as error:
                problem = str(error)
            else:
                if canvas.has_light and len(entry.programs) == 1:
                    self._log.warning(f"{canvas.name}: its light() is left out: there are no lights on the canvas yet")
                return program
        entry.is_broken = True
        tell(problem, source)
        return None

    def _stand_in(self, canvas: CanvasShader, way: Way) -> CanvasProgram:
        """What draws in place of a broken shader."""
        if not canvas.is_valid or not canvas.has_vertex:
            return self._without(TEMPLATES, way)
        found = self._own.get((_STILL, way))
        if found is None:
            still = self._still.canvas
            found = self._own[_STILL, way] = self._program(compile_custom(self._ctx, still, way), still)
        return found

    def _without(self, templates: tuple[str, str], way: Way) -> CanvasProgram:
        """The program of templates without a shader."""
        found = self._own.get((templates, way))
        if found is None:
            found = self._own[templates, way] = self._program(compile_plain(self._ctx, templates, way), None)
        return found

    def _program(self, program: moderngl.Program, shader: CanvasShader | None) -> CanvasProgram:
        return CanvasProgram(program, shader, self._empties, self._parameters)


class _Entry:
    """What is drawn with for one shader."""

    __slots__ = ("canvas", "is_broken", "programs", "revision")

    def __init__(self, canvas: CanvasShader, parameters: GlobalParameters) -> None:
        self.canvas = canvas  # what the shader said
        self.revision = parameters.revision
        self.programs: dict[Way, CanvasProgram] = {}
        self.is_broken = False

    def holds_for(self, canvas: CanvasShader, parameters: GlobalParameters) -> bool:
        """Whether it is of what the shader says now, with the parameters that there are now."""
        return self.canvas is canvas and (not canvas.global_uniforms or self.revision == parameters.revision)
