"""PlaneMesh and QuadMesh: a flat rectangle."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.core.property_checks import between, one_of
from engine.math import Vector2, Vector3
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.primitive_mesh import PrimitiveMesh
from engine.resources.settings import sequence_setting, setting

if TYPE_CHECKING:
    from engine.core.export import ChoiceProperty, SequenceProperty
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

    size: SequenceProperty[Vector2] = sequence_setting(
        "size", Vector2(2.0, 2.0), "How wide and how deep it is; default (2, 2). On the canvas these are pixels."
    )
    subdivide_width: int = setting(
        "subdivide_width",
        0,
        between(0, MOST_CUTS),
        "How many lines cut it along its width; default 0, up to 1000.",
        range=(0, MOST_CUTS, 1),
    )
    subdivide_depth: int = setting(
        "subdivide_depth",
        0,
        between(0, MOST_CUTS),
        "How many lines cut it along its depth; default 0, up to 1000.",
        range=(0, MOST_CUTS, 1),
    )
    center_offset: SequenceProperty[Vector3] = sequence_setting(
        "center_offset", Vector3.ZERO, "Where its centre is; default (0, 0, 0)."
    )
    orientation: ChoiceProperty[Orientation] = setting(
        "orientation", Orientation.FACE_Y, one_of(Orientation), "Which way it faces; FACE_Y by default."
    )

    def _shape(self) -> Arrays:
        columns, rows = self.subdivide_width + 2, self.subdivide_depth + 2
        u = np.tile(np.linspace(0.0, 1.0, columns), rows)
        v = np.repeat(np.linspace(0.0, 1.0, rows), columns)
        width, depth = self.size
        x, z = (u - 0.5) * width, (v - 0.5) * depth
        flat = np.zeros_like(x)
        faces = ((flat, z, x), (-x, flat, -z), (-x, z, flat))
        points = np.column_stack(faces[self.orientation]) + self.center_offset
        normals = np.zeros((len(points), 3), np.float32)
        normals[:, self.orientation] = 1
        arrays: Arrays = [None] * Mesh.ArrayType.MAX
        arrays[Mesh.ArrayType.VERTEX] = points.astype(np.float32)
        arrays[Mesh.ArrayType.NORMAL] = normals
        tangent = (0, 0, -1, 1) if self.orientation is PlaneMesh.Orientation.FACE_X else (1, 0, 0, 1)
        arrays[Mesh.ArrayType.TANGENT] = np.tile(np.array(tangent, np.float32), (len(points), 1))
        arrays[Mesh.ArrayType.TEX_UV] = np.column_stack((1 - u, 1 - v)).astype(np.float32)
        first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
        corners = (first, first + 1, first + columns, first + 1, first + columns + 1, first + columns)
        arrays[Mesh.ArrayType.INDEX] = np.stack(corners, 1).astype(np.int32).ravel()
        return arrays


class QuadMesh(PlaneMesh):
    """A PlaneMesh that faces the viewer (z), of size (1, 1): a rectangle on the canvas."""

    size: SequenceProperty[Vector2] = sequence_setting(
        "size", Vector2(1.0, 1.0), "How wide and how high it is; default (1, 1). On the canvas these are pixels."
    )
    orientation: ChoiceProperty[PlaneMesh.Orientation] = setting(
        "orientation",
        PlaneMesh.Orientation.FACE_Z,
        one_of(PlaneMesh.Orientation),
        "Which way it faces; FACE_Z by default.",
    )
