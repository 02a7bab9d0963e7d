"""What was read comes back byte for byte, from the document alone."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scenes.text import Document, Section, dumps, load_value, loads
from tests.unit.scenes.text import samples
from tests.unit.scenes.text.exactly import exactly_document

CORPUS = Path(__file__).resolve().parents[5] / "shared" / "corpus"
FILES = sorted(CORPUS.rglob("*.t[rs][ec][sn]")) if CORPUS.is_dir() else []
NEEDED = pytest.mark.skipif(not FILES, reason="the real files are not beside this repository")


def is_canonical(document: Document) -> bool:
    return document.layout is None and all(section.layout is None for section in document.sections)


def without_layout(document: Document) -> Document:
    """A document of the same values that never was a text."""
    return Document([Section(section.kind, section.attributes, section.properties) for section in document.sections])


@pytest.mark.parametrize("name", samples.ALL)
def test_a_text_comes_back_from_a_copy_of_its_document(name: str) -> None:
    text = samples.ALL[name]

    document = copy.deepcopy(loads(text))

    assert dumps(document) == text
    assert dumps(loads(text.encode())) == text
    assert dumps(document) == text  # writing changes nothing


@pytest.mark.parametrize("name", samples.CANONICAL)
def test_what_godot_wrote_needs_no_kept_layout(name: str) -> None:
    text = samples.CANONICAL[name]

    document = loads(text)

    assert is_canonical(document)
    assert dumps(without_layout(document)) == text


@pytest.mark.parametrize("name", samples.ALL)
def test_a_document_without_its_layout_is_written_as_one_of_the_same_values(name: str) -> None:
    document = without_layout(loads(samples.ALL[name]))

    again = loads(dumps(document))

    assert exactly_document(again) == exactly_document(document)
    assert is_canonical(again)


@NEEDED
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_real_file_comes_back_from_a_copy_of_its_document(file: Path) -> None:
    source = file.read_bytes()

    document = copy.deepcopy(loads(source, file.name))

    assert dumps(document).encode() == source


@NEEDED
def test_nothing_of_the_real_files_needs_to_be_kept_but_keys_that_are_there_twice() -> None:
    twice = 0
    for file in FILES:
        document = loads(file.read_bytes())
        layouts = [section.layout for section in document.sections if section.layout is not None]

        assert document.layout is None
        assert not any(layout.gap or layout.header or layout.gaps or layout.entries for layout in layouts)
        if not layouts:
            assert dumps(without_layout(document)).encode() == file.read_bytes()
        twice += sum(len(olds) for layout in layouts for olds in layout.superseded.values())

    assert twice == 1


def changes(text: str) -> Iterator[tuple[Document, Section, str]]:
    """The document of a text anew for each of its properties."""
    places = [(place, name) for place, section in enumerate(loads(text).sections) for name in section.properties]
    for place, name in places[:: max(1, len(places) // 40)]:
        document = loads(text)
        yield document, document.sections[place], name


def is_superseded(text: str, section: Section, name: str) -> bool:
    layout = section.layout
    return layout is not None and any(old.name == name for olds in layout.superseded.values() for old in olds)


def check_changes(text: str, value: Any, written: str) -> int:
    """Change each property by itself, and compare the lines that are not its own; gives how many there were."""
    count = 0
    for document, section, name in changes(text):
        if is_superseded(text, section, name):
            continue
        old_lines = text.split("\n")
        first = document.line_of(section, name) - 1
        old_value_lines = dumps(Document([Section("gd_scene"), Section("x", {}, {name: section.properties[name]})]))
        taken = old_value_lines.count("\n") - 3
        section.properties[name] = value

        new_lines = dumps(document).split("\n")

        assert new_lines[:first] == old_lines[:first]
        assert new_lines[first + 1 :] == old_lines[first + taken :]
        assert new_lines[first].endswith(f" = {written}")
        count += 1
    return count


def test_changing_a_property_changes_its_line_only() -> None:
    assert check_changes(samples.CANONICAL["scene"], 7, "7") > 8


@NEEDED
def test_changing_a_property_of_a_real_file_changes_its_line_only() -> None:
    assert sum(check_changes(file.read_bytes().decode(), 7, "7") for file in FILES) > 500


def test_a_value_changed_in_place_is_written_anew_and_its_neighbours_keep_their_spelling() -> None:
    text = '[gd_scene format=3]\n\n[node name="A"]\na=1 ; one\nb = [ 1,2 ]\nc = 1.50\n'
    document = loads(text)

    document.nodes[0].properties["b"].append(3)

    assert dumps(document) == text.replace("b = [ 1,2 ]", "b = [1, 2, 3]")


def test_a_changed_header_is_written_anew_and_the_rest_keeps_its_spelling() -> None:
    text = '; note\n[gd_scene  format=3]\n[node  name = "A"]\na=1\n'
    document = loads(text)

    document.nodes[0].attributes["type"] = "Node"

    assert dumps(document) == text.replace('[node  name = "A"]', '[node name="A" type="Node"]')


def test_a_value_that_differs_in_type_or_sign_only_is_a_change() -> None:
    text = '[gd_scene format=3]\n\n[node name="A"]\na = 1.00\nb = 01\nc = 0.00\n'
    document = loads(text)

    document.nodes[0].properties.update(a=1, b=True, c=-0.0)

    assert dumps(document) == '[gd_scene format=3]\n\n[node name="A"]\na = 1\nb = true\nc = -0.0\n'


def test_a_property_that_is_removed_takes_its_comment_and_its_earlier_lines_along() -> None:
    document = loads('[gd_scene format=3]\n\n[node name="A"]\na = 1\nb = 2\n; about a\na = 3\nc = 4\n')

    del document.nodes[0].properties["a"]

    assert dumps(document) == '[gd_scene format=3]\n\n[node name="A"]\nb = 2\nc = 4\n'


def test_an_earlier_line_never_overrules_what_a_property_holds() -> None:
    document = loads('[gd_scene format=3]\n\n[node name="A"]\na = 1\nb = 2\na = 3\n')
    node = document.nodes[0]

    node.properties = {"a": 3, "b": 2}
    again = loads(dumps(document))

    assert again.nodes[0].properties == {"a": 3, "b": 2}


def test_what_stood_behind_a_number_without_a_space_is_parted_from_what_stands_there_now() -> None:
    document = loads('[gd_scene format=3]\n\n[node name="A"]\na = 1b = 2\nc = 3')
    properties = document.nodes[0].properties

    properties["a"] = True

    assert loads(dumps(document)).nodes[0].properties == {"a": True, "b": 2, "c": 3}


def test_new_properties_and_sections_are_laid_out_as_godot_does() -> None:
    document = loads('[gd_scene format=3]\n\n[node name="A"]\n')
    document.nodes[0].properties["a"] = 1
    document.sections.append(Section("node", {"name": "B", "parent": "."}))
    for signal in ("x", "y"):
        document.sections.append(Section("connection", {"signal": signal, "from": ".", "to": "B", "method": "m"}))

    assert dumps(document) == (
        '[gd_scene format=3]\n\n[node name="A"]\na = 1\n\n[node name="B" parent="."]\n\n'
        '[connection signal="x" from="." to="B" method="m"]\n[connection signal="y" from="." to="B" method="m"]\n'
    )


def test_a_file_with_carriage_returns_gets_new_lines_with_them() -> None:
    document = loads('[gd_scene format=3]\r\n\r\n[node name="A"]\r\na = 1\r\n')

    document.nodes[0].properties |= {"a": {"k": 1}, "b": 2}

    assert dumps(document) == ('[gd_scene format=3]\r\n\r\n[node name="A"]\r\na = {\r\n"k": 1\r\n}\r\nb = 2\r\n')


def test_a_string_keeps_the_carriage_returns_that_stand_in_it() -> None:
    assert load_value('"a\r\nb"') == "a\r\nb"


def test_a_document_that_was_copied_does_not_share_what_can_change() -> None:
    text = samples.ODD["repeated keys"]
    document = loads(text)
    copied = copy.deepcopy(document)

    copied.nodes[0].properties["a"] = 0

    assert dumps(document) == text
    assert dumps(copied) != text
