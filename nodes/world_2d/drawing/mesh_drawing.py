"""MeshDrawing: the drawing methods of CanvasItem for meshes; and how meshes are recorded, for the nodes that show them.

Space: pixels of the item's own space; x and y of a mesh count as pixels, its z is left out.
Cost:  a product of matrices places all instances; 10,000 quads take 2 ms. Lines of meshes are recorded one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from engine.core.errors import InvalidTypeError
from engine.core.property_checks import checked_color, checked_numbers
from engine.core.resource import Resource
from engine.math import Transform2D
from engine.math.value import shortened
from nodes.world_2d.canvas.canvas_checks import WHITE, checked_texture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.core.property_checks import Located
    from engine.math.color import ColorLike
    from engine.resources import Texture2D
    from engine.resources.meshes.canvas_surface import CanvasSurface
    from engine.resources.meshes.mesh import Mesh
    from engine.resources.meshes.multi_mesh import MultiMesh
    from servers.render import CanvasCommands

    Floats = NDArray[np.float64]


class MeshDrawing:
    """What an item can draw of meshes; mixed into CanvasItem."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _where(self) -> str: ...

        def _commands(self, method: str) -> CanvasCommands: ...

    def draw_mesh(
        self,
        mesh: Mesh,
        texture: Texture2D | None,
        transform: Sequence[float] = Transform2D.IDENTITY,
        modulate: ColorLike = WHITE,
    ) -> None:
        """Draw a mesh: its triangles, its lines one screen pixel wide, its points as squares of one pixel.

        Args:
            mesh: what is drawn.
            texture: what its triangles show, at the places that the mesh says; None for its colours alone.
            transform: where it is drawn, within the item's space.
            modulate: multiplies its colours.

        Raises:
            TreeError: outside of `on_draw` and of handlers of `draw`.
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        commands = self._commands("draw_mesh")
        shape = checked_mesh(self, "draw_mesh(mesh)", mesh)
        if texture is not None:
            checked_texture(self, "draw_mesh(texture)", texture)
        matrix = checked_numbers(self, "draw_mesh(transform)", transform, 6)
        tint = checked_color(self, "draw_mesh(modulate)", modulate)
        record_mesh(commands, shape, texture, matrix, tint)

    def draw_multimesh(self, multimesh: MultiMesh, texture: Texture2D | None) -> None:
        """Draw all visible instances of a MultiMesh.

        Args:
            multimesh: what is drawn; one whose transforms are of 3D draws nothing.
            texture: what the triangles show, at the places that the mesh says; None for the colours alone.

        Raises:
            TreeError: outside of `on_draw` and of handlers of `draw`.
            InvalidTypeError: an argument of the wrong kind.
        """
        commands = self._commands("draw_multimesh")
        shapes = checked_multimesh(self, "draw_multimesh(multimesh)", multimesh)
        if texture is not None:
            checked_texture(self, "draw_multimesh(texture)", texture)
        record_multimesh(commands, shapes, texture)


def checked_mesh(item: Located, what: str, mesh: Any) -> Mesh:
    """A mesh, known by what it can do: importing the class would cost every game that draws anything.

    Raises:
        InvalidTypeError: anything else.
    """
    if not isinstance(mesh, Resource) or not hasattr(mesh, "canvas_surfaces"):
        raise InvalidTypeError(f"{item._where()}.{what} must be a Mesh, such as a QuadMesh, got {shortened(mesh)}")
    return cast("Mesh", mesh)


def checked_multimesh(item: Located, what: str, multimesh: Any) -> MultiMesh:
    """A MultiMesh, known by what it can do.

    Raises:
        InvalidTypeError: anything else.
    """
    if not isinstance(multimesh, Resource) or not hasattr(multimesh, "drawn_instances"):
        raise InvalidTypeError(f"{item._where()}.{what} must be a MultiMesh, got {shortened(multimesh)}")
    return cast("MultiMesh", multimesh)


def record_mesh(
    commands: CanvasCommands,
    mesh: Mesh,
    texture: Texture2D | None,
    transform: Sequence[float] = Transform2D.IDENTITY,
    tint: Sequence[float] = WHITE,
) -> None:
    """Record a mesh once."""
    a, b, c, d, x, y = transform
    row, color = np.array([(a, c, 0, x, b, d, 0, y)], np.float64), np.array([tint], np.float64)
    for surface in mesh.canvas_surfaces():
        _record(commands, surface, texture, row, color)


def record_multimesh(commands: CanvasCommands, multimesh: MultiMesh, texture: Texture2D | None) -> None:
    """Record all visible instances of a MultiMesh."""
    mesh = multimesh.mesh
    if mesh is None:
        return
    rows, tints = multimesh.drawn_instances()
    if len(rows):
        for surface in mesh.canvas_surfaces():
            _record(commands, surface, texture, rows, tints)


def _record(
    commands: CanvasCommands,
    surface: CanvasSurface,
    texture: Texture2D | None,
    rows: Floats,
    tints: Floats,
) -> None:
    """Record a surface once for each of N instances: `rows` is (N, 8), `tints` (N, 4) or (1, 4) for all."""
    count, strips = len(rows), len(surface.points)
    points = _placed(surface.points, rows)
    if surface.colors is not None:
        colors = (tints[:, None, None] * surface.colors).reshape(-1, 4, 4)
        if len(colors) < len(points):
            colors = np.tile(colors, (count, 1, 1))
    elif len(tints) == 1:
        colors = tints[0]
    else:
        colors = np.repeat(tints, strips, 0) if strips > 1 else tints
    if surface.is_lines:
        _record_lines(commands, points, colors)
        return
    uvs = surface.uvs
    if uvs is not None and count > 1:
        uvs = np.broadcast_to(uvs, (count, *uvs.shape)).reshape(-1, 4, 2)
    commands.strip_array(points, colors, uvs, texture)


def _placed(points: Floats, rows: Floats) -> Floats:
    """Points (S, 4, 2) in each of N places, (N * S, 4, 2), as one product of matrices."""
    x, y = points.reshape(-1, 2).T
    corners = np.zeros((2, 4, len(x), 2))
    for axis in range(2):
        corners[axis, 0, :, axis], corners[axis, 1, :, axis], corners[axis, 3, :, axis] = x, y, 1.0
    placed: Floats = rows @ corners.reshape(8, -1)
    return placed.reshape(-1, 4, 2)


def _record_lines(commands: CanvasCommands, points: Floats, colors: Floats) -> None:
    """Lines one screen pixel wide, in the colours of their ends."""
    ends = np.broadcast_to(colors if colors.ndim == 3 else colors.reshape(-1, 1, 4), (len(points), 4, 4))[:, ::2]
    for (start, end), (first, last) in zip(points[:, ::2].tolist(), ends.tolist(), strict=True):
        commands.polyline_colors((start, end), ((*first,), (*last,)), -1.0)
