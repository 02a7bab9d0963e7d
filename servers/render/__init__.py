"""Rendering: nodes talk to `RenderServer`, and record what they draw in `CanvasCommands`."""

from servers.render.scene.canvas import Z_MAX, Z_MIN
from servers.render.scene.commands import CanvasCommands
from servers.render.scene.draw_list import FrameStats
from servers.render.scene.shapes import arc, circle
from servers.render.scene.stroke import Cap, Joint
from servers.render.server import RenderServer

__all__ = ["Z_MAX", "Z_MIN", "CanvasCommands", "Cap", "FrameStats", "Joint", "RenderServer", "arc", "circle"]
