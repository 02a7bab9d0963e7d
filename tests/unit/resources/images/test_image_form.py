"""Pictures as files hold them: every format with 8 bits a channel, what is only kept, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color
from engine.resources import Image


def picture(width: int, height: int, format: str, data: bytes, mipmaps: bool = False) -> dict[str, Any]:
    return {"data": data, "format": format, "height": height, "mipmaps": mipmaps, "width": width}


def image_of(form: dict[str, Any]) -> Image:
    image = Image()
    image.data = form
    return image


def test_a_picture_is_saved_row_by_row_from_the_top() -> None:
    image = Image.create(2, 2, (1, 0, 0))
    image.set_pixel(1, 0, (0, 0, 1, 0))

    red, blue = b"\xff\x00\x00\xff", b"\x00\x00\xff\x00"
    assert image.data == picture(2, 2, "RGBA8", red + blue + red + red)
    assert image_of(image.data).pixels.tolist() == image.pixels.tolist()


@pytest.mark.parametrize(
    ("names", "data", "pixels"),
    [
        (("Lum8", "L8"), (7, 9), ((7, 7, 7, 255), (9, 9, 9, 255))),
        (("LumAlpha8", "LA8"), (7, 1, 9, 2), ((7, 7, 7, 1), (9, 9, 9, 2))),
        (("Red8", "R8"), (7, 9), ((7, 0, 0, 255), (9, 0, 0, 255))),
        (("RedGreen", "RG8"), (7, 1, 9, 2), ((7, 1, 0, 255), (9, 2, 0, 255))),
        (("RGB8",), (7, 1, 2, 9, 3, 4), ((7, 1, 2, 255), (9, 3, 4, 255))),
        (("RGBA8",), (7, 1, 2, 5, 9, 3, 4, 6), ((7, 1, 2, 5), (9, 3, 4, 6))),
    ],
)
def test_all_formats_with_8_bits_a_channel_are_read_and_written_as_they_were(
    names: tuple[str, ...], data: tuple[int, ...], pixels: tuple[tuple[int, ...], ...]
) -> None:
    for name in names:
        for width, height in ((2, 1), (1, 2)):
            form = picture(width, height, name, bytes(data))
            image = image_of(form)

            assert [tuple(pixel) for pixel in image.pixels.reshape(2, 4).tolist()] == list(pixels)
            assert image.data == form


def test_a_changed_picture_keeps_its_format_while_that_can_hold_it() -> None:
    image = image_of(picture(2, 1, "Lum8", b"\x07\x09"))

    image.set_pixel(0, 0, (1, 1, 1))
    assert image.data == picture(2, 1, "Lum8", b"\xff\x09")

    image.set_pixel(1, 0, (1, 0, 0))
    assert image.data == picture(2, 1, "RGBA8", b"\xff\xff\xff\xff\xff\x00\x00\xff")


def test_mipmaps_are_kept_until_the_picture_changes() -> None:
    form = picture(4, 2, "RGB8", bytes(range(3 * (8 + 2 + 1))), mipmaps=True)
    image = image_of(form)
    assert image.pixels[1, 3].tolist() == [21, 22, 23, 255]
    assert image.data == form

    image.fill("black")
    assert image.data == picture(4, 2, "RGB8", bytes(24))


@pytest.mark.parametrize("name", ["DXT5 RGBA8", "RGBAHalf", "BPTC_RGBA", "of a later Godot"])
def test_other_formats_are_kept_and_seen_as_transparent(name: str) -> None:
    form = picture(4, 4, name, bytes(range(16)))
    image = image_of(form)
    assert image.size == (4, 4)
    assert image.get_pixel(3, 3) == Color(0, 0, 0, 0)
    assert image.data == form
    assert image.duplicate().data == form

    image.fill((1, 1, 1))
    assert image.data == picture(4, 4, "RGBA8", b"\xff" * 64)


def test_godots_empty_picture_is_kept() -> None:
    form = picture(0, 0, "Lum8", b"")
    image = image_of(form)

    assert image.size == (1, 1)
    assert image.data == form


@pytest.mark.parametrize("data", [bytes(4), bytearray(4), memoryview(bytes(4))])
def test_the_bytes_are_the_pictures_own(data: Any) -> None:
    image = image_of(picture(1, 1, "RGBA8", data))
    image.set_pixel(0, 0, (1, 1, 1))
    image.data["data"] = b""

    assert bytes(data) == bytes(4)
    assert type(image.data["data"]) is bytes
    assert image.data["data"] == b"\xff" * 4


@pytest.mark.parametrize(
    ("form", "error", "text"),
    [
        (None, InvalidTypeError, r"must be a dict with data, format, height, mipmaps, width, got None"),
        ({"width": 1}, InvalidTypeError, r"must be a dict with data, format, height, mipmaps, width, got {"),
        (picture(2, 1, "RGBA8", bytes(7)), InvalidValueError, r"- 2 x 1 pixels of RGBA8 are 8 bytes, got 7"),
        (picture(2, 1, "L8", bytes(8)), InvalidValueError, r"- 2 x 1 pixels of L8 are 2 bytes, got 8"),
        (
            picture(2, 2, "RGB8", bytes(12), mipmaps=True),
            InvalidValueError,
            r"- 2 x 2 pixels of RGB8 with mipmaps are 15 bytes, got 12",
        ),
        (picture(0, 1, "RGBA8", b""), InvalidValueError, r"- a picture has sides of 1 to 16384 and at most"),
        (picture(1 << 40, 1 << 40, "RGBA8", b""), InvalidValueError, r"- a picture has sides of 1 to 16384"),
        (picture(16384, 16384, "DXT5 RGBA8", b""), InvalidValueError, r"- a picture has .* at most 67108864"),
        (picture(1, 1, "RGBA8", "abcd"), InvalidTypeError, r'- its "data" must be of type bytes, got \'abcd\''),  # type: ignore[arg-type]
        (picture(1.0, 1, "RGBA8", bytes(4)), InvalidTypeError, r'- its "width" must be of type int, got 1\.0'),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_what_is_no_picture_is_refused_before_anything_changed(form: Any, error: type[Exception], text: str) -> None:
    image = Image.create(2, 1, "red")
    before = image.data

    with pytest.raises(error, match=rf"^Image\.data {text}"):
        image.data = form
    assert (image.data, image.revision) == (before, 0)
