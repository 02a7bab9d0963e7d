"""ImageEdits: the methods of Image that move, mix and turn its pixels; mixed into Image.

Rectangles are in pixels, fractions are cut off. What a rectangle has outside of a picture is left out.
"""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError, SapwoodError
from engine.math import Rect2i, Vector2i
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.math.color import ColorLike
    from engine.resources.images.image import Image

__all__ = ["ClockDirection", "ImageEdits", "Interpolation"]


class Interpolation(IntEnum):
    """How the pixels of a picture that gets another size are found; the numbers are Godot's."""

    NEAREST = 0
    """The nearest pixel: sharp edges."""
    BILINEAR = 1
    """Between four pixels."""
    CUBIC = 2
    """Between sixteen pixels: sharper."""
    TRILINEAR = 3
    """As BILINEAR, of a picture that was halved before, as often as it needs: for making it much smaller."""
    LANCZOS = 4
    """Of as many pixels as count: best, and slowest."""


class ClockDirection(IntEnum):
    """Which way a picture is turned; the numbers are Godot's."""

    CLOCKWISE = 0
    COUNTERCLOCKWISE = 1


class _Place(NamedTuple):
    """Which rows and columns of one picture go where in another."""

    source: tuple[slice, slice]
    target: tuple[slice, slice]


class ImageEdits:
    """What can be done with the pixels of an Image as a whole, or with a rectangle of them."""

    Interpolation = Interpolation

    if TYPE_CHECKING:
        _pixels: NDArray[np.uint8]

        def _edited(self) -> None: ...

    # --- other pictures ------------------------------------------------------------------------

    def copy_from(self, src: Image) -> None:
        """Become the same picture as another.

        Raises:
            InvalidTypeError: `src` is no Image.
        """
        self._replace(_picture("Image.copy_from - src", src).copy())

    def blit_rect(self, src: Image, src_rect: Sequence[float], dst: Sequence[float]) -> None:
        """Copy a rectangle of another picture over this one, alpha and all.

        Args:
            src: the other picture; or this one.
            src_rect: what of it, a Rect2i.
            dst: where its top left corner goes, which may be outside.

        Raises:
            InvalidTypeError: `src` is no Image, `src_rect` no rectangle, or `dst` no point.
        """
        self._paste("blit_rect", src, None, src_rect, dst, is_mixed=False)

    def blit_rect_mask(self, src: Image, mask: Image, src_rect: Sequence[float], dst: Sequence[float]) -> None:
        """As `blit_rect`, but only the pixels for which `mask`, a picture of the size of `src`, has an alpha above 0.

        Raises:
            InvalidTypeError: as `blit_rect`.
            InvalidValueError: `mask` has another size than `src`.
        """
        self._paste("blit_rect_mask", src, mask, src_rect, dst, is_mixed=False)

    def blend_rect(self, src: Image, src_rect: Sequence[float], dst: Sequence[float]) -> None:
        """Lay a rectangle of another picture over this one, which shows where that is not opaque.

        Arguments and errors as `blit_rect`.
        """
        self._paste("blend_rect", src, None, src_rect, dst, is_mixed=True)

    def blend_rect_mask(self, src: Image, mask: Image, src_rect: Sequence[float], dst: Sequence[float]) -> None:
        """As `blend_rect`, but only the pixels for which `mask` has an alpha above 0; errors as `blit_rect_mask`."""
        self._paste("blend_rect_mask", src, mask, src_rect, dst, is_mixed=True)

    def _paste(
        self,
        method: str,
        src: Image,
        mask: Image | None,
        src_rect: Sequence[float],
        dst: Sequence[float],
        *,
        is_mixed: bool,
    ) -> None:
        where = f"Image.{method}"
        pixels = _picture(f"{where} - src", src)
        rect, point = _rect(f"{where} - src_rect", src_rect), _point(f"{where} - dst", dst)
        chosen: NDArray[np.bool_] | None = None
        if mask is not None:
            chosen = _picture(f"{where} - mask", mask)[:, :, 3] > 0
            if chosen.shape != pixels.shape[:2]:
                raise InvalidValueError(
                    f"{where} - mask must have the size of src, {pixels.shape[1]} x {pixels.shape[0]}, "
                    f"got {chosen.shape[1]} x {chosen.shape[0]}"
                )
        place = _clipped(pixels.shape, self._pixels.shape, rect, point)
        if place is None:
            return
        over, under = pixels[place.source], self._pixels[place.target]  # of one picture, perhaps: numpy minds
        result = _blended(under, over) if is_mixed else over
        if chosen is None:
            under[:] = result
        else:
            np.copyto(under, result, where=chosen[place.source][:, :, None])
        self._edited()

    # --- a rectangle ---------------------------------------------------------------------------

    def fill_rect(self, rect: Sequence[float], color: ColorLike) -> None:
        """Give every pixel of a rectangle one colour.

        Raises:
            InvalidTypeError: `rect` is no rectangle, or `color` no colour.
            InvalidValueError: `color` is not finite.
        """
        value = import_module("engine.resources.images.image").color_bytes("Image.fill_rect", color)
        x, y, width, height = _rect("Image.fill_rect - rect", rect).abs()
        self._pixels[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)] = value
        self._edited()

    def get_used_rect(self) -> Rect2i:
        """The smallest rectangle that holds every pixel with an alpha above 0; empty where there is none."""
        used = self._pixels[:, :, 3] > 0
        rows, columns = np.flatnonzero(used.any(axis=1)), np.flatnonzero(used.any(axis=0))
        if not len(rows):
            return Rect2i()
        top, left = int(rows[0]), int(columns[0])
        return Rect2i(left, top, int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top)

    def is_invisible(self) -> bool:
        """Whether no pixel has an alpha above 0."""
        return not self._pixels[:, :, 3].any()

    # --- the whole -----------------------------------------------------------------------------

    def crop(self, width: int, height: int) -> None:
        """Give it another size; what lies beyond is cut off, at the right and the bottom, and what is new transparent.

        Raises:
            InvalidTypeError: the size is not in whole pixels.
            InvalidValueError: it is not positive, or too large.
        """
        width, height = _size("Image.crop", width, height)
        kept = self._pixels[:height, :width]
        made = np.zeros((height, width, 4), np.uint8)
        made[: kept.shape[0], : kept.shape[1]] = kept
        self._replace(made)

    def resize(self, width: int, height: int, interpolation: int = Interpolation.BILINEAR) -> None:
        """Stretch it to another size.

        Args:
            width: in pixels.
            height: in pixels.
            interpolation: how its pixels are found.

        Raises:
            InvalidTypeError: the size is not in whole pixels.
            InvalidValueError: it is not positive, or too large; or `interpolation` is none.
        """
        width, height = _size("Image.resize", width, height)
        try:
            how = Interpolation(interpolation)
        except ValueError:
            known = ", ".join(f"{each.name} {each.value}" for each in Interpolation)
            raise InvalidValueError(
                f"Image.resize - interpolation must be one of {known}, got {shortened(interpolation)}"
            ) from None
        self._replace(
            import_module("engine.resources.images.image_resampling").resampled(self._pixels, width, height, how)
        )

    def flip_x(self) -> None:
        """Mirror it, left to right."""
        self._replace(self._pixels[:, ::-1])

    def flip_y(self) -> None:
        """Mirror it, top to bottom."""
        self._replace(self._pixels[::-1])

    def rotate_90(self, direction: int) -> None:
        """Turn it by a quarter, as a ClockDirection says; width and height change places.

        Raises:
            InvalidValueError: `direction` is none.
        """
        try:
            is_clockwise = ClockDirection(direction) is ClockDirection.CLOCKWISE
        except ValueError:
            known = ", ".join(f"{each.name} {each.value}" for each in ClockDirection)
            raise InvalidValueError(
                f"Image.rotate_90 - direction must be one of {known}, got {shortened(direction)}"
            ) from None
        self._replace(np.rot90(self._pixels, -1 if is_clockwise else 1))

    def rotate_180(self) -> None:
        """Turn it upside down."""
        self._replace(self._pixels[::-1, ::-1])

    def premultiply_alpha(self) -> None:
        """Multiply red, green and blue by alpha, as blending with `BlendMode.PREMULT_ALPHA` expects it."""
        alpha = self._pixels[:, :, 3:].astype(np.uint32)
        self._pixels[:, :, :3] = (self._pixels[:, :, :3] * alpha + 127) // 255
        self._edited()

    def _replace(self, pixels: NDArray[np.uint8]) -> None:
        """Take over pixels that nobody else changes."""
        self._pixels = np.ascontiguousarray(pixels)
        self._edited()


def _blended(under: NDArray[np.uint8], over: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One over the other, both with straight alpha."""
    low, high = under.astype(np.float64), over.astype(np.float64)
    high_alpha = high[:, :, 3:] / 255
    low_alpha = low[:, :, 3:] / 255 * (1 - high_alpha)
    alpha = low_alpha + high_alpha
    result = np.zeros_like(low)
    mixed = low[:, :, :3] * low_alpha + high[:, :, :3] * high_alpha
    np.divide(mixed, alpha, out=result[:, :, :3], where=alpha > 0)
    result[:, :, 3:] = alpha * 255
    return np.rint(result).astype(np.uint8)


def _clipped(source: tuple[int, ...], target: tuple[int, ...], rect: Rect2i, point: tuple[int, int]) -> _Place | None:
    """What of a rectangle is inside of both pictures, which are given by their shapes; None for nothing."""
    spans = []
    for axis in (1, 0):
        begin, length, at = rect[1 - axis], rect[3 - axis], point[1 - axis]
        skipped = max(-begin, -at, 0)
        begin, length, at = begin + skipped, length - skipped, at + skipped
        length = min(length, source[axis] - begin, target[axis] - at)
        if length <= 0:
            return None
        spans.append((slice(begin, begin + length), slice(at, at + length)))
    (columns, to_columns), (rows, to_rows) = spans
    return _Place((rows, columns), (to_rows, to_columns))


def _picture(where: str, image: Any) -> NDArray[np.uint8]:
    if not isinstance(image, ImageEdits):
        raise InvalidTypeError(f"{where} must be an Image, got {shortened(image)}")
    return image._pixels


def _rect(where: str, rect: Sequence[float]) -> Rect2i:
    try:
        return Rect2i(rect)
    except SapwoodError as error:
        raise InvalidTypeError(f"{where} must be a Rect2i: {error}") from None


def _point(where: str, point: Sequence[float]) -> tuple[int, int]:
    try:
        return Vector2i(point)
    except SapwoodError as error:
        raise InvalidTypeError(f"{where} must be a Vector2i: {error}") from None


def _size(where: str, width: int, height: int) -> tuple[int, int]:
    try:
        width, height = index(width), index(height)
    except TypeError:
        raise InvalidTypeError(f"{where} - pixels are counted in whole numbers, got ({width!r}, {height!r})") from None
    import_module("engine.resources.images.image").check_size(where, width, height)
    return width, height
