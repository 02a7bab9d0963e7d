"""Writing of documents as text."""

from __future__ import annotations

from typing import Any

from engine.core.errors import InvalidTypeError, SceneError
from engine.math.value import shortened
from scenes.text.document import Document, Section
from scenes.text.layout import DocumentLayout
from scenes.text.section_writer import section_writer
from scenes.text.value_writer import ValueWriter

__all__ = ["dump_value", "dumps"]


def dumps(document: Document) -> str:
    """The text of a document, laid out as Godot would; where it was read from a text, as that was.

    What `loads` read and nobody changed comes back byte for byte; what was changed is written anew, line by line.

    Raises:
        SceneError: a value, name or kind of section that no file can hold.
        InvalidTypeError: `document` is none, or one of its sections.
    """
    if not isinstance(document, Document):
        raise InvalidTypeError(f"dumps(document): needs a Document, got {shortened(document)}")
    for section in document.sections:
        if not isinstance(section, Section):
            raise InvalidTypeError(f"dumps(document): its sections must be of class Section, got {shortened(section)}")
        if not isinstance(section.kind, str):
            raise SceneError(f"a section's kind must be a str, got {shortened(section.kind)}", document.path)
    layout: DocumentLayout = document.layout or DocumentLayout()
    writer = section_writer(document)
    parts = [layout.start]
    previous: str | None = None
    for section in document.sections:
        if not section.kind and not section.properties:
            continue
        if not section.kind and previous is not None:
            raise SceneError("only the first section can be without a kind", document.path)
        for _, gap, text in writer.pieces(section, previous):
            parts.append(gap)
            parts.append(text)
        previous = section.kind
    if layout.end is not None:
        parts.append(layout.end)
    elif document.sections:
        parts.append(layout.newline)
    text = "".join(parts)
    if not text.isascii():
        _check_characters(text, document.path)
    return text


def dump_value(value: Any, format: int = 3) -> str:
    """The text of one value, as it stands behind `property = `.

    Args:
        value: of the types that `load_value` gives.
        format: of the file that it is for, 3 or 4: with 4, byte arrays are base64, and minus infinity is `-inf`.

    Raises:
        SceneError: a value that no file can hold.
    """
    text = ValueWriter(format).text(value)
    if not text.isascii():
        _check_characters(text, "")
    return text


def _check_characters(text: str, path: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        half = text[error.start]
        raise SceneError(f"half a UTF-16 pair, {half!r}, cannot be written as UTF-8", path) from None
