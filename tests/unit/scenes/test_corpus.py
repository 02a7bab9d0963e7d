"""Scenes and resources of many Godot projects, which stand beside this repository and not in it.

Each is loaded, made into nodes, freed, packed again and written: the bytes are those of the file. `pytest -rP` prints a
table of what was met.
"""

from __future__ import annotations

import copy
import gc
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.resources import ResourceLoader
from engine.tree.scene_tree import SceneTree
from scenes import PackedScene, ResourceSaver
from scenes.text import dumps, loads

CORPUS = Path(__file__).resolve().parents[4] / "shared" / "corpus"
FILES = sorted(each for each in CORPUS.rglob("*.t*") if each.suffix in (".tscn", ".tres"))
SCENES = [each for each in FILES if each.suffix == ".tscn"]
COUNT = 62


def named(path: Path) -> str:
    return path.relative_to(CORPUS).as_posix()


needs_corpus = pytest.mark.skipif(not FILES, reason=f"there are no scenes at {CORPUS}")
each_file = pytest.mark.parametrize("path", FILES, ids=named)
each_scene = pytest.mark.parametrize("path", SCENES, ids=named)


@pytest.fixture(scope="module")
def table() -> Iterator[list[str]]:
    rows: list[str] = []
    yield rows
    head = "nodes    types  scripts    files  unknown   bytes  file (counts are of what is missing)"
    sys.stdout.write("\n".join([head, *rows, ""]))


@needs_corpus
def test_all_files_are_there() -> None:
    assert len(FILES) == COUNT


@each_file
def test_a_file_comes_back_from_a_copy_of_its_values(path: Path) -> None:
    source = path.read_bytes()

    document = copy.deepcopy(loads(source))
    text = source.decode()
    del source

    assert dumps(document) == text


@each_scene
def test_a_scene_comes_back_from_its_nodes(path: Path, table: list[str]) -> None:
    scene = ResourceLoader(path.parent).load(path.name, PackedScene)

    root = scene.instantiate()
    count = sum(1 for _ in root.find_children("*", owned=False)) + 1
    report = scene.report
    scene.pack(root)
    root.free()

    assert dumps(scene.document).encode() == path.read_bytes()
    counts = (report.missing_types, report.missing_scripts, report.missing_files, report.unknown_properties)
    numbers = "  ".join(f"{len(each):7}" for each in counts)
    table.append(f"{count:5}  {numbers}  {path.stat().st_size:6}  {named(path)}")


@each_scene
def test_a_scene_runs_and_leaves_nothing_behind(path: Path) -> None:
    loader = ResourceLoader(path.parent)
    tree = SceneTree(loader=loader)
    tree.change_scene_to_file(path.name)
    root = tree.current_scene
    assert root is not None
    nodes = [weakref.ref(node) for node in [root, *root.find_children("*", owned=False)]]

    tree.frames(3)
    del root
    tree.shutdown()
    gc.collect()

    assert [node() for node in nodes if node() is not None] == []
    assert not loader.has_cached(path.name)


@pytest.mark.parametrize("path", [each for each in FILES if each.suffix == ".tres"], ids=named)
def test_a_resource_comes_back_from_what_it_became(path: Path, tmp_path: Path) -> None:
    (tmp_path / path.name).write_bytes(path.read_bytes())
    loader = ResourceLoader(tmp_path)
    resource = loader.load(path.name)

    ResourceSaver(loader).save(resource)

    assert (tmp_path / path.name).read_bytes() == path.read_bytes()
