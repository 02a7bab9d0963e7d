from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import Node, NodePath, SceneTree, export, is_instance_valid
from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, TreeError
from engine.tree.scene_info import SceneInfo
from nodes import InstancePlaceholder, Node2D
from scenes.text.document import Section


class Boss(Node2D):
    health: int = export(10)
    target: Node | None = export(None)
    guards: list[Node | None] = export(factory=list)


class Source:
    """A scene of one node, with another below it."""

    def __init__(self, made: type[Node] = Boss) -> None:
        self.made = made
        self.roots: list[Node] = []

    def instantiate(self) -> Node:
        root = self.made("SceneRoot")
        root.add_child(Node("Eye"))
        self.roots.append(root)
        return root


class Loader:
    """A project with one scene."""

    def __init__(self) -> None:
        self.source = Source()
        self.asked: list[str] = []

    def load(self, path: str) -> Any:
        self.asked.append(path)
        return self.source if path == "res://boss.tscn" else None


@pytest.fixture
def loader() -> Loader:
    return Loader()


@pytest.fixture
def tree(loader: Loader) -> Iterator[SceneTree]:
    tree = SceneTree(loader=loader)
    yield tree
    tree.shutdown()


@pytest.fixture
def level(tree: SceneTree) -> Node:
    level = tree.root.add_child(Node("Level"))
    for name in ("First", "Last"):
        level.add_child(Node(name)).owner = level
    return level


@pytest.fixture
def placeholder(level: Node) -> InstancePlaceholder:
    """Between First and Last."""
    placeholder = level.add_child(InstancePlaceholder("Boss"), 1)
    placeholder.owner = level
    placeholder._set_instance_path("res://boss.tscn")
    return placeholder


def names(node: Node) -> list[str]:
    return [child.name for child in node.children]


def test_it_knows_the_path_of_its_scene_and_loads_nothing(placeholder: InstancePlaceholder, loader: Loader) -> None:
    assert placeholder.get_instance_path() == "res://boss.tscn"
    assert InstancePlaceholder().get_instance_path() == ""
    assert loader.asked == []


def test_replacing_puts_the_instance_in_its_place(level: Node, placeholder: InstancePlaceholder) -> None:
    boss = placeholder.create_instance(replace=True)

    assert names(level) == ["First", "Boss", "Last"]
    assert level.get_child(1) is boss
    assert isinstance(boss, Boss)
    assert boss.owner is level
    assert names(boss) == ["Eye"]
    with pytest.raises(FreedError):
        level.add_child(placeholder)


def test_without_replacing_the_instance_stands_beside_it(level: Node, placeholder: InstancePlaceholder) -> None:
    first = placeholder.create_instance()
    second = placeholder.create_instance()

    assert names(level) == ["First", "Boss2", "Boss3", "Boss", "Last"]
    assert level.get_node("Boss") is placeholder
    assert (first.name, second.name) == ("Boss2", "Boss3")
    assert first.owner is level


def test_a_scene_that_is_given_is_made_in_place_of_its_own(placeholder: InstancePlaceholder, loader: Loader) -> None:
    node = placeholder.create_instance(replace=True, custom_scene=Source(Node2D))

    assert type(node) is Node2D
    assert node.name == "Boss"
    assert loader.asked == []


def test_the_instance_gets_the_stored_values(placeholder: InstancePlaceholder) -> None:
    placeholder._kept_properties = {"health": 99, "position": (3.0, 4.0)}

    boss: Any = placeholder.create_instance(replace=True)

    assert (boss.health, boss.position) == (99, (3, 4))


def test_what_the_class_of_the_instance_does_not_have_is_kept_with_it(placeholder: InstancePlaceholder) -> None:
    unknown = {"anger": 5, "_flags": 0, "free": 1, "tracks/0/type": "value"}
    placeholder._kept_properties = {"health": 3, **unknown}

    boss: Any = placeholder.create_instance(replace=True)

    assert boss.health == 3
    assert boss._kept_properties == unknown
    boss.free()
    assert not is_instance_valid(boss)


def test_stored_values_are_listed_in_their_order(placeholder: InstancePlaceholder) -> None:
    placeholder._kept_properties = {"z": 1, "a": 2}

    assert placeholder.get_stored_values() == {"z": 1, "a": 2}
    assert placeholder.get_stored_values(with_order=True) == {"z": 1, "a": 2, ".order": ["z", "a"]}
    assert InstancePlaceholder().get_stored_values(True) == {".order": []}
    placeholder.get_stored_values()["z"] = 5
    assert placeholder.get_stored_values()["z"] == 1


def test_stored_paths_of_nodes_lead_on_from_the_placeholder(level: Node, placeholder: InstancePlaceholder) -> None:
    section = Section("node", {"name": "Boss", "node_paths": ("target", "guards")})
    placeholder._scene_info = SceneInfo(None, None, section)
    placeholder._kept_properties = {
        "target": NodePath("../First"),
        "guards": [NodePath("../Last"), NodePath("../Gone"), NodePath("")],
    }

    boss: Any = placeholder.create_instance(replace=True)

    assert boss.target is level.get_node("First")
    assert boss.guards == [level.get_node("Last"), None, None]


def test_a_scene_that_knows_what_values_of_files_mean_sets_them_itself(placeholder: InstancePlaceholder) -> None:
    class Knowing(Source):
        def apply_properties(self, node: Any, values: dict[str, Any]) -> None:
            node.health = int(values.pop("life"))
            node.set_meta("rest", values)

    placeholder._kept_properties = {"life": "7", "unknown": 1}
    placeholder.set_meta("_version", 2)

    boss: Any = placeholder.create_instance(custom_scene=Knowing())

    assert boss.health == 7
    assert boss.meta == {"rest": {"unknown": 1, "metadata/_version": 2}}


def test_the_instance_is_in_the_groups_and_has_the_metadata(placeholder: InstancePlaceholder) -> None:
    placeholder.add_to_group("enemies", persistent=True)
    placeholder.set_meta("editor", 1)

    boss = placeholder.create_instance()

    assert boss.groups == {"enemies": True}
    assert boss.get_meta("editor") == 1


def test_one_that_replaces_has_what_every_node_has_of_the_placeholder(
    level: Node, placeholder: InstancePlaceholder
) -> None:
    placeholder.unique_name_in_owner = True
    placeholder.process_priority = 5

    boss = placeholder.create_instance(replace=True)

    assert level.get_node("%Boss") is boss
    assert boss.process_priority == 5


def test_the_unique_name_stays_with_the_placeholder_that_stays(level: Node, placeholder: InstancePlaceholder) -> None:
    placeholder.unique_name_in_owner = True

    boss = placeholder.create_instance()

    assert level.get_node("%Boss") is placeholder
    assert not boss.unique_name_in_owner


def test_it_is_replaced_from_a_callback_of_its_own(placeholder: InstancePlaceholder, tree: SceneTree) -> None:
    tree.process_frame.connect(lambda: placeholder.create_instance(replace=True) if placeholder._tree else None)

    tree.tick(1 / 60)

    assert type(tree.root.get_node("Level/Boss")) is Boss


def test_a_duplicate_is_a_placeholder_of_the_same_scene(level: Node, placeholder: InstancePlaceholder) -> None:
    placeholder._kept_properties = {"health": 5}

    copy = level.add_child(placeholder.duplicate())

    assert copy.get_instance_path() == "res://boss.tscn"
    assert copy.get_stored_values() == {"health": 5}
    assert copy.get_stored_values() is not placeholder._kept_properties


def test_a_bad_value_leaves_everything_as_it_was(level: Node, placeholder: InstancePlaceholder) -> None:
    source = Source()
    placeholder._kept_properties = {"position": "here"}

    with pytest.raises(InvalidTypeError, match=r"^SceneRoot.position "):
        placeholder.create_instance(replace=True, custom_scene=source)

    assert names(level) == ["First", "Boss", "Last"]
    assert level.get_child(1) is placeholder
    assert [repr(root) for root in source.roots] == ["<Boss 'SceneRoot' (freed)>"]


def test_an_error_on_leaving_is_raised_when_the_instance_stands(level: Node, placeholder: InstancePlaceholder) -> None:
    def fail() -> None:
        raise InvalidValueError("no")

    placeholder.tree_exiting.connect(fail)

    with pytest.raises(InvalidValueError, match=r"^no"):
        placeholder.create_instance(replace=True)

    assert type(level.get_node("Boss")) is Boss
    assert level.get_child_count() == 3


def test_outside_a_tree_there_is_no_instance() -> None:
    with pytest.raises(TreeError, match=r"^Boss is not inside a tree"):
        InstancePlaceholder("Boss").create_instance(custom_scene=Source())


def test_a_freed_one_makes_none(placeholder: InstancePlaceholder) -> None:
    placeholder.free()

    with pytest.raises(FreedError):
        placeholder.create_instance()


def test_one_that_is_leaving_makes_none(level: Node, placeholder: InstancePlaceholder) -> None:
    heard: list[str] = []

    def create() -> None:
        with pytest.raises(TreeError) as caught:
            placeholder.create_instance(replace=True)
        heard.append(str(caught.value))

    placeholder.tree_exiting.connect(create)
    level.remove_child(placeholder)
    placeholder.tree_exiting.disconnect(create)

    assert heard == [
        "cannot create an instance at /root/Level/Boss, which is leaving the tree; use call_deferred(...) on the tree"
    ]
    placeholder.free()


def test_without_a_path_it_needs_a_scene(tree: SceneTree) -> None:
    placeholder = tree.root.add_child(InstancePlaceholder("Boss"))

    with pytest.raises(TreeError) as caught:
        placeholder.create_instance()

    assert str(caught.value) == "/root/Boss has no instance path; call create_instance(custom_scene=...)"


def test_what_is_no_scene_is_refused(placeholder: InstancePlaceholder) -> None:
    placeholder._set_instance_path("res://picture.png")

    with pytest.raises(InvalidTypeError, match=r"^/root/Level/Boss.create_instance: None is no scene"):
        placeholder.create_instance()
    with pytest.raises(InvalidTypeError, match=r"'boss\.tscn' is no scene"):
        placeholder.create_instance(custom_scene="boss.tscn")  # type: ignore[arg-type]
