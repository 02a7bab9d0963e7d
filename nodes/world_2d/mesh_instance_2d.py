"""MeshInstance2D: shows a mesh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.signal import Signal
from engine.resources.meshes.mesh import Mesh
from nodes.world_2d.canvas.redrawn_properties import drawn_resource, drawn_texture
from nodes.world_2d.drawing.mesh_drawing import record_mesh
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from engine.resources import Texture2D
    from servers.render import CanvasCommands


class MeshInstance2D(Node2D):
    """Shows a mesh: its triangles, with a texture or in the mesh's colours; x and y count as pixels.

    The texture of a QuadMesh is upside down, since y is up where meshes come from: scale the node by (1, -1).
    """

    texture_changed: Signal[()] = Signal[()]()
    """Emitted when another texture is shown."""

    _paints = True
    _draws_from = ("_mesh", "_texture")
    _mesh: Mesh | None = None
    _texture: Texture2D | None = None

    mesh: Mesh | None = drawn_resource("mesh", Mesh, "What is shown; None, the default, shows nothing.")
    texture: Texture2D | None = drawn_texture(
        "What the triangles show, at the places that the mesh says; None, the default, for the colours alone.",
        emits=("texture_changed",),
    )

    def _paint(self, commands: CanvasCommands) -> None:
        if self._mesh is not None:
            record_mesh(commands, self._mesh, self._texture)
