"""Scenes and projects that are games: what starts, where "res://" begins, and what is left behind."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.app import App, headless_app, load
from engine.core.errors import ResourceError, ResourceNotFoundError, SceneError, ScriptError, TreeError
from engine.game.loading import load_game
from engine.resources import default_loader
from engine.tree.node import Node
from servers.display.headless import HeadlessDisplay
from tests.unit.tree.scene_loads import let_threads_finish

PLAYER = """
from engine import load
from nodes import Node2D

class Player(Node2D):
    def on_ready(self):
        self.set_meta("seen", (tuple(self.position), load("res://ship.tscn").resource_path))
"""


def scene(*nodes: str, script: str = "") -> str:
    """The text of a scene with these nodes, the first of which may have a script."""
    resources = f'[ext_resource type="Script" path="{script}" id="1"]\n\n' if script else ""
    first, *others = nodes
    lines = [first + ('\nscript = ExtResource("1")' if script else ""), *others]
    return f"[gd_scene format=3]\n\n{resources}" + "\n\n".join(lines) + "\n"


ROOT = '[node name="Level" type="Node2D"]\nposition = Vector2(3, 4)'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project's folder with a level that has a script, and a scene that this loads."""
    files = {
        "project.godot": 'config_version=5\n\n[application]\n\nconfig/name="Ships"\nrun/main_scene="res://main.tscn"\n',
        "main.tscn": scene('[node name="Menu" type="Node"]'),
        "ship.tscn": scene('[node name="Ship" type="Node2D"]'),
        "levels/one.tscn": scene(ROOT, script="res://actors/player.py"),
        "actors/player.py": PLAYER,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path.resolve()


def current(app: App) -> Node:
    assert app.tree.current_scene is not None
    return app.tree.current_scene


def test_a_scene_is_a_game_whose_project_lies_above_it(project: Path) -> None:
    with headless_app(project / "levels" / "one.tscn", seed=5, args=("a",)) as app:
        root = current(app)
        assert (root.name, type(root).__name__, root.scene_file_path) == ("Level", "Player", "res://levels/one.tscn")
        assert root.get_meta("seen") == ((3.0, 4.0), "res://ship.tscn")
        assert (app.tree.rng.seed, app.tree.args) == (5, ("a",))
        app.tree.advance(0.1)
        app.tree.reload_current_scene()
        assert current(app) is not root


def test_a_project_starts_with_its_main_scene(project: Path) -> None:
    for path in (project, project / "project.godot"):
        with headless_app(path) as app:
            assert current(app).name == "Menu"


def test_a_main_scene_may_be_named_by_its_uid(project: Path) -> None:
    uid = "uid://c0ffee"
    (project / "project.godot").write_text(f'[application]\nrun/main_scene="{uid}"\n', encoding="utf-8")
    text = '[gd_scene format=3 uid="uid://c0ffee"]\n\n[node name="Found" type="Node"]\n'
    (project / "elsewhere.tscn").write_text(text, encoding="utf-8")

    with headless_app(project) as app:
        assert current(app).name == "Found"


def test_a_scene_without_a_project_has_its_own_folder(project: Path) -> None:
    (project / "project.godot").unlink()

    with headless_app(project / "ship.tscn") as app:
        assert current(app).scene_file_path == "res://ship.tscn"
        assert default_loader.root == project


def test_nothing_of_a_scene_is_left_behind(project: Path) -> None:
    before = (list(sys.path), default_loader.root)
    with headless_app(project / "levels" / "one.tscn"):
        assert load("main.tscn").resource_path == "res://main.tscn"
    names = [name for name, module in sys.modules.items() if str(project) in (getattr(module, "__file__", "") or "")]

    assert (list(sys.path), default_loader.root, names) == (*before, [])


def test_a_scene_that_cannot_be_loaded_says_where_and_closes_everything(project: Path) -> None:
    before = (list(sys.path), default_loader.root)
    (project / "bad.tscn").write_text('[gd_scene format=3]\n\n[node name="A" type=', encoding="utf-8")
    (project / "project.godot").write_text('[application]\nrun/main_scene="res://none.tscn"\n', encoding="utf-8")

    with pytest.raises(SceneError, match=r"bad\.tscn:3"):
        headless_app(project / "bad.tscn")
    with pytest.raises(ResourceNotFoundError, match=r"none\.tscn - there is no such file"):
        headless_app(project)

    assert (list(sys.path), default_loader.root) == before


def test_a_project_file_that_cannot_be_read_says_where(project: Path) -> None:
    (project / "project.godot").write_text('[application]\nrun/main_scene="res', encoding="utf-8")

    with pytest.raises(SceneError, match=r"project\.godot:2"):
        headless_app(project)
    with pytest.raises(ResourceError):
        headless_app(project)


def test_a_script_that_does_not_import_shows_its_lines(project: Path) -> None:
    (project / "actors" / "player.py").write_text("from nodes import Node2D\nx = missing\n", encoding="utf-8")

    with pytest.raises(ScriptError) as caught:
        headless_app(project / "levels" / "one.tscn")

    assert "player.py:2\n    x = missing\nNameError: name 'missing' is not defined" in str(caught.value)
    assert "importlib" not in str(caught.value)


def test_what_the_game_raises_goes_through(project: Path) -> None:
    text = "from nodes import Node2D\nclass Player(Node2D):\n    def on_ready(self):\n        raise KeyError('x')\n"
    (project / "actors" / "player.py").write_text(text, encoding="utf-8")

    with pytest.raises(KeyError, match="x"):
        headless_app(project / "levels" / "one.tscn")


def test_what_is_missing_is_logged_once_and_the_scene_starts(project: Path, caplog: pytest.LogCaptureFixture) -> None:
    text = scene('[node name="Dust" type="NoSuchNode"]', script="res://dust.gd")
    (project / "dust.tscn").write_text(text, encoding="utf-8")

    with headless_app(project / "dust.tscn") as app:
        app.tree.reload_current_scene()
        assert current(app).name == "Dust"

    assert [record.getMessage() for record in caplog.records] == [
        "res://dust.tscn:5: missing script 'res://dust.gd' (the root) - it does not run here; write dust.py beside it",
        "res://dust.tscn:5: missing type 'NoSuchNode' (the root)",
    ]


def test_an_application_plays_one_scene(project: Path) -> None:
    game = load_game(project / "ship.tscn", lambda file: {})

    with App(HeadlessDisplay((8, 8))) as app:
        app.tree._loader = default_loader
        app.load_game(game)
        with pytest.raises(TreeError, match=r"^App\.load_game: this application plays .*ship\.tscn already; make"):
            app.load_game(game)


def test_a_scene_is_changed_while_the_game_goes_on(project: Path) -> None:
    text = PLAYER + "\n    def on_prepare(self, progress):\n        self.set_meta('prepared', self.is_inside_tree())\n"
    (project / "actors" / "player.py").write_text(text, encoding="utf-8")
    with headless_app(project) as app:
        load = app.tree.change_scene_to_file_async("res://levels/one.tscn")
        for _ in range(2):
            let_threads_finish()
            app.tree.tick(1 / 60)

        assert load.error is None
        assert current(app).name == "Level"
        assert current(app).get_meta("prepared") is False
        loader = app.tree._loader
        assert loader.get_reference_count("levels/one.tscn") == 1
        canceled = app.tree.change_scene_to_file_async("main.tscn", hold=1.0)
        let_threads_finish()
        app.tree.tick(1 / 60)
        assert loader.get_reference_count("main.tscn") == 1
        canceled.cancel()
        assert not loader.has_cached("main.tscn")
