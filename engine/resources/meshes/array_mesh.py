"""ArrayMesh: a mesh made of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.log import get_logger
from engine.core.property_checks import checked_between, checked_choice, checked_or_none, checked_str, one_of
from engine.math import AABB
from engine.math.value import is_in_order, shortened
from engine.resources.meshes import surface_format
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.surface import Surface, read_surface, surface_of_arrays
from engine.resources.settings import sequence_setting, setting
from engine.resources.shading.material import checked_material

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.export import ChoiceProperty, SequenceProperty
    from engine.resources.meshes.mesh import Arrays
    from engine.resources.shading.material import Material

MOST_SURFACES = 256
"""Most surfaces of one mesh, as in Godot."""

_MOST_FLAGS = (1 << 31) - 1


class ArrayMesh(Mesh):
    """Surfaces made of arrays: of a file, or given by `add_surface_from_arrays`.

    >>> arrays = [None] * Mesh.ArrayType.MAX
    >>> arrays[Mesh.ArrayType.VERTEX] = [(0, 0), (16, 0), (0, 16)]
    >>> mesh = ArrayMesh()
    >>> mesh.add_surface_from_arrays(Mesh.PrimitiveType.TRIANGLES, arrays)
    >>> mesh.get_surface_count()
    1
    """

    _shapes: tuple[str, ...] = ()
    _shadow_mesh: ArrayMesh | None = None

    def __init__(self, **exported: Any) -> None:
        """A mesh without surfaces; `exported` are values for its properties."""
        self._parts: tuple[Surface, ...] = ()
        super().__init__(**exported)

    @property
    @exported(())
    def _blend_shape_names(self) -> tuple[str, ...]:
        """The names of the blend shapes; kept and saved, nothing is blended yet."""
        return self._shapes

    @_blend_shape_names.setter
    def _blend_shape_names(self, names: Sequence[str]) -> None:
        if not is_in_order(names):
            raise InvalidTypeError(f"{self._where()}._blend_shape_names must be texts, got {shortened(names)}")
        self._shapes = tuple([checked_str(self, "_blend_shape_names", name) for name in names])
        self.emit_changed()

    @property
    @exported([])
    def _surfaces(self) -> list[dict[str, Any]]:
        """The surfaces as files hold them: dicts with Godot's names, and the arrays as bytes."""
        return [dict(part.data) for part in self._parts]

    @_surfaces.setter
    def _surfaces(self, surfaces: Sequence[dict[str, Any]]) -> None:
        if not isinstance(surfaces, (list, tuple)):
            raise InvalidTypeError(
                f"{self._where()}._surfaces must be an array of dictionaries, got {shortened(surfaces)}"
            )
        if len(surfaces) > MOST_SURFACES:
            raise InvalidValueError(
                f"{self._where()}._surfaces must be at most {MOST_SURFACES} surfaces, got {len(surfaces)}"
            )
        where = f"{self._where()}._surfaces"
        self._parts = tuple([read_surface(f"{where} [{i}]", data) for i, data in enumerate(surfaces)])
        for index, part in enumerate(self._parts):
            if not part.is_readable:
                version = surface_format.version_of(part.data["format"])
                get_logger("resources").warning(
                    f"{where} - surface {index} is stored in version {version} of Godot's format, and version "
                    f"{surface_format.VERSION}, that of Godot 4.2, is read; it is kept, and nothing of it is drawn; "
                    "save the file with Godot 4.2 or newer"
                )
        self.emit_changed()

    blend_shape_mode: ChoiceProperty[Mesh.BlendShapeMode] = setting(
        "blend_shape_mode",
        Mesh.BlendShapeMode.RELATIVE,
        one_of(Mesh.BlendShapeMode),
        "How blend shapes are mixed; kept and saved, nothing is blended yet. RELATIVE by default.",
    )
    custom_aabb: SequenceProperty[AABB] = sequence_setting(
        "custom_aabb",
        AABB(),
        "The box that counts in place of the one around the points where something is culled; zeros for none.",
    )

    @property
    @exported(None)
    def shadow_mesh(self) -> ArrayMesh | None:
        """A simpler mesh that casts the shadows of this one; kept and saved, there are no shadows yet.

        Raises:
            InvalidTypeError: set to something else than an ArrayMesh or None.
            InvalidValueError: set to one that leads back to this one.
        """
        return self._shadow_mesh

    @shadow_mesh.setter
    def shadow_mesh(self, mesh: ArrayMesh | None) -> None:
        checked_or_none(self, "shadow_mesh", mesh, ArrayMesh)
        self._refuse_loop("_shadow_mesh", mesh)
        self._shadow_mesh = mesh
        self.emit_changed()

    def add_surface_from_arrays(self, primitive: int, arrays: Sequence[Any], *, flags: int = 0) -> None:
        """Add a surface.

        Args:
            primitive: what the points are joined to, of `Mesh.PrimitiveType`.
            arrays: as many as `Mesh.ArrayType.MAX`, sequences or numpy arrays in the shapes named there, and None for
                those that it has not. VERTEX must be there; points of two numbers make a surface in the plane.
            flags: the formats of custom arrays, of `Mesh.ArrayCustomFormat`, shifted by 13, 16, 19 and 22 bits for
                CUSTOM0 to CUSTOM3; and `Mesh.ArrayFormat.FLAG_USE_DYNAMIC_UPDATE`, which is kept.

        Raises:
            InvalidTypeError: not such arrays.
            InvalidValueError: numbers that are not finite, lengths that differ, indices of no point, no points, too
                many surfaces, or no PrimitiveType.
        """
        kind = checked_choice(self, "add_surface_from_arrays(primitive)", primitive, Mesh.PrimitiveType)
        where = f"{self._where()}.add_surface_from_arrays(arrays)"
        flags = checked_between(self, "add_surface_from_arrays(flags)", flags, 0, _MOST_FLAGS)
        if len(self._parts) >= MOST_SURFACES:
            raise InvalidValueError(f"{where}: a mesh has at most {MOST_SURFACES} surfaces")
        self._set_parts((*self._parts, surface_of_arrays(where, kind, arrays, flags)))

    def clear_surfaces(self) -> None:
        """Take all surfaces out."""
        self._set_parts(())

    def surface_remove(self, surf_idx: int) -> None:
        """Take a surface out; those behind it move up.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        index = self._checked_surface("surface_remove", surf_idx)
        self._set_parts(self._parts[:index] + self._parts[index + 1 :])

    def get_surface_count(self) -> int:
        """How many surfaces there are."""
        return len(self._parts)

    def surface_get_arrays(self, surf_idx: int) -> Arrays:
        """What a surface is made of, by the numbers of `ArrayType`: read-only arrays; None for what it has not.

        Raises:
            InvalidTypeError: there is no such surface.
            InvalidValueError: there is no such surface, or it is stored in a form that is only kept.
        """
        part = self._parts[self._checked_surface("surface_get_arrays", surf_idx)]
        if not part.is_readable:
            raise InvalidValueError(
                f"{self._where()}.surface_get_arrays: surface {surf_idx} is stored in another version of Godot's "
                "format, which is only kept; save the file with Godot 4.2 or newer"
            )
        return part.arrays

    def surface_get_primitive_type(self, surf_idx: int) -> Mesh.PrimitiveType:
        """What the points of a surface are joined to.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        return Mesh.PrimitiveType(self._data("surface_get_primitive_type", surf_idx)["primitive"])

    def surface_get_array_len(self, surf_idx: int) -> int:
        """How many points a surface has.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        return int(self._data("surface_get_array_len", surf_idx)["vertex_count"])

    def surface_get_array_index_len(self, surf_idx: int) -> int:
        """How many indices a surface has; 0 for one whose points are joined in their order.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        return int(self._data("surface_get_array_index_len", surf_idx).get("index_count", 0))

    def surface_get_format(self, surf_idx: int) -> int:
        """What a surface has and how it is stored: bits of `ArrayFormat`, and its version from bit 35 on.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        return int(self._data("surface_get_format", surf_idx)["format"])

    def surface_get_name(self, surf_idx: int) -> str:
        """The name of a surface; "" for none.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        return str(self._data("surface_get_name", surf_idx).get("name", ""))

    def surface_set_name(self, surf_idx: int, name: str) -> None:
        """Name a surface.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface, or the name is no text.
        """
        index = self._checked_surface("surface_set_name", surf_idx)
        self._replace(index, "name", checked_str(self, "surface_set_name(name)", name))

    def surface_find_by_name(self, name: str) -> int:
        """The number of the first surface of that name; -1 for none."""
        return next((i for i, part in enumerate(self._parts) if part.data.get("name", "") == name), -1)

    def surface_get_material(self, surf_idx: int) -> Material | None:
        """The material of a surface. On the canvas it is that of the node that counts, as in Godot.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface.
        """
        material: Material | None = self._data("surface_get_material", surf_idx).get("material")
        return material

    def surface_set_material(self, surf_idx: int, material: Material | None) -> None:
        """Give a surface a material, or none.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such surface, or it is no material.
        """
        index = self._checked_surface("surface_set_material", surf_idx)
        self._replace(index, "material", checked_material(self, "surface_set_material(material)", material))

    def get_aabb(self) -> AABB:
        """The box around all surfaces."""
        boxes = [part.data["aabb"] for part in self._parts]
        found = boxes[0] if boxes else AABB()
        for box in boxes[1:]:
            found = found.merge(box)
        return AABB(found)

    def _drawable_arrays(self, index: int) -> Arrays | None:
        part = self._parts[index]
        return part.arrays if part.is_readable else None

    def _data(self, method: str, index: int) -> dict[str, Any]:
        return self._parts[self._checked_surface(method, index)].data

    def _replace(self, index: int, name: str, value: Any) -> None:
        parts = list(self._parts)
        parts[index] = parts[index].changed(name, value)
        self._set_parts(tuple(parts))

    def _set_parts(self, parts: tuple[Surface, ...]) -> None:
        self._parts = parts
        self.emit_changed()
