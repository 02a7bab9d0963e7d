"""Shader files: found beside this module, compiled, and their errors told with file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import moderngl

from engine.core.errors import ResourceFormatError

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).with_name("shaders")

_MESSAGE = re.compile(
    r"^(?:ERROR:\s*)?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:\s*(?:(?:fatal )?error[^:]*:\s*)?(.+)$", re.I | re.M
)
"""A compiler's line: Mesa "0:17(5): error: text", NVIDIA "0(17) : error C1008: text", macOS "ERROR: 0:17: text"."""


def load_program(ctx: moderngl.Context, name: str) -> moderngl.Program:
    """The program of `shaders/<name>.vert` and `shaders/<name>.frag`; errors as `compile_program`."""
    files = (FOLDER / f"{name}.vert", FOLDER / f"{name}.frag")
    return compile_program(ctx, [file.name for file in files], [file.read_text("utf-8") for file in files])


def compile_program(ctx: moderngl.Context, names: Sequence[str], sources: Sequence[str]) -> moderngl.Program:
    """Compile a vertex and a fragment shader and link them.

    Args:
        ctx: the context, current.
        names: the names of the two files, for error texts.
        sources: their texts.

    Raises:
        ResourceFormatError: "canvas.frag:17: what the driver says", a line for each error.
    """
    try:
        return ctx.program(vertex_shader=sources[0], fragment_shader=sources[1])
    except moderngl.Error as error:
        raise ResourceFormatError(_explain(str(error), names)) from None


def _explain(text: str, names: Sequence[str]) -> str:
    """The driver's messages in our form; its whole text where none can be told apart."""
    stage = 1 if "fragment_shader" in text else 0
    found = [f"{names[stage]}:{line}: {message.strip()}" for line, message in _MESSAGE.findall(text)]
    return "\n".join(found) or f"{' + '.join(names)}: {text.strip()}"
