"""The README's game runs as printed and does what it looks like; what the README points at exists."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import Vector2
from engine.app import headless_app

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


GAME, STEPPED_TREE = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.py"
    file.write_text(GAME)
    return file


def test_the_game_has_20_lines() -> None:
    assert len([line for line in GAME.splitlines() if line.strip()]) <= 20


def test_the_game_runs_as_printed_and_leaves_a_picture(game: Path) -> None:
    command = "sapwood run game.py --headless --frames 60 --screenshot out.png"
    assert command in README

    subprocess.run([sys.executable, "-m", "engine", *command.split()[1:]], cwd=game.parent, check=True)

    assert (game.parent / "out.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_a_coin_that_is_reached_is_counted_and_moves(game: Path) -> None:
    with headless_app(game) as app:
        main: Any = app.tree.current_scene
        first_coin: Vector2 = main.coin

        app.tree.input.action_press("ui_right")
        app.tree.advance(1.0)

        assert main.score == 1
        assert main.coin != first_coin


def test_a_tree_is_stepped_as_printed() -> None:
    names: dict[str, Any] = {}

    exec(STEPPED_TREE, names)

    assert names["tree"].frame_count == 600


def test_every_path_in_the_readme_exists() -> None:
    paths = re.findall(r"`((?:tools|tests|nodes|examples|engine|servers)/[\w./]+)`", README)
    paths += re.findall(r"\]\(([\w./]+)\)", README)

    assert [path for path in paths if path != "nodes/world_2d/coin_2d.py" and not (ROOT / path).exists()] == []
