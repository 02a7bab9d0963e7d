"""Texts of scenes: random documents come back as they were; mangled texts are read whole, or refused with a place."""

from __future__ import annotations

import copy
import os
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import SceneError
from scenes.text import Document, dump_value, dumps, load_value, loads
from tests.fuzz import text_values
from tests.fuzz.effort import effort
from tests.unit.scenes.text import samples
from tests.unit.scenes.text.exactly import exactly, exactly_document

MANGLED = 20_000 * max(int(os.environ.get("SAPWOOD_FUZZ", "0")), 1)
SEED = int.from_bytes(os.urandom(4), "big") if os.environ.get("SAPWOOD_FUZZ") else 1
PARTS = 8
PIECES = (
    b'"', b"[", b"]", b"{", b"}", b"(", b")", b",", b"=", b"\n", b" ", b";", b"\\", b'&"', b"-", b"0", b".", b"e",
    b"\xff", b"\xc3\xa9", b"\xed\xa0\x80", b"\r\n", b"\0", b"a = 1\n", b"Vector2(1, 2)", b"#fff", b"inf", b":", b"_",
    b"Array[int]([])", b"1e5", b"\xef\xbb\xbf", b'"x"=', b"[node]", b"Object(A,", b"\\u", b"\\", b"'", b"@",
)  # fmt: skip


@effort(400)
@given(text_values.values, st.sampled_from((3, 4)))
def test_a_value_comes_back_with_its_types_and_bits(value: Any, format: int) -> None:
    assert exactly(load_value(dump_value(value, format))) == exactly(value)


@effort(150)
@given(st.one_of(text_values.scenes(), text_values.settings()))
def test_a_document_comes_back_with_its_types_and_bits(document: Document) -> None:
    text = dumps(document)

    again = loads(text)

    assert exactly_document(again) == exactly_document(document)
    assert dumps(copy.deepcopy(again)) == text
    assert again.layout is None, (text, again.layout.newline, again.layout.end)
    assert all(section.layout is None for section in again.sections), text


@effort(150)
@given(st.text(st.sampled_from('ab1=.-"\\[]{}(),:;&@#\n \r\t\0é'), max_size=40), st.booleans())
def test_a_random_text_is_read_whole_or_refused(text: str, scene: bool) -> None:
    check(("[gd_scene]\n" if scene else "") + text)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mangled_text_is_read_whole_or_refused(part: int) -> None:
    random = Random(SEED * PARTS + part)
    sources = [text.encode() for text in samples.ALL.values()]
    read = 0
    for _ in range(MANGLED // PARTS):
        source = mangled(random, random.choice(sources))
        try:
            text = source.decode()
        except UnicodeDecodeError:
            with pytest.raises(SceneError, match="not UTF-8"):
                loads(source)
            continue
        read += check(text, source)

    assert MANGLED // PARTS // 10 < read < MANGLED // PARTS


def mangled(random: Random, source: bytes) -> bytes:
    """A text with some of its bytes lost, doubled, moved or overwritten, of a thousand bytes at most."""
    text = bytearray(source[: random.randrange(200, 1000)])
    for _ in range(random.randrange(1, 5)):
        at = random.randrange(len(text) + 1)
        match random.randrange(5):
            case 0:
                text[at:at] = random.choice(PIECES)
            case 1:
                del text[at : at + random.randrange(1, 8)]
            case 2:
                text[at : at + 1] = bytes([random.randrange(256)])
            case 3:
                start = random.randrange(len(text) + 1)
                text[at:at] = text[start : start + random.randrange(60)]
            case _:
                text[at : at + 3] = random.choice(PIECES)
    return bytes(text)


def check(text: str, source: bytes | None = None) -> bool:
    """Read a text: it comes back as it is, or is refused at a place in it. Gives whether it was read."""
    try:
        document = loads(text if source is None else source, "a.tscn")
    except SceneError as error:
        refused = error
    else:
        assert dumps(document) == text
        return True
    lines = text.split("\n")
    assert 1 <= refused.line <= len(lines)
    assert 1 <= refused.column <= len(lines[refused.line - 1]) + 1
    return False
