import gc

import pytest

from engine.core.errors import UnknownTypeError
from engine.core.registry import TypeRegistry


class Door:
    pass


def test_a_class_is_found_by_its_name() -> None:
    types = TypeRegistry("node")
    types.register(Door)

    assert types.get("Door") is Door
    assert types.find("Door") is Door
    assert types.find("Window") is None
    assert types.names() == ["Door"]


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    types = TypeRegistry("node")
    types.register(Door)

    with pytest.raises(UnknownTypeError) as caught:
        types.get("Dor")

    assert str(caught.value) == "'Dor' is not a node type; did you mean 'Door'?"


def test_the_later_of_two_classes_with_one_name_wins() -> None:
    types = TypeRegistry("node")
    later = type("Door", (), {})
    types.register(Door)
    types.register(later)

    assert types.get("Door") is later


def test_a_class_that_nothing_holds_is_forgotten() -> None:
    types = TypeRegistry("node")
    types.register(type("Passing", (), {}))
    gc.collect()

    assert types.names() == []


def test_the_classes_of_a_module_are_forgotten_and_no_others() -> None:
    types = TypeRegistry("node")
    types.register(Door)
    types.register(passing := type("Passing", (), {"__module__": "game"}))

    types.forget({"game", "ship"})

    assert types.names() == ["Door"]
    assert types.find(passing.__name__) is None
