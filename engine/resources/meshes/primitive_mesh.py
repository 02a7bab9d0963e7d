"""PrimitiveMesh: the base of meshes of a known shape, which have one surface that is made of their properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.core.property_checks import checked_bool, checked_finite
from engine.math import AABB
from engine.resources.meshes.mesh import Mesh
from engine.resources.settings import sequence_setting, setting
from engine.resources.shading.material import checked_material

if TYPE_CHECKING:
    from engine.core.export import SequenceProperty
    from engine.resources.meshes.mesh import Arrays
    from engine.resources.shading.material import Material


class PrimitiveMesh(Mesh):
    """A mesh of a known shape: a QuadMesh or a PlaneMesh; this one itself is empty.

    Raises (its properties, when set):
        InvalidTypeError, InvalidValueError: a value of the wrong kind, not finite, or out of range.
    """

    _made: Arrays | None = None

    material: Material | None = setting(
        "material",
        None,
        checked_material,
        "The material of the surface; None by default. On the canvas it is that of the node that counts, as in Godot.",
    )
    custom_aabb: SequenceProperty[AABB] = sequence_setting(
        "custom_aabb",
        AABB(),
        "The box that counts in place of the one around the points where something is culled; zeros for none.",
    )
    flip_faces: bool = setting(
        "flip_faces",
        False,
        checked_bool,
        "Whether triangles are seen from the other side, and normals point there; the canvas shows both sides.",
    )
    add_uv2: bool = setting(
        "add_uv2",
        False,
        checked_bool,
        "Whether the surface has places in a lightmap, too; kept and saved, there are no lightmaps.",
    )
    uv2_padding: float = setting(
        "uv2_padding",
        2.0,
        checked_finite,
        "Pixels between parts of a lightmap; kept and saved, there are no lightmaps.",
    )

    def get_mesh_arrays(self) -> Arrays:
        """What the surface is made of, as `surface_get_arrays(0)`."""
        if self._made is None:
            made = self._shape()
            if self.flip_faces:
                _flip(made)
            for array in made:
                if array is not None:
                    array.flags.writeable = False
            self._made = made
        return list(self._made)

    def get_surface_count(self) -> int:
        """One; none for a PrimitiveMesh that is nothing else."""
        return 0 if type(self)._shape is PrimitiveMesh._shape else 1

    def surface_get_arrays(self, surf_idx: int) -> Arrays:
        """What the surface is made of, by the numbers of `ArrayType`: read-only arrays; None for what it has not.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        self._checked_surface("surface_get_arrays", surf_idx)
        return self.get_mesh_arrays()

    def surface_get_material(self, surf_idx: int) -> Material | None:
        """The same as `material`.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        self._checked_surface("surface_get_material", surf_idx)
        return self.material

    def surface_set_material(self, surf_idx: int, material: Material | None) -> None:
        """Set `material`.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface, or it is no material.
        """
        self._checked_surface("surface_set_material", surf_idx)
        self.material = material

    def get_aabb(self) -> AABB:
        """The box around all points."""
        points = self.get_mesh_arrays()[Mesh.ArrayType.VERTEX]
        if points is None:
            return AABB()
        low = points.min(0)
        return AABB(low.tolist(), (points.max(0) - low).tolist())

    def emit_changed(self) -> None:
        """As that of every resource; the arrays are made anew."""
        self._made = None
        super().emit_changed()

    def _shape(self) -> Arrays:
        """The arrays of the shape, for subclasses."""
        return [None] * Mesh.ArrayType.MAX


def _flip(arrays: Arrays) -> None:
    normals, indices = arrays[Mesh.ArrayType.NORMAL], arrays[Mesh.ArrayType.INDEX]
    if normals is not None:
        np.negative(normals, normals)
    if indices is not None:
        corners = indices.reshape(-1, 3)
        corners[:, :2] = corners[:, 1::-1].copy()
