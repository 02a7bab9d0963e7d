"""Font and FontFile: a font in memory. Shaping and drawing its glyphs is the text server's work."""

from __future__ import annotations

from typing import Any

from engine.core.errors import InvalidTypeError, InvalidValueError, ResourceFormatError
from engine.core.export import exported
from engine.core.property_checks import checked_str
from engine.core.resource import Resource
from engine.math.value import shortened

MAX_BYTES = 64 << 20
"""Largest font file, in bytes; the largest fonts for Chinese, Japanese and Korean have 20 MiB."""

_MAGIC = (b"\x00\x01\x00\x00", b"OTTO", b"true", b"ttcf")


class Font(Resource):
    """What text is drawn in; `FontFile` is the one to make."""

    _compared = True
    _font_name: str = ""

    @property
    @exported("")
    def font_name(self) -> str:
        """What error texts call it; "" for just "font".

        Raises:
            InvalidTypeError: set to something else than a str.
        """
        return self._font_name

    @font_name.setter
    def font_name(self, font_name: str) -> None:
        self._font_name = checked_str(self, "font_name", font_name)
        self.emit_changed()

    @property
    def data(self) -> bytes:
        """The bytes of its TrueType or OpenType file.

        Raises:
            InvalidTypeError: this class has none.
        """
        raise InvalidTypeError(f"{type(self).__name__} holds no font; load() a file, or make a FontFile")


class FontFile(Font):
    """A TrueType or OpenType font.

    Only the first bytes are looked at here; that the rest is sound shows when the text server first uses it.
    """

    _not_state = ("data",)

    def __init__(self, data: bytes = b"", font_name: str = "", **exported: Any) -> None:
        """A font from the bytes of its file; without, an empty one, in which nothing can be drawn.

        `exported` are values for its other properties.

        Raises:
            ResourceFormatError: the bytes are no TrueType or OpenType font, or more than `MAX_BYTES`.
            InvalidTypeError: `data` is not bytes.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InvalidTypeError(f"FontFile - data are the bytes of a font file, got {type(data).__name__}")
        reason = _refused(data)
        if reason:
            raise ResourceFormatError(f"{font_name or 'font'} - {reason}")
        self._data = bytes(data)
        self._font_name = checked_str(self, "font_name", font_name)
        super().__init__(**exported)

    @property
    @exported(b"")
    def data(self) -> bytes:
        """The bytes of the file; none for an empty font.

        Raises:
            InvalidTypeError: set to something else than bytes.
            InvalidValueError: set to what is no TrueType or OpenType font, or to more than `MAX_BYTES`.
        """
        return self._data

    @data.setter
    def data(self, data: bytes) -> None:
        where = f"{self._where()}.data"
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InvalidTypeError(f"{where} must be the bytes of a font file, got {shortened(data)}")
        reason = _refused(data)
        if reason:
            raise InvalidValueError(f"{where} must be the bytes of a font file, got what {reason}")
        self._data = bytes(data)
        self.emit_changed()


def _refused(data: bytes | bytearray | memoryview) -> str:
    """Why these bytes are not taken for a font; "" if they are."""
    if len(data) and bytes(data[:4]) not in _MAGIC:
        return "is not a TrueType or OpenType font"
    return f"has {len(data)} bytes, more than {MAX_BYTES}" if len(data) > MAX_BYTES else ""
