"""What a type checker says of games: a right one is clean under mypy --strict, and wrong uses are refused.

Both are checked as in a project of their own: without the settings of this one, against the installed packages.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
import nodes
from engine.app import App, headless_app
from tests.contract.our_types import ROOT

HERE = Path(__file__).parent / "user_code"
GAME = HERE / "game.py"
MISTAKES = HERE / "mistakes.txt"

ERROR = re.compile(r"(\w+)\.py:(\d+): error: .*\[([\w-]+)\]$")
EXPECTED = re.compile(r"# E: ([\w -]+)$")


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, set[str]]]:
    """The codes of mypy's errors by line, of both files."""
    folder = tmp_path_factory.mktemp("project")
    for file in (GAME, MISTAKES):
        (folder / f"{file.stem}.py").write_text(file.read_text("utf-8"), "utf-8")
    # A cache of its own, beside the project's: the settings differ.
    options = ["--strict", "--config-file=", "--no-error-summary", f"--cache-dir={ROOT / '.mypy_cache' / 'user_code'}"]
    command = [sys.executable, "-m", "mypy", *options, "game.py", "mistakes.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found: dict[str, dict[int, set[str]]] = {"game": {}, "mistakes": {}}
    for line in done.stdout.splitlines():
        if ": note: " in line:
            continue
        error = ERROR.match(line)
        assert error is not None, line
        found[error[1]].setdefault(int(error[2]), set()).add(error[3])
    return found


@pytest.fixture
def game() -> Iterator[App]:
    app = headless_app(GAME)
    yield app
    app.close()


def test_a_game_is_clean_under_strict(errors: dict[str, dict[int, set[str]]]) -> None:
    assert errors["game"] == {}


@pytest.mark.parametrize("package", [engine, nodes], ids=["engine", "nodes"])
def test_a_star_import_gives_the_names_that_checkers_see(package: Any) -> None:
    given: dict[str, object] = {}

    exec(f"from {package.__name__} import *", given)

    assert given.keys() - {"__builtins__"} == package._HOMES.keys()


def test_wrong_uses_are_refused(errors: dict[str, dict[int, set[str]]]) -> None:
    expected = {
        number: set(found[1].split())
        for number, line in enumerate(MISTAKES.read_text("utf-8").splitlines(), 1)
        if (found := EXPECTED.search(line))
    }

    assert len(expected) >= 60
    assert errors["mistakes"] == expected


def test_that_game_runs(game: App) -> None:
    game.tree.input.action_press("ui_right")

    game.run(frames=60)

    main: Any = game.tree.root.get_child(0)
    player: Any = main.get_node("Player")
    assert player.lives == 1
    # one second at 200 px/s, slowed to nine tenths by the deferred call before the first step
    assert player.position.x == pytest.approx(1 + 200 * 0.9)
    # the timer of half a second has run off once: one coin, taken or not yet
    assert main.score + len(game.tree.get_nodes_in_group("coins")) == 1
