"""Shader files: found beside this module, compiled, and their errors told with file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import moderngl

from engine.core.errors import ResourceFormatError
from engine.resources.shading.shader_words import PREFIX, VARYING_PREFIX

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).with_name("shaders")

_MESSAGE = re.compile(
    r"^(?:ERROR:\s*)?(\d+)[:(](\d+)\)?(?:\(\d+\))?\s*:\s*(?:(?:fatal )?error[^:]*:\s*)?(.+)$", re.I | re.M
)
"""A compiler's line: Mesa "0:17(5): error: text", NVIDIA "0(17) : error C1008: text", macOS "ERROR: 0:17: text"."""

_WARNING = re.compile(r"^\d+[:(]\d+\)?(?:\(\d+\))?\s*:\s*warning", re.I)

_OWN_NAME = re.compile(rf"\b(?:{PREFIX}|{VARYING_PREFIX})(?=[A-Za-z_]\w*)")


def load_program(ctx: moderngl.Context, vertex: str, fragment: str) -> moderngl.Program:
    """The program of two files of `shaders/`, named without their endings; errors as `compile_program`."""
    files = (FOLDER / f"{vertex}.vert", FOLDER / f"{fragment}.frag")
    return compile_program(ctx, [file.name for file in files], [file.read_text("utf-8") for file in files])


def compile_program(
    ctx: moderngl.Context, names: Sequence[str], sources: Sequence[str], files: Sequence[str] = ()
) -> moderngl.Program:
    """Compile a vertex and a fragment shader and link them.

    Args:
        ctx: the context, current.
        names: the names of the two files, for error texts.
        sources: their texts.
        files: the names of what `#line` numbers from 0 on in both; whatever has a higher number is the named file.

    Raises:
        ResourceFormatError: "canvas.frag:17: what the driver says", a line for each error; those that it goes on in
            stand below it, moved in.
    """
    try:
        return ctx.program(vertex_shader=sources[0], fragment_shader=sources[1])
    except moderngl.Error as error:
        raise ResourceFormatError(_explain(str(error), names, files)) from None


def _explain(text: str, names: Sequence[str], files: Sequence[str]) -> str:
    """The driver's messages in our form; its whole text where none can be told apart."""
    name = names[1 if "fragment_shader" in text else 0]
    found: list[str] = []
    follows = False  # what stands below an error, without a place of its own, belongs to it
    for line in text.splitlines():
        match = _MESSAGE.match(line)
        if match is not None and not _WARNING.match(line):
            number = int(match[1])
            file = files[number] if number < len(files) else name
            found.append(f"{file}:{match[2]}: {match[3].strip()}")
        elif match is None and follows and line.strip():
            found.append(f"    {line.strip()}")
            continue
        follows = match is not None and not _WARNING.match(line)
    where = files[0] if files else " + ".join(names)
    explained = "\n".join(found) or f"{where}: {text.strip()}"
    return _OWN_NAME.sub("", explained) if files else explained
