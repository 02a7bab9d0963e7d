"""Damaged, mixed up and made-up picture files: each becomes a picture that may be, or an error that says why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

import hypothesis.strategies as st
import numpy as np
from hypothesis import given
from PIL import Image as PillowImage

from engine.core.errors import ResourceFormatError
from engine.resources import Image
from engine.resources.images.image import MAX_SIDE
from engine.resources.loaders import picture_files, svg_files
from tests.fuzz.effort import effort

KINDS = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TGA")


def encoded(kind: str, mode: str, **options: Any) -> bytes:
    noise = np.random.default_rng(len(mode)).integers(0, 256, (12, 16, 4), np.uint8)
    file = BytesIO()
    PillowImage.fromarray(noise).convert(mode).save(file, format=kind, **options)
    return file.getvalue()


def animated(kind: str) -> bytes:
    frames = [
        PillowImage.fromarray(np.random.default_rng(seed).integers(0, 256, (6, 5, 3), np.uint8)) for seed in range(4)
    ]
    file = BytesIO()
    frames[0].save(file, format=kind, save_all=True, append_images=frames[1:], duration=50)
    return file.getvalue()


SAMPLES = [
    encoded("PNG", "RGBA"),
    encoded("PNG", "P"),
    encoded("PNG", "L", bits=8),
    encoded("JPEG", "RGB"),
    encoded("JPEG", "RGB", progressive=True),
    encoded("JPEG", "CMYK"),
    encoded("WEBP", "RGBA"),
    encoded("WEBP", "RGB", lossless=True),
    encoded("BMP", "RGB"),
    encoded("BMP", "P"),
    encoded("GIF", "P"),
    encoded("TGA", "RGBA"),
    encoded("TGA", "RGB", compression="tga_rle"),
    animated("GIF"),
    animated("WEBP"),
    animated("PNG"),
]

SVG_GROUPS = [
    "g", 'g id="a"', 'g id="b" opacity="0.5"', 'g clip-path="url(#b)"', 'g mask="url(#a)" filter="url(#f)"',
    'g fill="url(#l)" style="stroke:url(#a);stroke-dasharray:1 2"', 'g transform="matrix(1 1 1 1 0 0)"',
    'g transform="scale(1e30)"', "defs", 'clipPath id="b"', 'mask id="c" mask="url(#c)"', 'filter id="f"',
    'linearGradient id="l" href="#l"', 'radialGradient id="l" r="1e9"', "switch", 'symbol id="s" viewBox="0 0 0 0"',
    'svg width="3" viewBox="0 0 1 1"', 'a href="#a"', 'pattern id="p"', "text",
]  # fmt: skip
SVG_LEAVES = [
    '<use href="#a"/>', '<use href="#b" x="1e9"/>', '<use href="#s" width="5"/>', '<rect width="4" height="4"/>',
    '<path d="M0 0L9 9a1 2 3 0 1 4 5zm1e38 5-3e38c1 2" stroke="red" stroke-width="1e9"/>', '<circle r="1e30"/>',
    '<polygon points="0 0 9 9 3 0" filter="url(#f)"/>', '<feGaussianBlur stdDeviation="3 1e9"/>',
    '<feOffset dx="1e30"/>', '<feMerge><feMergeNode/></feMerge>', '<stop offset="nan"/>', "<image href='a.png'/>",
    "<style>g{opacity:.5;fill:url(#l)}</style>", "<style>*{mask:url(#c)}</style>", "<!-- -->", "&amp;",
    "<![CDATA[<]]>",
]  # fmt: skip
SVG_BREAKS = ["&x;", "\0", "\ud800", "<", "</g>", "</svg>", "]]>", '<g a="1" a="2"/>', "<!DOCTYPE a>", "<?xml?>"]


@st.composite
def svg_bodies(draw: st.DrawFn) -> str:
    """Elements in one another, now and then broken."""
    pieces, opened = [], []
    for _ in range(draw(st.integers(0, 20))):
        match draw(st.integers(0, 9)):
            case 0 | 1 | 2 | 3:
                group = draw(st.sampled_from(SVG_GROUPS))
                pieces.append(f"<{group}>")
                opened.append(group.split()[0])
            case 4 | 5 if opened:
                pieces.append(f"</{opened.pop()}>")
            case 9 if draw(st.integers(0, 9)) == 0:
                pieces.append(draw(st.sampled_from(SVG_BREAKS)))
            case _:
                pieces.append(draw(st.sampled_from(SVG_LEAVES)))
    return "".join([*pieces, *(f"</{kind}>" for kind in reversed(opened))])


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file with bytes changed, taken out, put in, or of another file."""
    data = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(data)))
        match draw(st.integers(0, 4)):
            case 0:
                data[place : place + 1] = draw(st.binary(min_size=1, max_size=4))
            case 1:
                del data[place : place + draw(st.integers(1, 40))]
            case 2:
                data[place:place] = draw(st.binary(max_size=20))
            case 3:
                other = draw(st.sampled_from(SAMPLES))
                data[place : place + 30] = other[place : place + 30]
            case 4:
                data[place : place + 4] = draw(st.sampled_from([b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", bytes(4)]))
    return bytes(data)


def outcome(read: Callable[[], Any], where: str) -> Any:
    """What was read; None where it is refused as it should be."""
    try:
        return read()
    except ResourceFormatError as error:
        text = str(error)
    assert text.startswith(f"{where} - ")
    assert len(text) > len(f"{where} - is not a readable picture: ")
    return None


@effort(300)
@given(damaged() | st.binary(max_size=200), st.sampled_from(KINDS))
def test_a_damaged_file_is_a_picture_or_an_error_that_names_it(data: bytes, kind: str) -> None:
    for kinds in (("PNG", "JPEG", "WEBP", "BMP", "GIF"), (kind,)):
        pixels = outcome(partial(picture_files.decode, data, "a.file", kinds), "a.file")

        if pixels is not None:
            height, width, channels = pixels.shape
            assert 1 <= width <= MAX_SIDE
            assert 1 <= height <= MAX_SIDE
            assert (channels, pixels.dtype) == (4, np.uint8)


@effort(150)
@given(damaged())
def test_frames_of_a_damaged_file_are_pictures_of_one_size_or_an_error(data: bytes) -> None:
    frames = outcome(lambda: picture_files.decode_frames(data, "a.gif"), "a.gif")

    if frames is not None:
        assert len({frame.image.size for frame in frames}) == 1
        assert all(frame.duration > 0 for frame in frames)


@effort(40)
@given(svg_bodies())
def test_a_made_up_svg_is_a_picture_or_an_error_that_names_it(body: str) -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">{body}</svg>'

    pixels = outcome(lambda: svg_files.draw(text, "a.svg"), "a.svg")

    if pixels is not None:
        assert pixels.shape == (16, 16, 4)


@effort(60)
@given(st.integers(0, 8), st.integers(0, 8), st.sampled_from(["png", "webp"]), st.randoms(use_true_random=False))
def test_what_is_written_without_loss_is_read_again(width: int, height: int, kind: str, random: Any) -> None:
    pixels = np.array([random.randrange(256) for _ in range((width + 1) * (height + 1) * 4)], np.uint8)
    image, again = Image(pixels.reshape(height + 1, width + 1, 4)), Image()

    getattr(again, f"load_{kind}_from_buffer")(getattr(image, f"save_{kind}_to_buffer")())

    assert (again.pixels == image.pixels).all()
