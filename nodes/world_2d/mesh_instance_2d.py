"""MeshInstance2D: shows a mesh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.signal import Signal
from engine.tree.flags import HAS_SIGNALS
from nodes.world_2d.canvas.canvas_checks import checked_texture
from nodes.world_2d.drawing.mesh_drawing import checked_mesh, record_mesh
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from engine.resources import Texture2D
    from engine.resources.meshes.mesh import Mesh
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

    @property
    @exported(None)
    def mesh(self) -> Mesh | None:
        """What is shown; None, the default, shows nothing.

        Raises:
            InvalidTypeError: set to something else than a Mesh or None.
        """
        return self._mesh

    @mesh.setter
    def mesh(self, mesh: Mesh | None) -> None:
        if mesh is not self._mesh:
            self._set_drawn("_mesh", None if mesh is None else checked_mesh(self, "mesh", mesh))

    @property
    @exported(None)
    def texture(self) -> Texture2D | None:
        """What the triangles show, at the places that the mesh says; None, the default, for the colours alone.

        Raises:
            InvalidTypeError: set to something else than a Texture2D or None.
        """
        return self._texture

    @texture.setter
    def texture(self, texture: Texture2D | None) -> None:
        if texture is self._texture:
            return
        self._set_drawn("_texture", None if texture is None else checked_texture(self, "texture", texture))
        if self._flags & HAS_SIGNALS:
            self.texture_changed.emit()

    def _paint(self, commands: CanvasCommands) -> None:
        if self._mesh is not None:
            record_mesh(commands, self._mesh, self._texture)
