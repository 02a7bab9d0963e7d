"""FontFile: the bytes of a font file, as what is saved of it."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import FontFile
from engine.resources import font as font_module

FACE = b"OTTO" + bytes(8)


def test_the_bytes_may_be_set_later_and_are_the_fonts_own() -> None:
    font, data = FontFile(), bytearray(FACE)
    font.data = data  # type: ignore[assignment]
    data[0] = 0

    assert font.data == FACE
    assert type(font.data) is bytes
    assert font.revision == 1
    font.data = b""
    assert font.data == b""


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        ("OTTO", InvalidTypeError, "must be the bytes of a font file, got 'OTTO'"),
        (None, InvalidTypeError, "must be the bytes of a font file, got None"),
        (b"GIF89a", InvalidValueError, "must be the bytes of a font file, got what is not a TrueType or OpenType font"),
        (FACE + b"1", InvalidValueError, "must be the bytes of a font file, got what has 13 bytes, more than 12"),
    ],
)
def test_other_bytes_are_refused_before_anything_changed(
    data: Any, error: type[Exception], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(font_module, "MAX_BYTES", len(FACE))
    font = FontFile(FACE)

    with pytest.raises(error, match=rf"^FontFile\.data {text}$"):
        font.data = data
    assert (font.data, font.revision) == (FACE, 0)
