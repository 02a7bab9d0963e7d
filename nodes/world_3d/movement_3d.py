"""How a Node3D is moved, turned and scaled by steps, and how it looks at things: a part of Node3D.

Space: metres; angles in radians, counter-clockwise seen from where the axis points; "local" is the parent's space,
       "object local" the node's own.

A node that is turned and scaled, but not skewed, stays so: turning multiplies quaternions, which keeps the scale to the
last bit. Where the result is skewed, as turning about an own axis under different scales, the basis is multiplied.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_finite
from engine.math import Vector3
from engine.math.basis import Basis
from engine.math.errors import MathValueError, SingularTransformError
from engine.math.quaternion import Quaternion
from engine.math.rotation_forms import orthonormal
from engine.math.scalars import EPSILON
from engine.math.transform_3d import Transform3D
from engine.math.value import shortened
from engine.tree.flags import UNSCALED
from engine.tree.transforms.store_3d import parent_3d

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math.euler import Columns
    from engine.tree.transforms.store_3d import TransformStore3D

_new = tuple.__new__
_ONE = Vector3.ONE


class Movement3D:
    """The movements of a Node3D."""

    if TYPE_CHECKING:
        position: Vector3
        quaternion: Quaternion
        scale: Vector3
        basis: Basis
        global_position: Vector3
        global_basis: Basis
        global_transform: Transform3D
        _parent: Any
        _flags: int
        _mask: int
        _top_level: bool
        _pos: Any
        _basis: Any
        _slot: int
        _dp: dict[int, Any]
        _db: dict[int, Any]

        def _where(self) -> str: ...
        def _transform_store(self) -> TransformStore3D: ...
        def _triple(self, name: str, value: Sequence[float]) -> Vector3: ...
        def _local(self) -> tuple[Columns, Vector3]: ...
        def _own_parts(self) -> tuple[int, Any, Vector3] | None: ...
        def _turn_to(self, quaternion: Quaternion, scale: Vector3) -> None: ...
        def _place(self, transform: tuple[float, ...]) -> None: ...
    else:
        __slots__ = ()  # a checker would miss in it what Node3D has

    # --- by steps ----------------------------------------------------------------------------------------------------

    def rotate(self, axis: Sequence[float], angle: float) -> None:
        """Turn by `angle` radians about an axis of the parent's space, through its own origin.

        Raises:
            InvalidValueError: the axis is not 1 long, or something is not finite.
        """
        self._turn_by(self._about("rotate", axis, angle))

    def rotate_x(self, angle: float) -> None:
        """Turn by `angle` radians about the x axis of the parent's space."""
        self._turn_by(self._about("rotate_x", Vector3.RIGHT, angle))

    def rotate_y(self, angle: float) -> None:
        """Turn by `angle` radians about the y axis of the parent's space."""
        self._turn_by(self._about("rotate_y", Vector3.UP, angle))

    def rotate_z(self, angle: float) -> None:
        """Turn by `angle` radians about the z axis of the parent's space."""
        self._turn_by(self._about("rotate_z", Vector3.BACK, angle))

    def rotate_object_local(self, axis: Sequence[float], angle: float) -> None:
        """Turn by `angle` radians about one of its own axes; under different scales that skews, as in Godot.

        Raises:
            InvalidValueError: the axis is not 1 long, or something is not finite.
        """
        turn = self._about("rotate_object_local", axis, angle)
        scale = self.scale
        if self._own_parts() is not None and scale.x == scale.y == scale.z:
            self._turn_to(self.quaternion * turn, scale)
        else:
            self.basis = self.basis * Basis(turn)

    def global_rotate(self, axis: Sequence[float], angle: float) -> None:
        """Turn by `angle` radians about an axis of the world, through its own origin.

        Raises:
            InvalidValueError: the axis is not 1 long, or something is not finite.
            SingularTransformError: an ancestor flattens space.
        """
        turn = self._about("global_rotate", axis, angle)
        if parent_3d(self) is None:
            self._turn_by(turn)
        else:
            self.basis = self._basis_below("global_rotate()", Basis(turn) * self.global_basis)

    def translate(self, offset: Sequence[float]) -> None:
        """Move by `offset` along its own axes as they are scaled, as Godot does in 3D."""
        self.position = self.position + self.basis.xform(self._triple("translate(offset)", offset))

    def translate_object_local(self, offset: Sequence[float]) -> None:
        """The same as `translate`."""
        self.position = self.position + self.basis.xform(self._triple("translate_object_local(offset)", offset))

    def global_translate(self, offset: Sequence[float]) -> None:
        """Move by `offset` metres of the world.

        Raises:
            SingularTransformError: an ancestor flattens space.
        """
        offset = self._triple("global_translate(offset)", offset)
        parent = parent_3d(self)
        if parent is not None:
            offset = self._inverse_of(parent, "global_translate()").basis.xform(offset)
        self.position = self.position + offset

    def scale_object_local(self, scale: Sequence[float]) -> None:
        """Multiply `scale` by three numbers."""
        factors = self._triple("scale_object_local(scale)", scale)
        if self._own_parts() is not None:
            self.scale = self.scale * factors
        else:
            self.basis = self.basis.scaled_local(factors)

    def global_scale(self, scale: Sequence[float]) -> None:
        """Stretch along the axes of the world by three numbers; the origin stays.

        Raises:
            SingularTransformError: an ancestor flattens space.
        """
        factors = self._triple("global_scale(scale)", scale)
        self.basis = self._basis_below("global_scale()", self.global_basis.scaled(factors))

    def orthonormalize(self) -> None:
        """Take scale and skew away; a mirror image stays one.

        Raises:
            SingularTransformError: its basis flattens space.
        """
        parts = self._own_parts()
        if parts is not None and min(parts[2]) > 0.0:
            self.scale = _ONE
            return
        axes = orthonormal(self._local()[0])
        if axes is None:
            raise SingularTransformError(
                f"{self._where()}.orthonormalize() needs three axes that do not lie in one plane, "
                f"got {shortened(self.basis)}; "
                "assign a basis"
            )
        self.basis = _new(Basis, axes)

    def set_identity(self) -> None:
        """Neither moved, turned nor scaled any more."""
        self.position = Vector3.ZERO
        self._turn_to(Quaternion.IDENTITY, _ONE)

    def set_disable_scale(self, disable: bool) -> None:
        """Leave scale and skew, also those of the nodes above, out of the global transform, for the children, too."""
        if bool(disable) != self.is_scale_disabled():
            self._flags ^= UNSCALED
            if self._slot >= 0:
                self._transform_store().set_unscaled(self, bool(disable))

    def is_scale_disabled(self) -> bool:
        """Whether `set_disable_scale(True)` was called."""
        return bool(self._flags & UNSCALED)

    # --- looking -----------------------------------------------------------------------------------------------------

    def look_at(self, target: Sequence[float], up: Sequence[float] = Vector3.UP, use_model_front: bool = False) -> None:
        """Turn so that the -z axis points at a point of the world; place and scale stay.

        It points there also below parents that stretch, where Godot's misses.

        Args:
            target: a point of the world.
            up: a direction of the world of any length but 0; the y axis is turned as near to it as that allows.
            use_model_front: points the +z axis at the target instead, the front of imported models.

        Raises:
            InvalidValueError: the target is where the node is, `up` is 0, or both lie on one line; nothing is changed.
            SingularTransformError: an ancestor flattens space.
        """
        self._look("look_at", self.global_position, target, up, use_model_front)

    def look_at_from_position(
        self,
        position: Sequence[float],
        target: Sequence[float],
        up: Sequence[float] = Vector3.UP,
        use_model_front: bool = False,
    ) -> None:
        """Move to `position`, a point of the world, and `look_at` from there; errors as there."""
        place = self._triple("look_at_from_position(position)", position)
        parent = parent_3d(self)
        local = place if parent is None else self._inverse_of(parent, "look_at_from_position()").xform(place)
        local = self._triple("look_at_from_position(position)", local)
        self._look("look_at_from_position", place, target, up, use_model_front)
        self.position = local

    def _look(self, what: str, eye: Vector3, target: Any, up: Any, use_model_front: bool) -> None:
        point = self._triple(f"{what}(target)", target)
        upward = self._triple(f"{what}(up)", up)
        if dist(point, eye) < EPSILON:
            raise InvalidValueError(
                f"{self._where()}.{what}(target) must be another point than where the node is, {eye}, "
                f"got {shortened(target)}"
            )
        ahead, above = point - eye, upward
        parent = parent_3d(self)
        if parent is not None:  # in the parent's space, so that the axis points there also if that is stretched
            back = self._inverse_of(parent, f"{what}()").basis
            ahead, above = back.xform(ahead), back.xform(above)
        try:
            basis = Basis.looking_at(ahead, above, bool(use_model_front))
        except MathValueError:
            raise InvalidValueError(
                f"{self._where()}.{what}(up) must be a direction that is not on one line with that to the target, "
                f"{point - eye}, got {shortened(up)}"
            ) from None
        self._turn_to(basis.get_rotation_quaternion(), self.scale)

    # --- between the spaces ------------------------------------------------------------------------------------------

    def to_local(self, global_point: Sequence[float]) -> Vector3:
        """The point of its own space that lies at `global_point` of the world.

        Raises:
            SingularTransformError: its global transform flattens space.
        """
        return self._inverse_of(self, "to_local()").xform(self._triple("to_local(global_point)", global_point))

    def to_global(self, local_point: Sequence[float]) -> Vector3:
        """The point of the world where `local_point` of its own space lies."""
        return self.global_transform.xform(self._triple("to_global(local_point)", local_point))

    # --- within ------------------------------------------------------------------------------------------------------

    def _about(self, what: str, axis: Sequence[float], angle: float) -> Quaternion:
        """The turn about an axis, checked."""
        amount = checked_finite(self, f"{what}(angle)", angle)
        direction = self._triple(f"{what}(axis)", axis)
        try:
            return Quaternion(direction, amount)
        except MathValueError:
            raise InvalidValueError(
                f"{self._where()}.{what}(axis) must be 1 long, got {shortened(axis)}; use axis.normalized()"
            ) from None

    def _turn_by(self, turn: Quaternion) -> None:
        """Turn in the parent's space."""
        if self._own_parts() is None:
            self.basis = Basis(turn) * self.basis
        else:
            self._turn_to(turn * self.quaternion, self.scale)

    def _turn_globally(self, what: str, angles: Vector3) -> None:
        if parent_3d(self) is None:
            self._turn_to(Quaternion.from_euler(angles), self.scale)
            return
        basis = Basis.from_euler(angles).scaled_local(self.global_basis.get_scale())
        self.basis = self._basis_below(what, basis)

    def _basis_below(self, what: str, basis: Basis) -> Basis:
        """The local basis that makes a global one."""
        parent = parent_3d(self)
        return basis if parent is None else self._inverse_of(parent, what).basis * basis

    def _inverse_of(self, node: Any, what: str) -> Transform3D:
        try:
            inverse: Transform3D = node.global_transform.affine_inverse()
        except (SingularTransformError, MathValueError):
            raise SingularTransformError(
                f"{self._where()}.{what} needs the inverse of the global transform of {node._where()}, "
                "which flattens space; give it and those above it a scale and axes that do not"
            ) from None
        return inverse
