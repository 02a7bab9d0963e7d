"""World2D: what viewports that show the same canvas have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import ServerError
from engine.core.resource import Resource

if TYPE_CHECKING:
    from collections.abc import Callable


class CanvasKey:
    """Stands for a canvas; whoever draws finds it by this."""

    __slots__ = ("__weakref__",)


class World2D(Resource):
    """The canvas that the items below a viewport are drawn on; viewports with the same world show all of it.

    Each viewport has one of its own, until another's is given to it: `second.world_2d = first.world_2d`.
    """

    _uncaptured = (*Resource._uncaptured, "_canvas", "_tree", "_ask_physics")
    _canvas: CanvasKey | None = None
    _tree: Any = None  # that of the items that it was asked for last
    _ask_physics: Callable[[Any, World2D], Any] | None = None

    @property
    def canvas(self) -> CanvasKey:
        """What stands for its canvas: the same one each time."""
        if self._canvas is None:
            self._canvas = CanvasKey()
        return self._canvas

    @property
    def direct_space_state(self) -> Any:
        """What asks about the bodies and areas below its viewports, a PhysicsDirectSpaceState2D of servers.physics_2d.

        It is there once a collision object, or any canvas item, was asked for its world: `node.get_world_2d()`.

        Raises:
            ServerError: none was.
        """
        if self._ask_physics is None:
            raise ServerError(
                "World2D.direct_space_state - no canvas item is known to be in this world; ask for it by the "
                "get_world_2d() of one, or PhysicsServer2D.of(tree).direct_state_of(world)"
            )
        return self._ask_physics(self._tree, self)

    def __getstate__(self) -> Any:
        """A copy is a world of its own."""
        state = super().__getstate__()
        if state:
            kept = state[0] if isinstance(state, tuple) else state
            for name in ("_canvas", "_tree", "_ask_physics"):
                kept.pop(name, None)
        return state
