"""MultiMeshInstance2D: shows a MultiMesh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.signal import Signal
from engine.resources.meshes.multi_mesh import MultiMesh
from nodes.world_2d.canvas.redrawn_properties import drawn_resource, drawn_texture
from nodes.world_2d.drawing.mesh_drawing import record_multimesh
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from engine.resources import Texture2D
    from engine.resources.meshes.mesh import Mesh
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

    multimesh: MultiMesh | None = drawn_resource(
        "multimesh", MultiMesh, "What is shown; None, the default, shows nothing."
    )
    texture: Texture2D | None = drawn_texture(
        "What the triangles show, at the places that the mesh says; None, the default, for the colours alone.",
        emits=("texture_changed",),
    )

    @property
    def _shown_mesh(self) -> Mesh | None:
        return None if self._multimesh is None else self._multimesh.mesh

    def _paint(self, commands: CanvasCommands) -> None:
        if self._multimesh is not None:
            record_multimesh(commands, self._multimesh, self._texture)
            self._watch_drawn()  # it may have another mesh by now
