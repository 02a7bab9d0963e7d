from collections.abc import Callable
from typing import Any

import pytest

from engine import Node, export, migration
from engine.core.errors import InvalidTypeError, InvalidValueError, SceneError
from engine.core.migration import VERSION, migrate, version_of
from engine.core.resource import Resource
from nodes import Node2D

Bag = dict[str, Any]


class Ship(Node2D):
    version = 3

    @migration(1)
    @staticmethod
    def call_velocity_speed(properties: Bag) -> None:
        if "velocity" in properties:
            properties["speed"] = properties.pop("velocity")

    @migration(2)
    @staticmethod
    def give_size_three_axes(properties: Bag) -> None:
        if "size" in properties:
            properties["size"] = (properties["size"],) * 3


class FastShip(Ship):
    pass


class ArmedShip(Ship):
    version = 5

    @migration(4)
    @staticmethod
    def drop_ammunition(properties: Bag) -> None:
        properties.pop("ammunition", None)


def test_properties_without_a_version_go_through_all_migrations_in_order() -> None:
    assert migrate(Ship, {"velocity": 3.5, "size": 2}) == {"speed": 3.5, "size": (2, 2, 2)}


@pytest.mark.parametrize(
    ("stored", "expected"),
    [(1, {"size": (2, 2, 2), "speed": 9}), (2, {"velocity": 9, "size": (2, 2, 2)}), (3, {"velocity": 9, "size": 2})],
)
def test_properties_go_through_the_migrations_from_their_version_on(stored: int, expected: Bag) -> None:
    assert migrate(Ship, {"velocity": 9, "size": 2, VERSION: stored}) == expected


def test_a_migration_takes_what_the_one_before_it_made_wherever_they_stand() -> None:
    class Coin(Node):
        version = 3

        @migration(2)
        @staticmethod
        def call_price_worth(properties: Bag) -> None:
            properties["worth"] = properties.pop("price")

        @migration(1)
        @staticmethod
        def call_value_price(properties: Bag) -> None:
            properties["price"] = properties.pop("value")

    assert migrate(Coin, {"value": 5}) == {"worth": 5}


def test_what_was_stored_stays_as_it_was_also_inside() -> None:
    class Chest(Node):
        version = 2

        @migration(1)
        @staticmethod
        def add_gold(properties: Bag) -> None:
            properties["contents"].append("gold")

    stored = {"contents": ["rope"], VERSION: 1}

    assert migrate(Chest, stored) == {"contents": ["rope", "gold"]}
    assert stored == {"contents": ["rope"], VERSION: 1}


def test_a_version_without_a_migration_needs_no_change() -> None:
    class Door(Node):
        version = 4

        @migration(3)
        @staticmethod
        def invert(properties: Bag) -> None:
            properties["closed"] = not properties.pop("open")

    assert migrate(Door, {"open": True}) == {"closed": False}


def test_a_version_without_any_migration_is_only_written() -> None:
    class Door(Node):
        version = 2

    assert version_of(Door) == 2
    assert migrate(Door, {"open": True}) == {"open": True}


def test_the_order_of_properties_stays() -> None:
    assert list(migrate(Ship, {"a": 1, VERSION: 2, "size": 1, "b": 2})) == ["a", "size", "b"]


def test_a_class_has_the_version_and_the_migrations_of_the_one_it_extends() -> None:
    assert version_of(FastShip) == 3
    assert migrate(FastShip, {"velocity": 1}) == {"speed": 1}


def test_migrations_of_a_class_follow_those_of_the_one_it_extends() -> None:
    assert version_of(ArmedShip) == 5
    assert migrate(ArmedShip, {"velocity": 1, "ammunition": 7}) == {"speed": 1}
    assert migrate(ArmedShip, {"velocity": 1, "ammunition": 7, VERSION: 4}) == {"velocity": 1}


def test_of_migrations_from_one_version_those_of_base_classes_run_first() -> None:
    class Base(Node):
        version = 2

        @migration(1)
        @staticmethod
        def first(properties: Bag) -> None:
            properties["log"] = "base"

    class Derived(Base):
        @migration(1)
        @staticmethod
        def second(properties: Bag) -> None:
            properties["log"] += ", derived"

    assert migrate(Derived, {}) == {"log": "base, derived"}


def test_a_migration_may_be_a_plain_function() -> None:
    namespace: Bag = {"version": 2, "change": migration(1)(lambda properties: properties.update(new=True))}
    plain: Any = type("Plain", (Node,), namespace)

    assert migrate(plain, {}) == {"new": True}


def test_resources_have_versions_too() -> None:
    class Loot(Resource):
        version = 2

        @migration(1)
        @staticmethod
        def count(properties: Bag) -> None:
            properties["count"] = properties.pop("amount")

    assert migrate(Loot, {"amount": 3}) == {"count": 3}


def test_a_newer_version_is_refused_by_both_numbers() -> None:
    with pytest.raises(SceneError) as caught:
        migrate(Ship, {VERSION: 4})

    assert str(caught.value) == (
        "Ship was saved in version 4, and the class here has version 3; "
        "open it with the game that saved it, or a newer one"
    )


def test_a_game_class_that_says_no_version_has_version_1() -> None:
    class Rock(Node):
        pass

    assert version_of(Rock) == 1
    assert migrate(Rock, {"hard": True, VERSION: 1}) == {"hard": True}
    with pytest.raises(SceneError, match="saved in version 2, and the class here has version 1"):
        migrate(Rock, {VERSION: 2})


@pytest.mark.parametrize("stored", ["3", 2.0, 0, -1, True, None])
def test_what_is_no_version_is_refused(stored: Any) -> None:
    with pytest.raises(SceneError) as caught:
        migrate(Ship, {VERSION: stored})

    assert str(caught.value) == f"the version of a Ship must be a whole number of 1 or more, got {stored!r}"


@pytest.mark.parametrize("cls", [Node, Node2D, Resource])
def test_of_the_engines_classes_it_is_metadata_like_any_other(cls: type) -> None:
    properties = {"a": 1, VERSION: "of something else"}

    assert migrate(cls, properties) is properties
    assert version_of(cls) == 1


def test_a_version_that_is_no_number_or_exported_is_meant_for_something_else() -> None:
    class Program(Node):
        version = "1.0"

    class Save(Node):
        version: int = export(7)

    assert version_of(Program) == 1
    assert version_of(Save) == 1
    assert migrate(Save, {"version": 8}) == {"version": 8}


def test_a_migration_that_raises_is_named() -> None:
    class Hull(Node):
        version = 2

        @migration(1)
        @staticmethod
        def thicken(properties: Bag) -> None:
            properties["thickness"] *= 2

    with pytest.raises(SceneError) as caught:
        migrate(Hull, {})

    assert str(caught.value).endswith("Hull.thicken of a Hull from version 1 failed: KeyError: 'thickness'")
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_migration_that_gives_something_back_is_refused() -> None:
    class Hull(Node):
        version = 2

        @migration(1)
        @staticmethod
        def replaced(properties: Bag) -> Any:
            return {"thickness": 1}

    with pytest.raises(SceneError, match="must change the properties in place and give nothing back, got "):
        migrate(Hull, {})


def test_a_version_below_that_of_the_base_class_is_refused() -> None:
    class Slower(Ship):
        version = 2

    with pytest.raises(InvalidValueError) as caught:
        version_of(Slower)

    assert str(caught.value) == (
        "Slower.version is 2, below the 3 of what it extends; versions begin with 1, and go on from there in a class "
        "that extends another"
    )


@pytest.mark.parametrize("version", [0, -3])
def test_a_version_below_1_is_refused(version: int) -> None:
    cls: Any = type("Early", (Node,), {"version": version})

    with pytest.raises(InvalidValueError, match=rf"^Early.version is {version}, below the 1 of"):
        version_of(cls)


def test_a_migration_to_a_version_that_the_class_does_not_have_is_refused() -> None:
    class Forgotten(Node):
        @migration(1)
        @staticmethod
        def change(properties: Bag) -> None:
            properties.clear()

    with pytest.raises(InvalidValueError) as caught:
        migrate(Forgotten, {})

    assert str(caught.value) == (
        "Forgotten has a migration from version 1, and its version is 1; write version = 2 in its body"
    )


@pytest.mark.parametrize("bad", ["1", 1.0, True, None])
def test_a_mark_takes_a_whole_number(bad: Any) -> None:
    with pytest.raises(
        InvalidTypeError, match=r"^@migration\(from_version\) takes a version as in @migration\(1\), got"
    ):
        migration(bad)


def test_a_mark_takes_a_version_from_1_on() -> None:
    with pytest.raises(InvalidValueError, match=r"^@migration\(0\): versions begin with 1$"):
        migration(0)


def test_a_mark_stands_above_a_function() -> None:
    mark: Callable[[Any], Any] = migration(1)

    with pytest.raises(InvalidTypeError, match="stands above a function of one argument"):
        mark(classmethod(print))
    with pytest.raises(InvalidTypeError, match="stands above a function of one argument"):
        mark(3)
