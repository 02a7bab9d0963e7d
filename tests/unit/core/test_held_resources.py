"""Resources that are made of others: a change of what one holds is a change of it, in copies, too."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable

import pytest

from engine.core.errors import InvalidValueError
from engine.core.registry import resource_types
from engine.core.resource import Resource
from engine.resources.gradient import Gradient
from engine.resources.textures.gradient_texture_1d import GradientTexture1D
from scenes import PackedScene
from scenes.text import loads


class Knot(Resource):
    """Holds up to two others."""

    _holds = ("_first", "_second")
    _first: Resource | None = None
    _second: Resource | None = None


def knot(first: Resource | None = None, second: Resource | None = None) -> Knot:
    made = Knot()
    made._set_held("_first", first)
    made._set_held("_second", second)
    return made


def changes(resource: Resource, action: Callable[[], object]) -> int:
    before = resource.revision
    action()
    return resource.revision - before


def test_a_change_of_what_is_held_is_a_change_at_every_level() -> None:
    inner = Resource()
    outer = knot(knot(inner))
    told: list[int] = []
    outer.changed.connect(lambda: told.append(outer.revision))
    before = outer.revision

    inner.emit_changed()

    assert told == [before + 1]


def test_what_is_held_twice_tells_once_and_until_it_is_held_no_more() -> None:
    inner = Resource()
    outer = knot(inner, inner)

    assert changes(outer, inner.emit_changed) == 1
    outer._set_held("_first", None)
    assert changes(outer, inner.emit_changed) == 1
    outer._set_held("_second", Resource())
    assert changes(outer, inner.emit_changed) == 0


@pytest.mark.parametrize(
    "copied",
    [
        copy.copy,
        copy.deepcopy,
        lambda outer: pickle.loads(pickle.dumps(outer)),
        Resource.duplicate,
        lambda outer: outer.duplicate(subresources=True),
    ],
)
def test_a_copy_is_told_by_what_it_holds_and_by_nothing_else(copied: Callable[[Knot], Knot]) -> None:
    inner = Resource()
    outer = knot(knot(inner))

    made = copied(outer)

    middle = made._first
    assert isinstance(middle, Knot)
    assert middle._first is not None
    assert changes(made, middle._first.emit_changed) == 1
    assert changes(made, inner.emit_changed) == (middle._first is inner)
    assert changes(outer, inner.emit_changed) == 1
    made._set_held("_first", None)
    assert changes(made, middle.emit_changed) == 0


def test_one_whose_file_was_read_again_is_told_by_what_it_holds_now() -> None:
    old, new = Resource(), Resource()
    outer = knot(old)

    outer._refresh_from(knot(new))

    assert outer._first is new
    assert changes(outer, new.emit_changed) == 1
    assert changes(outer, old.emit_changed) == 0


def test_what_is_held_does_not_keep_what_holds_it() -> None:
    inner = Resource()
    outer = knot(inner)
    reference = weakref.ref(outer)
    gc.disable()
    try:
        del outer
        assert reference() is None
    finally:
        gc.enable()


def test_none_is_made_of_itself() -> None:
    inner = knot()
    outer = knot(Resource(), knot(None, inner))

    for bad in (inner, outer):
        with pytest.raises(InvalidValueError, match=r"^Knot.first must not lead back to itself, got <"):
            inner._set_held("_first", bad)
    assert inner._first is None
    assert inner.revision == 2


def test_a_copy_that_is_local_to_an_instance_is_told_by_the_copies_that_it_holds() -> None:
    scene = PackedScene(
        loads(
            b'[gd_scene load_steps=3 format=3]\n\n[sub_resource type="Gradient" id="1"]\n'
            b'resource_local_to_scene = true\n\n[sub_resource type="GradientTexture1D" id="2"]\n'
            b'resource_local_to_scene = true\ngradient = SubResource("1")\n\n[node name="Root" type="Node"]\n'
            b'metadata/it = SubResource("2")\n'
        )
    )

    first, second = (scene.instantiate().get_meta("it") for _ in range(2))

    assert isinstance(first, GradientTexture1D)
    assert first.gradient is not second.gradient
    assert isinstance(first.gradient, Gradient)
    assert changes(first, first.gradient.emit_changed) == 1
    assert changes(second, first.gradient.emit_changed) == 0
    assert changes(second, second.gradient.emit_changed) == 1


def test_a_base_that_nobody_makes_is_no_type_of_files() -> None:
    class Unmade(Resource, registered=False):
        pass

    class Made(Unmade):
        pass

    assert resource_types.find("Unmade") is None
    assert resource_types.find("Made") is Made
