"""What is malformed is refused, with what is wrong and where."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, ResourceFormatError, SceneError
from scenes.text import Document, Section, dumps, load_value, loads, loads_scene

SCENE = '[gd_scene format=3]\n\n[node name="A"]\n'

VALUES: list[tuple[str, int, int, str]] = [
    ("", 1, 1, "a value is needed here, got the end of the text"),
    ("\n ; x\n", 3, 1, "a value is needed here, got the end of the text"),
    ("]", 1, 1, "a value is needed here, got ']'"),
    ("Vektor2(1, 2)", 1, 1, "a value is needed here, and 'Vektor2' is none; did you mean 'Vector2'?"),
    ("tru", 1, 1, "a value is needed here, and 'tru' is none; did you mean 'true'?"),
    ("Something(1)", 1, 1, "a value is needed here, and 'Something' is none"),
    ("é", 1, 1, "nothing starts with 'é'"),
    ("[1, $]", 1, 5, "nothing starts with '$'"),
    ("-", 1, 1, "'-' needs a number after it"),
    ("& a", 1, 1, "'&' needs a string in quotes after it"),
    ('"a\nb', 1, 1, "a string that never ends; it needs a closing quote"),
    ('[&"a', 1, 2, "a string that never ends; it needs a closing quote"),
    ('"é\n\\u12g4"', 2, 1, "a bad escape in a string: needs four hexadecimal digits after \\u, six after \\U"),
    ('"\\U0001f"', 1, 2, "a bad escape in a string: needs four hexadecimal digits after \\u, six after \\U"),
    ('"\\Uffffff"', 1, 2, "a bad escape in a string: there is no character beyond \\U10ffff"),
    ('"ab\\ud800x"', 1, 4, "a bad escape in a string: the first half of a UTF-16 pair needs the second after it"),
    ('&"\\udc00"', 1, 3, "a bad escape in a string: the second half of a UTF-16 pair needs the first before it"),
    ("#ff", 1, 1, "a colour has 3, 4, 6 or 8 digits, got '#ff'"),
    ("[1 2]", 1, 4, "an array needs ',' or ']' here, got '2'"),
    ("[1", 1, 3, "an array needs ',' or ']' here, got the end of the text"),
    ("[,]", 1, 2, "a value is needed here, got ','"),
    ("{1}", 1, 3, "a dictionary needs ':' here, got '}'"),
    ("{1: 2\n3: 4}", 2, 1, "a dictionary needs ',' or '}' here, got '3'"),
    ("{1:}", 1, 4, "a value is needed here, got '}'"),
    ("Vector2", 1, 8, "Vector2 needs '(' here, got the end of the text"),
    ("Vector2(1)", 1, 1, "Vector2 needs 2 numbers, got 1"),
    ("Color(1, 1, 1)", 1, 1, "Color needs 4 numbers, got 3"),
    ("Vector2(1, 2,)", 1, 14, "Vector2 needs a number here, got ')'"),
    ("Vector2(1 2)", 1, 11, "Vector2 needs ',' or ')' here, got '2'"),
    ('Vector2(1, "2")', 1, 12, "Vector2 needs a number here, got '2'"),
    ("Vector2i(1, nan)", 1, 13, "Vector2i needs ints, got nan"),
    ('PackedByteArray("AAA")', 1, 17, "PackedByteArray holds no base64: Incorrect padding"),
    ('PackedByteArray("AA==", 1)', 1, 23, "PackedByteArray needs ')' here, got ','"),
    ("PackedStringArray(1)", 1, 19, "PackedStringArray needs a string here, got '1'"),
    ('PackedStringArray("a" "b")', 1, 23, "PackedStringArray needs ',' or ')' here, got 'b'"),
    ("NodePath()", 1, 10, "NodePath needs a string, got ')'"),
    ("ExtResource(true)", 1, 13, "ExtResource needs a string, got 'true'"),
    ("Resource(1)", 1, 10, "Resource needs a string, got '1'"),
    ('Resource("a", 1)', 1, 15, "Resource needs a path in quotes here, got '1'"),
    ('Resource("a", "b")', 1, 15, "Resource needs a uid:// and a path, got 'a' and 'b'"),
    ('RID("1")', 1, 5, "RID needs a number, got '1'"),
    ("Callable(1)", 1, 10, "Callable needs ')' here, got '1'"),
    ("Signal", 1, 7, "Signal needs '(' here, got the end of the text"),
    ("Array([])", 1, 6, "Array needs '[' here, got '('"),
    ("Array[1]([])", 1, 7, "Array needs the name of a type, got '1'"),
    ("Array[int]({})", 1, 12, "Array needs '[' here, got '{'"),
    ("Array[int]([1}", 1, 14, "an array needs ',' or ']' here, got '}'"),
    ("Array[int]([1]]", 1, 15, "Array needs ')' here, got ']'"),
    ("Array[int]([]", 1, 14, "Array needs ')' here, got the end of the text"),
    ("Dictionary[int]({})", 1, 15, "Dictionary needs ',' here, got ']'"),
    ("Dictionary[int, int]([])", 1, 22, "Dictionary needs '{' here, got '['"),
    ("Object(1)", 1, 8, "Object needs the name of a type, got '1'"),
    ("Object(A,b:1)", 1, 10, "Object needs the name of a property in quotes, got 'b'"),
    ('Object(A,"b",1)', 1, 13, "Object needs ':' here, got ','"),
    ("1 2", 1, 3, "nothing may stand behind the value, got '2'"),
    ("1 $", 1, 3, "nothing starts with '$'"),
    ("a" * 100, 1, 1, f"a value is needed here, and '{'a' * 40}'... is none"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "problem"), VALUES, ids=[text[:30] for text, *_ in VALUES])
def test_a_bad_value_is_refused_where_it_is_bad(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(SceneError) as error:
        load_value(text, "a.tscn")

    assert str(error.value) == f"a.tscn:{line}:{column}: {problem}"


TEXTS: list[tuple[str, int, int, str]] = [
    ("[gd_scene", 1, 10, "[gd_scene ...] needs an attribute or ']' here, got the end of the text"),
    ("[gd_scene 1]", 1, 11, "[gd_scene ...] needs an attribute or ']' here, got '1'"),
    ("[gd_scene format]", 1, 17, "attribute 'format' needs '=' here, got ']'"),
    ("[gd_scene format=]", 1, 18, "a value is needed here, got ']'"),
    ("[gd_scene.x]", 1, 1, "there is no kind of file that starts with [gd_scene.x]"),
    ("[gd_scene]\n\n[]", 3, 2, "a header needs the kind of its section here, got ']'"),
    ("[gd_scene]\n\n[node.]", 3, 7, "a header needs the kind of its section here, got ']'"),
    ('[gd_scene]\n[node name="A" -inf=1]', 2, 16, "[node ...] needs an attribute or ']' here, got '-inf'"),
    (SCENE + "a", 4, 1, "a property needs '=' and a value behind its name, in the same line"),
    (SCENE + "a 1\nb = 2", 4, 1, "a property needs '=' and a value behind its name, in the same line"),
    (
        SCENE + "# the boat\n[node]",
        4,
        1,
        "a property needs '=' and a value behind its name, in the same line; a comment begins with ';'",
    ),
    (SCENE + 'x = 1\n"a\nb" c', 5, 1, "a property needs '=' and a value behind its name, in the same line"),
    (SCENE + "a[0]\n[node]", 4, 1, "a property needs '=' and a value behind its name, in the same line"),
    (SCENE + "= 1", 4, 1, "a property needs a name before '='"),
    (SCENE + "a = ", 4, 5, "a value is needed here, got the end of the text"),
    (SCENE + "é = [\r\n1 2]", 5, 3, "an array needs ',' or ']' here, got '2'"),
    (SCENE + 'a = "', 4, 5, "a string that never ends; it needs a closing quote"),
    ("a=1\n[section", 2, 1, "a header that never ends; it needs ']'"),
    ("a=1\n[ ]", 2, 1, "a header needs a name in its brackets"),
    ("\ufeffa=$", 1, 3, "nothing starts with '$'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "problem"), TEXTS, ids=[text[-20:] for text, *_ in TEXTS])
def test_a_bad_text_is_refused_where_it_is_bad(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(SceneError) as error:
        loads(text, "a.tscn")

    assert str(error.value) == f"a.tscn:{line}:{column}: {problem}"
    assert (error.value.path, error.value.line, error.value.column) == ("a.tscn", line, column)
    assert isinstance(error.value, ResourceFormatError)


def test_bytes_that_are_not_utf_8_are_refused_with_their_line_and_column() -> None:
    with pytest.raises(SceneError) as error:
        loads("[gd_scene]\n; é".encode() + b"\xff\n")

    assert str(error.value) == "<text>:2:4: the text is not UTF-8: byte 0xff; save the file as UTF-8"


def test_half_a_utf_16_pair_in_a_str_is_refused() -> None:
    with pytest.raises(SceneError) as error:
        loads('a = 1\nb = "\ud800"')

    assert str(error.value) == "<text>:2:6: half a UTF-16 pair, '\\ud800', is no character"


def test_a_file_of_more_than_256_mebibytes_is_refused_unread() -> None:
    class Huge(bytes):
        def __len__(self) -> int:
            return 256 * 2**20 + 1

        def decode(self, *_: Any, **__: Any) -> str:
            raise AssertionError

    with pytest.raises(SceneError, match=r"a\.tscn: the text has 268,435,457 bytes; it may have 268,435,456"):
        loads(Huge(), "a.tscn")


@pytest.mark.parametrize("opening", ["[", "{", "Array[int]([", 'Object(A,"b":', "[{1:", "Dictionary[int, int]({1:"])
@pytest.mark.parametrize("before", ["", SCENE + "a = ", "[gd_scene a=", "a="])
def test_a_hundred_thousand_brackets_do_not_recurse(opening: str, before: str) -> None:
    text = before + opening * 100_000
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(stack_depth() + 40)
    try:
        with pytest.raises(SceneError, match="values nest more than 128 levels deep"):
            loads(text) if before else load_value(text)
    finally:
        sys.setrecursionlimit(limit)


def stack_depth() -> int:
    frame: Any = sys._getframe()
    depth = 0
    while frame is not None:
        frame = frame.f_back
        depth += 1
    return depth


def test_a_scene_file_starts_with_a_scene_or_a_resource() -> None:
    assert loads_scene("[gd_resource format=4]\n", "a.tres").format == 4
    assert loads_scene("[gd_scene]\n").format == 3
    for text, first in (("", "is empty"), ("; x\n[node]", "starts with [node]"), ("a=1", "starts with []")):
        with pytest.raises(SceneError) as error:
            loads_scene(text, "a.tscn")
        assert error.value.problem == (
            f"a scene or resource file starts with [gd_scene] or [gd_resource]; this one {first}"
        )
        assert error.value.line > 0


@pytest.mark.parametrize(("number", "shown"), [("5", "5"), ('"3"', "'3'"), ("2.5", "2.5"), ("true", "True")])
def test_a_newer_or_senseless_format_is_refused_before_what_follows_is_read(number: str, shown: str) -> None:
    with pytest.raises(SceneError) as error:
        loads(f"\n[gd_scene format={number}]\n\n[future ~]", "a.tscn")

    problem = f"the file has format {shown}; up to 4 can be read; save it with an older Godot"
    assert str(error.value) == f"a.tscn:2:1: {problem}"


UNWRITABLE: list[tuple[list[Section], str]] = [
    ([Section("gd_scene"), Section("a b")], "a section's kind must be a plain name, got 'a b'"),
    ([Section("gd_scene", {"a b": 1})], "[gd_scene]: an attribute's name must be a plain name, got 'a b'"),
    ([Section("gd_scene", {"a": {1}})], "[gd_scene], 'a': a value of type set cannot be written, got {1}"),
    (
        [Section("gd_scene"), Section("node", {"name": "A"}, {"b": {1}})],
        "[node name='A'], 'b': a value of type set cannot be written, got {1}",
    ),
    (
        [Section("gd_scene"), Section("node", {}, {"b": [2**70]})],
        "[node], 'b': an int that does not fit into 64 bits cannot be written",
    ),
    ([Section("gd_scene", {}, {1: 1})], "[gd_scene]: a property's name must be a str, got 1"),  # type: ignore[dict-item]
    ([Section("gd_scene", {}, {"a": "\udc00"})], "half a UTF-16 pair, '\\udc00', cannot be written as UTF-8"),
    ([Section("a", {"b": 1})],
        "[a]: only the sections of a file that starts with [gd_scene] or [gd_resource] have attributes",
    ),
    ([Section(" a")], "a section's kind may not have white space around it, got ' a'"),
    ([Section("a"), Section("", {}, {"b": 1})], "only the first section can be without a kind"),
]  # fmt: skip


@pytest.mark.parametrize(("sections", "problem"), UNWRITABLE, ids=[problem[:40] for _, problem in UNWRITABLE])
def test_what_no_file_can_hold_is_not_written(sections: list[Section], problem: str) -> None:
    with pytest.raises(SceneError) as error:
        dumps(Document(sections, "b.tscn"))

    assert str(error.value) == f"b.tscn: {problem}"


def test_only_documents_are_written() -> None:
    with pytest.raises(InvalidTypeError, match=r"dumps\(document\): needs a Document, got 'x'"):
        dumps("x")  # type: ignore[arg-type]
