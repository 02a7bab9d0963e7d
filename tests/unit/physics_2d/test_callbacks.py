"""The callbacks of bodies and areas: what is said of a class that would not be called as it is meant."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, RigidBody2D
from tests.unit.physics_2d.worlds import circle, with_shape

WRONG: list[tuple[type[Node], str, Any, str]] = [
    (RigidBody2D, "on_integrate_forces", lambda self: None, "self, state"),
    (RigidBody2D, "on_integrate_forces", lambda self, state, delta: None, "self, state"),
    (Area2D, "on_input_event", lambda self, event: None, "self, viewport, event, shape_idx"),
    (Area2D, "on_mouse_enter", lambda self, event: None, "self"),
    (RigidBody2D, "on_mouse_exit", lambda self, event: None, "self"),
    (RigidBody2D, "on_mouse_shape_enter", lambda self: None, "self, shape_idx"),
    (RigidBody2D, "on_mouse_shape_exit", lambda self: None, "self, shape_idx"),
]


@pytest.mark.parametrize(("base", "name", "callback", "right"), WRONG)
def test_a_callback_that_cannot_take_what_is_passed_is_refused(
    base: type[Node], name: str, callback: Any, right: str
) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        type("Wrong", (base,), {name: callback})

    assert str(refused.value) == (f"Wrong.{name} cannot be called with what the tree passes; write def {name}({right})")


def test_one_that_overrides_a_games_own_is_held_to_what_the_engine_passes() -> None:
    mine = type("Mine", (Area2D,), {"on_input_event": lambda self, *args: None})

    with pytest.raises(InvalidTypeError, match=r"write def on_input_event\(self, viewport, event, shape_idx\)$"):
        type("Mine2", (mine,), {"on_input_event": lambda self: None})


def test_a_class_without_the_callback_may_use_its_name_as_it_likes(caplog: pytest.LogCaptureFixture) -> None:
    names = ("on_input_event", "on_mouse_enter", "on_mouse_shape_enter", "on_mouse_enters")
    type("Hand", (Node,), {name: lambda self, card, place: None for name in names})

    assert caplog.messages == []


def test_godots_names_and_slips_are_told(caplog: pytest.LogCaptureFixture) -> None:
    names = (
        "_integrate_forces",
        "_input_event",
        "_mouse_enter",
        "_mouse_shape_exit",
        "on_mouse_entr",
        "on_body_entered",
    )
    type("Ported", (RigidBody2D,), {name: lambda self, *args: None for name in names})

    assert caplog.messages == [
        "Ported.on_mouse_entr is never called; did you mean 'on_mouse_enter'?",
        "Ported._integrate_forces is never called; Godot's _integrate_forces is on_integrate_forces here",
        "Ported._input_event is never called; Godot's _input_event is on_input_event here",
        "Ported._mouse_enter is never called; Godot's _mouse_enter is on_mouse_enter here",
        "Ported._mouse_shape_exit is never called; Godot's _mouse_shape_exit is on_mouse_shape_exit here",
    ]


def test_integrating_forces_cannot_wait() -> None:
    async def wait(self: RigidBody2D, state: object) -> None: ...

    with pytest.raises(InvalidTypeError, match=r"on_integrate_forces cannot be async: each step would start another"):
        type("Waits", (RigidBody2D,), {"on_integrate_forces": wait})


def test_a_name_that_the_state_of_a_body_has_not_cannot_be_set(tree: SceneTree) -> None:
    class Rocket(RigidBody2D):
        def on_integrate_forces(self, state: Any) -> None:
            state.velocity = (0, -10)

    with_shape(tree.root.add_child(Rocket("Rocket")), circle(5.0))

    with pytest.raises(AttributeError, match="'PhysicsDirectBodyState2D' object has no attribute 'velocity'") as raised:
        tree.frames(1)

    assert raised.value.__notes__ == ["in on_integrate_forces of /root/Rocket (Rocket)"]
