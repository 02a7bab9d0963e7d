"""What a shader declares, taken apart: uniforms are read, functions are kept as tokens.

Only the outermost level is understood here. What stands inside of functions is GLSL but for names (`glsl_writer`), and
the driver's compiler checks it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import did_you_mean
from engine.math.value import shortened
from engine.resources.shading.constant_value import Constant, constant_of
from engine.resources.shading.material import BlendMode
from engine.resources.shading.shader_text import WORD, Place, Token, text_of
from engine.resources.shading.shader_words import (
    BLENDS,
    BUILT_IN,
    COMPONENTS,
    KEYWORDS,
    PRECISIONS,
    RENAMED,
    RENDER_MODES,
    SHADER_TYPES,
    TYPES,
)
from engine.resources.shading.uniform import GLOBAL, INSTANCE
from engine.resources.shading.uniform_parser import MAX_INSTANCE_UNIFORMS, UniformParser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.errors import ResourceFormatError
    from engine.resources.shading.uniform import Uniform

MAX_UNIFORMS = 1024

CANVAS = "canvas_item"
STAGES = {
    "spatial": ("vertex", "fragment", "light"),
    CANVAS: ("vertex", "fragment", "light"),
    "particles": ("start", "process"),
    "sky": ("sky",),
    "fog": ("fog",),
}
"""By type of shader, the functions that are called from outside."""


_CLOSERS = {"(": ")", "[": "]", "{": "}"}


class Varying(NamedTuple):
    """What vertex() leaves for fragment()."""

    name: Token
    type: Token
    size: tuple[Token, ...]
    """Of an array, its size; empty for no array."""
    flat: bool


class Function(NamedTuple):
    """A function, as it is written."""

    name: str
    tokens: tuple[Token, ...]
    words: frozenset[str]
    """All words in it, among them the names of those that it calls."""


class Declarations:
    """What a shader declares."""

    def __init__(self) -> None:
        self.type = ""
        self.blend = BlendMode.MIX
        self.modes: frozenset[str] = frozenset()
        self.uniforms: dict[str, Uniform] = {}
        """Those that materials set."""
        self.globals: dict[str, Uniform] = {}
        self.instances: dict[str, Uniform] = {}
        self.screens: dict[str, Uniform] = {}
        """Uniforms that are what is drawn so far."""
        self.varyings: dict[str, Varying] = {}
        self.types: dict[str, tuple[Token, ...]] = {}
        """Structs, as they are written."""
        self.constants: list[tuple[Token, ...]] = []
        """Their declarations, as they are written."""
        self.constant_names: set[str] = set()
        self.functions: list[Function] = []


class ShaderParser:
    """Reads the tokens of one shader."""

    def __init__(self, tokens: Sequence[Token], files: Sequence[str]) -> None:
        """`files` are the names of the files that the tokens are of."""
        self._tokens = tokens
        self._files = files
        self._at = 0
        self._group = ""
        self._values: dict[str, Constant] = {}
        self.found = Declarations()
        """What was read so far."""

    def parse(self) -> Declarations:
        """What the shader declares.

        Raises:
            ResourceFormatError: anything that is wrong, with file and line.
        """
        found = self.found
        if self._tokens:
            self._shader_type()
        while self._at < len(self._tokens):
            token = self._take()
            match token.text:
                case ";":
                    pass
                case "render_mode":
                    self._render_mode(token)
                case "stencil_mode" if found.type != CANVAS:
                    self._until(";", token)
                case "group_uniforms":
                    self._group = "".join(each.text for each in self._until(";", token))
                case "uniform" | "global" | "instance":
                    self._uniform(token)
                case "varying":
                    self._varying(token)
                case "const":
                    self._constant(token)
                case "struct":
                    self._struct(token)
                case _:
                    self._function(token)
        return found

    # --- tokens --------------------------------------------------------------------------------

    def error(self, token: Token, problem: str) -> ResourceFormatError:
        """An error that names where a token stands."""
        return Place(self._files, token.file, token.line).error(problem)

    def _take(self) -> Token:
        if self._at >= len(self._tokens):
            raise self.error(self._tokens[-1], "the shader ends in the middle of a declaration")
        self._at += 1
        return self._tokens[self._at - 1]

    def _text(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _expect(self, text: str) -> Token:
        token = self._take()
        if token.text != text:
            raise self.error(token, f"expected {text!r}, got {shortened(token.text)}")
        return token

    def _name(self, what: str) -> Token:
        """The name of something that is declared."""
        token = self._take()
        if token.kind != WORD or token.text in KEYWORDS or token.text in TYPES:
            raise self.error(token, f"expected the name of a {what}, got {shortened(token.text)}")
        if token.text in BUILT_IN and self.found.type == CANVAS:
            raise self.error(token, f"a {what} cannot be called {token.text}, which is built in")
        return token

    def _until(self, end: str, start: Token) -> list[Token]:
        """The tokens up to a sign that stands outside of parentheses, which is passed over."""
        found: list[Token] = []
        closers: list[str] = []
        while True:
            if self._at >= len(self._tokens):
                raise self.error(start, f"what begins here has no end; close it with {end}")
            token = self._take()
            if token.text == end and not closers:
                return found
            if token.text in _CLOSERS:
                closers.append(_CLOSERS[token.text])
            elif token.text in _CLOSERS.values():
                expected = closers.pop() if closers else end
                if token.text != expected:
                    raise self.error(token, f"expected {expected!r} before {token.text!r}")
            found.append(token)

    def _type(self, token: Token) -> Token:
        """The type that stands at `token`, behind its precision."""
        if token.text in PRECISIONS:
            token = self._take()
        if token.text not in TYPES and token.text not in self.found.types:
            known = (*TYPES, *self.found.types, "uniform", "varying", "const", "struct", "render_mode")
            raise self.error(
                token, f"{token.text!r} is no type and begins no declaration{did_you_mean(token.text, known)}"
            )
        return token

    def _size(self) -> tuple[Token, ...]:
        """What stands in brackets here: one token at least, which is [ where they are empty; () without brackets."""
        if self._text() != "[":
            return ()
        start = self._take()
        return tuple(self._until("]", start)) or (start,)

    # --- declarations --------------------------------------------------------------------------

    def _shader_type(self) -> None:
        first = self._take()
        if first.text != "shader_type":
            raise self.error(
                first, f"a shader begins with its type, as in 'shader_type {CANVAS};', got {shortened(first.text)}"
            )
        token = self._take()
        if token.text not in SHADER_TYPES:
            raise self.error(
                token,
                f"shader_type must be one of {', '.join(SHADER_TYPES)}, got {shortened(token.text)}"
                f"{did_you_mean(token.text, SHADER_TYPES)}",
            )
        self.found.type = token.text
        self._expect(";")

    def _render_mode(self, start: Token) -> None:
        modes = [token for token in self._until(";", start) if token.text != ","]
        if self.found.type != CANVAS:
            return
        for token in modes:
            if token.text not in RENDER_MODES:
                raise self.error(
                    token, f"a canvas shader has no render_mode {token.text!r}{did_you_mean(token.text, RENDER_MODES)}"
                )
            if token.text in self.found.modes:
                raise self.error(token, f"render_mode {token.text} is there twice")
            blend = BLENDS.get(token.text)
            if blend is not None:
                if self.found.modes & BLENDS.keys():
                    raise self.error(token, f"there is a blend mode before {token.text}; a shader has one")
                self.found.blend = blend
            self.found.modes |= {token.text}

    def _uniform(self, start: Token) -> None:
        found = self.found
        kinds = {"uniform": found.uniforms, GLOBAL: found.globals, INSTANCE: found.instances}
        scope = ""
        if start.text != "uniform":
            scope = start.text
            self._expect("uniform")
            if found.type != CANVAS:
                self._until(";", start)
                return
        type = self._type(self._take())
        size = self._size()
        name = self._name("uniform")
        size = size or self._size()
        rest = self._until(";", start)
        most = MAX_INSTANCE_UNIFORMS if scope == INSTANCE else MAX_UNIFORMS
        if len(kinds[start.text]) >= most:
            raise self.error(name, f"there are more than {most} {scope and scope + ' '}uniforms")
        self._check_new(name)
        parser = UniformParser(self._files, self._values, found.type == CANVAS)
        uniform, is_screen = parser.uniform(type, name, size, rest, self._group, scope)
        (found.screens if is_screen else kinds[start.text])[name.text] = uniform

    def _varying(self, start: Token) -> None:
        flat = False
        token = self._take()
        while token.text in ("flat", "smooth"):
            flat = token.text == "flat"
            token = self._take()
        type = self._type(token)
        if type.text not in COMPONENTS or COMPONENTS[type.text][0] == "bool":
            raise self.error(type, f"a varying is made of numbers, not {type.text}")
        size = self._size()
        name = self._name("varying")
        size = size or self._size()
        rest = self._until(";", start)
        if rest:
            raise self.error(rest[0], f"varying {name.text} ends with ;, got {text_of(rest)!r}")
        self._check_new(name)
        flat = flat or COMPONENTS[type.text][0] != "float"
        self.found.varyings[name.text] = Varying(name, type, size, flat)

    def _constant(self, start: Token) -> None:
        begin = self._at
        type = self._type(self._take())
        size = self._size()
        name = self._name("constant")
        size = size or self._size()
        rest = self._until(";", start)
        self._check_new(name)
        if not rest or rest[0].text != "=":
            raise self.error(name, f"const {name.text} has no value; write const {type.text} {name.text} = ...;")
        self.found.constant_names.add(name.text)
        self.found.constants.append((start, *self._tokens[begin : self._at]))
        if not size and type.text in COMPONENTS:
            try:
                value = constant_of(rest[1:], self._values).converted(type.text)
            except ValueError:
                return  # of several names, or of what only GLSL can work out
            if value is not None:
                self._values[name.text] = value

    def _struct(self, start: Token) -> None:
        begin = self._at
        name = self._name("struct")
        opening = self._expect("{")
        self._until("}", opening)
        self._expect(";")
        self._check_new(name)
        self.found.types[name.text] = (start, *self._tokens[begin : self._at])

    def _function(self, start: Token) -> None:
        begin = self._at - 1
        type = self._type(start)
        size = self._size()
        name = self._name("function")
        if self._text() != "(":
            raise self.error(
                name, f"{name.text} is no function, and values of the whole shader are const, uniform or varying"
            )
        opening = self._take()
        parameters = self._until(")", opening)
        brace = self._expect("{")
        self._until("}", brace)
        if name.text in STAGES[self.found.type]:
            if type.text != "void" or size or [each.text for each in parameters] not in ([], ["void"]):
                raise self.error(name, f"{name.text}() takes and gives nothing: void {name.text}() {{ ... }}")
            if any(each.name == name.text for each in self.found.functions):
                raise self.error(name, f"{name.text}() is there twice")
        tokens = tuple(self._tokens[begin : self._at])
        words = frozenset(token.text for token in tokens if token.kind == WORD)
        self.found.functions.append(Function(name.text, tokens, words))

    def _check_new(self, name: Token) -> None:
        found = self.found
        uniforms = (found.uniforms, found.globals, found.instances, found.screens)
        for kind in (*uniforms, found.varyings, found.types, found.constant_names):
            if name.text in kind:
                raise self.error(name, f"{name.text} is declared twice")
        if name.text in RENAMED and name.text != "SCREEN_TEXTURE":
            raise self.error(name, f"{name.text} is {RENAMED[name.text]} in Godot 4")
