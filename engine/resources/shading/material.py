"""Material: the base of what a thing is drawn with; and how its colours are put over those behind them.

CanvasItemMaterial and ShaderMaterial, in `engine.resources.shading`, are the ones to make.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import between, checked_or_none
from engine.core.resource import Resource
from engine.resources.settings import setting

if TYPE_CHECKING:
    from engine.core.property_checks import Located

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
    SUBPIXEL = 6
    """Each channel by a coverage of its own; letters for LCD screens alone have it, whatever their material says."""


class Material(Resource):
    """What a thing is drawn with."""

    _next_pass: Material | None = None

    def _where(self) -> str:
        name = self.resource_path or self.resource_name
        return f"{type(self).__name__} {name!r}" if name else type(self).__name__

    render_priority: int = setting(
        "render_priority",
        0,
        between(LEAST_PRIORITY, MOST_PRIORITY),
        "The place in the order of what is translucent, -128 to 127, lower first; default 0.",
        range=(LEAST_PRIORITY, MOST_PRIORITY, 1),
    )

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
        checked_material(self, "next_pass", material)
        self._refuse_loop("_next_pass", material)
        self._next_pass = material
        self.emit_changed()


def checked_material(item: Located, what: str, material: Any) -> Material | None:
    """A material, or None; errors as `checked_or_none`."""
    return checked_or_none(item, what, material, Material)
