"""Material: the base of what a thing is drawn with; and how its colours are put over those behind them.

CanvasItemMaterial and ShaderMaterial, in `engine.resources.shading`, are the ones to make.
"""

from __future__ import annotations

from enum import IntEnum

from engine.core.errors import InvalidTypeError
from engine.core.export import exported
from engine.core.property_checks import checked_between
from engine.core.resource import Resource

LEAST_PRIORITY = -128
MOST_PRIORITY = 127


class BlendMode(IntEnum):
    """How a renderer puts colours over those behind them; the first five are CanvasItemMaterial's, with its numbers."""

    MIX = 0
    ADD = 1
    SUB = 2
    MUL = 3
    PREMULT_ALPHA = 4
    DISABLED = 5
    """What is behind is overwritten, alpha too; shaders alone have it."""


class Material(Resource):
    """What a thing is drawn with."""

    _render_priority = 0
    _next_pass: Material | None = None

    @property
    @exported(0, range=(LEAST_PRIORITY, MOST_PRIORITY, 1))
    def render_priority(self) -> int:
        """The place in the order of what is translucent, -128 to 127, lower first; default 0.

        Raises:
            InvalidTypeError, InvalidValueError: set to anything else.
        """
        return self._render_priority

    @render_priority.setter
    def render_priority(self, priority: int) -> None:
        self._render_priority = checked_between(self, "render_priority", priority, LEAST_PRIORITY, MOST_PRIORITY)
        self.emit_changed()

    @property
    @exported(None)
    def next_pass(self) -> Material | None:
        """The material that the same thing is drawn with once more, over this one; None for none.

        Raises:
            InvalidTypeError: set to something else than a Material or None.
            InvalidValueError: set to one that leads back to this one.
        """
        return self._next_pass

    @next_pass.setter
    def next_pass(self, material: Material | None) -> None:
        if material is not None and not isinstance(material, Material):
            raise InvalidTypeError(f"{self._where()}.next_pass must be a Material or None, got {material!r}")
        self._refuse_loop("_next_pass", material)
        self._next_pass = material
        self.emit_changed()
