"""The window through which a camera looks: its edges at the near plane, in metres, checked; for Projection.

Edges are the six floats (left, right, bottom, top, near, far). Every error is a MathValueError or MathTypeError that
begins with `where`.
"""

from __future__ import annotations

from math import atan, degrees, isfinite, radians, tan

from engine.math.errors import MathValueError
from engine.math.value import real, shortened

Edges = tuple[float, float, float, float, float, float]


def needs(holds: bool, where: str, text: str) -> None:
    """Raise MathValueError with `text` unless something holds."""
    if not holds:
        raise MathValueError(f"{where}: {text}")


def finite(where: str, *values: float) -> tuple[float, ...]:
    """The numbers as floats, none of them infinite or NaN."""
    numbers = tuple(real(value, where) for value in values)
    needs(all(map(isfinite, numbers)), where, f"all numbers must be finite, got {values!r}")
    return numbers


def field_of_view_y(fovx: float, aspect: float) -> float:
    """The vertical field of view that belongs to a horizontal one: degrees; `aspect` is height over width."""
    return degrees(atan(aspect * tan(radians(fovx) * 0.5)) * 2.0)


def checked_edges(where: str, left: float, right: float, bottom: float, top: float, near: float, far: float) -> Edges:
    """The edges as floats, in the right order."""
    left, right, bottom, top, near, far = finite(where, left, right, bottom, top, near, far)
    needs(left < right, where, f"left must be below right, got {left!r} and {right!r}")
    needs(bottom < top, where, f"bottom must be below top, got {bottom!r} and {top!r}")
    needs(near < far, where, f"z_near must be below z_far, got {near!r} and {far!r}")
    return left, right, bottom, top, near, far


def checked_lens(
    where: str, fovy: float, aspect: float, near: float, far: float, flip_fov: bool
) -> tuple[float, float, float, float]:
    """The numbers of a perspective as floats, in their ranges; the field of view is made vertical if it is not."""
    fovy, aspect, near, far = finite(where, fovy, aspect, near, far)
    needs(0.0 < fovy < 180.0, where, f"the field of view must be between 0 and 180 degrees, got {fovy!r}")
    needs(aspect > 0.0, where, f"aspect must be greater than 0, got {aspect!r}")
    needs(0.0 < near < far, where, f"z_near must be above 0 and below z_far, got {near!r} and {far!r}")
    return field_of_view_y(fovy, 1.0 / aspect) if flip_fov else fovy, aspect, near, far


def half_window(where: str, size: float, aspect: float, flip_fov: bool) -> tuple[float, float]:
    """Half the width and height of a window that `size` measures across: its height, or its width with `flip_fov`."""
    size, aspect = finite(where, size, aspect)
    needs(aspect > 0.0, where, f"aspect must be greater than 0, got {aspect!r}")
    width = size if flip_fov else size * aspect
    return width / 2.0, width / aspect / 2.0


def converging_eye(
    where: str, lens: tuple[float, float, float, float], eye: int, apart: float, convergence: float
) -> tuple[Edges, float]:
    """The edges for one of two eyes that look at one point, and how far to move the world to the right.

    `eye` is 0 (in the middle), 1 (left) or 2 (right).
    """
    apart, convergence = finite(where, apart, convergence)
    needs(convergence != 0.0, where, "convergence_dist must not be 0")
    needs(eye in (0, 1, 2), where, f"eye must be 0 (none), 1 (left) or 2 (right), got {shortened(eye)}")
    fovy, aspect, near, far = lens
    move = (0.0, 0.5, -0.5)[eye] * apart
    top = near * tan(radians(fovy / 2.0))
    right, shift = top * aspect, move * near / convergence
    return (shift - right, shift + right, -top, top, near, far), move


def eye_at_display(
    where: str,
    eye: int,
    aspect: float,
    apart: float,
    width: float,
    to_lens: float,
    oversample: float,
    near: float,
    far: float,
) -> Edges:
    """The edges for one eye, 1 (left) or 2 (right), before its half of a display that is `width` wide."""
    needs(eye in (1, 2), where, f"eye must be 1 (left) or 2 (right), got {shortened(eye)}")
    aspect, apart, width, to_lens, oversample, near = finite(where, aspect, apart, width, to_lens, oversample, near)
    needs(aspect > 0.0 and to_lens > 0.0, where, f"aspect and display_to_lens must be above 0, got {aspect}, {to_lens}")
    inner, outer = apart * 0.5 / to_lens, (width - apart) * 0.5 / to_lens
    added = (inner + outer) * (oversample - 1.0) / 2.0
    inner, outer = (inner + added) * near, (outer + added) * near
    up = width / 4.0 / to_lens * oversample / aspect * near
    left, right = (outer, inner) if eye == 1 else (inner, outer)
    return -left, right, -up, up, near, far
