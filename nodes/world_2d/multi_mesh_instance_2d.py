"""MultiMeshInstance2D: shows a MultiMesh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.signal import Signal
from engine.tree.flags import HAS_SIGNALS
from nodes.world_2d.canvas.canvas_checks import checked_texture
from nodes.world_2d.drawing.mesh_drawing import checked_multimesh, record_multimesh
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from engine.resources import Texture2D
    from engine.resources.meshes.mesh import Mesh
    from engine.resources.meshes.multi_mesh import MultiMesh
    from servers.render import CanvasCommands


class MultiMeshInstance2D(Node2D):
    """Shows a mesh many times: for particles, grass, crowds; whatever is too much for a node each.

    Ten thousand quads that all move take a few milliseconds a frame when their places are assigned at once, with
    `multimesh.transforms_2d`. The colours of instances multiply those of the mesh.
    """

    texture_changed: Signal[()] = Signal[()]()
    """Emitted when another texture is shown."""

    _paints = True
    _draws_from = ("_multimesh", "_texture", "_shown_mesh")
    _multimesh: MultiMesh | None = None
    _texture: Texture2D | None = None

    @property
    @exported(None)
    def multimesh(self) -> MultiMesh | None:
        """What is shown; None, the default, shows nothing.

        Raises:
            InvalidTypeError: set to something else than a MultiMesh or None.
        """
        return self._multimesh

    @multimesh.setter
    def multimesh(self, multimesh: MultiMesh | None) -> None:
        if multimesh is not self._multimesh:
            kept = None if multimesh is None else checked_multimesh(self, "multimesh", multimesh)
            self._set_drawn("_multimesh", kept)

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

    @property
    def _shown_mesh(self) -> Mesh | None:
        return None if self._multimesh is None else self._multimesh.mesh

    def _paint(self, commands: CanvasCommands) -> None:
        if self._multimesh is not None:
            record_multimesh(commands, self._multimesh, self._texture)
            self._watch_drawn()  # it may have another mesh by now
