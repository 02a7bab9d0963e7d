"""DrawingItem: what the drawing methods need of the item that draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import TreeError

if TYPE_CHECKING:
    from engine.tree.scene_tree import SceneTree
    from servers.render import CanvasCommands


class DrawingItem:
    """An item that may be drawing at the moment."""

    __slots__ = ()

    if TYPE_CHECKING:
        _tree: SceneTree | None

        def _where(self) -> str: ...

        def _recording(self) -> CanvasCommands | None: ...

    def _commands(self, method: str) -> CanvasCommands:
        """The recording that is going on.

        Raises:
            TreeError: there is none.
        """
        commands = self._recording()
        if commands is None:
            raise TreeError(
                f"{self._where()}.{method} - an item draws only inside its on_draw, or a handler of its signal draw; "
                "call queue_redraw(), and draw there"
            )
        return commands
