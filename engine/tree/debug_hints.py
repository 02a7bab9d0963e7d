"""What a tree shows to those who look for mistakes; a part of SceneTree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.object import Object
from engine.core.property_checks import checked_bool
from engine.tree import lifecycle

if TYPE_CHECKING:
    from engine.core.contracts import DebugSink
    from engine.tree.viewport import SceneViewport


class DebugHints(Object):
    """The part of a SceneTree that says what is drawn for debugging."""

    _uncaptured: tuple[str, ...] = ("debug_sink",)
    _debug_collisions_hint = False

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
        for node in lifecycle.subtree(self.root):
            if getattr(node, "_draws_debug", False):
                node._debug_changed()  # type: ignore[attr-defined]  # those that draw have it
        if not hint and self.debug_sink is not None:
            self.debug_sink.clear()

    def _where(self) -> str:
        return type(self).__name__
