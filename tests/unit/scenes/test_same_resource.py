"""When two resources are the same."""

from engine.resources import MissingResource
from engine.resources.gradient import Gradient
from scenes.resource_properties import same_resource
from tests.unit.scenes.chests import Chest


def test_resources_are_the_same_by_what_they_hold() -> None:
    def made() -> Chest:
        chest, inner = Chest(), Chest()
        chest.parts = [inner, {1: Gradient()}]
        inner.price = 3
        return chest

    one, other = made(), made()
    assert same_resource(one, other)
    one.parts[0].price = 3.0
    assert not same_resource(one, other)
    other.parts[0].price = 3.0
    assert same_resource(one, other)
    one.set_meta("a", 1)
    assert not same_resource(one, other)


def test_resources_that_hold_each_other_can_be_compared() -> None:
    def made(price: int) -> Chest:
        chest, inner = Chest(), Chest()
        chest.inner, inner.inner = inner, chest
        inner.price = price
        return chest

    assert same_resource(made(1), made(1))
    assert not same_resource(made(1), made(2))


def test_resources_of_files_are_the_same_by_their_paths() -> None:
    one, other = Chest(), Chest()
    one.price = 2
    one.resource_path = "res://a.tres"
    assert not same_resource(one, other)
    other.resource_path = "res://a.tres"
    assert same_resource(one, other)
    other.resource_path = "res://b.tres"
    assert not same_resource(one, other)


def test_resources_of_other_classes_and_other_missing_types_differ() -> None:
    assert not same_resource(Chest(), Gradient())
    assert not same_resource(MissingResource("A"), MissingResource("B"))
    assert same_resource(MissingResource("A"), MissingResource("A"))
