from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from engine import Node, Vector2, export, migration
from engine.core.errors import InvalidTypeError, InvalidValueError, SceneError
from engine.resources import MissingResource
from nodes import Node2D, Timer
from scenes.late_properties import apply_properties


class Mood(IntEnum):
    CALM = 0
    ANGRY = 1


class Boss(Node2D):
    version = 2
    health: int = export(10)
    mood: Mood = export(Mood.CALM)

    @migration(1)
    @staticmethod
    def call_life_health(properties: dict[str, Any]) -> None:
        if "life" in properties:
            properties["health"] = properties.pop("life")


def test_properties_are_set_as_what_they_hold() -> None:
    boss = Boss()

    apply_properties(boss, {"position": Vector2(1, 2), "mood": 1, "health": 3.0})

    assert boss.position == (1, 2)
    assert boss.mood is Mood.ANGRY
    assert (boss.health, type(boss.health)) == (3, int)


def test_those_of_an_older_version_are_migrated() -> None:
    boss = Boss()

    apply_properties(boss, {"life": 3, "metadata/_version": 1})

    assert boss.health == 3
    assert boss.meta == {}
    assert boss._kept_properties is None


def test_what_the_class_does_not_have_is_kept_with_the_node_in_order() -> None:
    timer = Timer()

    apply_properties(timer, {"b": 1, "wait_time": 2, "a": [2]})
    apply_properties(timer, {"c": 3})

    assert timer.wait_time == 2.0
    assert list((timer._kept_properties or {}).items()) == [("b", 1), ("a", [2]), ("c", 3)]


def test_what_stands_in_for_a_missing_resource_is_kept_where_the_property_does_not_take_it() -> None:
    boss, missing = Boss(), MissingResource("Mood")

    apply_properties(boss, {"health": missing, "parts": [missing]})

    assert boss.health == 10
    assert boss._kept_properties == {"health": missing, "parts": [missing]}


def test_metadata_is_metadata() -> None:
    node = Node()

    apply_properties(node, {"metadata/note": "x", "metadata/_version": 4})

    assert node.meta == {"note": "x", "_version": 4}


def test_a_value_of_another_kind_is_refused_by_the_name_of_the_property() -> None:
    with pytest.raises(InvalidTypeError, match=r"^Boss\.health must be a whole number, got 'much'"):
        apply_properties(Boss(), {"health": "much"})
    with pytest.raises(InvalidValueError, match=r"^Boss\.mood "):
        apply_properties(Boss(), {"mood": 7})


def test_a_newer_version_is_refused() -> None:
    with pytest.raises(SceneError, match="Boss was saved in version 3"):
        apply_properties(Boss(), {"metadata/_version": 3})
