"""Node2D: a node with a place, a rotation, a scale and a skew in the 2D world.

Space: pixels, y down; angles in radians, clockwise on the screen. "Global" is the space of the canvas: that of the
       topmost Node2D's parent.

What is set is kept: `rotation`, `scale` and `skew` give back what they were given, also where other values would look
the same. A transform that was assigned as a whole is kept exactly, too; the three are read out of it when one of them
is asked for or set, and setting one of them keeps the two others.

Global values are right at any time, inside and outside a tree; inside, the tree's store computes them (engine.tree.
transforms.store), which knows of a change as soon as it is made.
"""

from __future__ import annotations

from math import atan2, cos, degrees, dist, pi, radians, sin
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.log import get_logger
from engine.core.property_checks import checked_bool, checked_finite, checked_numbers
from engine.math import Transform2D, Vector2
from engine.math.errors import MathValueError, SingularTransformError
from engine.math.scalars import EPSILON, is_zero_approx, sign
from engine.math.value import shortened
from engine.tree.flags import MASK_CORE, MASK_NEW
from engine.tree.transforms.changes import TransformChanges
from engine.tree.transforms.store import NOWHERE
from engine.tree.transforms.store_2d import NO_TURN, ORIGIN, global_2d, parent_2d
from nodes.world_2d.canvas.canvas_item import CanvasItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tree.node import Node
    from engine.tree.transforms.store_2d import Basis2D, Matrix2D, TransformStore2D

_new = tuple.__new__
_UPRIGHT = (0.0, Vector2.ONE, 0.0)
_SPECIAL = MASK_NEW | MASK_CORE


class Node2D(TransformChanges, CanvasItem):
    """A node with a 2D transform; the transforms of its children are relative to it.

    The base of everything that stands somewhere in a 2D world, and, as it is, a group of such things. A parent that is
    not a Node2D, and `top_level`, cut the chain: such a node's transform is relative to the canvas.
    """

    __slots__ = ("_basis", "_db", "_dp", "_parts", "_pos", "_slot")

    _sets_core = True
    _is_2d = True
    _kept_in = {
        "position": ("_pos",),
        "rotation": ("_basis", "_parts"),
        "scale": ("_basis", "_parts"),
        "skew": ("_basis", "_parts"),
    }

    _pos: Vector2 | None  # None: a view has written it, and the store knows
    _basis: Basis2D | None
    _parts: tuple[float, Vector2, float] | None  # rotation, scale, skew; None: to be read out of `_basis`
    _slot: int
    _dp: dict[int, Any]
    _db: dict[int, Any]

    def __init__(self, name: str = "", **exported: Any) -> None:
        special = self._mask & _SPECIAL
        if not special:  # spelled out: calling up through the classes costs 70 ns a node
            self._flags = 0
            self._name = ""
            self._parent = self._children = self._tree = self._canvas = None
            self._pos = ORIGIN
            self._basis = NO_TURN
            self._parts = _UPRIGHT
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
        self._pos = ORIGIN
        self._basis = NO_TURN
        self._parts = _UPRIGHT
        self._slot = -1
        self._dp = self._db = NOWHERE

    # --- local -------------------------------------------------------------------------------------------------------

    @property
    @exported(Vector2.ZERO, unit="px")
    def position(self) -> Vector2:
        """Where it stands in its parent's space, in pixels.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers.
        """
        position = self._pos
        return position if position is not None else self._local()[1]

    @position.setter
    def position(self, position: Sequence[float]) -> None:
        if type(position) is Vector2:
            if dist(position, position):  # the distance to itself of what is not finite
                position = self._pair("position", position)
        elif type(position) is tuple and len(position) == 2:  # what `_pair` does with it; the call would be a tenth
            x, y = position
            if type(x) is float and type(y) is float and not x - x + y - y:
                position = _new(Vector2, position)
            else:
                position = self._pair("position", position)
        else:
            position = self._pair("position", position)
        self._pos = position
        self._dp[self._slot] = position

    @property
    @exported(0.0, unit="rad")
    def rotation(self) -> float:
        """The angle in radians, clockwise on the screen, about its own origin.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return (self._parts or self._read_parts())[0]

    @rotation.setter
    def rotation(self, rotation: float) -> None:
        _, scale, skew = self._parts or self._read_parts()
        self._turn("rotation", self._number("rotation", rotation), scale, skew)

    @property
    def rotation_degrees(self) -> float:
        """`rotation` in degrees."""
        return degrees(self.rotation)

    @rotation_degrees.setter
    def rotation_degrees(self, rotation_degrees: float) -> None:
        self.rotation = radians(self._number("rotation_degrees", rotation_degrees))

    @property
    @exported(Vector2.ONE)
    def scale(self) -> Vector2:
        """By how much it is stretched along its own two axes; negative mirrors.

        A component nearer to 0 than 0.00001 becomes 0.00001: a flat world can be neither simulated nor clicked on.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers.
        """
        return (self._parts or self._read_parts())[1]

    @scale.setter
    def scale(self, scale: Sequence[float]) -> None:
        x, y = self._pair("scale", scale)
        rotation, _, skew = self._parts or self._read_parts()
        kept = Vector2(EPSILON if is_zero_approx(x) else x, EPSILON if is_zero_approx(y) else y)
        self._turn("scale", rotation, kept, skew)

    @property
    @exported(0.0, unit="rad")
    def skew(self) -> float:
        """By how much the y axis is turned further than the x axis, in radians.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return (self._parts or self._read_parts())[2]

    @skew.setter
    def skew(self, skew: float) -> None:
        rotation, scale, _ = self._parts or self._read_parts()
        self._turn("skew", rotation, scale, self._number("skew", skew))

    @property
    def transform(self) -> Transform2D:
        """Position, rotation, scale and skew as one; assigned, it is kept exactly.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than six finite numbers.
        """
        basis, position = self._local()
        return _new(Transform2D, (*basis, *position))

    @transform.setter
    def transform(self, transform: Sequence[float]) -> None:
        self._place(self._six("transform", transform))

    def translate(self, offset: Sequence[float]) -> None:
        """Move by `offset` pixels of the parent's space."""
        self.position = self.position + self._pair("translate(offset)", offset)

    def rotate(self, angle: float) -> None:
        """Turn by `angle` radians."""
        self.rotation = self.rotation + self._number("rotate(angle)", angle)

    def apply_scale(self, ratio: Sequence[float]) -> None:
        """Multiply `scale` by the two numbers of `ratio`."""
        self.scale = self.scale * self._pair("apply_scale(ratio)", ratio)

    def move_local_x(self, delta: float, scaled: bool = False) -> None:
        """Move by `delta` pixels along its own x axis; `scaled`: by `delta` times that axis as it is scaled."""
        self._move_along("move_local_x", self.transform.x, delta, scaled)

    def move_local_y(self, delta: float, scaled: bool = False) -> None:
        """Move by `delta` pixels along its own y axis; `scaled`: by `delta` times that axis as it is scaled."""
        self._move_along("move_local_y", self.transform.y, delta, scaled)

    def _move_along(self, method: str, axis: Vector2, delta: float, scaled: bool) -> None:
        length = self._number(f"{method}(delta)", delta)
        is_scaled = checked_bool(self, f"{method}(scaled)", scaled)
        self.position = self.position + (axis if is_scaled else axis.normalized()) * length

    # --- global ------------------------------------------------------------------------------------------------------

    def _global(self) -> Matrix2D:
        slot = self._slot
        if slot < 0:
            return global_2d(self)
        return self._tree.transforms_2d.global_of(slot)  # type: ignore[union-attr]  # with a slot it is in a tree

    @property
    def global_position(self) -> Vector2:
        """Where it stands on the canvas, in pixels.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers.
            SingularTransformError: set while an ancestor flattens the plane.
        """
        slot = self._slot
        matrix = global_2d(self) if slot < 0 else self._tree.transforms_2d.global_of(slot)  # type: ignore[union-attr]
        return _new(Vector2, matrix[4:])

    @global_position.setter
    def global_position(self, global_position: Sequence[float]) -> None:
        position = self._pair("global_position", global_position)
        parent = parent_2d(self)
        self.position = position if parent is None else self._inverse_of(parent, "global_position").xform(position)

    @property
    def global_rotation(self) -> float:
        """The angle of its x axis on the canvas, in radians, -pi to pi.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
            SingularTransformError: set while an ancestor flattens the plane.
        """
        xx, xy, _, _, _, _ = self._global()
        return atan2(xy, xx)

    @global_rotation.setter
    def global_rotation(self, global_rotation: float) -> None:
        rotation = self._number("global_rotation", global_rotation)
        parent = parent_2d(self)
        if parent is not None:
            now = self.global_transform
            rotation = (
                self._inverse_of(parent, "global_rotation") * Transform2D(rotation, now.get_scale(), 0.0, now.origin)
            ).get_rotation()
        self.rotation = rotation

    @property
    def global_rotation_degrees(self) -> float:
        """`global_rotation` in degrees, -180 to 180."""
        return degrees(self.global_rotation)

    @global_rotation_degrees.setter
    def global_rotation_degrees(self, global_rotation_degrees: float) -> None:
        self.global_rotation = radians(self._number("global_rotation_degrees", global_rotation_degrees))

    @property
    def global_scale(self) -> Vector2:
        """The lengths of its axes on the canvas; y is negative for a mirror image.

        Setting it sets `scale`, so under a parent that skews it comes as near as a scale can.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers.
            SingularTransformError: set while an ancestor flattens the plane.
        """
        return self.global_transform.get_scale()

    @global_scale.setter
    def global_scale(self, global_scale: Sequence[float]) -> None:
        scale = self._pair("global_scale", global_scale)
        parent = parent_2d(self)
        if parent is not None:
            x, y, origin = _columns(self.global_transform)
            wanted = Transform2D(x.normalized() * scale.x, y.normalized() * scale.y, origin)
            scale = (self._inverse_of(parent, "global_scale") * wanted).get_scale()
        self.scale = scale

    @property
    def global_skew(self) -> float:
        """By how much its y axis is turned further than its x axis on the canvas, in radians.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
            SingularTransformError: set while an ancestor flattens the plane.
        """
        return self.global_transform.get_skew()

    @global_skew.setter
    def global_skew(self, global_skew: float) -> None:
        skew = self._number("global_skew", global_skew)
        parent = parent_2d(self)
        if parent is not None:
            now = self.global_transform
            x, y, origin = _columns(now)
            upright = x.rotated(pi * 0.5 + skew).normalized() * (sign(now.determinant()) * y.length())
            skew = (self._inverse_of(parent, "global_skew") * Transform2D(x, upright, origin)).get_skew()
        self.skew = skew

    @property
    def global_transform(self) -> Transform2D:
        """Its transform on the canvas: the product of all transforms from the topmost Node2D down to this one.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than six finite numbers.
            SingularTransformError: set while an ancestor flattens the plane.
        """
        return _new(Transform2D, self._global())

    @global_transform.setter
    def global_transform(self, global_transform: Sequence[float]) -> None:
        transform = self._six("global_transform", global_transform)
        parent = parent_2d(self)
        self.transform = transform if parent is None else self._inverse_of(parent, "global_transform") * transform

    def _on_canvas(self) -> Transform2D:
        return self.global_transform

    def global_translate(self, offset: Sequence[float]) -> None:
        """Move by `offset` pixels of the canvas."""
        self.global_position = self.global_position + self._pair("global_translate(offset)", offset)

    def get_local_mouse_position(self) -> Vector2:
        """Where the mouse is, in this node's own pixels."""
        return self.to_local(self.get_global_mouse_position())

    def to_local(self, global_point: Sequence[float]) -> Vector2:
        """The point of its own space that lies at `global_point` of the canvas.

        Raises:
            SingularTransformError: its global transform flattens the plane.
        """
        return self._inverse_of(self, "to_local()").xform(self._pair("to_local(global_point)", global_point))

    def to_global(self, local_point: Sequence[float]) -> Vector2:
        """The point of the canvas where `local_point` of its own space lies."""
        return self.global_transform.xform(self._pair("to_global(local_point)", local_point))

    def get_angle_to(self, point: Sequence[float]) -> float:
        """By how much it would have to turn to look at a point of the canvas, in radians, -pi to pi."""
        return (self.to_local(point) * self.scale).angle()

    def look_at(self, point: Sequence[float]) -> None:
        """Turn so that its x axis points at a point of the canvas."""
        self.rotate(self.get_angle_to(point))

    def get_relative_transform_to_parent(self, parent: Node) -> Transform2D:
        """Its transform in the space of `parent`, a node above it; the identity for itself.

        For another node an error is logged, and the transform is the one relative to the topmost Node2D above.
        """
        transform = Transform2D.IDENTITY
        node: Any = self
        while node is not parent:
            above = node._parent
            if not isinstance(above, Node2D):
                get_logger("nodes").error(
                    f"{self._where()}.get_relative_transform_to_parent: {_named(parent)} is not a Node2D above it"
                )
                return transform
            transform = node.transform * transform
            node = above
        return transform

    # --- within ------------------------------------------------------------------------------------------------------

    def _transform_store(self) -> TransformStore2D:
        return self._tree.transforms_2d  # type: ignore[union-attr]  # with a slot it is in a tree

    def _local(self) -> tuple[Basis2D, Vector2]:
        basis, position = self._basis, self._pos
        if basis is None or position is None:
            return self._transform_store().local_of(self)  # type: ignore[return-value]
        return basis, position

    def _take_back(self, basis: Basis2D, numbers: list[float]) -> None:
        """Have the own basis again, which a view has set by these numbers: rotation, scale, skew."""
        rotation, x, y, skew = numbers
        self._basis, self._parts = basis, (rotation, Vector2(x, y), skew)

    def _turned_and_scaled(self) -> tuple[float, float, float, float]:
        """What `_take_back` takes."""
        rotation, (x, y), skew = self._parts or self._read_parts()
        return rotation, x, y, skew

    def _turn(self, name: str, rotation: float, scale: Vector2, skew: float) -> None:
        """Take over rotation, scale and skew, one of them new: the one called `name`."""
        sx, sy = scale
        try:
            slant = rotation + skew
            basis = (cos(rotation) * sx, sin(rotation) * sx, -sin(slant) * sy, cos(slant) * sy)
        except ValueError:
            raise InvalidValueError(
                f"{self._where()}.{name} must leave rotation + skew finite, got {rotation!r} + {skew!r}"
            ) from None
        self._parts = (rotation, scale, skew)
        self._basis = basis
        self._db[self._slot] = basis

    def _read_parts(self) -> tuple[float, Vector2, float]:
        transform = self.transform
        if self._parts is not None:  # a view had set them
            return self._parts
        return transform.get_rotation(), transform.get_scale(), transform.get_skew()

    def _place(self, transform: Transform2D) -> None:
        self._parts = None
        self._basis = basis = transform[:4]
        self._db[self._slot] = basis
        self.position = transform.origin

    def _inverse_of(self, node: Node2D, what: str) -> Transform2D:
        try:
            return node.global_transform.affine_inverse()
        except (SingularTransformError, MathValueError):
            raise SingularTransformError(
                f"{self._where()}.{what} needs the inverse of the global transform of {node._where()}, "
                "which flattens the plane; give it and those above it a scale and axes that do not"
            ) from None

    def _number(self, name: str, value: float) -> float:
        return checked_finite(self, name, value)

    def _pair(self, name: str, value: Sequence[float]) -> Vector2:
        if type(value) is tuple and len(value) == 2:  # the usual thing, six times as fast
            x, y = value
            if type(x) is float and type(y) is float and not x - x + y - y:
                return _new(Vector2, value)
        return _new(Vector2, checked_numbers(self, name, value, 2))

    def _six(self, name: str, value: Sequence[float]) -> Transform2D:
        return _new(Transform2D, checked_numbers(self, name, value, 6))


def _columns(transform: Transform2D) -> tuple[Vector2, Vector2, Vector2]:
    return transform.x, transform.y, transform.origin


def _named(node: object) -> str:
    return str(node._where()) if hasattr(node, "_where") else shortened(node)
