"""Functions of GL itself, for the few things that moderngl does not offer."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import moderngl


def gl_function(ctx: moderngl.Context, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of GL by its name.

    Args:
        ctx: the context, which is current whenever the function is called.
        name: one that GL 3.3 has.
        result: the type of ctypes that it gives; None for nothing.
        arguments: the types that it takes.
    """
    loader: Any = ctx.mglo._context  # of a window and of a context without one: both have this method
    function: Callable[..., Any] = ctypes.CFUNCTYPE(result, *arguments)(loader.load_opengl_function(name))
    return function
