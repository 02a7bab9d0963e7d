"""Rendering: nodes talk to `RenderServer`, and record what they draw in `CanvasCommands`."""

from servers.render.debug_overlay import DebugOverlay
from servers.render.scene.canvas.canvas_item import GroupMode
from servers.render.scene.canvas.canvas_walk import Z_MAX, Z_MIN
from servers.render.scene.commands.canvas_commands import CanvasCommands
from servers.render.scene.commands.ribbon import LineTexture, RibbonStyle
from servers.render.scene.commands.shapes import FEATHER, arc, circle
from servers.render.scene.commands.stroke import Cap, Joint
from servers.render.scene.draw_list import FrameStats, RenderTarget
from servers.render.scene.views.viewports import ClearMode, UpdateMode
from servers.render.server import RenderServer

__all__ = [
    "FEATHER",
    "Z_MAX",
    "Z_MIN",
    "CanvasCommands",
    "Cap",
    "ClearMode",
    "DebugOverlay",
    "FrameStats",
    "GroupMode",
    "Joint",
    "LineTexture",
    "RenderServer",
    "RenderTarget",
    "RibbonStyle",
    "UpdateMode",
    "arc",
    "circle",
]
