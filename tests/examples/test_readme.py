"""What the README prints runs and does what it looks like; what the README points at exists."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import engine
import nodes
from engine import Color, ImmutableError, Key, ProcessMode, SceneTree, Vector2, pytest_plugin
from engine.app import headless_app
from engine.cli.commands import sapwood
from engine.testing import User
from nodes import Node2D

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


GAME, WINDOW, COIN, SAVING, STEPPED_TREE, TESTS, PLAYED = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
(SCENE,) = re.findall(r"```ini\n(.*?)```", README, re.DOTALL)
GODOT_TABLE = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in README.partition("## Coming from Godot")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ")
][2:]


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


def test_the_window_and_the_clear_colour_are_set_as_printed(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(WINDOW)

    with headless_app(file) as app:
        app.run(2)

        assert app.display.title == "Coins"
        assert app.display.window_size == (1280, 720)
        assert app.tree.root.size == (640, 360)
        assert app.screenshot().size == (1280, 720)
        assert app.screenshot().get_pixel(0, 0) == Color("midnight blue")


def test_the_games_tests_run_as_printed(game: Path) -> None:
    file = game.with_name("test_game.py")
    file.write_text(TESTS)

    for options in (["--sapwood-accept-images"], []):
        assert " ".join((".venv/bin/pytest", file.name, *options)) in README
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.name, *options]
        done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
        assert "2 passed" in done.stdout

    assert (file.parent / "references" / "start.png").is_file()
    game.write_text(GAME.replace("20, Color", "10, Color"))
    done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
    assert "picture 'start' differs in" in done.stdout


def test_a_game_is_played_in_a_test_as_printed(game: Path) -> None:
    file = game.with_name("test_played.py")
    file.write_text(PLAYED)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.name]

    done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout

    file.write_text(PLAYED.replace("speed=300", "speed=200"))
    done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
    assert "-  Player: Player speed=200" in done.stdout
    assert "+  Player: Player speed=300" in done.stdout


@pytest.mark.parametrize("name", re.findall(r"`(\w+)\(", README.partition("The user presses")[2].partition("\n\n")[0]))
def test_the_scripted_user_does_what_the_readme_says(name: str) -> None:
    assert hasattr(User, name)


@pytest.mark.parametrize(
    "name",
    [
        "sapwood_tree",
        "sapwood_user",
        "sapwood_assert_tree",
        "sapwood_app",
        "sapwood_render",
        "sapwood_assert_image",
    ],
)
def test_the_readme_names_every_fixture_with_its_short_name(name: str, request: pytest.FixtureRequest) -> None:
    assert request.getfixturevalue(name) is not None
    short = {"sapwood_render": "render_app"}.get(name, name.removeprefix("sapwood_"))

    assert f"| `{name}` | `{short}` |" in README
    assert hasattr(pytest_plugin.ShortNames, short)


def test_the_tolerances_are_as_the_readme_says() -> None:
    assert f"at most {pytest_plugin.PIXEL_TOLERANCE:.2%}".replace("%", " %") in README
    assert f"more than {pytest_plugin.CHANNEL_TOLERANCE} of 255" in README


def test_a_tree_is_stepped_as_printed() -> None:
    names: dict[str, Any] = {}

    exec(STEPPED_TREE, names)

    assert names["tree"].frame_count == 600


@pytest.mark.parametrize(("godot", "here"), GODOT_TABLE, ids=[godot for godot, _ in GODOT_TABLE])
def test_what_stands_beside_godots_names_is_there(godot: str, here: str, sapwood_tree: SceneTree) -> None:
    homes: dict[str, object] = {
        r"self\.tree\.(\w+)": sapwood_tree,
        r"self\.tree\.rng\.(\w+)": sapwood_tree.rng,
        r"self\.input\.(\w+)": sapwood_tree.input,
        r"self\.(\w+)": Node2D,
        r"\b(on_\w+)": Node2D,
        r"\bKey\.(\w+)": Key,
        r"\bProcessMode\.(\w+)": ProcessMode,
    }

    used = [(home, name) for pattern, home in homes.items() for name in re.findall(pattern, here)]

    assert [name for home, name in used if not hasattr(home, name) and name not in ("f", "hit", "on_hit")] == []


@pytest.mark.parametrize("name", ["Sprite2D", "onready", "export", "Signal", "Key", "ProcessMode", "load", "Texture2D"])
def test_names_beside_godots_can_be_imported(name: str) -> None:
    assert any(re.search(rf"\b{name}\b", here) for _, here in GODOT_TABLE)
    assert hasattr(engine, name) or hasattr(nodes, name)


def test_a_vector_is_changed_as_the_readme_says() -> None:
    node = Node2D(position=(1, 2))

    node.position += (1, 0)

    assert node.position == (2, 2)
    with pytest.raises(ImmutableError):
        node.position.x += 1  # type: ignore[misc]


def test_what_is_awaited_comes_as_the_readme_says(sapwood_tree: SceneTree) -> None:
    class Waiting(Node2D):
        waited = False

        async def on_ready(self) -> None:
            await self.tree.create_timer(1).timeout
            self.waited = True

    assert any("await self.tree.create_timer(1).timeout" in here for _, here in GODOT_TABLE)
    node = sapwood_tree.root.add_child(Waiting())
    sapwood_tree.advance(0.5)
    assert not node.waited

    sapwood_tree.advance(0.6)

    assert node.waited


def test_every_option_of_the_command_is_in_the_readme() -> None:
    section = README.partition("\n## A game\n")[2].partition("\n## ")[0]
    command: Any = get_command(sapwood)
    options = {text for option in command.commands["run"].params for text in option.opts if text.startswith("--")}

    assert set(re.findall(r"--[a-z][a-z-]*", section)) == options | {"--help"}


def test_every_path_in_the_readme_exists() -> None:
    paths = re.findall(r"`((?:tools|tests|nodes|examples|engine|servers)/[\w./]+)`", README)
    paths += re.findall(r"\]\(([\w./]+)\)", README)

    assert [path for path in paths if path != "nodes/world_2d/coin_2d.py" and not (ROOT / path).exists()] == []


@pytest.fixture
def coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project that the README writes a scene for."""
    (tmp_path / "coin.tscn").write_text(SCENE)
    (tmp_path / "coin.py").write_text(COIN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_scene_file_is_loaded_changed_and_saved_as_the_readme_says(coins: Path) -> None:
    subprocess.run([sys.executable, "-c", SAVING], cwd=coins, check=True)

    before, after = SCENE.splitlines(), (coins / "coin.tscn").read_text().splitlines()
    assert [(old, new) for old, new in zip(before, after, strict=True) if old != new] == [("value = 5", "value = 10")]


def test_the_scene_file_runs(coins: Path) -> None:
    command = "sapwood run coin.tscn"
    assert command in README
    with headless_app(coins / "coin.tscn") as app:
        coin = app.tree.current_scene
        assert coin is not None
        app.tree.advance(3.9)
        assert app.tree.current_scene is coin
        app.tree.advance(0.2)
        assert app.tree.current_scene is None
