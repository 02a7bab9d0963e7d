"""The records about loading resources: ResourceUID (Godot), serialization 0261 to 0263, scene_load 0287 and
scene_change 0121 (mainframe)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import export
from engine.core.errors import ResourceError, ResourceNotFoundError
from engine.core.resource import Resource
from engine.resources import ResourceLoader, default_loader
from engine.resources.loading.resource_uid import id_to_text, text_to_id
from engine.resources.loading.threaded_load import ThreadLoadStatus
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from scenes import PackedScene, ResourceSaver

record = pytest.mark.record


class SharedLoot(Resource):
    """A resource with a number and perhaps another one inside."""

    number: int = export(0)
    inner: Resource | None = export(None)


class Chest(Node):
    """A node that holds a resource."""

    loot: Resource | None = export(None)


def loot(number: int, inner: Resource | None = None) -> SharedLoot:
    made = SharedLoot()
    made.number = number
    made.inner = inner
    return made


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    return ResourceLoader(tmp_path)


@pytest.fixture
def saver(loader: ResourceLoader) -> ResourceSaver:
    return ResourceSaver(loader)


@pytest.fixture
def loading_tree(loader: ResourceLoader) -> Iterator[SceneTree]:
    tree = SceneTree(loader=loader)
    yield tree
    tree.shutdown()


def scene_of(root: Node) -> PackedScene:
    """The scene of a node, which is freed."""
    scene = PackedScene()
    scene.pack(root)
    root.free()
    return scene


# --- Godot: the text form of uids


@record("ResourceUID-001")
def test_the_largest_uid() -> None:
    assert id_to_text(9223372036854775807) == "uid://d4n4ub6itg400"
    assert text_to_id("uid://d4n4ub6itg400") == 9223372036854775807


@record("ResourceUID-002")
def test_the_uid_of_number_0() -> None:
    assert id_to_text(0) == "uid://a"
    assert text_to_id("uid://a") == 0


@record("ResourceUID-003")
def test_the_uid_of_number_1() -> None:
    assert id_to_text(1) == "uid://b"
    assert text_to_id("uid://b") == 1


@record("ResourceUID-004")
def test_a_uid_of_13_digits() -> None:
    assert id_to_text(8060368642360689600) == "uid://dm3rdgs30kfci"
    assert text_to_id("uid://dm3rdgs30kfci") == 8060368642360689600


@record("ResourceUID-005")
def test_the_invalid_uid() -> None:
    assert id_to_text(-1) == "uid://<invalid>"
    assert text_to_id("uid://<invalid>") == -1


@record("ResourceUID-006")
def test_another_negative_number_is_no_uid_either() -> None:
    assert id_to_text(-2) == "uid://<invalid>"


@record("ResourceUID-007")
def test_a_uid_needs_its_scheme() -> None:
    assert text_to_id("dm3rdgs30kfci") == -1


# --- mainframe: serialization


@record("mainframe-serialization-0261")
def test_a_resource_of_a_file_is_named_by_its_uid_and_shared(
    loader: ResourceLoader, saver: ResourceSaver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default_loader, "root", loader.root)  # as an application does; scenes made in code ask it
    saver.save(loot(5, inner=loot(6)), "loot.tres")
    held = loader.load("loot.tres", SharedLoot)
    saver.save(scene_of(Chest("Chest", loot=held)), "chest.tscn")

    uid = loader.uid_of("loot.tres")
    scenes = [loader.load("chest.tscn", PackedScene), loader.load("res://chest.tscn", PackedScene)]
    chests = [scene.instantiate(Chest) for scene in scenes]

    assert uid.startswith("uid://")  # Godot's form in place of the record's "res_"
    (entry,) = scenes[0].document.ext_resources
    assert (entry.attributes["uid"], entry.attributes["path"]) == (uid, "res://loot.tres")
    assert chests[0].loot is chests[1].loot is held
    assert loader.load(uid) is loader.load("loot.tres") is held
    inner: Any = held.inner
    assert inner.number == 6
    for chest in chests:
        chest.free()


@record("mainframe-serialization-0262")
def test_the_last_release_takes_a_resource_out_of_the_cache(loader: ResourceLoader, saver: ResourceSaver) -> None:
    saver.save(loot(5), "loot.tres")
    held = loader.load("loot.tres")
    assert loader.load("loot.tres") is held
    assert loader.get_reference_count("loot.tres") == 2

    loader.release(held)
    assert loader.has_cached("loot.tres")
    loader.release(held)
    assert not loader.has_cached("loot.tres")
    with pytest.raises(ResourceError, match=r"^release\('res://loot\.tres'\): it is not loaded"):
        loader.release(held)

    assert loader.load("loot.tres") is not held


@record("mainframe-serialization-0263")
def test_a_uid_stays_over_saves_and_moves(loader: ResourceLoader, saver: ResourceSaver, tmp_path: Path) -> None:
    saver.save(scene_of(Node("Door")), "door.tscn")
    uid = loader.uid_of("door.tscn")
    level = Node("Level")
    door = level.add_child(loader.load("door.tscn", PackedScene).instantiate())
    door.owner = level
    saver.save(scene_of(level), "level.tscn")

    scene = loader.load("door.tscn", PackedScene)
    saver.save(scene, "door.tscn")
    assert loader.uid_of("door.tscn") == uid
    del scene

    (tmp_path / "doors").mkdir()
    os.replace(tmp_path / "door.tscn", tmp_path / "doors" / "wooden.tscn")
    assert loader.path_of_uid(uid) == "res://doors/wooden.tscn"

    for each in (loader, ResourceLoader(tmp_path)):
        instance = each.load("level.tscn", PackedScene).instantiate()
        assert instance.get_node("Door").scene_file_path == "res://doors/wooden.tscn"
        instance.free()

    fresh = ResourceLoader(tmp_path)
    fresh.scan()
    assert fresh.path_of_uid(uid) == "res://doors/wooden.tscn"


# --- mainframe: scene_load, scene_change


@record("mainframe-scene_load-0287")
def test_a_resource_is_loaded_in_a_thread(loader: ResourceLoader, saver: ResourceSaver) -> None:
    saver.save(loot(5), "loot.tres")
    uid = loader.uid_of("loot.tres")

    load = loader.load_threaded(uid, SharedLoot)
    held = load.get()

    assert (load.status, load.progress) == (ThreadLoadStatus.LOADED, 1.0)
    assert held.number == 5
    assert loader.load("loot.tres") is held

    missing = loader.load_threaded("none.tres")
    with pytest.raises(ResourceNotFoundError, match=r"none\.tres - there is no such file"):
        missing.get()
    assert missing.status is ThreadLoadStatus.FAILED


@record("mainframe-scene_change-0121")
def test_the_current_scene_stays_in_the_cache_until_it_is_unloaded(
    loading_tree: SceneTree, loader: ResourceLoader, saver: ResourceSaver, tmp_path: Path
) -> None:
    saver.save(scene_of(Node("Level")), "level.tscn")
    uid = loader.uid_of("level.tscn")
    assert not loader.has_cached(uid)

    loading_tree.change_scene_to_file(uid)
    assert loader.has_cached(uid)
    held = loader.get_cached_ref(uid)

    loading_tree.unload_current_scene()
    assert held is not None
    assert not loader.has_cached(uid)
