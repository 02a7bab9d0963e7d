"""GLSL of what a shader declares, for each of its two stages; the template of the renderer goes around it.

A shader's own names get a prefix, built-ins become the template's names, and `#line` lets the driver's compiler name
the lines of the shader's own files. What GLSL 3.30 lacks, lists in braces, is rewritten.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.resources.shading.shader_text import NUMBER, WORD, Token
from engine.resources.shading.shader_words import (
    FRAGMENT_WORDS,
    IMPLIED_SAMPLERS,
    KEYWORDS,
    PRECISIONS,
    PREFIX,
    SAME_AS,
    TYPES,
    VARYING_PREFIX,
    VERTEX_WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.resources.shading.shader_parser import Declarations, Function, Varying

_MOST_EMPTY_LINES = 4

_COMPONENTS = re.compile(r"[xyzw]{1,4}|[rgba]{1,4}|[stpq]{1,4}|length")


class GlslWriter:
    """Writes the GLSL of one shader."""

    def __init__(self, declarations: Declarations) -> None:
        self._found = declarations
        self._own = {each.name for each in declarations.functions} | declarations.types.keys()
        structs = declarations.types.values()
        self._members = {tokens[i].text for tokens in structs for i in _member_places(tokens)}

    def vertex(self) -> str:
        """What the vertex stage declares and does."""
        words = self._words(VERTEX_WORDS)
        words |= {name: VARYING_PREFIX + name for name in self._found.varyings}
        out = self._globals(words)
        out += [self._varying(each, "out", VARYING_PREFIX, words) for each in self._found.varyings.values()]
        out += [self._tokens(each.tokens, words) for each in reached(self._found.functions, "vertex")]
        out.append(self._main("clear_varyings", [_cleared(each) for each in self._found.varyings.values()]))
        return "".join(out)

    def fragment(self) -> str:
        """What the fragment stage declares and does, with the functions that nobody calls: they are checked, too."""
        words = self._words(FRAGMENT_WORDS)
        out = self._globals(words)
        for each in self._found.varyings.values():
            out.append(self._varying(each, "in", VARYING_PREFIX, words))
            out.append(self._varying(each, "", PREFIX, words))
        functions = self._found.functions
        here = {id(each) for each in reached(functions, "fragment")}
        elsewhere = {id(each) for stage in ("vertex", "light") for each in reached(functions, stage)} - here
        out += [self._tokens(each.tokens, words) for each in functions if id(each) not in elsewhere]
        copies = [f"{PREFIX}{name} = {VARYING_PREFIX}{name};" for name in self._found.varyings]
        out.append(self._main("take_varyings", copies))
        return "".join(out)

    def _words(self, built_in: Mapping[str, str]) -> dict[str, str]:
        return {**built_in, **dict.fromkeys(self._found.screens, "screen_texture")}

    def _globals(self, words: Mapping[str, str]) -> list[str]:
        """Structs, constants and uniforms."""
        out = [self._struct(tokens, words) for tokens in self._found.types.values()]
        out += [self._tokens(tokens, words) for tokens in self._found.constants]
        out.append("\n")
        found = self._found
        for uniform in (*found.uniforms.values(), *found.globals.values(), *found.instances.values()):
            size = f"[{uniform.size}]" if uniform.size else ""
            out.append(f"uniform {uniform.type} {PREFIX}{uniform.name}{size};\n")
        used = frozenset().union(*(each.words for each in self._found.functions))
        for built_in, (name, _) in IMPLIED_SAMPLERS.items():
            if built_in in words and built_in in used:
                out.append(f"uniform sampler2D {name};\n")
        return out

    def _varying(self, varying: Varying, direction: str, prefix: str, words: Mapping[str, str]) -> str:
        size = f"[{self._inline(varying.size, words)}]" if varying.size else ""
        flat = "flat " if varying.flat and direction else ""
        return f"{flat}{direction} {varying.type.text} {prefix}{varying.name.text}{size};\n"

    def _main(self, name: str, statements: list[str]) -> str:
        return f"\nvoid {name}() {{ {' '.join(statements)} }}\n"

    def _struct(self, tokens: Sequence[Token], words: Mapping[str, str]) -> str:
        out = _Lines()
        members = _member_places(tokens)
        for i, token in enumerate(tokens):
            out.add(token, self._member(token.text) if i in members else self._word(tokens, i, words))
        return out.text()

    def _member(self, name: str) -> str:
        """What stands behind a dot: a member of a struct, unless it could be components of a vector."""
        return PREFIX + name if name in self._members and not _COMPONENTS.fullmatch(name) else name

    def _inline(self, tokens: Sequence[Token], words: Mapping[str, str]) -> str:
        return " ".join(self._word(tokens, i, words) for i in range(len(tokens)))

    def _tokens(self, tokens: Sequence[Token], words: Mapping[str, str]) -> str:
        """Declarations and statements."""
        out = _Lines()
        lists = _list_types(tokens)
        closing: list[bool] = []
        for i, token in enumerate(tokens):
            text = self._word(tokens, i, words)
            if token.text == "{":
                closing.append(i in lists)
                if i in lists:
                    element = lists[i]
                    text = f"{PREFIX + element if element in self._own else element}[]("
            elif token.text == "}" and closing and closing.pop():
                text = ")"
            out.add(token, text)
        return out.text()

    def _word(self, tokens: Sequence[Token], i: int, words: Mapping[str, str]) -> str:
        """A token in GLSL."""
        token = tokens[i]
        text = token.text
        if token.kind == NUMBER:
            return _number(text)
        if token.kind != WORD or text in KEYWORDS or text in TYPES:
            return text
        if i and tokens[i - 1].text == ".":
            return self._member(text)
        if text in self._own:
            return PREFIX + text
        if text in words:
            return words[text]
        if i + 1 < len(tokens) and tokens[i + 1].text == "(":
            return SAME_AS.get(text, text)
        return PREFIX + text


class _Lines:
    """A text that the driver's compiler takes for the lines of the shader's files."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._place = (-1, -1)

    def add(self, token: Token, text: str) -> None:
        place = (token.file, token.line)
        if place == self._place:
            self._out.append(" ")
        elif place[0] == self._place[0] and 0 < place[1] - self._place[1] <= _MOST_EMPTY_LINES:
            self._out.append("\n" * (place[1] - self._place[1]))
        else:
            self._out.append(f"\n#line {place[1]} {place[0]}\n")
        self._place = place
        self._out.append(text)

    def text(self) -> str:
        return "".join(self._out) + "\n"


def reached(functions: Sequence[Function], name: str) -> list[Function]:
    """The functions of a name and all that they call, in the order in which they stand."""
    names = {each.name for each in functions}
    wanted: set[str] = set()
    waiting = [name] if name in names else []
    while waiting:
        each = waiting.pop()
        if each not in wanted:
            wanted.add(each)
            waiting += [word for other in functions if other.name == each for word in other.words & names]
    return [each for each in functions if each.name in wanted]


def _member_places(tokens: Sequence[Token]) -> set[int]:
    """Where in the tokens of a struct the names of its members stand."""
    found = set()
    has_type = False
    depth = 0
    for i in range(3, len(tokens) - 2):  # behind "struct Name {", up to "};"
        token = tokens[i]
        depth += (token.text == "[") - (token.text == "]")
        if token.text == ";":
            has_type = False
        elif token.kind == WORD and depth == 0 and token.text not in PRECISIONS:
            if has_type:
                found.add(i)
            has_type = True
    return found


def _cleared(varying: Varying) -> str:
    name, type = VARYING_PREFIX + varying.name.text, varying.type.text
    if varying.size:
        return f"for (int i = 0; i < {name}.length(); i++) {name}[i] = {type}(0);"
    return f"{name} = {type}(0);"


def _number(text: str) -> str:
    """A number as GLSL writes it: Godot's 1f is 1.0."""
    if text[-1] not in "fF" or text[:2] in ("0x", "0X"):
        return text
    plain = text[:-1]
    return plain if any(sign in plain for sign in ".eE") else f"{plain}.0"


def _list_types(tokens: Iterable[Token]) -> dict[int, str]:
    """Where lists in braces begin, and of what type their elements are: that of the declaration which they end."""
    found = {}
    declared = ""
    begins = True
    before = ""
    is_list: list[bool] = []
    for i, token in enumerate(tokens):
        text = token.text
        if text == "{":
            is_list.append(before == "=" and declared != "")
            if is_list[-1]:
                found[i] = declared
        if begins and token.kind == WORD and text not in ("const", *PRECISIONS):
            declared = text
            begins = False
        if text == ";" or (text == "{" and not is_list[-1]) or (text == "}" and is_list and not is_list.pop()):
            begins = True
        before = text
    return found
