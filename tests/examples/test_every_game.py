"""What holds for each sample game: its scenes are whole and run alone, and it is written as a user would write it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import engine
import nodes
import scenes
from engine.app import headless_app
from scenes.text import dumps

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = sorted(file.parent for file in EXAMPLES.glob("*/game.py"))
MODULES = [path for game in GAMES for path in sorted(game.glob("*.py"))]
SCENES = [(game, path) for game in GAMES for path in sorted(game.rglob("*.tscn"))]


def label(value: object) -> str:
    """A path below the examples' folder, for the name of a test."""
    return value.relative_to(EXAMPLES).as_posix() if isinstance(value, Path) else str(value)


def imported(tree: ast.Module) -> list[tuple[str, str]]:
    """Module and name of everything that is imported."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


def test_there_are_games() -> None:
    assert {"meteors", "platformer"} <= {game.name for game in GAMES}


@pytest.mark.parametrize("module", MODULES, ids=label)
def test_a_game_uses_public_names_only(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    public = {"engine": dir(engine), "nodes": dir(nodes), "scenes": dir(scenes)}
    known = sys.stdlib_module_names | {path.stem for path in module.parent.glob("*.py")} | {"numpy"}

    not_public = [
        f"{source}.{name}"
        for source, name in imported(tree)
        if name not in public.get(source, ()) and source.partition(".")[0] not in known
    ]
    private = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and node.attr != "__init__"
        and ast.unparse(node.value) != "self"
    ]

    assert not_public == []
    assert private == []


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_no_file_of_a_game_has_the_name_of_a_module_of_python(game: Path) -> None:
    assert sys.stdlib_module_names.isdisjoint(path.stem for path in game.glob("*.py"))


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_an_autopilot_only_presses_actions(game: Path) -> None:
    tree = ast.parse((game / "autopilot.py").read_text(encoding="utf-8"))
    targets = [
        target
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AugAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    set_elsewhere = [
        ast.unparse(part)
        for target in targets
        for part in ast.walk(target)
        if isinstance(part, (ast.Attribute, ast.Subscript)) and ast.unparse(part.value) != "self"
    ]
    called_on_others = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func.value).split(".")[0] in ("self", "ship", "meteor", "each", "player", "waypoint")
        and not node.func.attr.startswith("_")
    }

    assert set_elsewhere == []
    assert called_on_others <= {
        "action_press", "action_release", "get_first_node_in_group", "get_nodes_in_group", "is_on_floor", "length"
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_the_first_line_says_what_the_example_shows(game: Path) -> None:
    summary = (ast.get_docstring(ast.parse((game / "game.py").read_text(encoding="utf-8"))) or "").splitlines()[0]

    assert summary.startswith("A whole ")
    assert summary.endswith(".")
    assert len(summary) < 115


@pytest.mark.parametrize(
    ("game", "size"), [("meteors", (1152, 648)), ("platformer", (1280, 720))], ids=["meteors", "platformer"]
)
def test_the_picture_for_the_readme_is_of_the_windows_size_and_small(game: str, size: tuple[int, int]) -> None:
    picture = EXAMPLES / game / "screenshot.png"
    header = picture.read_bytes()[:24]

    assert header.startswith(b"\x89PNG\r\n")
    assert (int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")) == size
    assert picture.stat().st_size < 400_000


@pytest.mark.parametrize(("game", "path"), SCENES, ids=label)
def test_a_scene_of_a_game_can_be_looked_at_alone(game: Path, path: Path) -> None:
    with headless_app(path) as app:
        for action in ("thrust", "fire", "right", "jump"):
            if app.tree.input_map.has_action(action):
                app.tree.input.action_press(action)
        assert app.tree.current_scene.scene_file_path == f"res://{path.relative_to(game).as_posix()}"  # type: ignore[union-attr]

        app.tree.frames(90)


@pytest.mark.parametrize(("game", "path"), SCENES, ids=label)
def test_a_scene_of_a_game_is_whole_and_as_it_would_be_saved(game: Path, path: Path) -> None:
    with headless_app(game) as app:
        scene = app.tree.load(path.relative_to(game).as_posix())
        root = scene.instantiate()
        try:
            fresh = scenes.PackedScene()
            scene.pack(root)
            fresh.pack(root)

            assert scene.report.problems == ()
            assert dumps(scene.document) == path.read_text()
            assert dumps(fresh.document) == path.read_text()
        finally:
            root.free()
