"""PlaneMesh and QuadMesh: a flat rectangle."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.core.export import exported
from engine.core.property_checks import checked_between, checked_choice, checked_numbers
from engine.math import Vector2, Vector3
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.primitive_mesh import PrimitiveMesh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.resources.meshes.mesh import Arrays

MOST_CUTS = 1000
"""Most lines that cut a plane in one direction."""


class PlaneMesh(PrimitiveMesh):
    """A rectangle around its centre, facing up (y).

    Its texture stands upright in 3D, where y is up. On the canvas, where y is down, it is upside down, as in Godot:
    scale the node by (1, -1).
    """

    class Orientation(IntEnum):
        """Which way a PlaneMesh faces; the numbers are Godot's."""

        FACE_X = 0
        FACE_Y = 1
        FACE_Z = 2
        """The one that the canvas shows; the others are lines there."""

    _size = Vector2(2.0, 2.0)
    _subdivide_width = 0
    _subdivide_depth = 0
    _center_offset = Vector3.ZERO
    _orientation = Orientation.FACE_Y

    @property
    @exported(Vector2(2.0, 2.0))
    def size(self) -> Vector2:
        """How wide and how deep it is; default (2, 2). On the canvas these are pixels.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers.
        """
        return self._size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        self._set_size(size)

    @property
    @exported(0, range=(0, MOST_CUTS, 1))
    def subdivide_width(self) -> int:
        """How many lines cut it along its width; default 0, up to 1000.

        Raises:
            InvalidTypeError, InvalidValueError: set to anything else.
        """
        return self._subdivide_width

    @subdivide_width.setter
    def subdivide_width(self, cuts: int) -> None:
        self._subdivide_width = checked_between(self, "subdivide_width", cuts, 0, MOST_CUTS)
        self.emit_changed()

    @property
    @exported(0, range=(0, MOST_CUTS, 1))
    def subdivide_depth(self) -> int:
        """How many lines cut it along its depth; default 0, up to 1000.

        Raises:
            InvalidTypeError, InvalidValueError: set to anything else.
        """
        return self._subdivide_depth

    @subdivide_depth.setter
    def subdivide_depth(self, cuts: int) -> None:
        self._subdivide_depth = checked_between(self, "subdivide_depth", cuts, 0, MOST_CUTS)
        self.emit_changed()

    @property
    @exported(Vector3.ZERO)
    def center_offset(self) -> Vector3:
        """Where its centre is; default (0, 0, 0).

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than three finite numbers.
        """
        return self._center_offset

    @center_offset.setter
    def center_offset(self, offset: Sequence[float]) -> None:
        self._center_offset = Vector3(checked_numbers(self, "center_offset", offset, 3))
        self.emit_changed()

    @property
    @exported(Orientation.FACE_Y)
    def orientation(self) -> Orientation:
        """Which way it faces.

        Raises:
            InvalidValueError: set to something else.
        """
        return self._orientation

    @orientation.setter
    def orientation(self, orientation: int) -> None:
        self._set_orientation(orientation)

    def _set_size(self, size: Sequence[float]) -> None:
        self._size = Vector2(checked_numbers(self, "size", size, 2))
        self.emit_changed()

    def _set_orientation(self, orientation: int) -> None:
        self._orientation = checked_choice(self, "orientation", orientation, PlaneMesh.Orientation)
        self.emit_changed()

    def _shape(self) -> Arrays:
        columns, rows = self._subdivide_width + 2, self._subdivide_depth + 2
        u = np.tile(np.linspace(0.0, 1.0, columns), rows)
        v = np.repeat(np.linspace(0.0, 1.0, rows), columns)
        x, z = (u - 0.5) * self._size.x, (v - 0.5) * self._size.y
        flat = np.zeros_like(x)
        faces = ((flat, z, x), (-x, flat, -z), (-x, z, flat))
        points = np.column_stack(faces[self._orientation]) + self._center_offset
        normals = np.zeros((len(points), 3), np.float32)
        normals[:, self._orientation] = 1
        arrays: Arrays = [None] * Mesh.ArrayType.MAX
        arrays[Mesh.ArrayType.VERTEX] = points.astype(np.float32)
        arrays[Mesh.ArrayType.NORMAL] = normals
        tangent = (0, 0, -1, 1) if self._orientation is PlaneMesh.Orientation.FACE_X else (1, 0, 0, 1)
        arrays[Mesh.ArrayType.TANGENT] = np.tile(np.array(tangent, np.float32), (len(points), 1))
        arrays[Mesh.ArrayType.TEX_UV] = np.column_stack((1 - u, 1 - v)).astype(np.float32)
        first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
        corners = (first, first + 1, first + columns, first + 1, first + columns + 1, first + columns)
        arrays[Mesh.ArrayType.INDEX] = np.stack(corners, 1).astype(np.int32).ravel()
        return arrays


class QuadMesh(PlaneMesh):
    """A PlaneMesh that faces the viewer (z), of size (1, 1): a rectangle on the canvas."""

    _size = Vector2(1.0, 1.0)
    _orientation = PlaneMesh.Orientation.FACE_Z

    @property
    @exported(Vector2(1.0, 1.0))
    def size(self) -> Vector2:
        """How wide and how high it is; default (1, 1). On the canvas these are pixels.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers.
        """
        return self._size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        self._set_size(size)

    @property
    @exported(PlaneMesh.Orientation.FACE_Z)
    def orientation(self) -> PlaneMesh.Orientation:
        """Which way it faces.

        Raises:
            InvalidValueError: set to something else.
        """
        return self._orientation

    @orientation.setter
    def orientation(self, orientation: int) -> None:
        self._set_orientation(orientation)
