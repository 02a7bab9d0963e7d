"""Finding and importing a game: what starts it, and what its author reads when there is nothing to start."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, ScriptError
from engine.core.registry import node_types, resource_types
from engine.game.script import Script, find_script, load_script

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a script into an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)

    def write_file(text: str, name: str = "game.py") -> Path:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write_file


def entry_name(path: Path) -> str:
    """The name of what starts the game; the script is unloaded again."""
    script = load_script(path)
    script.unload()
    return script.entry.__name__


def refusal(path: Path | str) -> str:
    with pytest.raises(ScriptError) as caught:
        load_script(path)
    return str(caught.value)


def test_the_function_main_comes_first(write: Write) -> None:
    assert entry_name(write("from engine import Node\ndef main(tree): ...\nclass Main(Node): ...\n")) == "main"


def test_the_node_class_main_comes_before_the_others(write: Write) -> None:
    assert entry_name(write("from engine import Node\nclass Coin(Node): ...\nclass Main(Node): ...\n")) == "Main"


def test_the_only_node_class_will_do_and_imported_ones_do_not_count(write: Write) -> None:
    assert (
        entry_name(write("from engine import Node\nfrom nodes import Node2D, Timer\nclass Game(Node2D): ...\n"))
        == "Game"
    )


def test_a_main_class_may_be_imported(write: Write) -> None:
    write("from engine import Node\nclass Main(Node): ...\n", "parts.py")

    assert entry_name(write("from parts import Main\n")) == "Main"


def test_a_main_that_is_neither_function_nor_node_is_no_game(write: Write) -> None:
    assert "there is no game in it" in refusal(write("main = 3\nclass Main: ...\n"))


def test_several_node_classes_without_a_hint_are_listed_with_their_lines(write: Write) -> None:
    text = "from engine import Node\n\nclass Coin(Node):\n    pass\n\nclass Ship(Node):\n    pass\n"

    assert refusal(write(text)) == (
        "game.py: which node is the game? It defines 2 - Coin (line 3), Ship (line 6) - "
        "call one of them Main, or write a function main(tree)"
    )


def test_a_script_without_nodes_lists_its_functions(write: Write) -> None:
    assert refusal(write("def start(tree): ...\ndef helper(): ...\n")) == (
        "game.py: there is no game in it - it defines start, helper - "
        "write a function main(tree), or a class Main(Node)"
    )
    assert "it defines no class and no function" in refusal(write(""))
    assert " - it defines Main (a class that is no Node), helper - " in refusal(
        write("class Main: ...\ndef helper(): ...\n")
    )


def test_a_folder_stands_for_its_game_py(write: Write, tmp_path: Path) -> None:
    file = write("def main(tree): ...\n")

    assert find_script(tmp_path) == file.resolve()


def test_a_folder_without_game_py_lists_its_scripts(write: Write, tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    assert (
        refusal("demo")
        == "demo: this folder has no game.py and no project.godot to run - it holds no script and no scene"
    )

    write("", "demo/b.py")
    write("", "demo/a.py")
    assert (
        refusal("demo")
        == "demo: this folder has no game.py and no project.godot to run - it holds a.py, b.py; name the one to run"
    )


def test_a_folder_called_game_py_is_no_game(write: Write, tmp_path: Path) -> None:
    (tmp_path / "game.py").mkdir()

    assert refusal(".").endswith(
        ": this folder has no game.py and no project.godot to run - it holds no script and no scene"
    )


def test_a_path_that_the_system_refuses_is_said(write: Write) -> None:
    path = "a" * 5000 + ".py"

    assert refusal(path) == f"{path}: cannot be read - File name too long"


def test_what_does_not_exist_or_is_no_script_is_said(write: Write) -> None:
    write("x", "level.tscn")

    assert refusal("nowhere.py") == "nowhere.py: there is no such file or folder"
    assert refusal("level.tscn") == (
        "level.tscn: this is no Python script - name a .py file, or a folder with a game.py"
    )


def test_a_syntax_error_shows_file_line_and_place(write: Write) -> None:
    assert refusal(write("x = 1\n    y = = 2\n")).startswith(
        "game.py cannot be imported\ngame.py:2: IndentationError: unexpected indent\n    y = = 2"
    )
    assert refusal(write("x = 1\ny = = 2\n")) == (
        "game.py cannot be imported\ngame.py:2: SyntaxError: invalid syntax\n    y = = 2\n        ^"
    )


def test_an_import_error_names_the_line_and_what_to_do(write: Write) -> None:
    assert refusal(write("import math\nimport nonesuch.part\n")) == (
        "game.py cannot be imported\n"
        "game.py:2\n"
        "    import nonesuch.part\n"
        "ModuleNotFoundError: No module named 'nonesuch'\n"
        "install nonesuch into this Python, or put the module beside the script"
    )


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("from engine import Vector", "did you mean 'Vector2'?"),
        ("from nodes import Sprite2d", "did you mean 'Sprite2D'?"),
        ("import nodes.mine", "nodes is Sapwood's own package; a package of the game needs another name"),
    ],
)
def test_a_name_that_our_packages_do_not_have_comes_with_a_hint(write: Write, line: str, hint: str) -> None:
    said = refusal(write(f"{line}\n"))

    assert hint.lower() in said.lower()
    assert "install" not in said


def test_a_module_that_a_package_does_not_have_need_not_be_installed(write: Write) -> None:
    assert refusal(write("import math\nimport json.nonesuch\n")).endswith(
        "ModuleNotFoundError: No module named 'json.nonesuch'"
    )


def test_an_exception_that_is_no_exception_class_of_python_is_an_error_like_others(write: Write) -> None:
    assert refusal(write("class Odd(BaseException): ...\nraise Odd('here')\n")).startswith(
        "game.py cannot be imported\ngame.py:2\n"
    )


def test_an_error_in_a_module_beside_it_shows_the_way_there(write: Write) -> None:
    write("def load():\n    return 1 / 0\nVALUE = load()\n", "level_data.py")

    assert refusal(write("import level_data\n")) == (
        "game.py cannot be imported\n"
        "game.py:1\n"
        "    import level_data\n"
        "level_data.py:3\n"
        "    VALUE = load()\n"
        "level_data.py:2 in load\n"
        "    return 1 / 0\n"
        "ZeroDivisionError: division by zero"
    )


def test_a_script_that_ends_itself_is_told_how_to_guard_that(write: Write) -> None:
    assert refusal(write("import sys\nsys.exit(3)\n")) == (
        "game.py: it ended itself (exit code 3) while it was imported - "
        'put what runs it by itself below: if __name__ == "__main__":'
    )


def test_a_file_that_is_no_text_is_a_syntax_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.py").write_bytes(b"\x00\xff\x80")

    assert "game.py cannot be imported" in refusal("game.py")


@pytest.mark.parametrize("name", ["random.py", "nodes.py", "2-player game.py", "engine.py"])
def test_a_script_may_have_any_name(write: Write, name: str) -> None:
    file = write("import random\nfrom nodes import Node2D\nclass Game(Node2D):\n    dice = random.randint\n", name)

    script = load_script(file)
    script.unload()

    assert script.entry.__name__ == "Game"
    assert script.module.__name__.startswith("sapwood_script_")


def test_modules_beside_the_script_hide_nothing_that_python_has(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    write("raise AssertionError('the wrong one')\n", "colorsys.py")
    write("raise AssertionError('the wrong one')\n", "servers.py")

    assert entry_name(write("import colorsys\nimport servers.text\ndef main(tree): colorsys.rgb_to_hsv\n")) == "main"


def test_unloading_forgets_what_came_through_the_scripts_folder_and_nothing_else(write: Write, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    write("import wave\n", "pack/__init__.py")
    write("", "pack/inner.py")
    path_before = list(sys.path)

    script: Script = load_script(write("import pack.inner\ndef main(tree): ...\n"))
    assert str(tmp_path) in sys.path
    assert "pack.inner" in sys.modules
    script.unload()

    assert sys.path == path_before
    assert not {"pack", "pack.inner", "sapwood_script_game"} & set(sys.modules)
    assert "wave" in sys.modules


def test_the_classes_of_an_unloaded_script_are_no_types_any_more(write: Write) -> None:
    write("from engine import Node\nclass Rover(Node): ...\n", "rover.py")
    write("from engine.core.resource import Resource\nclass Ore(Resource): ...\n", "ore.py")
    script = load_script(
        write("import ore, rover\nfrom engine import Node\nclass RoverBase(Node): ...\ndef main(tree): ...\n")
    )
    held = [node_types.get("Rover"), node_types.get("RoverBase"), resource_types.get("Ore")]

    script.unload()

    assert [types.find(cls.__name__) for types in (node_types, resource_types) for cls in held] == [None] * 6


def test_a_folder_that_was_on_the_path_before_stays_with_its_modules(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path.resolve()))
    write("", "shared_by_others.py")

    script = load_script(write("import shared_by_others\ndef main(tree): ...\n"))
    script.unload()

    assert str(tmp_path.resolve()) in sys.path
    assert "shared_by_others" in sys.modules
    del sys.modules["shared_by_others"]


@pytest.mark.parametrize("path", [None, 3, b"game.py"])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"a game is named by a path, a str or a pathlib.Path, got "):
        find_script(path)
