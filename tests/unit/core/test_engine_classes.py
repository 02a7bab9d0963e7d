from engine import Node
from engine.core.engine_classes import engine_base, is_engine_class
from engine.core.resource import Resource
from nodes import Node2D
from scenes import PackedScene


class PlainHero(Node2D):
    pass


class PlainLoot(Resource):
    pass


def test_classes_of_the_engines_packages_are_the_engines_and_others_are_not() -> None:
    assert all(map(is_engine_class, (Node, Node2D, Resource, PackedScene)))
    assert not any(map(is_engine_class, (PlainHero, PlainLoot, int)))


def test_the_nearest_class_of_the_engine_is_found_above_one_of_a_game() -> None:
    assert [engine_base(cls) for cls in (PlainHero, PlainLoot, Node2D)] == [Node2D, Resource, Node2D]
