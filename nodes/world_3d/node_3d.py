"""Node3D: a node with a place, a rotation and a scale in the 3D world.

Space: metres, right-handed, y up, looking along -z; angles in radians, counter-clockwise seen from where the axis
       points. "Global" is the space of the world: that of the topmost Node3D's parent.

What is set is kept: `rotation_degrees`, `rotation`, `quaternion` and `scale` give back what they were given, also where
other values would look the same. A basis or a transform that was assigned is kept exactly, too; rotation and scale are
read out of it when one of them is asked for or set, and setting one of them keeps the other. Euler angles that are read
out are those of `rotation_order`; in degrees, what is nearer than 0.0005 to a whole number is that number.

Global values are right at any time, inside and outside a tree; inside, the tree's store computes them (engine.tree.
transforms.store), which knows of a change as soon as it is made.
"""

from __future__ import annotations

from enum import IntEnum
from math import degrees, dist, radians
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_choice, checked_numbers
from engine.math import Vector3
from engine.math.basis import Basis
from engine.math.euler import EulerOrder, euler_of_rotation, rotation_of_euler
from engine.math.quaternion import Quaternion
from engine.math.rotation_forms import rotation_of_quaternion
from engine.math.transform_3d import Transform3D
from engine.tree.flags import MASK_CORE, MASK_NEW
from engine.tree.node import Node
from engine.tree.transforms.changes import TransformChanges
from engine.tree.transforms.store import NOWHERE
from engine.tree.transforms.store_3d import NO_TURN, UNIT_TOLERANCE, global_3d, parent_3d
from nodes.world_3d.movement_3d import Movement3D
from nodes.world_3d.visibility_3d import Visibility3D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math.euler import Columns
    from engine.tree.transforms.spaces import Matrix
    from engine.tree.transforms.store_3d import TransformStore3D

_new = tuple.__new__
_SPECIAL = MASK_NEW | MASK_CORE
_SNAP = 0.0005

# How a rotation was given, the first of a node's parts.
_RADIANS = 0
_DEGREES = 1
_QUATERNION = 2

_ORIGIN = Vector3.ZERO
_UPRIGHT = (_RADIANS, _ORIGIN, Vector3.ONE)
_NOT_GIVEN: tuple[int, Any, Any] = (_QUATERNION, None, None)  # for reading, as if by a quaternion


class _RotationEditMode(IntEnum):
    """In which form an editor shows the rotation."""

    EULER = 0
    QUATERNION = 1
    BASIS = 2


class Settings(NamedTuple):
    """What few nodes change."""

    visible: bool = True
    order: EulerOrder = EulerOrder.YXZ
    edit_mode: _RotationEditMode = _RotationEditMode.EULER


_USUAL = Settings()


class Node3D(Movement3D, Visibility3D, TransformChanges, Node):
    """A node with a 3D transform; the transforms of its children are relative to it.

    The base of everything that stands somewhere in a 3D world, and, as it is, a group of such things. A parent that is
    not a Node3D, and `top_level`, cut the chain: such a node's transform is relative to the world.
    """

    __slots__ = ("_basis", "_db", "_dp", "_parts", "_pos", "_settings", "_slot")

    RotationEditMode = _RotationEditMode
    """How an inspector shows the rotation, for `rotation_edit_mode`."""

    _sets_core = True
    _is_3d = True
    _top_level = False
    _kept_in = {
        "transform": ("_pos", "_basis", "_parts"),
        "rotation_order": ("_settings",),
        "rotation_edit_mode": ("_settings",),
        "visible": ("_settings",),
        "top_level": ("_top_level",),
        "visibility_parent": "_rare",
    }

    _pos: Vector3 | None  # None: a view has written it, and the store knows
    _basis: Columns | None
    _parts: tuple[int, Any, Vector3] | None  # how it was turned, rotation, scale; None: to be read out of `_basis`
    _settings: Settings
    _slot: int
    _dp: dict[int, Any]
    _db: dict[int, Any]

    def __init__(self, name: str = "", **exported: Any) -> None:
        special = self._mask & _SPECIAL
        if not special:  # spelled out: calling up through the classes costs 70 ns a node
            self._flags = 0
            self._name = ""
            self._parent = self._children = self._tree = None
            self._pos = _ORIGIN
            self._basis = NO_TURN
            self._parts = _UPRIGHT
            self._settings = _USUAL
            self._slot = -1
            self._dp = self._db = NOWHERE
        elif not special & MASK_NEW:
            self._flags = 0
            self._name = ""
            self._parent = self._children = self._tree = None
            self._init_core()
        if name:
            self._name_first(name)
        if exported:
            self._set_exported(exported)

    def _init_core(self) -> None:
        super()._init_core()
        self._pos = _ORIGIN
        self._basis = NO_TURN
        self._parts = _UPRIGHT
        self._settings = _USUAL
        self._slot = -1
        self._dp = self._db = NOWHERE

    # --- local -------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Vector3:
        """Where it stands in its parent's space, in metres.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than three finite numbers.
        """
        position = self._pos
        return position if position is not None else self._local()[1]

    @position.setter
    def position(self, position: Sequence[float]) -> None:
        if type(position) is not Vector3 or dist(position, position):  # the distance to itself of what is not finite
            position = self._triple("position", position)
        self._pos = position
        self._dp[self._slot] = position

    @property
    def rotation(self) -> Vector3:
        """The Euler angles in radians about x, y and z, applied in `rotation_order`.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than three finite numbers.
        """
        how, rotation, _ = self._own_parts() or _NOT_GIVEN
        if how == _RADIANS:
            kept: Vector3 = rotation
            return kept
        if how == _DEGREES:
            return _new(Vector3, map(radians, rotation))
        return self._read_euler()

    @rotation.setter
    def rotation(self, rotation: Sequence[float]) -> None:
        self._turn(_RADIANS, self._triple("rotation", rotation), self.scale)

    @property
    def rotation_degrees(self) -> Vector3:
        """`rotation` in degrees; gives back exactly what was set, as long as nothing else turns the node."""
        how, rotation, _ = self._own_parts() or _NOT_GIVEN
        if how == _DEGREES:
            kept: Vector3 = rotation
            return kept
        if how == _RADIANS:
            return _new(Vector3, map(degrees, rotation))
        return _new(Vector3, map(_snapped_degrees, self._read_euler()))

    @rotation_degrees.setter
    def rotation_degrees(self, rotation_degrees: Sequence[float]) -> None:
        self._turn(_DEGREES, self._triple("rotation_degrees", rotation_degrees), self.scale)

    @property
    def quaternion(self) -> Quaternion:
        """The rotation as a quaternion; what is assigned is made 1 long.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than four finite numbers, or to four zeros.
        """
        parts = self._own_parts()
        if parts is None:
            return self.basis.get_rotation_quaternion()
        how, rotation, _ = parts
        if how == _QUATERNION:
            kept: Quaternion = rotation
            return kept
        angles = rotation if how == _RADIANS else tuple(map(radians, rotation))
        return Quaternion.from_euler(angles, self._settings.order)

    @quaternion.setter
    def quaternion(self, quaternion: Sequence[float]) -> None:
        numbers = checked_numbers(self, "quaternion", quaternion, 4)
        x, y, z, w = numbers
        if not (x or y or z or w):
            raise InvalidValueError(
                f"{self._where()}.quaternion must not be four zeros, which turn nowhere; the identity is (0, 0, 0, 1)"
            )
        kept = _new(Quaternion, numbers)
        if abs(x * x + y * y + z * z + w * w - 1.0) > UNIT_TOLERANCE:
            kept = kept.normalized()
        self._turn(_QUATERNION, kept, self.scale)

    @property
    def scale(self) -> Vector3:
        """By how much it is stretched along its own three axes; negative mirrors.

        What is read out of a mirroring basis has three negative numbers, whichever axis was mirrored. A scale of 0 is
        kept, and flattens: such a node has no inverse.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than three finite numbers.
        """
        parts = self._own_parts()
        return parts[2] if parts is not None else self.basis.get_scale()

    @scale.setter
    def scale(self, scale: Sequence[float]) -> None:
        kept = self._triple("scale", scale)
        how, rotation, _ = self._own_parts() or (_QUATERNION, self.quaternion, None)
        self._turn(how, rotation, kept)

    @property
    @exported(EulerOrder.YXZ)
    def rotation_order(self) -> EulerOrder:
        """In which order the angles of `rotation` and `rotation_degrees` are applied; default YXZ: first z, then x, y.

        Setting it turns nothing: the angles change.

        Raises:
            InvalidValueError: not an EulerOrder.
        """
        return self._settings.order

    @rotation_order.setter
    def rotation_order(self, rotation_order: int) -> None:
        order = checked_choice(self, "rotation_order", rotation_order, EulerOrder)
        if order is self._settings.order:
            return
        parts = self._own_parts()
        if parts is not None and any(parts[1][:3]):  # without any angle, the angles are the same in all orders
            self._parts = (_QUATERNION, self.quaternion, parts[2])
        self._set(order=order)

    @property
    @exported(_RotationEditMode.EULER)
    def rotation_edit_mode(self) -> _RotationEditMode:
        """In which form an editor shows the rotation: EULER (the default), QUATERNION or BASIS.

        Raises:
            InvalidValueError: not a RotationEditMode.
        """
        return self._settings.edit_mode

    @rotation_edit_mode.setter
    def rotation_edit_mode(self, rotation_edit_mode: int) -> None:
        mode = checked_choice(self, "rotation_edit_mode", rotation_edit_mode, _RotationEditMode)
        self._set(edit_mode=mode)

    @property
    def basis(self) -> Basis:
        """Rotation, scale and skew as one; assigned, it is kept exactly.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than nine finite numbers.
        """
        return _new(Basis, self._local()[0])

    @basis.setter
    def basis(self, basis: Sequence[float]) -> None:
        self._place_basis(checked_numbers(self, "basis", basis, 9))

    @property
    @exported(Transform3D.IDENTITY)
    def transform(self) -> Transform3D:
        """Position, rotation, scale and skew as one; assigned, it is kept exactly.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than twelve finite numbers.
        """
        basis, position = self._local()
        return _new(Transform3D, (*basis, *position))

    @transform.setter
    def transform(self, transform: Sequence[float]) -> None:
        self._place(checked_numbers(self, "transform", transform, 12))

    # --- global ------------------------------------------------------------------------------------------------------

    def _global(self) -> Matrix:
        slot = self._slot
        if slot < 0:
            return global_3d(self)
        return self._tree.transforms_3d.global_of(slot)  # type: ignore[union-attr]  # with a slot it is in a tree

    @property
    def global_position(self) -> Vector3:
        """Where it stands in the world, in metres.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than three finite numbers.
            SingularTransformError: set while an ancestor flattens space.
        """
        return _new(Vector3, self._global()[9:])

    @global_position.setter
    def global_position(self, global_position: Sequence[float]) -> None:
        position = self._triple("global_position", global_position)
        parent = parent_3d(self)
        self.position = position if parent is None else self._inverse_of(parent, "global_position").xform(position)

    @property
    def global_basis(self) -> Basis:
        """Rotation, scale and skew in the world, without the position.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than nine finite numbers.
            SingularTransformError: set while an ancestor flattens space.
        """
        return _new(Basis, self._global()[:9])

    @global_basis.setter
    def global_basis(self, global_basis: Sequence[float]) -> None:
        basis = checked_numbers(self, "global_basis", global_basis, 9)
        self.basis = self._basis_below("global_basis", _new(Basis, basis))

    @property
    def global_rotation(self) -> Vector3:
        """Its rotation in the world: Euler angles in radians about x, y and z, in Godot's order YXZ for every node.

        Setting it keeps the scale in the world, and loses skew.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than three finite numbers.
            SingularTransformError: set while an ancestor flattens space.
        """
        return self.global_basis.get_euler()

    @global_rotation.setter
    def global_rotation(self, global_rotation: Sequence[float]) -> None:
        self._turn_globally("global_rotation", self._triple("global_rotation", global_rotation))

    @property
    def global_rotation_degrees(self) -> Vector3:
        """`global_rotation` in degrees."""
        return _new(Vector3, map(_snapped_degrees, self.global_rotation))

    @global_rotation_degrees.setter
    def global_rotation_degrees(self, global_rotation_degrees: Sequence[float]) -> None:
        angles = self._triple("global_rotation_degrees", global_rotation_degrees)
        self._turn_globally("global_rotation_degrees", _new(Vector3, map(radians, angles)))

    @property
    def global_transform(self) -> Transform3D:
        """Its transform in the world: the product of all transforms from the topmost Node3D down to this one.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than twelve finite numbers.
            SingularTransformError: set while an ancestor flattens space.
        """
        return _new(Transform3D, self._global())

    @global_transform.setter
    def global_transform(self, global_transform: Sequence[float]) -> None:
        numbers = checked_numbers(self, "global_transform", global_transform, 12)
        parent = parent_3d(self)
        if parent is not None:
            numbers = self._inverse_of(parent, "global_transform") * _new(Transform3D, numbers)
        self.transform = numbers

    @property
    @exported(False)
    def top_level(self) -> bool:
        """Whether its transform is relative to the world in place of its parent; default False. It hides with it.

        Changing it inside a tree keeps the global transform, as in Godot.
        """
        return self._top_level

    @top_level.setter
    def top_level(self, top_level: bool) -> None:
        top_level = checked_bool(self, "top_level", top_level)
        if top_level == self._top_level:
            return
        kept = self.global_transform if self._slot >= 0 else None
        self._top_level = top_level
        if kept is not None:
            self._transform_store().set_top_level(self)
            self._keep_global(kept)

    def get_parent_node_3d(self) -> Node3D | None:
        """The parent that its transform is relative to; None if that is the world."""
        parent: Node3D | None = parent_3d(self)
        return parent

    # --- within ------------------------------------------------------------------------------------------------------

    def _transform_store(self) -> TransformStore3D:
        return self._tree.transforms_3d  # type: ignore[union-attr]  # with a slot it is in a tree

    def _set(self, **settings: Any) -> None:
        self._settings = self._settings._replace(**settings)

    def _local(self) -> tuple[Columns, Vector3]:
        basis, position = self._basis, self._pos
        if basis is None or position is None:
            return self._transform_store().local_of(self)  # type: ignore[return-value]
        return basis, position

    def _own_parts(self) -> tuple[int, Any, Vector3] | None:
        if self._basis is None:
            self._local()
        return self._parts

    def _take_back(self, basis: Columns, numbers: list[float]) -> None:
        """Have the own basis again, which a view has set by these numbers: quaternion, scale, the axes as turned."""
        how, rotation, _ = self._parts or (_QUATERNION, _new(Quaternion, numbers[:4]), None)
        self._basis = basis
        self._parts = (how, rotation, _new(Vector3, numbers[4:7]))

    def _turned_and_scaled(self) -> tuple[float, ...]:
        """What `_take_back` takes."""
        quaternion = self.quaternion
        how, rotation, scale = self._own_parts() or (_QUATERNION, quaternion, self.scale)
        return (*quaternion, *scale, *self._turned(how, rotation))

    def _read_euler(self) -> Vector3:
        order = self._settings.order
        parts = self._parts
        if parts is None:
            return self.basis.get_euler(order)
        return _new(Vector3, euler_of_rotation(rotation_of_quaternion(parts[1], ""), order))

    def _turn_to(self, quaternion: Quaternion, scale: Vector3) -> None:
        self._turn(_QUATERNION, quaternion.normalized(), scale)

    def _turn(self, how: int, rotation: Any, scale: Vector3) -> None:
        """Take over rotation and scale."""
        basis = self._turned(how, rotation)
        if scale != (1.0, 1.0, 1.0):
            sx, sy, sz = scale
            xx, xy, xz, yx, yy, yz, zx, zy, zz = basis
            basis = (xx * sx, xy * sx, xz * sx, yx * sy, yy * sy, yz * sy, zx * sz, zy * sz, zz * sz)
        self._parts = (how, rotation, scale)
        self._basis = basis
        self._db[self._slot] = basis

    def _turned(self, how: int, rotation: Any) -> Columns:
        if how == _QUATERNION:
            return rotation_of_quaternion(rotation, "")
        angles = rotation if how == _RADIANS else tuple(map(radians, rotation))
        return rotation_of_euler(angles, self._settings.order, "")

    def _place_basis(self, basis: tuple[float, ...]) -> None:
        self._parts = None
        self._basis = kept = basis[:9]  # type: ignore[assignment]  # nine
        self._db[self._slot] = kept

    def _place(self, transform: tuple[float, ...]) -> None:
        self._place_basis(transform)
        self.position = _new(Vector3, transform[9:])

    def _triple(self, name: str, value: Sequence[float]) -> Vector3:
        if type(value) is tuple and len(value) == 3:  # the usual thing, several times as fast
            x, y, z = value
            if type(x) is float and type(y) is float and type(z) is float and not x - x + y - y + z - z:
                return _new(Vector3, value)
        return _new(Vector3, checked_numbers(self, name, value, 3))


def _snapped_degrees(angle: float) -> float:
    """An angle in degrees; the whole number that it is next to."""
    value = degrees(angle)
    whole = round(value)
    return float(whole) if abs(value - whole) <= _SNAP else value
