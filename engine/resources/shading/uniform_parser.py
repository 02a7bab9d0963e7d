"""Uniforms of shaders: what stands behind `uniform`, with hints and default."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import InvalidTypeError, did_you_mean
from engine.resources.shading.constant_value import Constant, constant_of
from engine.resources.shading.shader_text import STRING, Place, Token, text_of
from engine.resources.shading.shader_words import (
    COMPONENTS,
    EMPTY_TEXTURES,
    FILTERS,
    MATRICES,
    OTHER_TEXTURES,
    PLAIN_HINTS,
    RENAMED,
    REPEATS,
    SAMPLERS,
    SCREEN_TEXTURE,
)
from engine.resources.shading.uniform import INSTANCE, Uniform
from engine.resources.shading.uniform_values import fitted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core.errors import ResourceFormatError

MAX_SIZE = 4096
"""Most elements of an array of uniforms."""

MAX_INSTANCE_UNIFORMS = 16
"""Most instance uniforms of a shader, as in Godot."""

_WITH_ARGUMENTS = ("hint_range", "hint_enum", "instance_index")
_HINTS = (*PLAIN_HINTS, *FILTERS, *REPEATS, SCREEN_TEXTURE, *OTHER_TEXTURES, *_WITH_ARGUMENTS)


class _Hint(NamedTuple):
    word: Token
    arguments: list[list[Token]]


class UniformParser:
    """Reads the declarations of uniforms of one shader."""

    def __init__(self, files: Sequence[str], constants: Mapping[str, Constant], for_canvas: bool) -> None:
        """`files` are the names of the shader's files, `constants` what is known of its constants."""
        self._files = files
        self._constants = constants
        self._for_canvas = for_canvas

    def uniform(
        self, type: Token, name: Token, size: tuple[Token, ...], rest: list[Token], group: str, scope: str = ""
    ) -> tuple[Uniform, bool]:
        """A uniform, and whether it is what is drawn so far.

        Args:
            type: its type.
            name: of it.
            size: what stands in the brackets of an array; empty for no array.
            rest: what stands behind, up to the semicolon.
            group: the heading that it stands under.
            scope: GLOBAL or INSTANCE; "" for one of materials.

        Raises:
            ResourceFormatError: anything that is wrong, with file and line.
        """
        if type.text not in COMPONENTS and type.text not in SAMPLERS:
            raise self._error(type, f"a uniform cannot be a {type.text}")
        if self._for_canvas and type.text in SAMPLERS and type.text != "sampler2D":
            raise self._error(type, f"{type.text} textures are not there yet; a canvas shader has sampler2D")
        if scope and size:
            raise self._error(name, f"{scope} uniforms cannot be arrays")
        if scope == INSTANCE and (type.text in SAMPLERS or type.text in MATRICES):
            kind = "textures" if type.text in SAMPLERS else "matrices"
            raise self._error(type, f"instance uniforms cannot be {kind}, only numbers, vectors and colours")
        place = f"{self._files[name.file]}:{name.line}"
        uniform = Uniform(name.text, type.text, self._count(name, size), group=group, place=place, scope=scope)
        hints, default = self._parts(name, rest)
        is_screen = False
        for hint in hints:
            is_screen = is_screen or hint.word.text == SCREEN_TEXTURE
            uniform = self._hinted(uniform, hint)
        return self._with_default(uniform, name, default), is_screen

    def _error(self, token: Token, problem: str) -> ResourceFormatError:
        return Place(self._files, token.file, token.line).error(problem)

    def _count(self, name: Token, size: tuple[Token, ...]) -> int:
        if not size:
            return 0
        try:
            value = constant_of(size, self._constants)
        except ValueError as error:
            raise self._error(name, f"the size of array {name.text} must be a constant: {error}") from None
        count = value.components[0]
        if value.type not in ("int", "uint") or not 1 <= count <= MAX_SIZE:
            raise self._error(name, f"the size of array {name.text} must be from 1 to {MAX_SIZE}, got {text_of(size)}")
        return int(count)

    def _parts(self, name: Token, rest: list[Token]) -> tuple[list[_Hint], list[Token] | None]:
        """The hints, and the tokens of the default, if there is one."""
        equals = next((i for i, token in enumerate(rest) if token.text == "="), len(rest))
        hints, default = rest[:equals], rest[equals + 1 :] if equals < len(rest) else None
        if not hints:
            return [], default
        if hints[0].text != ":":
            raise self._error(
                hints[0], f"uniform {name.text} goes on with a hint, a default or ;, got {hints[0].text!r}"
            )
        return [self._hint(each) for each in _split(hints[1:])], default

    def _hint(self, tokens: list[Token]) -> _Hint:
        word, inside = tokens[0], tokens[1:]
        if inside and (inside[0].text != "(" or inside[-1].text != ")"):
            raise self._error(word, f"hints are parted by commas, got {text_of(tokens)!r}")
        arguments = _split(inside[1:-1])
        if word.text not in _HINTS:
            renamed = f"; it is {RENAMED[word.text]} in Godot 4" if word.text in RENAMED else ""
            raise self._error(word, f"there is no hint {word.text!r}{renamed or did_you_mean(word.text, _HINTS)}")
        if bool(arguments) != (word.text in _WITH_ARGUMENTS):
            raise self._error(word, f"{word.text} has {'arguments' if not arguments else 'no arguments'}")
        return _Hint(word, arguments)

    def _hinted(self, uniform: Uniform, hint: _Hint) -> Uniform:
        word = hint.word.text
        if word == "source_color":
            self._check_type(uniform, hint, ("vec3", "vec4", "sampler2D"))
            return uniform._replace(is_color=True)
        if word == "hint_range":
            self._check_type(uniform, hint, ("float", "int"))
            return uniform._replace(hint="range", range=self._range(hint))
        if word == "hint_enum":
            self._check_type(uniform, hint, ("int",))
            if any(len(each) != 1 or each[0].kind != STRING for each in hint.arguments):
                raise self._error(hint.word, 'hint_enum takes texts, such as hint_enum("Slow", "Fast")')
            return uniform._replace(hint="enum", choices=tuple(each[0].text[1:-1] for each in hint.arguments))
        if word == "instance_index":
            self._check_index(uniform, hint)
            return uniform
        self._check_type(uniform, hint, tuple(sorted(SAMPLERS)))
        if word in FILTERS:
            return uniform._replace(filter=FILTERS[word])
        if word in REPEATS:
            return uniform._replace(repeat=REPEATS[word])
        if word in OTHER_TEXTURES and self._for_canvas:
            raise self._error(hint.word, f"{word} is of 3D alone; a canvas has no such picture")
        if word == SCREEN_TEXTURE and (uniform.size or uniform.scope):
            what = f"a {uniform.scope} uniform" if uniform.scope else "an array of textures"
            raise self._error(hint.word, f"{what} cannot be the screen")
        return uniform._replace(hint=word, empty=EMPTY_TEXTURES.get(word, uniform.empty))

    def _check_index(self, uniform: Uniform, hint: _Hint) -> None:
        """Check the place that Godot keeps an instance uniform at; here each has its own by its name."""
        if uniform.scope != INSTANCE:
            raise self._error(hint.word, "instance_index is of instance uniforms alone")
        try:
            (number,) = (constant_of(each, self._constants) for each in hint.arguments)
            is_place = number.type in ("int", "uint") and 0 <= number.components[0] < MAX_INSTANCE_UNIFORMS
        except ValueError:
            is_place = False
        if not is_place:
            raise self._error(hint.word, f"instance_index takes a whole number from 0 to {MAX_INSTANCE_UNIFORMS - 1}")

    def _check_type(self, uniform: Uniform, hint: _Hint, types: tuple[str, ...]) -> None:
        if uniform.type not in types:
            wanted = "a texture" if "sampler2D" in types and len(types) > 3 else " or ".join(types)
            raise self._error(hint.word, f"{hint.word.text} is for {wanted}, not for {uniform.type} {uniform.name}")

    def _range(self, hint: _Hint) -> tuple[float, ...]:
        numbers = []
        for each in hint.arguments:
            try:
                value = constant_of(each, self._constants)
            except ValueError as error:
                raise self._error(hint.word, f"hint_range takes numbers: {error}") from None
            numbers.append(value.components[0])
        if len(numbers) not in (2, 3):
            raise self._error(hint.word, f"hint_range takes least, most and a step, got {len(numbers)} numbers")
        return tuple(numbers)

    def _with_default(self, uniform: Uniform, name: Token, tokens: list[Token] | None) -> Uniform:
        if tokens is None:
            return uniform if uniform.is_sampler else uniform._replace(default=_zero(uniform))
        if uniform.is_sampler or uniform.size:
            raise self._error(name, f"{uniform.kind} {name.text} cannot have a default")
        try:
            value = constant_of(tokens, self._constants)
            converted = value.converted(uniform.type)
            if converted is None:
                raise ValueError(f"it is a {value.type}")
            return uniform._replace(default=fitted(uniform, _plain(converted)))
        except (ValueError, InvalidTypeError) as error:
            raise self._error(name, f"the default of {uniform.type} {name.text} cannot be used: {error}") from None


def _split(tokens: list[Token]) -> list[list[Token]]:
    """The parts between commas that stand outside of parentheses; none of an empty list."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _plain(value: Constant) -> object:
    return value.components[0] if len(value.components) == 1 else value.components


def _zero(uniform: Uniform) -> object:
    """What a uniform without a default has."""
    count = COMPONENTS[uniform.type][1]
    if uniform.size:
        return fitted(uniform, (0,) * (count * uniform.size))
    return fitted(uniform, 0 if count == 1 else (0,) * count)
