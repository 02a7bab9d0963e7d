"""CanvasShader: what the text of a shader says, taken apart for whoever draws canvas items with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ResourceFormatError
from engine.resources.shading.glsl_writer import GlslWriter, reached
from engine.resources.shading.material import BlendMode
from engine.resources.shading.preprocessor import Preprocessor
from engine.resources.shading.shader_parser import CANVAS, Declarations, ShaderParser
from engine.resources.shading.shader_text import WORD, Place
from engine.resources.shading.shader_words import IMPLIED_SAMPLERS, NEEDS_GLSL_410, RENAMED, WITHOUT_LIGHTS
from engine.resources.shading.uniform import Uniform
from engine.resources.shading.uniform_values import packed

if TYPE_CHECKING:
    from engine.resources.shading.preprocessor import Read
    from engine.resources.shading.shader_text import Token

MOST_SAMPLERS = 16
"""Most textures of a shader, the item's own among them: as many as every GL has."""


class CanvasShader:
    """One reading of a shader's text; it does not change.

    Attributes:
        name: what errors call it.
        path: where it stands in the project; "" for nowhere.
        code: its text.
        type: the `shader_type`; "" where the text is empty or says none.
        uniforms: what materials set, by name, in the order of the text; what was read of a broken shader.
        global_uniforms: what a render server sets for all shaders, by name.
        instance_uniforms: what each canvas item sets, by name.
        samplers: those of materials and of the server that are textures, and built-in textures that the shader reads.
        blend: how its colours are put over those behind them.
        unshaded: whether the canvas's modulation leaves it alone.
        light_only: whether it is drawn only where there is light.
        has_vertex: whether it moves the vertices of an item.
        has_light: whether it has a light(), which is left out.
        reads_screen: whether it reads what is drawn so far.
        screen_filter: how, a TextureFilter.
        screen_repeat: what is beyond its edges, a TextureRepeat.
        error: why no canvas item can be drawn with it, with file and line; "" if one can.
        is_told: whether the log says why, which whoever draws with it sets.
        files: the names of the files that it is made of, its own first.
        glsl_version: 330 or 410.
    """

    def __init__(self, name: str, path: str, code: str, read: Read) -> None:
        """Read a shader; nothing is raised for what is wrong with it, `error` says so.

        Args:
            name: what errors call it.
            path: where it stands in the project, for what it includes; "" for nowhere.
            code: its text.
            read: gives what `#include` names.
        """
        self.name = name
        self.path = path
        self.code = code
        self.error = ""
        self.is_told = False
        self._found = Declarations()
        preprocessor = Preprocessor(read)
        self.files: list[str] = preprocessor.files
        try:
            tokens = preprocessor.run(name, path, code)
            parser = ShaderParser(tokens, self.files)
            self._found = parser.found
            parser.parse()
            self._check()
        except ResourceFormatError as error:
            self.error = str(error)
        self._describe()

    @property
    def is_valid(self) -> bool:
        """Whether canvas items can be drawn with it, as far as the text tells; the driver may still refuse it."""
        return not self.error

    def vertex_glsl(self) -> str:
        """The GLSL of the vertex stage, to be put into the renderer's template."""
        return GlslWriter(self._found).vertex()

    def fragment_glsl(self) -> str:
        """The GLSL of the fragment stage, to be put into the renderer's template."""
        return GlslWriter(self._found).fragment()

    def has_mode(self, name: str) -> bool:
        """Whether the shader says `render_mode name`."""
        return name in self._found.modes

    def has_function(self, name: str) -> bool:
        """Whether it has a function of that name."""
        return any(each.name == name for each in self._found.functions)

    def uses(self, word: str) -> bool:
        """Whether a word stands in any of its functions."""
        return any(word in each.words for each in self._found.functions)

    def packed_default(self, uniform: Uniform) -> bytes:
        """What the GPU gets of one of its uniforms where nothing is set."""
        return packed(uniform, uniform.default)

    def _describe(self) -> None:
        found = self._found
        self.type = found.type
        self.uniforms = found.uniforms
        self.global_uniforms = found.globals
        self.instance_uniforms = found.instances
        implied = [
            Uniform(name, "sampler2D", empty=empty) for name, (_, empty) in IMPLIED_SAMPLERS.items() if self.uses(name)
        ]
        given = (*found.uniforms.values(), *found.globals.values())
        self.samplers = (*(each for each in given if each.is_sampler), *implied)
        self.blend: BlendMode = found.blend
        self.unshaded = self.has_mode("unshaded")
        self.light_only = self.has_mode("light_only")
        self.has_vertex = self.has_function("vertex")
        self.has_light = self.has_function("light")
        screen = next(iter(found.screens.values()), Uniform("", "sampler2D"))
        self.reads_screen = bool(found.screens)
        self.screen_filter = screen.filter
        self.screen_repeat = screen.repeat
        is_newer = any(each.size for each in self.samplers) or any(
            each.words & NEEDS_GLSL_410 for each in found.functions
        )
        self.glsl_version = 410 if is_newer else 330
        if not self.error and self.code.strip() and found.type != CANVAS:
            self.error = f"{self.name}: is a {found.type} shader; a canvas item is drawn by one of shader_type {CANVAS}"
        count = sum(max(each.size, 1) for each in self.samplers) + 1 + self.reads_screen
        if not self.error and count > MOST_SAMPLERS:
            self.error = (
                f"{self.name}: has {count} textures, the item's own among them; {MOST_SAMPLERS} can be read at most"
            )

    def _check(self) -> None:
        """Refuse what is understood and cannot be drawn."""
        found = self._found
        if found.type != CANVAS:
            return
        light_only = {id(each) for each in reached(found.functions, "light")}
        light_only -= {id(each) for stage in ("vertex", "fragment") for each in reached(found.functions, stage)}
        own = (
            {each.name for each in found.functions}
            | found.screens.keys()
            | found.uniforms.keys()
            | found.globals.keys()
            | found.instances.keys()
            | found.constant_names
        )
        for function in found.functions:
            if id(function) in light_only:
                continue
            for word in WITHOUT_LIGHTS:
                if word in function.words and word not in own:
                    raise self._at(function.tokens, word, f"{word}() needs light occluders, which are not there yet")
            for word, now in RENAMED.items():
                if word.isupper() and word in function.words and word not in own:
                    raise self._at(function.tokens, word, f"{word} is {now} in Godot 4")

    def _at(self, tokens: tuple[Token, ...], word: str, problem: str) -> ResourceFormatError:
        token = next(each for each in tokens if each.kind == WORD and each.text == word)
        return Place(self.files, token.file, token.line).error(problem)
