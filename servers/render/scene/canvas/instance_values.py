"""What items give to the instance uniforms of the shaders that they are drawn with, as the bytes that the GPU gets.

An item keeps what it was told by name, whatever its shader; what is packed of that is kept until either changes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError
from engine.math.value import shortened

if TYPE_CHECKING:
    from engine.core.log import Logger
    from engine.resources.shading.canvas_shader import CanvasShader
    from engine.resources.shading.uniform import Uniform
    from servers.render.scene.canvas.canvas_item import CanvasItem

Values = tuple[bytes, ...]
"""One for each instance uniform of a shader, in its order."""


def values_of(item: CanvasItem, shader: CanvasShader, log: Logger) -> Values:
    """What an item gives to a shader, its defaults where it gives nothing that fits, which `log` is told."""
    extras = item.extras
    if extras is None or not extras.parameters:
        return tuple(_default(each) for each in shader.instance_uniforms.values())
    if extras.packed is None or extras.packed[0] is not shader:
        extras.packed = (shader, tuple(_value(item, each, log) for each in shader.instance_uniforms.values()))
    return extras.packed[1]


def _value(item: CanvasItem, uniform: Uniform, log: Logger) -> bytes:
    assert item.extras is not None
    given = item.extras.parameters.get(uniform.name)
    if given is None:
        return _default(uniform)
    values = import_module("engine.resources.shading.uniform_values")  # needs all of the maths, which takes 30 ms
    try:
        data: bytes = values.packed(uniform, values.fitted(uniform, given))
    except InvalidTypeError:
        log.log_once(
            f"{uniform.place} {uniform.name}",
            f"{uniform.place}: {uniform.type} {uniform.name} cannot be {shortened(given)}, which "
            f"{item.source!r} gives it; "
            "its default is drawn with",
        )
        return _default(uniform)
    return data


def _default(uniform: Uniform) -> bytes:
    data: bytes = import_module("engine.resources.shading.uniform_values").packed(uniform, uniform.default)
    return data
