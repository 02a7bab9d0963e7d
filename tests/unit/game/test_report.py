"""What a game's author reads below an error of Python's: what to write instead."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.core.signal import Signal
from engine.game.report import describe_error
from engine.input import Input
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer
from nodes.world_2d.line_2d import Line2D
from nodes.world_2d.node_2d import Node2D


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
        ("from engine.math import Node2D", "write from nodes import Node2D"),
        ("Sprite2D()", "write from nodes import Sprite2D"),
        ("Vector2(1, 2)", "write from engine import Vector2"),
    ],
)
def test_a_name_of_another_of_our_packages_comes_with_the_import(line: str, said: str) -> None:
    assert said_of(lambda: exec(line, {})) == said


def test_the_import_is_known_before_the_package_is_loaded() -> None:
    code = (
        "from engine.game.report import describe_error\n"
        "try:\n    from engine.math import Node2D\n"
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


def test_a_getter_or_setter_of_godots_comes_with_the_property() -> None:
    timer: Any = Timer()

    assert said_of(lambda: timer.get_wait_time()) == "wait_time is a property: write .wait_time"
    assert said_of(lambda: timer.set_wait_time(2)) == "wait_time is a property: write .wait_time = ..."
    assert "is a property" not in said_of(lambda: timer.get_nothing())


def test_new_comes_with_the_call_of_the_class() -> None:
    cls: Any = Timer

    assert said_of(lambda: cls.new()) == "write Timer()"


def test_a_change_of_a_tuple_comes_with_how_the_property_is_set() -> None:
    line: Any = Line2D()

    assert said_of(lambda: line.points.append((3, 4))) == (
        "a tuple cannot be changed; set the whole property anew, as in line.points = (*line.points, (3, 4))"
    )


def test_what_belongs_to_the_node_comes_with_self() -> None:
    class Forgetful(Node, registered=False):
        def explode(self) -> None:
            queue_free()  # type: ignore[name-defined]  # noqa: F821

    assert said_of(Forgetful().explode) == "write self.queue_free: what belongs to the node needs it in Python"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Label()", "Godot's Label is not there yet"),
        ("randf()", "Godot's randf is self.tree.rng.randf(...) here"),
        ("KEY_SPACE", "Godot's KEY_SPACE is Key.SPACE here"),
        ("OS.get_cmdline_user_args()", "Godot's OS is self.tree.args, or Python's os and sys here"),
        ("null", "Godot's null is None here"),
    ],
)
def test_a_name_of_gdscripts_comes_with_what_stands_for_it(line: str, said: str) -> None:
    assert said_of(lambda: eval(line, {})) == said


def test_too_many_arguments_of_a_node_come_with_how_properties_are_given() -> None:
    cls: Any = Timer

    assert said_of(lambda: cls("T", 0.5)).startswith(
        "a node takes its name, and properties by theirs, as in Node('A', p"
    )


def test_a_text_that_is_drawn_without_a_font_comes_with_the_font() -> None:
    item: Any = Node2D()

    assert said_of(lambda: item.draw_string("Hi", (0, 20))) == (
        "the font comes first: None is the one that comes along, as in draw_string(None, (0, 20), 'Hi')"
    )


@pytest.mark.parametrize("line", ["import colorsys; colorsys.shuffle_coins()", "from colorsys import shuffle_coins"])
def test_a_module_of_the_games_that_python_hides_comes_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    (tmp_path / "colorsys.py").write_text("def shuffle_coins(): ...\n", encoding="utf-8")
    import_module("colorsys")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])

    assert said_of(lambda: exec(line, {})) == (
        f"{tmp_path / 'colorsys.py'} has the name of another module, of Python's or a library's, which wins; rename it"
    )


def test_other_errors_have_no_line_more() -> None:
    assert said_of(lambda: 1 // 0) == "ZeroDivisionError: integer division or modulo by zero"
    assert said_of(lambda: len(3)) == "TypeError: object of type 'int' has no len()"  # type: ignore[arg-type]
