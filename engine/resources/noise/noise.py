"""Noise: the base of resources that give a smooth random number for each place, alone or as pictures."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_finite, checked_numbers
from engine.core.resource import Resource
from engine.math.value import shortened
from engine.resources.images.image import MAX_PIXELS, Image, check_size
from engine.resources.noise.noise_seams import skirt_of, without_end, without_seams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_AT_ONCE = 1 << 18
"""Most pixels that are worked out at once: some 30 MiB."""

_AREAS = {2: "(N, 2)", 3: "(N, 3)"}


class Noise(Resource):
    """A number, about -1 to 1, for each place on a line, in the plane or in space; `FastNoiseLite` is the one to make.

    A subclass of your own overrides `sample`; the rest follows from it.
    """

    def sample(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """The noise at many places at once.

        Args:
            points: (N, 2) or (N, 3), finite.

        Returns:
            (N,), new.

        Raises:
            InvalidTypeError: this class has no noise.
        """
        raise InvalidTypeError(f"{type(self).__name__} has no noise of its own; make a FastNoiseLite")

    def get_noise_1d(self, x: float) -> float:
        """The noise at a place on a line.

        Raises:
            InvalidTypeError: not a number.
            InvalidValueError: not finite.
        """
        return self.get_noise_2d(x, 0.0)

    def get_noise_2d(self, x: float, y: float) -> float:
        """The noise at a place in the plane.

        Raises:
            InvalidTypeError: not numbers.
            InvalidValueError: not finite.
        """
        return float(self.sample(self._point("get_noise_2d", (x, y)))[0])

    def get_noise_3d(self, x: float, y: float, z: float) -> float:
        """The noise at a place in space.

        Raises:
            InvalidTypeError: not numbers.
            InvalidValueError: not finite.
        """
        return float(self.sample(self._point("get_noise_3d", (x, y, z)))[0])

    @overload
    def get_noise_2dv(self, v: NDArray[Any]) -> NDArray[np.float32]: ...
    @overload
    def get_noise_2dv(self, v: Sequence[float]) -> float: ...
    def get_noise_2dv(self, v: Any) -> Any:
        """The noise at a place in the plane, or at each of an array of places, (N, 2), which is far faster.

        Raises:
            InvalidTypeError: neither a Vector2 nor such an array.
            InvalidValueError: not finite.
        """
        if isinstance(v, np.ndarray) and v.ndim == 2:
            return self.sample(self._points("get_noise_2dv", v, 2))
        return self.get_noise_2d(*checked_numbers(self, "get_noise_2dv", v, 2))

    @overload
    def get_noise_3dv(self, v: NDArray[Any]) -> NDArray[np.float32]: ...
    @overload
    def get_noise_3dv(self, v: Sequence[float]) -> float: ...
    def get_noise_3dv(self, v: Any) -> Any:
        """The noise at a place in space, or at each of an array of places, (N, 3), which is far faster.

        Raises:
            InvalidTypeError: neither a Vector3 nor such an array.
            InvalidValueError: not finite.
        """
        if isinstance(v, np.ndarray) and v.ndim == 2:
            return self.sample(self._points("get_noise_3dv", v, 3))
        return self.get_noise_3d(*checked_numbers(self, "get_noise_3dv", v, 3))

    def get_image(
        self, width: int, height: int, invert: bool = False, in_3d_space: bool = False, normalize: bool = True
    ) -> Image:
        """A grey picture of the noise, a pixel for each whole x and y from 0.

        Args:
            width: pixels in a row.
            height: rows.
            invert: dark for light.
            in_3d_space: the noise in space, at z = 0.
            normalize: spread what there is over all greys; otherwise -1 is black and 1 is white.

        Raises:
            InvalidTypeError: the size is not in whole pixels.
            InvalidValueError: it is not positive or too large.
        """
        width, height, _ = self._size("get_image", width, height, 1)
        return _picture(self._greys(width, height, 1, invert, in_3d_space, normalize)[0])

    def get_image_3d(
        self, width: int, height: int, depth: int, invert: bool = False, normalize: bool = True
    ) -> list[Image]:
        """Grey pictures of the noise in space, one for each whole z from 0; see `get_image`.

        Raises:
            InvalidTypeError, InvalidValueError: as `get_image`.
        """
        width, height, depth = self._size("get_image_3d", width, height, depth)
        return [_picture(layer) for layer in self._greys(width, height, depth, invert, True, normalize)]

    def get_seamless_image(
        self,
        width: int,
        height: int,
        invert: bool = False,
        in_3d_space: bool = False,
        skirt: float = 0.1,
        normalize: bool = True,
    ) -> Image:
        """A grey picture like that of `get_image` whose edges fit: it can be laid side by side.

        Args:
            width: as in `get_image`, like all others but the skirt.
            height: as in `get_image`.
            invert: as in `get_image`.
            in_3d_space: as in `get_image`.
            skirt: the part of the picture, 0 to 1, over which the seam in its middle is blended.
            normalize: as in `get_image`.

        Raises:
            InvalidTypeError, InvalidValueError: as `get_image`; or the skirt is not 0 to 1.
        """
        width, height, _ = self._size("get_seamless_image", width, height, 1)
        part = self._skirt("get_seamless_image", skirt)
        wide, high = width + skirt_of(width, part), height + skirt_of(height, part)
        layers = 2 if in_3d_space and normalize else 1  # Godot normalizes with a second layer, that of the skirt
        self._size("get_seamless_image", wide, high, layers)
        greys = self._greys(wide, high, layers, invert, in_3d_space, normalize)[:1]
        return _picture(without_seams(greys, width, height, part)[0])

    def get_seamless_image_3d(
        self,
        width: int,
        height: int,
        depth: int,
        invert: bool = False,
        skirt: float = 0.1,
        normalize: bool = True,
    ) -> list[Image]:
        """Grey pictures like those of `get_image_3d` that fit at their edges, and the last to the first.

        Raises:
            InvalidTypeError, InvalidValueError: as `get_seamless_image`.
        """
        width, height, depth = self._size("get_seamless_image_3d", width, height, depth)
        part = self._skirt("get_seamless_image_3d", skirt)
        wide, high, deep = (side + skirt_of(side, part) for side in (width, height, depth))
        self._size("get_seamless_image_3d", wide, high, deep)
        greys = without_seams(self._greys(wide, high, deep, invert, True, normalize), width, height, part)
        return [_picture(layer) for layer in (without_end(greys, depth, part) if depth > 1 else greys[:1])]

    def _greys(
        self, width: int, height: int, depth: int, invert: bool, in_3d_space: bool, normalize: bool
    ) -> NDArray[np.uint8]:
        """Greys of (depth, height, width) places."""
        values = np.empty(depth * height * width, np.float32)
        for first in range(0, len(values), _AT_ONCE):
            place = np.arange(first, min(first + _AT_ONCE, len(values)))
            row, x = np.divmod(place, width)
            z, y = np.divmod(row, height)
            values[place] = self.sample(np.column_stack((x, y, z) if in_3d_space else (x, y)).astype(np.float64))
        if normalize:
            low, high = values.min(), values.max()
            scaled = (values - low) / (high - low) * np.float32(255.0) if high > low else np.zeros_like(values)
        else:
            scaled = values * np.float32(127.5) + np.float32(127.5)
        greys = np.clip(scaled, 0.0, 255.0).astype(np.uint8).reshape(depth, height, width)
        return 255 - greys if invert else greys

    def _point(self, method: str, parts: tuple[float, ...]) -> NDArray[np.float64]:
        return np.array([[checked_finite(self, method, part) for part in parts]])

    def _points(self, method: str, points: NDArray[Any], columns: int) -> NDArray[np.float64]:
        if points.shape[1] != columns or points.dtype.kind not in "fiu":
            raise InvalidTypeError(
                f"{self._where()}.{method} - places are numbers of shape {_AREAS[columns]}, "
                f"got {points.shape} {points.dtype}"
            )
        if not np.isfinite(points).all():
            raise InvalidValueError(f"{self._where()}.{method} - places must be finite")
        return points.astype(np.float64)

    def _size(self, method: str, width: int, height: int, depth: int) -> tuple[int, int, int]:
        where = f"{self._where()}.{method}"
        try:
            width, height, depth = index(width), index(height), index(depth)
        except TypeError:
            raise InvalidTypeError(f"{where} - a size is in whole pixels, got {(width, height, depth)}") from None
        check_size(where, width, height)
        if not 1 <= depth <= MAX_PIXELS // (width * height):
            raise InvalidValueError(
                f"{where} - the pictures must be at least one, and at most {MAX_PIXELS} pixels together, got {depth}"
            )
        return width, height, depth

    def _skirt(self, method: str, skirt: float) -> float:
        part = checked_finite(self, method, skirt)
        if not 0.0 <= part <= 1.0:
            raise InvalidValueError(f"{self._where()}.{method} - the skirt must be 0 to 1, got {shortened(skirt)}")
        return part


def _picture(greys: NDArray[np.uint8]) -> Image:
    pixels = np.empty((*greys.shape, 4), np.uint8)
    pixels[..., :3] = greys[..., None]
    pixels[..., 3] = 255
    return Image(pixels)
