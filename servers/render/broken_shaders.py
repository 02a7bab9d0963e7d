"""What the log says of a shader that nothing can be drawn with: once, with file and line, and who was to be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.log import get_logger

if TYPE_CHECKING:
    from engine.resources.shading.canvas_shader import CanvasShader


def tell_if_broken(shader: CanvasShader, user: object) -> bool:
    """Log what is wrong with the text of a shader, unless it was before; whether it is broken.

    Args:
        shader: one reading of a text; another text is logged anew.
        user: who is drawn with it; None where nobody knows.
    """
    if shader.error and not shader.is_told:
        shader.is_told = True
        tell(shader.error, user)
    return bool(shader.error)


def tell(problem: str, user: object) -> None:
    """Log why a shader is not drawn with, and what is done instead."""
    who = "it" if user is None else repr(user)
    get_logger("render").warning(f"{problem}; {who} is drawn as without this shader")
