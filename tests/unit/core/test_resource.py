import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import export, get_exports
from engine.core.object import Object
from engine.core.registry import resource_types
from engine.core.resource import Resource
from engine.core.signal import Signal
from engine.input import InputMap


class Ribbon(Resource):
    pass


def test_a_change_counts_the_revision_up_before_it_is_told() -> None:
    ribbon = Ribbon()
    seen: list[int] = []
    ribbon.changed.connect(lambda: seen.append(ribbon.revision))

    ribbon.emit_changed()
    ribbon.emit_changed()

    assert seen == [1, 2]


def test_a_new_resource_has_revision_0_and_no_path() -> None:
    ribbon = Ribbon()

    assert (ribbon.revision, ribbon.resource_path, ribbon.resource_name) == (0, "", "")


def test_a_resource_type_is_registered_by_its_name() -> None:
    assert resource_types.get("Ribbon") is Ribbon
    assert resource_types.get("Resource") is Resource


def test_a_signal_does_not_keep_a_resource_alive() -> None:
    class Follower(Resource):
        def follow(self) -> None:
            self.emit_changed()

    leader, follower = Ribbon(), Follower()
    leader.changed.connect(follower.follow)
    leader.emit_changed()
    assert follower.revision == 1

    reference = weakref.ref(follower)
    del follower
    gc.collect()

    assert reference() is None
    assert leader.changed.get_connections() == []


def test_a_resource_is_an_object_with_signals_by_name() -> None:
    assert isinstance(Ribbon(), Object)
    assert Ribbon().has_signal("changed")


class Recipe(Resource):
    boiled = Signal[int]("minutes")

    def __init__(self, steps: list[str]) -> None:
        self.steps = steps


@pytest.mark.parametrize("copying", [copy.copy, copy.deepcopy, lambda recipe: pickle.loads(pickle.dumps(recipe))])
def test_a_copy_has_the_data_and_none_of_the_connections(copying: Callable[[Recipe], Recipe]) -> None:
    recipe = Recipe(["stir"])
    heard: list[int] = []
    recipe.boiled.connect(heard.append)
    recipe.changed.connect(recipe.get_meta_list)
    recipe.add_user_signal("burnt").connect(heard.append)
    recipe.set_meta("stars", 3)

    copied = copying(recipe)
    copied.boiled.emit(5)
    copied.emit_changed()
    copied.set_meta("stars", 4)

    assert copied.steps == ["stir"]
    assert heard == []
    assert not copied.has_signal("burnt")
    assert (recipe.get_meta("stars"), recipe.revision) == (3, 0)
    assert copied.boiled.get_object() is copied
    assert len(recipe.boiled.get_connections()) == 1


def test_a_copied_signal_is_one_that_nobody_is_connected_to() -> None:
    recipe = Recipe([])
    recipe.boiled.connect(print)

    for copied in (copy.copy(recipe.boiled), copy.deepcopy(recipe.boiled), pickle.loads(pickle.dumps(recipe.boiled))):
        assert copied.get_connections() == []
        assert (copied.get_name(), copied.parameters) == ("boiled", ("minutes",))
        copied.connect(lambda minutes: None)
        assert len(recipe.boiled.get_connections()) == 1


# --- duplicates


class Part(Resource):
    def __init__(self, size: int = 1) -> None:
        self.size = size


class Machine(Resource):
    __slots__ = ("slotted",)

    def __init__(self, part: Part) -> None:
        """A constructor that needs an argument: a duplicate does not call it."""
        self.part = part
        self.parts: list[Any] = [part, {"other": Part(2)}]
        self.pixels = np.zeros((2, 2))
        self.slotted = [1]
        self.same = self.parts


def test_a_duplicate_has_the_same_data_and_lists_of_its_own() -> None:
    machine = Machine(Part())
    machine.resource_name = "m"

    made = machine.duplicate()
    made.parts.append(3)
    made.pixels[0, 0] = 1
    made.slotted.append(2)

    assert type(made) is Machine
    assert made.resource_name == "m"
    assert made.part is machine.part
    assert made.parts[:2] == machine.parts
    assert len(machine.parts) == 2
    assert machine.pixels[0, 0] == 0
    assert machine.slotted == [1]
    assert made.same is made.parts


def test_a_duplicate_comes_from_no_file_and_nobody_is_connected_to_it() -> None:
    machine = Machine(Part())
    machine.resource_path = "res://m.tres"
    machine.emit_changed()
    heard: list[str] = []
    machine.changed.connect(lambda: heard.append("changed"))

    made = machine.duplicate()
    made.emit_changed()

    assert (made.resource_path, made.revision, heard) == ("", 1, [])


def test_sub_resources_are_duplicated_once_each_when_asked_for() -> None:
    machine = Machine(Part())
    machine.part.owner = machine  # type: ignore[attr-defined]

    made = machine.duplicate(subresources=True)

    assert made.part is not machine.part
    assert made.parts[0] is made.part
    assert made.parts[1]["other"] is not machine.parts[1]["other"]
    assert made.parts[1]["other"].size == 2
    assert made.part.owner is made


def test_the_duplicate_of_a_bound_event_is_a_free_one() -> None:
    input_map = InputMap()
    input_map.add_action("jump", "key:Space")
    bound = input_map.action_get_events("jump")[0]

    made = bound.duplicate()
    made.device = 3

    assert type(made) is type(bound)
    assert input_map.action_get_events("jump")[0].device == bound.device != 3


# --- in a file and in a scene


def test_a_resource_is_shared_by_all_instances_of_a_scene_unless_told() -> None:
    ribbon = Ribbon()
    assert ribbon.resource_local_to_scene is False

    ribbon.resource_local_to_scene = True

    assert ribbon.duplicate().resource_local_to_scene is True
    with pytest.raises(InvalidTypeError, match=r"^Ribbon\.resource_local_to_scene must be True or False, got 'no'"):
        ribbon.resource_local_to_scene = "no"  # type: ignore[assignment]


def test_what_a_file_calls_a_resource_is_no_part_of_its_data() -> None:
    ribbon = Ribbon()
    assert ribbon.resource_scene_unique_id == ""

    ribbon.resource_scene_unique_id = "Ribbon_a1b2c"

    assert ribbon.resource_scene_unique_id == "Ribbon_a1b2c"
    assert ribbon.revision == 0
    assert ribbon.duplicate().resource_scene_unique_id == ""
    assert "resource_scene_unique_id" not in get_exports(Ribbon)


@pytest.mark.parametrize("unique_id", ["a b", 'a"', "a-b", "res://a"])
def test_a_scene_unique_id_has_letters_digits_and_underscores(unique_id: str) -> None:
    ribbon = Ribbon()
    with pytest.raises(InvalidValueError, match=r"^Ribbon\.resource_scene_unique_id must be made of letters, digits"):
        ribbon.resource_scene_unique_id = unique_id
    with pytest.raises(InvalidTypeError, match=r"^Ribbon\.resource_scene_unique_id must be a str, got 5"):
        ribbon.resource_scene_unique_id = 5  # type: ignore[assignment]
    assert ribbon.resource_scene_unique_id == ""


@pytest.mark.parametrize(("path", "expected"), [("", True), ("res://a.tscn::1", True), ("res://a.tres", False)])
def test_built_in_is_what_has_no_file_of_its_own(path: str, expected: bool) -> None:
    ribbon = Ribbon()
    ribbon.resource_path = path

    assert ribbon.is_built_in() is expected


def test_a_resource_knows_the_instance_that_it_was_made_for_and_does_not_keep_it() -> None:
    ribbon, root = Ribbon(), Ribbon()
    assert ribbon.get_local_scene() is None

    ribbon._local_scene = weakref.ref(root)
    copies = [ribbon.duplicate(), copy.copy(ribbon), pickle.loads(pickle.dumps(ribbon))]

    assert ribbon.get_local_scene() is root
    assert [each.get_local_scene() for each in copies] == [None] * 3
    del root
    assert ribbon.get_local_scene() is None


def test_setting_up_for_a_scene_is_told() -> None:
    ribbon = Ribbon()
    heard: list[str] = []
    ribbon.setup_local_to_scene_requested.connect(lambda: heard.append("setup"))

    ribbon.setup_local_to_scene()

    assert heard == ["setup"]


class Hoop(Resource):
    width: float = export(1.0)


class Wheel(Hoop):
    radius: float = export(10.0)


@pytest.mark.parametrize(
    ("cls", "values", "said"),
    [
        (Wheel, (10,), "Wheel(10) - properties are given by their names; write Wheel(radius=...)"),
        (Hoop, ("a", 2.0), "Hoop('a', 2.0) - properties are given by their names; write Hoop(width=...)"),
        (Ribbon, (None,), "Ribbon(None) - properties are given by their names; it has none of its own"),
    ],
)
def test_a_value_without_the_name_of_a_property_is_refused(cls: type[Any], values: tuple[Any, ...], said: str) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        cls(*values)

    assert str(refused.value) == said
