"""What a tree shows to those who look for mistakes; a part of SceneTree."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.core.object import Object
from engine.core.property_checks import checked_bool, checked_color
from engine.tree import lifecycle

if TYPE_CHECKING:
    from engine.core.contracts import DebugSink
    from engine.math import Color
    from engine.tree.viewport import SceneViewport


def _color(*parts: float) -> Color:
    """One, of a class that loads when it is first asked for: a tree that draws nothing needs none."""
    made: Color = import_module("engine.math.color").Color(*parts)
    return made


class DebugHints(Object):
    """The part of a SceneTree that says what is drawn for debugging."""

    _uncaptured: tuple[str, ...] = ("debug_sink",)
    _debug_collisions_hint = False
    _debug_collisions_color: Color | None = None
    _debug_collision_contact_color: Color | None = None
    _debug_collision_outlines = True

    root: SceneViewport
    debug_sink: DebugSink | None = None
    """Where servers show what no node draws, such as contacts; an application sets it."""

    @property
    def debug_collisions_hint(self) -> bool:
        """Whether the shapes of bodies and areas are drawn, and rays, joints and contacts; default False.

        `sapwood run --debug-collisions` turns it on. It can be set at any time.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._debug_collisions_hint

    @debug_collisions_hint.setter
    def debug_collisions_hint(self, hint: bool) -> None:
        hint = checked_bool(self, "debug_collisions_hint", hint)
        if hint == self._debug_collisions_hint:
            return
        self._debug_collisions_hint = hint
        self._redraw_collisions()
        if not hint and self.debug_sink is not None:
            self.debug_sink.clear()

    @property
    def debug_collisions_color(self) -> Color:
        """The colour of shapes that have none of their own, and of casts that meet nothing.

        Default (0, 0.6, 0.7, 0.42). A project sets it as debug/shapes/collision/shape_color.

        Raises:
            InvalidTypeError: set to something that is no colour.
            InvalidValueError: set to a colour that is not finite.
        """
        return self._debug_collisions_color or _color(0.0, 0.6, 0.7, 0.42)

    @debug_collisions_color.setter
    def debug_collisions_color(self, color: Color) -> None:
        self._set_look("debug_collisions_color", checked_color(self, "debug_collisions_color", color))

    @property
    def debug_collision_contact_color(self) -> Color:
        """The colour of places where bodies touch.

        Default (1, 0.2, 0.1, 0.8). A project sets it as debug/shapes/collision/contact_color.

        Raises:
            InvalidTypeError: set to something that is no colour.
            InvalidValueError: set to a colour that is not finite.
        """
        return self._debug_collision_contact_color or _color(1.0, 0.2, 0.1, 0.8)

    @debug_collision_contact_color.setter
    def debug_collision_contact_color(self, color: Color) -> None:
        self._set_look("debug_collision_contact_color", checked_color(self, "debug_collision_contact_color", color))

    @property
    def debug_collision_outlines(self) -> bool:
        """Whether shapes have an outline without transparency, also where `Shape2D.draw` draws them; default True.

        A project sets it as debug/shapes/collision/draw_2d_outlines.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._debug_collision_outlines

    @debug_collision_outlines.setter
    def debug_collision_outlines(self, outlines: bool) -> None:
        self._set_look("debug_collision_outlines", checked_bool(self, "debug_collision_outlines", outlines))

    def _set_look(self, name: str, value: Any) -> None:
        if value == getattr(self, name):
            return
        setattr(self, f"_{name}", value)
        if self.debug_collisions_hint:
            self._redraw_collisions()

    def _redraw_collisions(self) -> None:
        for node in lifecycle.subtree(self.root):
            if getattr(node, "_draws_debug", False):
                node._debug_changed()  # type: ignore[attr-defined]  # those that draw have it

    def _where(self) -> str:
        return type(self).__name__
