"""Errors as a game's author reads them: the author's own lines, the error, no frame of the engine."""

from __future__ import annotations

import os
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.engine_classes import OUR_PACKAGES
from engine.game.hint import hint

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS = Path(__file__).resolve().parents[2]
_OUR_FOLDERS = tuple(str(_OURS / name) + os.sep for name in OUR_PACKAGES)
_PYTHON = os.path.dirname(os.__file__) + os.sep
_IMPORTS = f"{_PYTHON}importlib{os.sep}"
_INSTALLED = f"{os.sep}site-packages{os.sep}"
MAX_FRAMES = 12
"""Frames shown of one error; deep recursion shows its ends."""


def shown_path(path: str | os.PathLike[str]) -> str:
    """`path` as a person wants to read it: relative to the current folder where it is below it."""
    absolute = os.path.abspath(path)
    here = os.getcwd()
    return os.path.relpath(absolute, here) if absolute.startswith(here + os.sep) else absolute


def describe_error(error: BaseException) -> str:
    """What went wrong and where, for the author of the game.

    The frames of the author's own code and of third libraries, outermost first, as `file:line in function` with the
    source line below; the error; its notes; and the same for its cause. Groups are described one by one.
    """
    return "\n".join(_lines(error))


def has_own_frames(error: BaseException) -> bool:
    """Whether the error passed through code that is neither the engine's nor Python's own library's."""
    return any(not frame.filename.startswith(_PYTHON) or _INSTALLED in frame.filename for frame in _own_frames(error))


def _lines(error: BaseException) -> Iterator[str]:
    if isinstance(error, BaseExceptionGroup):
        yield f"{len(error.exceptions)} errors:"
        for number, each in enumerate(error.exceptions, 1):
            yield f"-- {number} --"
            yield from _lines(each)
        yield from getattr(error, "__notes__", ())
        return
    yield from _frames(error)
    if isinstance(error, SyntaxError) and error.filename:
        yield from _syntax_error(error)
    else:
        yield "".join(traceback.format_exception_only(error)).rstrip("\n")
    instead = hint(error)
    if instead:
        yield instead
    cause = error.__cause__
    if cause is not None and not isinstance(cause, SystemExit):
        yield "because of:"
        yield from _lines(cause)


def _frames(error: BaseException) -> Iterator[str]:
    frames = _own_frames(error)
    left_out = len(frames) - MAX_FRAMES
    for number, frame in enumerate(frames):
        if left_out > 0 and number == MAX_FRAMES // 2:
            yield f"... {left_out} more ..."
        if left_out > 0 and MAX_FRAMES // 2 <= number < MAX_FRAMES // 2 + left_out:
            continue
        place = "" if frame.name == "<module>" else f" in {frame.name}"
        yield f"{shown_path(frame.filename)}:{frame.lineno}{place}"
        if frame.line:
            yield f"    {frame.line}"


def _own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if not frame.filename.startswith((*_OUR_FOLDERS, _IMPORTS, "<frozen "))]


def _syntax_error(error: SyntaxError) -> Iterator[str]:
    yield f"{shown_path(error.filename or '')}:{error.lineno}: {type(error).__name__}: {error.msg}"
    if error.text:
        line = error.text.rstrip("\n")
        yield f"    {line.lstrip()}"
        if error.offset:
            yield "    " + " " * max(0, error.offset - 1 - (len(line) - len(line.lstrip()))) + "^"
