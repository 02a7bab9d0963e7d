"""What one canvas item looks like; a part of CanvasItem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nodes.world_2d.canvas.canvas_checks import WHITE

if TYPE_CHECKING:
    from engine.core.resource import Resource
    from servers.render import CanvasCommands, RenderServer


class CanvasLook:
    """What one canvas item looks like, where it differs from the defaults, and its item in the render server."""

    __slots__ = (
        "behind",
        "commands",
        "emits_draw",
        "filter",
        "item",
        "modulate",
        "queued",
        "self_modulate",
        "server",
        "shown",
        "visible",
        "watched",
        "z_index",
        "z_relative",
    )
    _uncaptured = ("commands", "item", "queued", "server", "shown", "watched")

    def __init__(self) -> None:
        self.visible = True
        self.modulate = WHITE
        self.self_modulate = WHITE
        self.z_index = 0
        self.z_relative = True
        self.behind = False
        self.filter = 0
        self.emits_draw = False
        self.queued = False
        self.server: RenderServer | None = None
        self.item: Any = None
        self.shown = True
        """Whether it is visible in the tree; kept up to date while it is in the server."""
        self.commands: CanvasCommands | None = None
        self.watched: tuple[Resource, ...] = ()
        """The resources of which each change draws the item anew."""
