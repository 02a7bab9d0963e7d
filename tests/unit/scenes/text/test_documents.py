"""What a document tells of its text: sections, lines, settings files."""

from __future__ import annotations

import copy

import pytest

from engine.core.errors import SceneError
from scenes.text import Document, Section, dumps, loads
from scenes.text.values import ExtResource
from tests.unit.scenes.text import samples


def test_the_sections_of_a_scene_are_there_by_kind() -> None:
    document = loads(samples.CANONICAL["scene"], "a.tscn")

    assert document.path == "a.tscn"
    assert document.header.kind == "gd_scene"
    assert (document.format, document.uid) == (3, "uid://b4")
    assert [section.attributes["id"] for section in document.ext_resources] == ["1_abcde", "2_fghij"]
    assert [section.attributes["id"] for section in document.sub_resources] == ["Curve_x1y2z"]
    assert [section.attributes["name"] for section in document.nodes] == ["Root", "Child", "O'Neil"]
    assert [section.attributes["signal"] for section in document.connections] == ["hit", "left"]
    assert [section.attributes["path"] for section in document.editables] == ["Child", "Child/O'Neil"]
    assert document.resource is None
    assert document.nodes[1].attributes == {"name": "Child", "parent": ".", "instance": ExtResource("2_fghij")}


def test_a_resource_file_has_one_resource() -> None:
    document = loads(samples.CANONICAL["resource"])

    assert document.resource is document.sections[-1]
    assert document.resource.properties["bytes"] == b"\0\1\2\3"
    assert document.format == 4


def test_a_document_without_sections_has_no_header() -> None:
    with pytest.raises(SceneError, match=r"a.tscn: the document is empty"):
        _ = Document(path="a.tscn").header


def test_a_header_without_format_or_uid_or_with_senseless_ones_counts_as_format_3_without_uid() -> None:
    for attributes in ({}, {"format": "x", "uid": 3}):
        document = Document([Section("gd_scene", attributes)])

        assert (document.format, document.uid) == (3, "")


def lines_by_eye(text: str, document: Document) -> list[tuple[str, int]]:
    """The line of each property as one finds it by looking for its name at the start of a line, top down."""
    lines = text.split("\n")
    found = []
    at = 0
    for section in document.sections:
        at = section.line
        for name in section.properties:
            place = next(line for line in range(at, len(lines)) if lines[line].lstrip().startswith((name, f'"{name}"')))
            found.append((name, place + 1))
            at = place + 1
    return found


@pytest.mark.parametrize("name", ["scene", "resource", "spacing", "comments", "carriage returns"])
def test_the_line_of_every_property_is_known(name: str) -> None:
    text = samples.ALL[name]
    document = copy.deepcopy(loads(text))

    told = [(key, document.line_of(section, key)) for section in document.sections for key in section.properties]

    assert told == lines_by_eye(text, document)


def test_the_line_of_a_repeated_property_is_that_of_the_one_that_counts() -> None:
    document = loads("[gd_scene]\n\n[node]\na = 1\nb = [\n]\na = 2\n")

    assert document.line_of(document.nodes[0], "a") == 7
    assert document.line_of(document.nodes[0], "b") == 5


def test_the_line_of_settings_before_the_first_header_is_known() -> None:
    document = loads("; note\n\na=1\n\nb={\n}\nc=2\n\n[x]\n\nd=1\n")
    first, second = document.sections

    assert (first.line, document.line_of(first, "a"), document.line_of(first, "c")) == (3, 3, 7)
    assert (second.line, document.line_of(second, "d")) == (9, 11)


def test_lines_of_headers_and_of_what_is_not_there() -> None:
    document = loads('[gd_scene]\n\n[node\nname="A"]\na = 1\n')
    node = document.nodes[0]

    assert document.line_of(node) == 3
    assert document.line_of(node, "a") == 5
    assert document.line_of(node, "b") == 3
    assert document.line_of(Section("node"), "a") == 0


def test_a_section_shows_its_kind_and_place() -> None:
    assert repr(loads("[gd_scene]\n\n[node]\na = 1").nodes[0]) == "<Section [node], line 3, 1 properties>"


def test_a_settings_file_has_sections_of_any_name() -> None:
    document = loads(samples.ODD["settings"])

    assert [section.kind for section in document.sections] == [
        "",
        "application",
        "spaced",
        "empty",
        "with ] bracket",
        "backslash\\",
        'no = attributes="here"',
    ]
    assert document.sections[0].properties == {"config_version": 5}
    assert document.sections[1].properties == {"config/name": "A game", "run/main": "x"}
    assert document.sections[-1].properties == {"b": 1, "c": 3}
    assert all(section.attributes == {} for section in document.sections)


def test_a_settings_file_is_laid_out_as_godot_does() -> None:
    document = Document(
        [Section("", {}, {"config_version": 5}), Section("application", {}, {"a/b": "x", "c d": 1}), Section("x]y")]
    )

    assert dumps(document) == 'config_version=5\n\n[application]\n\na/b="x"\n"c d"=1\n\n[x\\]y]\n'


def test_settings_before_the_first_header_that_are_gone_leave_nothing() -> None:
    assert dumps(Document([Section(""), Section("a", {}, {"b": 1})])) == "[a]\n\nb=1\n"


def test_headers_escape_what_godot_escapes() -> None:
    document = Document(
        [
            Section("gd_scene", {"format": 3}),
            Section("ext_resource", {"path": "res://it's\t.png", "id": "1"}),
            Section("node", {"name": "it's\n", "groups": ["a'b"], "node_paths": ["c'd"]}),
            Section("node", {"name": "B", "instance_placeholder": "res://it's.tscn"}),
            Section("connection", {"method": "a'b", "binds": ["c'd"]}),
        ]
    )

    assert dumps(document) == (
        "[gd_scene format=3]\n\n"
        '[ext_resource path="res://it\'s\t.png" id="1"]\n\n'
        '[node name="it\\\'s\\n" groups=["a\\\'b"] node_paths=["c\'d"]]\n\n'
        '[node name="B" instance_placeholder="res://it\'s.tscn"]\n\n'
        '[connection method="a\\\'b" binds= ["c\'d"]]\n'
    )


def test_keys_are_quoted_where_godot_quotes_them() -> None:
    names = ["a/b:0", "a b", "é", 'q"', "x=y", "[0]", "c;d", "\\", "", "-1"]
    document = Document([Section("gd_scene"), Section("node", {}, dict.fromkeys(names, 1))])

    text = dumps(document)

    assert text.splitlines()[3:] == [
        "a/b:0 = 1",
        '"a b" = 1',
        '"é" = 1',
        '"q\\"" = 1',
        '"x=y" = 1',
        '"[0]" = 1',
        '"c;d" = 1',
        "\\ = 1",
        '"" = 1',
        "-1 = 1",
    ]
    assert list(loads(text).nodes[0].properties) == names


def test_equal_texts_give_documents_that_do_not_share_values() -> None:
    text = "[gd_scene]\n\n[node]\na = [1]\n"
    one, other = loads(text), loads(text)

    one.nodes[0].properties["a"].append(2)

    assert other.nodes[0].properties["a"] == [1]
