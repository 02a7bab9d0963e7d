"""Picture files that were made to hurt: each is refused, or read without what hurts, before anything is allocated."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as PillowImage

from engine.core.errors import ResourceFormatError
from engine.resources import Image
from engine.resources.loaders import picture_streams
from engine.resources.loaders.picture_streams import MAX_FRAMES, essence, frames_of, kind_of


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(*chunks: bytes, size: tuple[int, int] = (2, 2)) -> bytes:
    """A white PNG, with chunks between header and pixels."""
    pixels = zlib.compress((b"\0" + b"\xff" * 4 * min(size[0], 64)) * min(size[1], 64))
    header = struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunks) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


def jpeg(**options: Any) -> bytes:
    file = BytesIO()
    noise = np.random.default_rng(5).integers(0, 256, (32, 32, 3), np.uint8)
    PillowImage.fromarray(noise).save(file, format="JPEG", **options)
    return file.getvalue()


def gif(*blocks: bytes, screen: tuple[int, int] = (1, 1)) -> bytes:
    return b"GIF89a" + struct.pack("<HHBBB", *screen, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + b"".join(blocks) + b";"


def gif_frame(left: int = 0, top: int = 0, width: int = 1, height: int = 1) -> bytes:
    return b"," + struct.pack("<HHHHB", left, top, width, height, 0) + b"\x02\x02\x4c\x01\0"


def refused(tmp_path: Path, name: str, data: bytes) -> str:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ResourceFormatError) as error:
        Image.load_from_file(tmp_path / name)
    assert str(error.value).startswith(f"{tmp_path / name} - ")
    return str(error.value).partition(" - ")[2]


def read(tmp_path: Path, name: str, data: bytes) -> Image:
    (tmp_path / name).write_bytes(data)
    return Image.load_from_file(tmp_path / name)


def decoded_bytes(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is handed to the decoder from now on."""
    handed = []
    original = PillowImage.open

    def note(file: BytesIO, **options: Any) -> Any:
        handed.append(file.getvalue())
        return original(file, **options)

    monkeypatch.setattr(PillowImage, "open", note)
    return handed


# --- PNG


def test_texts_that_unpack_to_gigabytes_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(32 << 20)))
    profile = chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(32 << 20)))
    handed = decoded_bytes(monkeypatch)

    image = read(tmp_path, "a.png", png(bomb, profile, chunk(b"iTXt", b"a\0\1\0\0\0" + zlib.compress(bytes(1 << 20)))))

    assert (image.pixels == 255).all()
    assert handed == [png()]


def test_a_png_of_countless_chunks_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, "a.png", png(chunk(b"tEXt", b"") * 70_000))

    assert said == "is not a readable picture: it has more than 65536 chunks"


def test_frames_of_a_png_that_moves_are_left_out(tmp_path: Path) -> None:
    frames = chunk(b"acTL", struct.pack(">II", 2**31 - 1, 0)) + chunk(b"fcTL", bytes(26)) * 3

    assert read(tmp_path, "a.png", png(frames)).size == (2, 2)


def test_more_pixels_than_the_header_says_do_no_harm(tmp_path: Path) -> None:
    more = chunk(b"IDAT", zlib.compress(bytes(64 << 20)))
    data = png().replace(chunk(b"IEND", b""), more + chunk(b"IEND", b""))

    assert read(tmp_path, "a.png", data).size == (2, 2)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (2**31, 1), (20_000, 20_000), (9_000, 9_000)])
def test_a_png_that_claims_a_size_that_may_not_be_is_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    assert refused(tmp_path, "a.png", png(size=size)).startswith(("a picture has sides", "is not a readable picture"))


# --- JPEG


def test_a_jpeg_of_countless_passes_is_refused(tmp_path: Path) -> None:
    data = jpeg(progressive=True)
    scan = data.index(b"\xff\xda")
    end = data.index(b"\xff\xda", scan + 2)
    end = min(place for place in (end, data.find(b"\xff\xc4", scan)) if place > 0)

    said = refused(tmp_path, "a.jpg", data[:scan] + data[scan:end] * 65 + data[scan:])

    assert said == "is not a readable picture: it has more than 64 scans"


def test_a_jpeg_of_countless_segments_is_refused(tmp_path: Path) -> None:
    data = jpeg()

    said = refused(tmp_path, "a.jpg", data[:2] + b"\xff\xfe\x00\x02" * 70_000 + data[2:])

    assert said == "is not a readable picture: it has more than 65536 segments"


def test_what_a_camera_notes_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = jpeg()
    notes = b"\xff\xe1\xff\xff" + b"Exif\0\0" + bytes(65535 - 8)
    handed = decoded_bytes(monkeypatch)

    read(tmp_path, "a.jpg", data[:2] + notes * 200 + data[2:])

    assert handed == [essence("JPEG", data).data]


def test_a_jpeg_that_claims_65535_pixels_each_way_is_refused(tmp_path: Path) -> None:
    data = bytearray(jpeg())
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = b"\xff\xff\xff\xff"

    assert "got 65535 x 65535" in refused(tmp_path, "a.jpg", bytes(data))


def test_filling_and_missing_ends_are_let_through(tmp_path: Path) -> None:
    data = jpeg()

    filled = read(tmp_path, "a.jpg", data[:2] + b"\xff\xff\xff" + data[2:]).pixels
    assert (read(tmp_path, "b.jpg", data).pixels == filled).all()
    assert (read(tmp_path, "c.jpg", data + b"behind the end").pixels == filled).all()


# --- GIF


def test_a_gif_whose_frame_lies_far_out_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    said = refused(tmp_path, "a.gif", gif(gif_frame(65535, 65535, 65535, 65535)))

    assert "got 131070 x 131070" in said


def test_a_gif_of_100_000_frames_shows_its_first_and_has_too_many(tmp_path: Path) -> None:
    assert read(tmp_path, "a.gif", gif(gif_frame() * 100_000)).size == (1, 1)
    with pytest.raises(ResourceFormatError, match=r"a\.gif - is not a readable picture: it has more than 4096 frames$"):
        Image.load_frames_from_file(tmp_path / "a.gif")


def test_frames_that_are_too_large_together_are_refused_before_they_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(gif(gif_frame() * 300, screen=(1000, 1000)))

    with pytest.raises(
        ResourceFormatError, match=r"frames have at most 67108864 pixels in all, got 300 of 1000 x 1000$"
    ):
        Image.load_frames_from_file(tmp_path / "a.gif")


def test_long_comments_of_a_gif_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comment = b"!\xfe" + (b"\xff" + b"a" * 255) * 50_000 + b"\0"
    handed = decoded_bytes(monkeypatch)

    read(tmp_path, "a.gif", gif(comment, gif_frame()))

    assert handed == [gif(gif_frame())]


def test_a_gif_of_countless_blocks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_streams, "MAX_BLOCKS", 1000)

    said = refused(tmp_path, "a.gif", gif(b"!\xfe" + b"\x01a" * 2000 + b"\0", gif_frame()))

    assert said == "is not a readable picture: it has more than 1000 blocks"


@pytest.mark.parametrize("data", [gif(), gif(b"!\xfe\x01a\0"), gif(b"?")])
def test_a_gif_without_a_frame_is_refused(tmp_path: Path, data: bytes) -> None:
    assert refused(tmp_path, "a.gif", data).startswith("is not a readable picture: ")
    with pytest.raises(ResourceFormatError, match=r"a\.gif - is not a readable picture: "):
        Image.load_frames_from_file(tmp_path / "a.gif")


def test_a_frame_beyond_the_screen_makes_all_frames_larger(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(gif(gif_frame(), gif_frame(2, 1), screen=(1, 1)))

    assert [frame.image.size for frame in Image.load_frames_from_file(tmp_path / "a.gif")] == [(3, 2), (3, 2)]


def test_as_many_frames_as_allowed_are_counted() -> None:
    found, frames = frames_of("GIF", gif(gif_frame() * MAX_FRAMES))

    assert (frames, found.width, found.height) == (MAX_FRAMES, 1, 1)


# --- others


def test_a_webp_that_claims_too_much_is_refused(tmp_path: Path) -> None:
    claims = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + b"\xff\x3f\0" + b"\xff\x3f\0"
    data = b"RIFF" + struct.pack("<I", 4 + len(claims)) + b"WEBP" + claims

    assert "got 16384 x 16384" in refused(tmp_path, "a.webp", data)


def test_a_bmp_that_is_packed_and_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_streams, "MAX_RLE_BYTES", 100)
    header = struct.pack("<IiiHHIIiiII", 40, 8, 8, 1, 8, 1, 0, 0, 0, 0, 0)
    data = b"BM" + struct.pack("<IHHI", 0, 0, 0, 54) + header + bytes(200)

    assert refused(tmp_path, "a.bmp", data) == (
        "is not a readable picture: it is run-length encoded, in more than 100 bytes"
    )


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.bmp", "a.gif", "a.tga", "a.svg", "a.dat"])
@pytest.mark.parametrize(
    "data",
    [b"", b"\0", bytes(100), b"\xff" * 100, b"GIF89a", b"BM", b"\xff\xd8\xff", b"RIFF"],
    ids=["empty", "zero", "zeros", "ones", "gif", "bmp", "jpeg", "riff"],
)
def test_what_is_no_picture_is_refused_with_the_file_and_a_reason(tmp_path: Path, name: str, data: bytes) -> None:
    assert refused(tmp_path, name, data).startswith(("is not a readable picture: ", "a picture has sides of 1 to "))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"RIFF\n\n\0\0WEBPVP8 ", "WEBP"),
        (b"GIF87a", "GIF"),
        (b"GIF88a", ""),
        (b"BM", "BMP"),
        (b"", ""),
    ],
)
def test_a_kind_is_told_by_the_first_bytes(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind


@pytest.mark.parametrize("kind", ["png", "webp"])
def test_a_picture_of_too_many_frames_is_refused_before_they_are_read(tmp_path: Path, kind: str) -> None:
    if kind == "png":
        data = png(chunk(b"acTL", struct.pack(">II", 2, 0)) + chunk(b"fcTL", bytes(26)) * (MAX_FRAMES + 1))
    else:
        frames = (b"ANMF" + struct.pack("<I", 16) + bytes(16)) * (MAX_FRAMES + 1)
        head = b"VP8X" + struct.pack("<I", 10) + b"\x02" + bytes(9)
        data = b"RIFF" + struct.pack("<I", 4 + len(head) + len(frames)) + b"WEBP" + head + frames
    (tmp_path / f"a.{kind}").write_bytes(data)

    with pytest.raises(ResourceFormatError, match=r"is not a readable picture: it has more than 4096 frames$"):
        Image.load_frames_from_file(tmp_path / f"a.{kind}")


def test_a_png_with_fewer_frames_than_it_says_and_more_is_refused_or_read(tmp_path: Path) -> None:
    for said in (0, 1, 2**31 - 1):
        (tmp_path / "a.png").write_bytes(
            png(chunk(b"acTL", struct.pack(">II", said, 0)) + chunk(b"fcTL", bytes(26)) * 3)
        )

        with pytest.raises(ResourceFormatError, match=r"a\.png - is not a readable picture: "):
            Image.load_frames_from_file(tmp_path / "a.png")
