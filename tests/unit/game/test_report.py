"""What a game's author reads below an error of Python's: what to write instead."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from engine.core.signal import Signal
from engine.game.report import describe_error
from engine.input import Input
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer


class Thing(Node):
    hit = Signal[int]("damage")

    def explode(self) -> None: ...


def said_of(code: Callable[[], object]) -> str:
    """The last line of what the author reads when `code` fails."""
    with pytest.raises(Exception) as caught:
        code()
    return describe_error(caught.value).splitlines()[-1]


def run(coroutine: Coroutine[Any, Any, object]) -> None:
    SceneTree().create_task(coroutine)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("from engine import Node2D", "write from nodes import Node2D"),
        ("from engine import TransitionType", "write from engine.math import TransitionType"),
        ("from nodes import Vector2", "write from engine import Vector2"),
        ("Sprite2D()", "write from nodes import Sprite2D"),
        ("Vector2(1, 2)", "write from engine import Vector2"),
    ],
)
def test_a_name_of_another_of_our_packages_comes_with_the_import(line: str, said: str) -> None:
    assert said_of(lambda: exec(line, {})) == said


def test_the_import_is_known_before_the_package_is_loaded() -> None:
    code = (
        "from engine.game.report import describe_error\n"
        "try:\n    from engine import Node2D\n"
        "except ImportError as error:\n    print(describe_error(error))\n"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert printed.splitlines()[-1] == "write from nodes import Node2D"


def test_an_attribute_or_a_variable_that_does_not_exist_comes_with_the_nearest() -> None:
    thing: Any = Thing()
    score = 3

    assert re.search("id you mean:? 'explode'", said_of(lambda: thing.explod()))
    assert re.search("id you mean:? 'score'", said_of(lambda: eval("scroe", {"score": score})))
    assert "id you mean" not in said_of(lambda: thing.nothing_like_it)


def test_what_cannot_be_awaited_comes_with_what_can() -> None:
    thing: Any = Thing()

    async def wait(what: Any) -> None:
        await what

    for what in (Timer(), 3, thing.explode(), thing.hit.emit(3), thing.explode):
        assert said_of(partial(run, wait(what))).startswith("await takes a signal (of a timer: its timeout)")


def test_asyncio_comes_with_what_waits_instead() -> None:
    assert said_of(lambda: run(asyncio.sleep(1))) == (
        "asyncio does not run here; await self.tree.create_timer(seconds).timeout waits"
    )


def test_the_input_of_no_tree_comes_with_the_input_of_one() -> None:
    state: Any = Input

    assert said_of(lambda: state.is_action_pressed("ui_left")) == (
        "Input is a class; write self.input.is_action_pressed(...), or tree.input outside of nodes"
    )
    assert said_of(lambda: state.get_axis("ui_left", "ui_right")).startswith("Input is a class; write self.input.get_a")


def test_other_errors_have_no_line_more() -> None:
    assert said_of(lambda: 1 // 0) == "ZeroDivisionError: integer division or modulo by zero"
    assert said_of(lambda: len(3)) == "TypeError: object of type 'int' has no len()"  # type: ignore[arg-type]
