"""Mesh: the base of what is made of triangles, lines or points, in surfaces; MeshInstance2D draws them on the canvas.

In:    arrays of points and what belongs to them, one set for each surface, by the numbers of `Mesh.ArrayType`.
Out:   the same arrays; for the canvas, strips (see `canvas_surface`), worked out once after each change.
Space: metres in 3D. On the canvas x and y count as pixels, y down, and z is left out.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_int, checked_numbers
from engine.core.resource import Resource
from engine.math import AABB, Vector2i
from engine.math.value import shortened
from engine.resources.meshes.canvas_surface import CanvasSurface, canvas_surface
from engine.resources.shading.material import Material

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Arrays = list[NDArray[Any] | None]
    """What a surface is made of, by the numbers of ArrayType; None for what it has not."""


class Mesh(Resource):
    """Surfaces of triangles, lines or points. Make an ArrayMesh, a QuadMesh or a PlaneMesh; this one has none."""

    class PrimitiveType(IntEnum):
        """What the points of a surface are joined to; the numbers are Godot's."""

        POINTS = 0
        LINES = 1
        """Each two points."""
        LINE_STRIP = 2
        TRIANGLES = 3
        """Each three points."""
        TRIANGLE_STRIP = 4

    class ArrayType(IntEnum):
        """The places of a surface's arrays; the numbers are Godot's. N is the number of points."""

        VERTEX = 0
        """The points, (N, 3), or (N, 2) for a surface in the plane."""
        NORMAL = 1
        """(N, 3), of length 1."""
        TANGENT = 2
        """(N, 4): a direction of length 1, and 1 or -1 for the side on which the third axis is."""
        COLOR = 3
        """(N, 4), 0 to 1."""
        TEX_UV = 4
        """Places in a texture, (N, 2), from 0 at its left and upper edge to 1 at the others."""
        TEX_UV2 = 5
        CUSTOM0 = 6
        """For shaders: (N, 1 to 4) numbers, or (N, 4 or 8) bytes, as the surface's format says."""
        CUSTOM1 = 7
        CUSTOM2 = 8
        CUSTOM3 = 9
        BONES = 10
        """(N, 4 or 8), the numbers of bones."""
        WEIGHTS = 11
        """(N, 4 or 8), how much each of these bones moves the point."""
        INDEX = 12
        """(M,), which points are joined; without it, they are joined in their order."""
        MAX = 13
        """How many places there are."""

    class ArrayCustomFormat(IntEnum):
        """What the custom arrays of a surface hold; the numbers are Godot's."""

        RGBA8_UNORM = 0
        RGBA8_SNORM = 1
        RG_HALF = 2
        RGBA_HALF = 3
        R_FLOAT = 4
        RG_FLOAT = 5
        RGB_FLOAT = 6
        RGBA_FLOAT = 7
        MAX = 8

    class ArrayFormat(IntFlag):
        """What a surface has, and how it is stored; the numbers are Godot's."""

        FORMAT_VERTEX = 1 << 0
        FORMAT_NORMAL = 1 << 1
        FORMAT_TANGENT = 1 << 2
        FORMAT_COLOR = 1 << 3
        FORMAT_TEX_UV = 1 << 4
        FORMAT_TEX_UV2 = 1 << 5
        FORMAT_CUSTOM0 = 1 << 6
        FORMAT_CUSTOM1 = 1 << 7
        FORMAT_CUSTOM2 = 1 << 8
        FORMAT_CUSTOM3 = 1 << 9
        FORMAT_BONES = 1 << 10
        FORMAT_WEIGHTS = 1 << 11
        FORMAT_INDEX = 1 << 12
        FLAG_USE_2D_VERTICES = 1 << 25
        FLAG_USE_DYNAMIC_UPDATE = 1 << 26
        FLAG_USE_8_BONE_WEIGHTS = 1 << 27
        FLAG_USES_EMPTY_VERTEX_ARRAY = 1 << 28
        FLAG_COMPRESS_ATTRIBUTES = 1 << 29

    class BlendShapeMode(IntEnum):
        """How blend shapes are mixed; the numbers are Godot's."""

        NORMALIZED = 0
        RELATIVE = 1

    _lightmap_size_hint = Vector2i(0, 0)
    _on_canvas: tuple[CanvasSurface, ...] | None = None

    @property
    @exported(Vector2i(0, 0), unit="px")
    def lightmap_size_hint(self) -> Vector2i:
        """How large a lightmap of the mesh is; default (0, 0). Kept and saved; there are no lightmaps.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two whole numbers.
        """
        return self._lightmap_size_hint

    @lightmap_size_hint.setter
    def lightmap_size_hint(self, hint: Sequence[int]) -> None:
        width, height = checked_numbers(self, "lightmap_size_hint", hint, 2)
        if not (width.is_integer() and height.is_integer()):
            raise InvalidValueError(
                f"{self._where()}.lightmap_size_hint must be two whole numbers, got {shortened(hint)}"
            )
        self._lightmap_size_hint = Vector2i(int(width), int(height))
        self.emit_changed()

    def get_surface_count(self) -> int:
        """How many surfaces there are."""
        return 0

    def surface_get_arrays(self, surf_idx: int) -> Arrays:
        """What a surface is made of, by the numbers of `ArrayType`; None for what it has not.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        self._checked_surface("surface_get_arrays", surf_idx)
        raise NotImplementedError

    def surface_get_primitive_type(self, surf_idx: int) -> PrimitiveType:
        """What the points of a surface are joined to.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        self._checked_surface("surface_get_primitive_type", surf_idx)
        return Mesh.PrimitiveType.TRIANGLES

    def surface_get_material(self, surf_idx: int) -> Material | None:
        """The material of a surface. On the canvas it is that of the node that counts, as in Godot.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        self._checked_surface("surface_get_material", surf_idx)
        return None

    def surface_set_material(self, surf_idx: int, material: Material | None) -> None:
        """Give a surface a material, or none.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface, or it is no material.
        """
        self._checked_surface("surface_set_material", surf_idx)

    def get_aabb(self) -> AABB:
        """The box around all points."""
        return AABB()

    def emit_changed(self) -> None:
        """As that of every resource; what is drawn is worked out anew."""
        self._on_canvas = None
        super().emit_changed()

    def canvas_surfaces(self) -> tuple[CanvasSurface, ...]:
        """What the canvas draws, a surface each; those without anything to draw are left out."""
        if self._on_canvas is None:
            found = []
            for index in range(self.get_surface_count()):
                arrays = self._drawable_arrays(index)
                drawn = arrays and canvas_surface(arrays, self.surface_get_primitive_type(index))
                if drawn:
                    found.append(drawn)
            self._on_canvas = tuple(found)
        return self._on_canvas

    def _drawable_arrays(self, index: int) -> Arrays | None:
        """The arrays of a surface, or None where they cannot be read."""
        return self.surface_get_arrays(index)

    def _checked_surface(self, method: str, index: int) -> int:
        index = checked_int(self, f"{method}(surf_idx)", index)
        count = self.get_surface_count()
        if not 0 <= index < count:
            known = f"there are {count}, from 0" if count else "there are none"
            raise InvalidValueError(f"{self._where()}.{method}: there is no surface {index}; {known}")
        return index
