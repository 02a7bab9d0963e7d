"""MultiMesh: one mesh drawn many times, each time in another place and colour.

In:    a transform for each instance, and on request a colour and four numbers for shaders: one by one, all at once as
       arrays, or as the one row of numbers that Godot's files hold.
Out:   the same. What belongs to one instance stands side by side in a row of `buffer`.
Cost:  assigning `transforms_2d` of 10,000 instances takes 0.2 ms, and recording them about 2.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import (
    checked_between,
    checked_bool,
    checked_choice,
    checked_color,
    checked_numbers,
    checked_or_none,
    one_of,
)
from engine.core.resource import Resource
from engine.math import AABB, Color, Transform2D, Transform3D
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.number_arrays import number_array, shown
from engine.resources.settings import sequence_setting, setting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from engine.core.export import ChoiceProperty, SequenceProperty
    from engine.math.color import ColorLike

MOST_INSTANCES = 1 << 22
"""Most instances of one MultiMesh."""

_COLUMNS_2D = (0, 4, 1, 5, 3, 7)
_COLUMNS_3D = (0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11)
"""Where a row has the numbers of a transform: Godot stores the rows of its matrix, which in 2D have a third column."""


class MultiMesh(Resource):
    """One mesh many times; MultiMeshInstance2D draws it.

    Set `use_colors` and `use_custom_data`, then `instance_count`; new instances are of size 0, so not seen, until their
    transforms are set.

    >>> sparks = MultiMesh()
    >>> sparks.instance_count = 3
    >>> sparks.transforms_2d = [(1, 0, 0, 1, x, 50) for x in (10, 20, 30)]
    >>> sparks.get_instance_transform_2d(1).origin
    Vector2(20.0, 50.0)
    """

    class TransformFormat(IntEnum):
        """What transforms the instances have; the numbers are Godot's. The canvas draws those of 2D only."""

        TRANSFORM_2D = 0
        TRANSFORM_3D = 1

    class PhysicsInterpolationQuality(IntEnum):
        """How transforms are interpolated between physics steps; the numbers are Godot's."""

        INTERP_QUALITY_FAST = 0
        INTERP_QUALITY_HIGH = 1

    _transform_format = TransformFormat.TRANSFORM_2D
    _use_colors = False
    _use_custom_data = False
    _visible_instance_count = -1

    def __init__(self, **exported: Any) -> None:
        """No instances, of no mesh, unless its properties are given: `MultiMesh(mesh=quad, instance_count=100)`."""
        self._rows: NDArray[np.float64] = np.zeros((0, 8))
        super().__init__(**exported)

    # --- what there is -----------------------------------------------------------------------------------------------

    @property
    @exported(TransformFormat.TRANSFORM_2D)
    def transform_format(self) -> TransformFormat:
        """What transforms the instances have; it can be set while there are none.

        Raises:
            InvalidValueError: set to something else, or there are instances.
        """
        return self._transform_format

    @transform_format.setter
    def transform_format(self, transform_format: int) -> None:
        kept = checked_choice(self, "transform_format", transform_format, MultiMesh.TransformFormat)
        self._refuse_instances("transform_format", kept == self._transform_format)
        self._transform_format = kept
        self._allocate(0)

    @property
    @exported(False)
    def use_colors(self) -> bool:
        """Whether each instance has a colour, which multiplies that of its points; it can be set while there are none.

        Raises:
            InvalidTypeError: set to something else than True or False.
            InvalidValueError: there are instances.
        """
        return self._use_colors

    @use_colors.setter
    def use_colors(self, use: bool) -> None:
        use = checked_bool(self, "use_colors", use)
        self._refuse_instances("use_colors", use == self._use_colors)
        self._use_colors = use
        self._allocate(0)

    @property
    @exported(False)
    def use_custom_data(self) -> bool:
        """Whether each instance has four numbers for shaders, which are kept; it can be set while there are none.

        Raises:
            InvalidTypeError: set to something else than True or False.
            InvalidValueError: there are instances.
        """
        return self._use_custom_data

    @use_custom_data.setter
    def use_custom_data(self, use: bool) -> None:
        use = checked_bool(self, "use_custom_data", use)
        self._refuse_instances("use_custom_data", use == self._use_custom_data)
        self._use_custom_data = use
        self._allocate(0)

    custom_aabb: SequenceProperty[AABB] = sequence_setting(
        "custom_aabb", AABB(), "The box that `get_aabb` gives in place of the one around all instances; zeros for none."
    )

    @property
    @exported(0, range=(0, MOST_INSTANCES, 1))
    def instance_count(self) -> int:
        """How many instances there are; default 0. Another number makes all of them anew, as in Godot.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a whole number from 0 to 4,194,304.
        """
        return len(self._rows)

    @instance_count.setter
    def instance_count(self, count: int) -> None:
        count = checked_between(self, "instance_count", count, 0, MOST_INSTANCES)
        if count != len(self._rows):
            self._allocate(count)

    @property
    @exported(-1)
    def visible_instance_count(self) -> int:
        """How many instances are drawn, counted from the first; -1, the default, draws all.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a number from -1 to `instance_count`.
        """
        return self._visible_instance_count

    @visible_instance_count.setter
    def visible_instance_count(self, count: int) -> None:
        self._visible_instance_count = checked_between(self, "visible_instance_count", count, -1, len(self._rows))
        self.emit_changed()

    mesh: Mesh | None = setting(
        "mesh",
        None,
        lambda item, what, value: checked_or_none(item, what, value, Mesh),
        "What is drawn for each instance; None, the default, for nothing.",
    )
    physics_interpolation_quality: ChoiceProperty[PhysicsInterpolationQuality] = setting(
        "physics_interpolation_quality",
        PhysicsInterpolationQuality.INTERP_QUALITY_FAST,
        one_of(PhysicsInterpolationQuality),
        "How transforms are interpolated between physics steps; kept and saved, they are not interpolated yet.",
    )

    # --- all instances -----------------------------------------------------------------------------------------------

    @property
    @exported(())
    def buffer(self) -> tuple[float, ...]:
        """All numbers of all instances, as Godot's files have them. `transforms_2d` and `colors` are quicker.

        Each instance has 8 numbers in 2D, the two rows of its matrix: x.x, y.x, 0, origin.x, x.y, y.y, 0, origin.y; or
        12 in 3D; then its colour, with `use_colors`, and its custom data, with `use_custom_data`. An array may be set,
        too.

        Raises:
            InvalidTypeError: set to something that is not made of numbers.
            InvalidValueError: set to another count of numbers than the instances have, or to one that is not finite.
        """
        return tuple(self._rows.ravel().tolist())

    @buffer.setter
    def buffer(self, buffer: ArrayLike) -> None:
        count, width = self._rows.shape
        numbers = self._checked_array("buffer", buffer).ravel()
        if numbers.size != count * width:
            raise InvalidValueError(
                f"{self._where()}.buffer must have {count * width} numbers, {width} for each of {count} instances, "
                f"got {numbers.size}"
            )
        self._rows = numbers.reshape(count, width).copy()
        self.emit_changed()

    @property
    def transforms_2d(self) -> NDArray[np.float64]:
        """The transforms of all instances, (N, 6): x axis, y axis and origin, in pixels; a copy.

        Whatever numpy broadcasts to that shape may be assigned.

        Raises:
            InvalidTypeError: set to something that has not that shape, or is not made of numbers.
            InvalidValueError: set to numbers that are not finite, or the instances have transforms of 3D.
        """
        self._check_format("transforms_2d", MultiMesh.TransformFormat.TRANSFORM_2D)
        return self._rows[:, _COLUMNS_2D]

    @transforms_2d.setter
    def transforms_2d(self, transforms: ArrayLike) -> None:
        self._check_format("transforms_2d", MultiMesh.TransformFormat.TRANSFORM_2D)
        values = self._checked_array("transforms_2d", transforms, 6)
        for column, target in enumerate(_COLUMNS_2D):
            self._rows[:, target] = values[..., column]
        self.emit_changed()

    @property
    def colors(self) -> NDArray[np.float64]:
        """The colours of all instances, (N, 4), gamma space, straight alpha; a copy. New ones are (0, 0, 0, 0).

        Whatever numpy broadcasts to that shape may be assigned.

        Raises:
            InvalidTypeError: set to something that has not that shape, or is not made of numbers.
            InvalidValueError: set to numbers that are not finite, or `use_colors` is off.
        """
        return self._rows[:, self._color_columns("colors")].copy()

    @colors.setter
    def colors(self, colors: ArrayLike) -> None:
        self._rows[:, self._color_columns("colors")] = self._checked_array("colors", colors, 4)
        self.emit_changed()

    @property
    def custom_data(self) -> NDArray[np.float64]:
        """The numbers for shaders of all instances, (N, 4); a copy. New ones are (0, 0, 0, 0).

        Whatever numpy broadcasts to that shape may be assigned.

        Raises:
            InvalidTypeError: set to something that has not that shape, or is not made of numbers.
            InvalidValueError: set to numbers that are not finite, or `use_custom_data` is off.
        """
        return self._rows[:, self._custom_columns("custom_data")].copy()

    @custom_data.setter
    def custom_data(self, custom_data: ArrayLike) -> None:
        self._rows[:, self._custom_columns("custom_data")] = self._checked_array("custom_data", custom_data, 4)
        self.emit_changed()

    def get_aabb(self) -> AABB:
        """`custom_aabb`, or where that is all zeros the box around all instances."""
        if self.custom_aabb:
            return self.custom_aabb
        if self.mesh is None or not len(self._rows):
            return AABB()
        box = self.mesh.get_aabb()
        corners = np.array([box.get_endpoint(i) for i in range(8)])
        if self._transform_format is MultiMesh.TransformFormat.TRANSFORM_3D:
            matrices = self._rows[:, _COLUMNS_3D].reshape(-1, 4, 3)
            placed = corners @ matrices[:, :3] + matrices[:, 3:]
        else:
            matrices = self._rows[:, _COLUMNS_2D].reshape(-1, 3, 2)
            flat = corners[:, :2] @ matrices[:, :2] + matrices[:, 2:]
            placed = np.concatenate((flat, np.broadcast_to(corners[:, 2:], (len(flat), 8, 1))), 2)
        low, high = placed.min((0, 1)), placed.max((0, 1))
        return AABB(low.tolist(), (high - low).tolist())

    # --- one instance ------------------------------------------------------------------------------------------------

    def set_instance_transform_2d(self, instance: int, transform: Sequence[float]) -> None:
        """Place an instance, counted from 0.

        Raises:
            InvalidTypeError: no whole number, or no Transform2D.
            InvalidValueError: there is no such instance, it has a transform of 3D, or the transform is not finite.
        """
        self._check_format("set_instance_transform_2d", MultiMesh.TransformFormat.TRANSFORM_2D)
        row = self._row("set_instance_transform_2d", instance)
        row[list(_COLUMNS_2D)] = checked_numbers(self, "set_instance_transform_2d(transform)", transform, 6)
        self.emit_changed()

    def get_instance_transform_2d(self, instance: int) -> Transform2D:
        """Where an instance is, counted from 0.

        Raises:
            InvalidTypeError: no whole number.
            InvalidValueError: there is no such instance, or it has a transform of 3D.
        """
        self._check_format("get_instance_transform_2d", MultiMesh.TransformFormat.TRANSFORM_2D)
        return Transform2D(self._row("get_instance_transform_2d", instance)[list(_COLUMNS_2D)].tolist())

    def set_instance_transform(self, instance: int, transform: Sequence[float]) -> None:
        """Place an instance, counted from 0, in 3D.

        Raises:
            InvalidTypeError: no whole number, or no Transform3D.
            InvalidValueError: there is no such instance, it has a transform of 2D, or the transform is not finite.
        """
        self._check_format("set_instance_transform", MultiMesh.TransformFormat.TRANSFORM_3D)
        row = self._row("set_instance_transform", instance)
        row[list(_COLUMNS_3D)] = checked_numbers(self, "set_instance_transform(transform)", transform, 12)
        self.emit_changed()

    def get_instance_transform(self, instance: int) -> Transform3D:
        """Where an instance is, counted from 0, in 3D.

        Raises:
            InvalidTypeError: no whole number.
            InvalidValueError: there is no such instance, or it has a transform of 2D.
        """
        self._check_format("get_instance_transform", MultiMesh.TransformFormat.TRANSFORM_3D)
        return Transform3D(self._row("get_instance_transform", instance)[list(_COLUMNS_3D)].tolist())

    def set_instance_color(self, instance: int, color: ColorLike) -> None:
        """Colour an instance, counted from 0.

        Raises:
            InvalidTypeError: no whole number, or no colour.
            InvalidValueError: there is no such instance, `use_colors` is off, or the colour is not finite.
        """
        columns = self._color_columns("set_instance_color")
        row = self._row("set_instance_color", instance)
        row[columns] = checked_color(self, "set_instance_color(color)", color)
        self.emit_changed()

    def get_instance_color(self, instance: int) -> Color:
        """The colour of an instance, counted from 0.

        Raises:
            InvalidTypeError: no whole number.
            InvalidValueError: there is no such instance, or `use_colors` is off.
        """
        columns = self._color_columns("get_instance_color")
        return Color(self._row("get_instance_color", instance)[columns].tolist())

    def set_instance_custom_data(self, instance: int, custom_data: ColorLike) -> None:
        """Give an instance, counted from 0, its numbers for shaders, in the form of a colour.

        Raises:
            InvalidTypeError: no whole number, or not four numbers.
            InvalidValueError: there is no such instance, `use_custom_data` is off, or a number is not finite.
        """
        columns = self._custom_columns("set_instance_custom_data")
        row = self._row("set_instance_custom_data", instance)
        row[columns] = checked_color(self, "set_instance_custom_data(custom_data)", custom_data)
        self.emit_changed()

    def get_instance_custom_data(self, instance: int) -> Color:
        """The numbers for shaders of an instance, counted from 0, in the form of a colour.

        Raises:
            InvalidTypeError: no whole number.
            InvalidValueError: there is no such instance, or `use_custom_data` is off.
        """
        columns = self._custom_columns("get_instance_custom_data")
        return Color(self._row("get_instance_custom_data", instance)[columns].tolist())

    # --- own ---------------------------------------------------------------------------------------------------------

    def drawn_instances(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What the canvas draws of N instances: transforms, (N, 8) as in `buffer`, and colours, (N, 4) or (1, 4)."""
        rows = self._rows
        if self._transform_format is not MultiMesh.TransformFormat.TRANSFORM_2D:
            rows = rows[:0]
        elif self._visible_instance_count >= 0:
            rows = rows[: self._visible_instance_count]
        return rows[:, :8], rows[:, 8:12] if self._use_colors else np.ones((1, 4))

    def _allocate(self, count: int) -> None:
        width = 8 if self._transform_format is MultiMesh.TransformFormat.TRANSFORM_2D else 12
        self._rows = np.zeros((count, width + 4 * self._use_colors + 4 * self._use_custom_data))
        self.emit_changed()

    def _refuse_instances(self, what: str, same: bool) -> None:
        if len(self._rows) and not same:
            raise InvalidValueError(
                f"{self._where()}.{what} cannot change while there are instances, and there are {len(self._rows)}; set "
                "instance_count to 0 first"
            )

    def _check_format(self, method: str, needed: TransformFormat) -> None:
        if self._transform_format is not needed:
            raise InvalidValueError(
                f"{self._where()}.{method} is for transforms of {needed.name[-2:]}, and the instances have those of "
                f"{self._transform_format.name[-2:]}; see transform_format"
            )

    def _color_columns(self, method: str) -> slice:
        if not self._use_colors:
            raise InvalidValueError(
                f"{self._where()}.{method}: the instances have no colours; set use_colors before instance_count"
            )
        end = self._rows.shape[1] - 4 * self._use_custom_data
        return slice(end - 4, end)

    def _custom_columns(self, method: str) -> slice:
        if not self._use_custom_data:
            raise InvalidValueError(
                f"{self._where()}.{method}: the instances have no custom data; set use_custom_data before "
                "instance_count"
            )
        width = self._rows.shape[1]
        return slice(width - 4, width)

    def _row(self, method: str, instance: int) -> NDArray[np.float64]:
        count = len(self._rows)
        if not count:
            raise InvalidValueError(f"{self._where()}.{method}: there are no instances; set instance_count first")
        row: NDArray[np.float64] = self._rows[checked_between(self, f"{method}(instance)", instance, 0, count - 1)]
        return row

    def _checked_array(self, what: str, values: Any, columns: int = 0) -> NDArray[np.float64]:
        """Finite numbers, in a shape that can be assigned to (N, columns)."""
        shape = (len(self._rows), columns)
        try:
            numbers = number_array(values)
            spread = np.broadcast_to(numbers, shape) if columns else numbers
        except (TypeError, ValueError):
            wanted = f"numbers of shape {shape}" if columns else "numbers"
            raise InvalidTypeError(f"{self._where()}.{what} must be {wanted}, got {shown(values)}") from None
        if not np.isfinite(numbers).all():
            raise InvalidValueError(f"{self._where()}.{what} must be finite numbers, got {shown(values)}")
        return spread
