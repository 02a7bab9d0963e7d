"""Projection: a 4 x 4 matrix, as an immutable tuple of its sixteen floats, column after column.

It carries a point of the camera's space (metres, looking along -z) to clip space; divided by w, what is seen lies
between -1 (left, bottom, near) and 1 (right, top, far), as in OpenGL. Numpy's [row, column] is
`numpy.reshape(projection, (4, 4)).T`, and what a shader's `mat4` takes is the tuple as it is.

pyrr builds the perspective, frustum and orthogonal matrices: its rows are our columns, as it multiplies from the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, isfinite
from typing import Any, ClassVar, NoReturn, Self, overload
from warnings import catch_warnings, simplefilter

from engine.math.aabb import AABB
from engine.math.camera_window import (
    checked_edges,
    checked_lens,
    converging_eye,
    eye_at_display,
    field_of_view_y,
    finite,
    half_window,
    needs,
)
from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError, SingularTransformError
from engine.math.plane import Plane
from engine.math.points import is_point
from engine.math.rect2 import Rect2
from engine.math.scalars import is_equal_approx
from engine.math.transform_3d import Transform3D
from engine.math.value import Value, real, reals, shortened
from engine.math.vector2 import Vector2
from engine.math.vector3 import Vector3
from engine.math.vector4 import Vector4

with catch_warnings():
    simplefilter("ignore")  # it has an unknown escape in a docstring, which would be an error where warnings are
    from pyrr import matrix44

_new = tuple.__new__
_FORMS = "nothing, a Transform3D, four columns, or sixteen numbers"


class Projection(Value, tuple[float, ...]):
    """A 4 x 4 matrix that acts on column vectors. Made of:

    - nothing: the identity
    - a Transform3D
    - `(x_axis, y_axis, z_axis, w_axis)`: its four columns
    - sixteen numbers, or a sequence of sixteen: the columns one after another

    `projection * Vector4` carries a vector, `projection * Vector3` a point, dividing by w; `projection * projection`
    applies the right one first; `Vector4 * projection` multiplies by the transposed matrix.

    >>> Projection.create_orthogonal(0, 4, 0, 2, 0, 10) * Vector3(4, 1, 0)
    Vector3(1.0, 0.0, -1.0)

    Raises:
        MathTypeError: something that is not a number, or another number of arguments.
    """

    __slots__ = ()

    PLANE_NEAR: ClassVar[int] = 0
    PLANE_FAR: ClassVar[int] = 1
    PLANE_LEFT: ClassVar[int] = 2
    PLANE_TOP: ClassVar[int] = 3
    PLANE_RIGHT: ClassVar[int] = 4
    PLANE_BOTTOM: ClassVar[int] = 5
    IDENTITY: ClassVar[Projection]
    ZERO: ClassVar[Projection]

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, source: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float], y: Sequence[float], z: Sequence[float], w: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, *numbers: float) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a matrix of one of the forms that the class describes."""
        match len(parts):
            case 0:
                return _new(cls, _IDENTITY)
            case 1:
                if isinstance(parts[0], Transform3D):
                    xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = parts[0]
                    return _new(cls, (xx, xy, xz, 0.0, yx, yy, yz, 0.0, zx, zy, zz, 0.0, ox, oy, oz, 1.0))
                return _new(cls, reals(parts[0], 16, "Projection"))
            case 4:
                x, y, z, w = (reals(part, 4, f"Projection.{name}") for part, name in zip(parts, "xyzw", strict=True))
                return _new(cls, x + y + z + w)
            case 16:
                return _new(cls, reals(parts, 16, "Projection"))
        raise MathTypeError(f"Projection takes {_FORMS}; got {len(parts)} arguments")

    # Well-known matrices

    @classmethod
    def create_perspective(
        cls, fovy: float, aspect: float, z_near: float, z_far: float, flip_fov: bool = False
    ) -> Projection:
        """What a camera sees whose picture is `aspect` times as wide as high.

        Args:
            fovy: the vertical field of view, in degrees.
            aspect: width over height.
            z_near: distance of the near plane, in metres.
            z_far: distance of the far plane, in metres.
            flip_fov: whether `fovy` is horizontal.

        Raises:
            MathValueError: an angle that is not between 0 and 180, an aspect or z_near not above 0, z_far not beyond.
        """
        lens = checked_lens("Projection.create_perspective", fovy, aspect, z_near, z_far, flip_fov)
        return _from_pyrr(matrix44.create_perspective_projection(*lens, dtype="f8"))

    @classmethod
    def create_perspective_hmd(
        cls,
        fovy: float,
        aspect: float,
        z_near: float,
        z_far: float,
        flip_fov: bool,
        eye: int,
        intraocular_dist: float,
        convergence_dist: float,
    ) -> Projection:
        """Like `create_perspective` for one eye of a head-mounted display: `eye` 1 is left, 2 right, 0 between.

        Distances, between the eyes and to where both look at, are in metres.
        """
        where = "Projection.create_perspective_hmd"
        lens = checked_lens(where, fovy, aspect, z_near, z_far, flip_fov)
        edges, move = converging_eye(where, lens, eye, intraocular_dist, convergence_dist)
        return cls.create_frustum(*edges) * Projection(Transform3D().translated((move, 0.0, 0.0)))

    @classmethod
    def create_for_hmd(
        cls,
        eye: int,
        aspect: float,
        intraocular_dist: float,
        display_width: float,
        display_to_lens: float,
        oversample: float,
        z_near: float,
        z_far: float,
    ) -> Projection:
        """What one eye sees of a head-mounted display: `eye` 1 is left, 2 right.

        Distance of the eyes, width of the display and distance to the lens are in any one unit; `oversample` widens
        the picture for what the lens distorts.

        Raises:
            MathValueError: another eye, or a display that shows nothing.
        """
        where = "Projection.create_for_hmd"
        sizes = aspect, intraocular_dist, display_width, display_to_lens, oversample
        return cls.create_frustum(*eye_at_display(where, eye, *sizes, z_near, z_far))

    @classmethod
    def create_frustum(
        cls, left: float, right: float, bottom: float, top: float, z_near: float, z_far: float
    ) -> Projection:
        """What is seen through a window at the distance `z_near`, given its edges there, in metres.

        Raises:
            MathValueError: edges in the wrong order, z_near not above 0, z_far not beyond it.
        """
        where = "Projection.create_frustum"
        edges = checked_edges(where, left, right, bottom, top, z_near, z_far)
        needs(edges[4] > 0.0, where, f"z_near must be greater than 0, got {z_near!r}")
        return _from_pyrr(matrix44.create_perspective_projection_from_bounds(*edges, dtype="f8"))

    @classmethod
    def create_frustum_aspect(
        cls, size: float, aspect: float, offset: Sequence[float], z_near: float, z_far: float, flip_fov: bool = False
    ) -> Projection:
        """Like `create_frustum` for a window `size` metres high (wide, with `flip_fov`), moved by `offset`."""
        where = "Projection.create_frustum_aspect"
        x, y = reals(offset, 2, f"{where}, offset")
        right, top = half_window(where, size, aspect, flip_fov)
        return cls.create_frustum(x - right, x + right, y - top, y + top, z_near, z_far)

    @classmethod
    def create_orthogonal(
        cls, left: float, right: float, bottom: float, top: float, z_near: float, z_far: float
    ) -> Projection:
        """What is seen without perspective, in the box with these edges, in metres; z_near may be negative.

        Raises:
            MathValueError: edges in the wrong order, z_far not beyond z_near.
        """
        edges = checked_edges("Projection.create_orthogonal", left, right, bottom, top, z_near, z_far)
        return _from_pyrr(matrix44.create_orthogonal_projection(*edges, dtype="f8"))

    @classmethod
    def create_orthogonal_aspect(
        cls, size: float, aspect: float, z_near: float, z_far: float, flip_fov: bool = False
    ) -> Projection:
        """Like `create_orthogonal` for a box around the axis, `size` metres high (wide, with `flip_fov`)."""
        right, top = half_window("Projection.create_orthogonal_aspect", size, aspect, flip_fov)
        return cls.create_orthogonal(-right, right, -top, top, z_near, z_far)

    @classmethod
    def create_depth_correction(cls, flip_y: bool) -> Projection:
        """The matrix that turns depths of -1 to 1 into 1 to 0, and y round with `flip_y`."""
        return _of(1, 0, 0, 0, 0, -1 if flip_y else 1, 0, 0, 0, 0, -0.5, 0, 0, 0, 0.5, 1)

    @classmethod
    def create_light_atlas_rect(cls, rect: Sequence[float]) -> Projection:
        """The matrix that scales x and y by the size of a Rect2 and moves them to its position."""
        x, y, width, height = Rect2(rect)
        return _of(width, 0, 0, 0, 0, height, 0, 0, 0, 0, 1, 0, x, y, 0, 1)

    @classmethod
    def create_fit_aabb(cls, aabb: Sequence[float]) -> Projection:
        """The matrix that fits a box into -1 to 1.

        Raises:
            DivisionByZeroError: the box is flat.
        """
        box = AABB(aabb)
        if 0.0 in box.size:
            raise DivisionByZeroError(f"Projection.create_fit_aabb: a flat box fits no cube, got {box!r}")
        (x, y, z), center = Vector3(2.0, 2.0, 2.0) / box.size, box.get_center()
        return _of(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, -center.x * x, -center.y * y, -center.z * z, 1)

    @staticmethod
    def get_fovy(fovx: float, aspect: float) -> float:
        """The vertical field of view that belongs to a horizontal one: degrees; `aspect` is height over width."""
        return field_of_view_y(*finite("Projection.get_fovy", fovx, aspect))

    # Its parts

    def __getnewargs__(self) -> tuple[float, ...]:
        return tuple(self)

    @property
    def x(self) -> Vector4:
        """The first column."""
        return _new(Vector4, self[:4])

    @property
    def y(self) -> Vector4:
        """The second column."""
        return _new(Vector4, self[4:8])

    @property
    def z(self) -> Vector4:
        """The third column."""
        return _new(Vector4, self[8:12])

    @property
    def w(self) -> Vector4:
        """The fourth column."""
        return _new(Vector4, self[12:])

    def with_x(self, x: Sequence[float]) -> Projection:
        """This matrix with another first column."""
        return Projection(x, self.y, self.z, self.w)

    def with_y(self, y: Sequence[float]) -> Projection:
        """This matrix with another second column."""
        return Projection(self.x, y, self.z, self.w)

    def with_z(self, z: Sequence[float]) -> Projection:
        """This matrix with another third column."""
        return Projection(self.x, self.y, z, self.w)

    def with_w(self, w: Sequence[float]) -> Projection:
        """This matrix with another fourth column."""
        return Projection(self.x, self.y, self.z, w)

    def __repr__(self) -> str:
        return f"Projection({', '.join(map(repr, self))})"

    def __str__(self) -> str:
        return f"[X: {self.x}, Y: {self.y}, Z: {self.z}, W: {self.w}]"

    # Operators

    @overload  # type: ignore[override]
    def __mul__(self, other: Projection) -> Projection: ...  # type: ignore[overload-overlap]
    @overload
    def __mul__(self, other: Vector4 | tuple[float, float, float, float]) -> Vector4: ...
    @overload
    def __mul__(self, other: Vector3 | tuple[float, float, float]) -> Vector3: ...
    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Projection):
            return Projection(*map(self._vector, (other.x, other.y, other.z, other.w)))
        if is_point(other, 3) or is_point(other, 4):
            return self.xform(other)
        raise MathTypeError(f"Projection * {other!r}: the right side must be a Projection, Vector4 or Vector3")

    def __rmul__(self, other: Sequence[float]) -> Vector4:  # type: ignore[override]
        if is_point(other, 4):
            return self.xform_inv(other)
        raise MathTypeError(f"{other!r} * Projection: the left side must be a Vector4")

    def __add__(self, other: object) -> NoReturn:
        raise MathTypeError("Projection has no +; use * to combine projections")

    __radd__ = __add__

    # Applying it

    @overload
    def xform(self, vector: Vector4 | tuple[float, float, float, float]) -> Vector4: ...
    @overload
    def xform(self, vector: Vector3 | tuple[float, float, float]) -> Vector3: ...
    def xform(self, vector: Sequence[float]) -> Vector3 | Vector4:
        """Carry a vector over: one of four numbers as it is, one of three as a point, divided by the w that comes out.

        Raises:
            DivisionByZeroError: that w is 0; the point is level with the eye.
        """
        if is_point(vector, 4):
            return self._vector(Vector4(vector))
        x, y, z, w = self._vector(Vector4((*reals(vector, 3, "Projection.xform"), 1.0)))
        return Vector3(x, y, z) / w

    def xform_inv(self, vector: Sequence[float]) -> Vector4:
        """Multiply the transposed matrix with a vector of four; the same as `vector * projection`."""
        vector = Vector4(vector)
        return Vector4(self.x.dot(vector), self.y.dot(vector), self.z.dot(vector), self.w.dot(vector))

    def xform4(self, plane: Sequence[float]) -> Plane:
        """Carry the four numbers of a plane over as a vector."""
        return _new(Plane, self._vector(Vector4(plane)))

    def _vector(self, vector: Vector4) -> Vector4:
        x, y, z, w = vector
        return self.x * x + self.y * y + self.z * z + self.w * w

    # What it does

    def determinant(self) -> float:
        """The determinant; 0 where there is no inverse."""
        upper, lower = self._minors()
        a, b, c, d, e, f = upper
        return a * lower[5] - b * lower[4] + c * lower[3] + d * lower[2] - e * lower[1] + f * lower[0]

    def inverse(self) -> Projection:
        """The matrix that undoes this one.

        Raises:
            SingularTransformError: the determinant is 0.
            MathValueError: a component is infinite or NaN.
        """
        determinant = self.determinant()
        if determinant == 0.0:
            raise SingularTransformError(f"{self!r} has no inverse: its determinant is 0")
        if not isfinite(determinant):
            raise MathValueError(f"{self!r} has no inverse: its determinant is {determinant!r}")
        a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3 = self
        (s0, s1, s2, s3, s4, s5), (t0, t1, t2, t3, t4, t5) = self._minors()
        cofactors = (
            *(b1 * t5 - b2 * t4 + b3 * t3, -a1 * t5 + a2 * t4 - a3 * t3),
            *(d1 * s5 - d2 * s4 + d3 * s3, -c1 * s5 + c2 * s4 - c3 * s3),
            *(-b0 * t5 + b2 * t2 - b3 * t1, a0 * t5 - a2 * t2 + a3 * t1),
            *(-d0 * s5 + d2 * s2 - d3 * s1, c0 * s5 - c2 * s2 + c3 * s1),
            *(b0 * t4 - b1 * t2 + b3 * t0, -a0 * t4 + a1 * t2 - a3 * t0),
            *(d0 * s4 - d1 * s2 + d3 * s0, -c0 * s4 + c1 * s2 - c3 * s0),
            *(-b0 * t3 + b1 * t1 - b2 * t0, a0 * t3 - a1 * t1 + a2 * t0),
            *(-d0 * s3 + d1 * s1 - d2 * s0, c0 * s3 - c1 * s1 + c2 * s0),
        )
        return _new(Projection, [cofactor / determinant for cofactor in cofactors])

    def _minors(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The determinants of all pairs of rows of the first two columns, and of the last two."""
        x, y, z, w = self[:4], self[4:8], self[8:12], self[12:]
        pairs = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
        return tuple(x[i] * y[j] - x[j] * y[i] for i, j in pairs), tuple(z[i] * w[j] - z[j] * w[i] for i, j in pairs)

    def is_orthogonal(self) -> bool:
        """Whether it has no perspective: w stays what it was."""
        return self[11] == 0.0

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all components are the same up to a rounding error."""
        return all(map(is_equal_approx, self, reals(other, 16, "Projection.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no component is infinite or NaN."""
        return all(map(isfinite, self))

    # The camera that it stands for: a matrix of create_perspective, create_frustum or create_orthogonal

    def get_z_near(self) -> float:
        """The distance of the near plane, in metres."""
        return self._ratio(self[15] + self[14], self[11] + self[10])

    def get_z_far(self) -> float:
        """The distance of the far plane, in metres."""
        return self._ratio(self[14] - self[15], self[10] - self[11])

    def get_aspect(self) -> float:
        """Width over height."""
        return self._ratio(self[5], self[0])

    def get_fov(self) -> float:
        """The horizontal field of view, in degrees."""
        return degrees(atan2(self[8] + 1.0, self[0]) - atan2(self[8] - 1.0, self[0]))

    def get_viewport_half_extents(self) -> Vector2:
        """Half the size of the near plane's picture, in metres."""
        return self._half_extents(self.get_z_near())

    def get_far_plane_half_extents(self) -> Vector2:
        """Half the size of the far plane's picture, in metres."""
        return self._half_extents(self.get_z_far())

    def _half_extents(self, distance: float) -> Vector2:
        w = self[15] - distance * self[11]
        return Vector2(self._ratio(w, self[0]), self._ratio(w, self[5]))

    def get_pixels_per_meter(self, for_pixel_width: int) -> int:
        """How many pixels of a picture so many pixels wide a metre on the near plane takes, the fraction left off."""
        (width,) = finite("Projection.get_pixels_per_meter", for_pixel_width)
        return int(self._ratio(width, self.get_viewport_half_extents().x * 2.0))

    def get_lod_multiplier(self) -> float:
        """By how much levels of detail are scaled: the width that is seen at a distance of 1."""
        return self._ratio(2.0, self[0])

    def _ratio(self, above: float, below: float) -> float:
        if below == 0.0:
            raise DivisionByZeroError(f"{self!r} stands for no camera: what is asked for divides by 0")
        return above / below

    def get_projection_plane(self, plane: int) -> Plane:
        """One side of what is seen, PLANE_NEAR to PLANE_BOTTOM: normal of length 1 outwards, in the camera's space.

        Raises:
            MathValueError: no such side.
        """
        if plane not in range(6):
            raise MathValueError(
                f"Projection.get_projection_plane: must be 0 to 5 (PLANE_NEAR to ...), got {shortened(plane)}"
            )
        row, sign = ((2, 1.0), (2, -1.0), (0, 1.0), (1, -1.0), (0, -1.0), (1, 1.0))[plane]
        a, b, c, d = (self[4 * column + 3] + sign * self[4 * column + row] for column in range(4))
        return Plane(-a, -b, -c, d).normalized()

    def get_projection_planes(self, transform: Sequence[float]) -> list[Plane]:
        """All six sides of what is seen, in the order of PLANE_NEAR to PLANE_BOTTOM, for a camera at `transform`."""
        camera = Transform3D(transform)
        return [camera * self.get_projection_plane(plane) for plane in range(6)]

    # Other projections made from it

    def flipped_y(self) -> Projection:
        """Upside down: the second column negated."""
        return self.with_y(-self.y)

    def jitter_offseted(self, offset: Sequence[float]) -> Projection:
        """Moved in clip space by `offset` (x, y)."""
        x, y = reals(offset, 2, "Projection.jitter_offseted")
        return self.with_w(self.w + (x, y, 0.0, 0.0))

    def perspective_znear_adjusted(self, new_znear: float) -> Projection:
        """The same perspective with another near plane, in metres.

        Raises:
            MathValueError: it is not between 0 and the far plane.
        """
        where = "Projection.perspective_znear_adjusted"
        near, far = real(new_znear, where), self.get_z_far()
        needs(0.0 < near < far, where, f"the near plane must lie between 0 and {far!r}, got {new_znear!r}")
        depth = far - near
        return self.with_z(self.z.with_z(-(far + near) / depth)).with_w(self.w.with_z(-2.0 * near * far / depth))


_IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
Projection.IDENTITY = Projection()
Projection.ZERO = Projection((0.0,) * 16)


def _of(*numbers: float) -> Projection:
    return _new(Projection, map(float, numbers))


def _from_pyrr(matrix: Any) -> Projection:
    return _new(Projection, matrix.ravel().tolist())
