"""The preprocessor of shaders: `#include`, `#define` and conditions, as Godot's.

What is left are tokens that keep the file and the line that they stand in; those that a macro makes have the line of
its use. Whatever a stranger's shader says, reading it ends: texts, depth and what macros make are bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import ResourceError, did_you_mean
from engine.resources.shading.condition import value_of_condition
from engine.resources.shading.shader_text import LINE_END, NUMBER, STRING, WORD, Place, Token, text_of, tokens_of
from engine.resources.shading.shader_words import MAX_CODE

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.errors import ResourceFormatError

    Read = Callable[[str, str], tuple[str, str]]
    """Gives the path and the text of a file; called with what is included, and the path of what includes it."""

MAX_DEPTH = 25
"""How deep files may include files; Godot's limit."""

MAX_TOKENS = 500_000
"""Most tokens that macros may make."""

_MAX_MACRO_DEPTH = 64

_DIRECTIVES = ("define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "pragma", "undef")

_RENDERERS = {
    "RENDERER_COMPATIBILITY": "0",
    "RENDERER_MOBILE": "1",
    "RENDERER_FORWARD_PLUS": "2",
    "CURRENT_RENDERER": "0",
}
"""What Godot defines: the canvas here is drawn as its compatibility renderer draws it."""


class Macro(NamedTuple):
    """What a name is replaced by."""

    parameters: tuple[str, ...] | None
    """None for a macro that is used without parentheses."""
    body: tuple[Token, ...]


class _Branch:
    """One `#if` that is open."""

    __slots__ = ("active", "ended", "outer", "start", "taken")

    def __init__(self, outer: bool, active: bool, start: Token) -> None:
        self.outer = outer  # whether what stands around it counts
        self.active = outer and active
        self.taken = active  # whether one of its parts has counted
        self.ended = False  # whether its #else was there
        self.start = start


class Preprocessor:
    """Makes the tokens of one shader of its text and of what that includes."""

    def __init__(self, read: Read) -> None:
        """`read` gives what `#include` names, or raises a ResourceError."""
        self._read = read
        self.files: list[str] = []
        """The names of the files, the shader's own first."""
        self._macros: dict[str, Macro] = {
            name: Macro(None, (Token(NUMBER, number, 0, 0),)) for name, number in _RENDERERS.items()
        }
        self._left = MAX_CODE
        self._made = 0
        self._out: list[Token] = []
        self._waiting: list[Token] = []  # not expanded yet: the arguments of a macro may go on in the next line

    def run(self, name: str, path: str, text: str) -> list[Token]:
        """The tokens of a shader, without directives, macros and line ends.

        Args:
            name: what errors call it.
            path: where it stands in the project, for what it includes; "" for nowhere.
            text: of it.

        Raises:
            ResourceFormatError: anything that is wrong, with file and line.
        """
        self._file(name, path, text, ())
        return self._out

    def _file(self, name: str, path: str, text: str, chain: tuple[str, ...]) -> None:
        file = len(self.files)
        self.files.append(name)
        self._left -= len(text)
        if self._left < 0:
            raise self._error(Token(WORD, "", 0, 1), f"has more than {MAX_CODE:,} characters, with what it includes")
        tokens = tokens_of(text, self.files, file)
        branches: list[_Branch] = []
        at = 0
        while at < len(tokens):
            end = at
            while tokens[end].kind != LINE_END:
                end += 1
            if tokens[at].text == "#" and end > at + 1:
                self._flush()
                self._directive(tokens[at + 1 : end], branches, (*chain, path))
            elif tokens[at].text != "#" and (not branches or branches[-1].active):
                self._waiting.extend(tokens[at:end])
            at = end + 1
        self._flush()
        if branches:
            raise self._error(branches[-1].start, f"#{branches[-1].start.text} has no #endif")

    def _flush(self) -> None:
        self._out += self._expanded(self._waiting, frozenset(), 0)
        self._waiting = []

    def _error(self, token: Token, problem: str) -> ResourceFormatError:
        return Place(self.files, token.file, token.line).error(problem)

    # --- directives ----------------------------------------------------------------------------

    def _directive(self, line: list[Token], branches: list[_Branch], chain: tuple[str, ...]) -> None:
        """Obey a line, which is given without its `#`."""
        word, rest = line[0], line[1:]
        active = not branches or branches[-1].active
        match word.text:
            case "if":
                branches.append(_Branch(active, active and self._holds(word, rest), word))
            case "ifdef" | "ifndef":
                known = self._name(word, rest) in self._macros
                branches.append(_Branch(active, known is (word.text == "ifdef"), word))
            case "elif" | "else" | "endif":
                self._go_on(word, rest, branches)
            case _ if not active:
                pass
            case "define":
                self._define(word, rest)
            case "undef":
                self._macros.pop(self._name(word, rest), None)
            case "include":
                self._include(word, rest, chain)
            case "error":
                raise self._error(word, text_of(rest) or "#error")
            case "pragma":
                pass  # of those that Godot knows none changes what a shader means
            case other:
                raise self._error(word, f"there is no directive #{other}{did_you_mean(other, _DIRECTIVES)}")

    def _go_on(self, word: Token, rest: list[Token], branches: list[_Branch]) -> None:
        if not branches:
            raise self._error(word, f"#{word.text} without an #if before it")
        branch = branches[-1]
        if word.text == "endif":
            branches.pop()
            return
        if branch.ended:
            raise self._error(word, f"#{word.text} after #else")
        branch.ended = word.text == "else"
        may = branch.outer and not branch.taken
        branch.active = may and (branch.ended or self._holds(word, rest))
        branch.taken = branch.taken or branch.active

    def _holds(self, word: Token, rest: list[Token]) -> bool:
        tokens: list[Token] = []
        at = 0
        while at < len(rest):
            if rest[at].text == "defined":
                bracket = at + 1 < len(rest) and rest[at + 1].text == "("
                name = self._name(word, rest[at + 1 + bracket :])
                tokens.append(rest[at]._replace(kind=NUMBER, text=str(int(name in self._macros))))
                at += 4 if bracket else 2
            else:
                tokens.append(rest[at])
                at += 1
        try:
            return value_of_condition(self._expanded(tokens, frozenset(), 0)) != 0
        except ValueError as error:
            raise self._error(word, f"#{word.text} {text_of(rest)}: {error}") from None

    def _define(self, word: Token, rest: list[Token]) -> None:
        name = self._name(word, rest)
        parameters = None
        body = rest[1:]
        if body and body[0].text == "(" and self._is_list(body):
            end = next(i for i, token in enumerate(body) if token.text == ")")
            parameters = tuple(token.text for token in body[1:end] if token.text != ",")
            body = body[end + 1 :]
        self._macros[name] = Macro(parameters, tuple(body))

    def _is_list(self, body: list[Token]) -> bool:
        """Whether a body begins with names in parentheses: `#define A (b)` is taken for a macro of `b`, as by Godot."""
        for at, token in enumerate(body[1:]):
            if token.text == ")":
                return True
            if (token.kind != WORD) if at % 2 == 0 else (token.text != ","):
                return False
        return False

    def _name(self, word: Token, rest: list[Token]) -> str:
        if not rest or rest[0].kind != WORD:
            raise self._error(word, f"#{word.text} is followed by a name, got {text_of(rest[:1]) or 'nothing'}")
        return rest[0].text

    def _include(self, word: Token, rest: list[Token], chain: tuple[str, ...]) -> None:
        if len(rest) != 1 or rest[0].kind != STRING:
            raise self._error(word, 'write #include "res://name.gdshaderinc"')
        wanted = rest[0].text[1:-1]
        if len(chain) > MAX_DEPTH:
            raise self._error(word, f"files include one another deeper than {MAX_DEPTH}")
        try:
            path, text = self._read(wanted, chain[-1])
        except ResourceError as error:
            raise self._error(word, f"#include {rest[0].text}: {error}") from None
        if path in chain:
            raise self._error(word, f"#include {rest[0].text}: it includes itself: {' -> '.join((*chain, path))}")
        self._file(path.removeprefix("res://"), path, text, chain)

    # --- macros --------------------------------------------------------------------------------

    def _expanded(self, tokens: list[Token], hidden: frozenset[str], depth: int) -> list[Token]:
        """Tokens with the macros in them replaced, except those that are being replaced now."""
        if not self._macros or not any(token.text in self._macros for token in tokens):
            return tokens
        out: list[Token] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            macro = self._macros.get(token.text) if token.kind == WORD and token.text not in hidden else None
            at += 1
            if macro is None:
                out.append(token)
                continue
            if depth >= _MAX_MACRO_DEPTH:
                raise self._error(token, f"macro {token.text!r} is nested deeper than {_MAX_MACRO_DEPTH}")
            given: list[list[Token]] = []
            if macro.parameters is not None:
                if at >= len(tokens) or tokens[at].text != "(":
                    out.append(token)
                    continue
                given, at = self._arguments(token, macro.parameters, tokens, at)
            body = self._body(token, macro, given, hidden, depth)
            out += self._expanded(body, hidden | {token.text}, depth + 1)
        return out

    def _body(
        self, use: Token, macro: Macro, given: list[list[Token]], hidden: frozenset[str], depth: int
    ) -> list[Token]:
        """What a macro is replaced by, with its arguments in place, at the line of its use."""
        arguments = dict(zip(macro.parameters or (), given, strict=True))
        full = {name: self._expanded(each, hidden, depth + 1) for name, each in arguments.items()}
        body: list[Token] = []
        glue = False
        for token in macro.body:
            if token.text == "##":
                glue = True
                continue
            placed = full.get(token.text, [token._replace(file=use.file, line=use.line)])
            if glue and body and placed:
                body[-1] = body[-1]._replace(text=body[-1].text + placed[0].text)
                placed = placed[1:]
            glue = False
            body += placed
        self._made += len(body) + len(macro.body) + 1
        if self._made > MAX_TOKENS:
            raise self._error(use, f"macro {use.text!r}: macros make more than {MAX_TOKENS:,} tokens")
        return body

    def _arguments(
        self, use: Token, parameters: tuple[str, ...], tokens: list[Token], at: int
    ) -> tuple[list[list[Token]], int]:
        """The arguments between the parentheses that begin at `at`, and where they end."""
        given: list[list[Token]] = [[]]
        depth = 0
        for end in range(at, len(tokens)):
            text = tokens[end].text
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            if depth == 0:
                if given == [[]] and not parameters:
                    given = []
                if len(given) != len(parameters):
                    raise self._error(use, f"macro {use.text!r} takes {len(parameters)} arguments, got {len(given)}")
                return given, end + 1
            if text == "," and depth == 1:
                given.append([])
            elif end > at:
                given[-1].append(tokens[end])
        raise self._error(use, f"macro {use.text!r}: its arguments have no end; close them with )")
