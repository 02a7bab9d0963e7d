"""What a decoder needs of a picture file, and no more: found by a bounded walk over the file's parts.

A decoder reads whatever a file holds besides its pixels: texts, profiles, thumbnails, further frames. A file that is
made for it keeps it busy with them for minutes, or makes it allocate what no picture needs. So the parts are counted
here, those without pixels are left out, and only the rest is decoded. What is wrong with the pixels themselves the
decoder says.
"""

from __future__ import annotations

import re
from struct import error as StructError  # noqa: N812 - it is a class
from struct import unpack_from
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["MAX_FRAMES", "Essence", "essence", "frames_of", "kind_of"]

MAX_PARTS = 1 << 16
"""Most chunks of a PNG and segments of a JPEG; 256 MiB in chunks of the usual 8 KiB are half as many."""

MAX_SCANS = 64
"""Most passes of a progressive JPEG; encoders make about 10."""

MAX_BLOCKS = 1 << 21
"""Most blocks of a GIF, each of at most 255 bytes: 256 MiB of full ones are half as many."""

MAX_FRAMES = 4096
"""Most frames of a picture that moves."""

MAX_RLE_BYTES = 8 << 20
"""Longest run-length encoded BMP: it is decoded by Python code, byte by byte."""

_MAGIC: tuple[tuple[str, bytes], ...] = (
    ("PNG", rb"\x89PNG\r\n\x1a\n"),
    ("JPEG", rb"\xff\xd8\xff"),
    ("WEBP", rb"RIFF....WEBP"),
    ("BMP", rb"BM"),
    ("GIF", rb"GIF8[79]a"),
)
_PNG_PIXELS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_PNG_FRAMES = (*_PNG_PIXELS, b"acTL", b"fcTL", b"fdAT")
_JPEG_ALONE = frozenset((0x01, *range(0xD0, 0xD9)))
_JPEG_LEFT_OUT = frozenset((*range(0xE1, 0xEE), 0xEF, 0xFE))  # of the APPn, JFIF and Adobe tell about colours
_JPEG_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_JPEG_FRAMES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))
_SOS, _EOI = 0xDA, 0xD9


class Essence(NamedTuple):
    """What of a file is decoded."""

    data: bytes
    """A file of the same kind."""
    width: int
    """As its header says; 0 where it says none."""
    height: int


def kind_of(data: bytes) -> str:
    """What a file is by its first bytes: "PNG", "JPEG", "WEBP", "BMP", "GIF"; "" for something else."""
    return next((kind for kind, magic in _MAGIC if re.match(magic, data, re.DOTALL)), "")


def essence(kind: str, data: bytes) -> Essence:
    """A file of the same kind with the same picture, the first of several, and nothing else.

    Raises:
        ValueError: its parts do not fit together, or are too many.
    """
    try:
        return _STRIPPERS[kind](data)
    except (IndexError, StructError):
        raise ValueError("the file is cut short") from None


def frames_of(kind: str, data: bytes) -> tuple[Essence, int]:
    """A GIF, PNG or WebP without what is no picture, in the size that holds all of its frames; how many it has.

    Raises:
        ValueError: its parts do not fit together, or are too many.
    """
    try:
        found, count = _FRAMES[kind](data)
        if count > MAX_FRAMES:
            raise ValueError(f"it has more than {MAX_FRAMES} frames")
        return found, count
    except (IndexError, StructError):
        raise ValueError("the file is cut short") from None


def _png(data: bytes) -> Essence:
    return _png_chunks(data, _PNG_PIXELS)[0]


def _png_frames(data: bytes) -> tuple[Essence, int]:
    found, kinds = _png_chunks(data, _PNG_FRAMES)
    return found, max(kinds.count(b"fcTL"), 1)


def _png_chunks(data: bytes, wanted: tuple[bytes, ...]) -> tuple[Essence, list[bytes]]:
    """The file with only the chunks that are wanted, and of which kinds these are."""
    width, height = unpack_from(">II", data, 16)
    kept = [data[:8]]
    kinds: list[bytes] = []
    place = 8
    for _ in range(MAX_PARTS):
        (length,) = unpack_from(">I", data, place)
        kind, end = data[place + 4 : place + 8], place + 12 + length
        if end > len(data):
            kept.append(data[place:])
            break
        if kind in wanted:
            kept.append(data[place:end])
            kinds.append(kind)
        if kind == b"IEND":
            break
        place = end
    else:
        raise ValueError(f"it has more than {MAX_PARTS} chunks")
    return Essence(b"".join(kept), width, height), kinds


def _jpeg(data: bytes) -> Essence:
    kept = [b"\xff\xd8"]
    place, scans, width, height = 2, 0, 0, 0
    for _ in range(MAX_PARTS):
        while data[place] == 0xFF == data[place + 1]:  # filling
            place += 1
        if data[place] != 0xFF:
            raise ValueError(f"byte {place} should begin a segment")
        marker = data[place + 1]
        if marker == _EOI:
            kept.append(b"\xff\xd9")
            return Essence(b"".join(kept), width, height)
        if marker in _JPEG_ALONE:
            place += 2
            continue
        (length,) = unpack_from(">H", data, place + 2)
        end = place + 2 + length
        if marker in _JPEG_FRAMES:
            wide, high = unpack_from(">HH", data, place + 5)[::-1]
            width, height = max(width, wide), max(height, high)
        if marker == _SOS:
            scans += 1
            if scans > MAX_SCANS:
                raise ValueError(f"it has more than {MAX_SCANS} scans")
            found = _JPEG_NEXT_MARKER.search(data, end)
            if found is None:  # as some cameras leave it; the decoder says whether pixels are missing
                kept.append(data[place:])
                return Essence(b"".join(kept), width, height)
            end = found.start()
        if marker not in _JPEG_LEFT_OUT:
            kept.append(data[place:end])
        place = end
    raise ValueError(f"it has more than {MAX_PARTS} segments")


def _gif(data: bytes, most_frames: int) -> tuple[Essence, int]:
    width, height, flags = unpack_from("<HHB", data, 6)
    place = 13 + _gif_colors(flags)
    kept = [data[:place]]
    frames, budget = 0, MAX_BLOCKS
    while place < len(data) and data[place] != 0x3B:
        begin, is_frame = place, data[place] == 0x2C
        if is_frame:
            left, top, wide, high, flags = unpack_from("<HHHHB", data, place + 1)
            width, height = max(width, left + wide), max(height, top + high)
            place += 11 + _gif_colors(flags)
            if frames == MAX_FRAMES:
                raise ValueError(f"it has more than {MAX_FRAMES} frames")
            frames += 1
        elif data[place] == 0x21:
            place += 2
        else:
            raise ValueError(f"byte {place} should begin a block")
        place, budget = _gif_blocks_end(data, place, budget)
        if is_frame or data[begin + 1] == 0xF9:  # how long the next frame stays, and what is transparent in it
            kept.append(data[begin:place])
        if frames == most_frames:
            break
    if not frames:
        raise ValueError("it has no frame")
    kept.append(b";")
    return Essence(b"".join(kept), width, height), frames


def _gif_blocks_end(data: bytes, place: int, budget: int) -> tuple[int, int]:
    """Where a row of blocks ends, and how many more there may be."""
    while place < len(data) and data[place]:
        place += 1 + data[place]
        budget -= 1
        if not budget:
            raise ValueError(f"it has more than {MAX_BLOCKS} blocks")
    return place + 1, budget


def _gif_colors(flags: int) -> int:
    """Bytes of a palette."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _first_of_gif(data: bytes) -> Essence:
    return _gif(data, 1)[0]


def _gif_frames(data: bytes) -> tuple[Essence, int]:
    return _gif(data, MAX_FRAMES + 1)


def _bmp(data: bytes) -> Essence:
    """Refuses run-length encoding that is too long."""
    (header_size,) = unpack_from("<I", data, 14)
    if header_size < 40:  # that of OS/2
        return Essence(data, *unpack_from("<HH", data, 18))
    width, height = unpack_from("<ii", data, 18)  # a height below 0 is for rows from the top
    if unpack_from("<I", data, 30)[0] in (1, 2) and len(data) > MAX_RLE_BYTES:
        raise ValueError(f"it is run-length encoded, in more than {MAX_RLE_BYTES} bytes")
    return Essence(data, width, abs(height))


def _tga(data: bytes) -> Essence:
    return Essence(data, *unpack_from("<HH", data, 12))


def _webp(data: bytes) -> Essence:
    """As it is: what else it holds, the decoder passes over. But it allocates before anybody can ask for the size."""
    form = data[12:16]
    if form == b"VP8X":
        width, height = (unpack_from("<I", data[place : place + 3] + b"\0")[0] + 1 for place in (24, 27))
    elif form == b"VP8L":
        (bits,) = unpack_from("<I", data, 21)
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in unpack_from("<HH", data, 26))
    return Essence(data, width, height)


def _webp_frames(data: bytes) -> tuple[Essence, int]:
    place, frames = 12, 0
    for _ in range(MAX_PARTS):
        if place + 8 > len(data):
            return _webp(data), max(frames, 1)
        frames += data[place : place + 4] == b"ANMF"
        (length,) = unpack_from("<I", data, place + 4)
        place += 8 + length + length % 2
    raise ValueError(f"it has more than {MAX_PARTS} chunks")


_STRIPPERS: Mapping[str, Callable[[bytes], Essence]] = {
    "PNG": _png,
    "JPEG": _jpeg,
    "WEBP": _webp,
    "GIF": _first_of_gif,
    "BMP": _bmp,
    "TGA": _tga,
}

_FRAMES: Mapping[str, Callable[[bytes], tuple[Essence, int]]] = {
    "PNG": _png_frames,
    "WEBP": _webp_frames,
    "GIF": _gif_frames,
}
