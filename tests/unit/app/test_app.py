"""App and headless_app: what is built, what the window does to the tree, how it ends."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.app import App, headless_app, load
from engine.core.clock import ManualClock
from engine.core.errors import (
    DisplayError,
    InvalidTypeError,
    ResourceNotFoundError,
    ScriptError,
    ServerError,
    TreeError,
)
from engine.game.script import load_script
from engine.input.events import InputEvent, InputEventKey, InputEventMouseMotion
from engine.input.keys import Key, MouseMode
from engine.math import Color, Vector2
from engine.resources import default_loader
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport
from servers.display import DisplayServer
from servers.display.headless import HeadlessDisplay
from servers.render import RenderServer
from servers.text import TextServer


@pytest.fixture
def screen() -> HeadlessDisplay:
    return HeadlessDisplay((320, 200))


@pytest.fixture
def app(screen: HeadlessDisplay) -> Iterator[App]:
    with App(screen, clock=ManualClock(), fixed_fps=60) as app:
        yield app


def write_game(folder: Path, text: str) -> Path:
    (folder / "game.py").write_text(text, encoding="utf-8")
    return folder


def test_the_tree_has_the_servers_and_the_size_of_the_window(app: App) -> None:
    assert app.tree.servers.require(DisplayServer) is app.display
    assert app.tree.servers.require(RenderServer) is app.render
    assert app.tree.servers.get(TextServer) is not None
    assert app.tree.root.size == (320, 200)


def test_the_root_follows_the_window(app: App, screen: HeadlessDisplay) -> None:
    screen.resize((400, 300))
    app.run(1)
    assert app.tree.root.size == (400, 300)

    app.tree.root.content_scale_mode = SceneViewport.ContentScaleMode.CANVAS_ITEMS
    app.tree.root.content_scale_size = Vector2(200, 150)
    assert app.tree.root.size == (200, 150)


def test_text_is_made_as_sharp_as_the_screen_shows_it() -> None:
    screen = HeadlessDisplay((320, 200), pixel_ratio=2.0)
    with App(screen) as app:
        assert app.text.oversampling == 2.0

        app.tree.root.content_scale_mode = SceneViewport.ContentScaleMode.CANVAS_ITEMS
        app.tree.root.content_scale_size = Vector2(270, 160)
        assert app.text.oversampling == 2.5  # 640 / 270 = 2.37 device pixels for a canvas pixel, rounded up to halves
        app.tree.root.content_scale_size = Vector2(32, 20)
        assert app.text.oversampling == 4.0  # 20 would fill the atlas


def test_events_reach_the_nodes_in_viewport_pixels(app: App, screen: HeadlessDisplay) -> None:
    got: list[InputEvent] = []

    class Listener(Node):
        def on_input(self, event: InputEvent) -> None:
            got.append(event.clone())

    app.start(Listener)
    app.tree.root.content_scale_mode = SceneViewport.ContentScaleMode.CANVAS_ITEMS
    app.tree.root.content_scale_size = Vector2(160, 100)
    screen.push(InputEventMouseMotion(position=(32, 20)))

    app.run(1)

    (event,) = got
    assert isinstance(event, InputEventMouseMotion)
    assert event.position == (16, 10)
    assert app.tree.input.get_mouse_position() == (16, 10)


def test_closing_the_window_quits_with_code_0(app: App, screen: HeadlessDisplay) -> None:
    asked: list[int] = []
    app.tree.quit_requested.connect(asked.append)
    screen.request_close()

    assert app.run() == 0
    assert asked == [0]


def test_the_exit_code_is_the_games(app: App) -> None:
    app.tree.process_frame.connect(lambda: app.tree.quit(5))

    assert app.run() == 5


def test_losing_the_keyboard_lets_go_of_everything(app: App, screen: HeadlessDisplay) -> None:
    screen.push(InputEventKey(keycode=Key.SPACE, pressed=True))
    app.run(1)
    assert app.tree.input.is_key_pressed(Key.SPACE)

    screen.set_focus(False)
    app.run(1)

    assert not app.tree.input.is_key_pressed(Key.SPACE)


def test_the_mouse_leaves_after_what_it_did_before(app: App, screen: HeadlessDisplay) -> None:
    log: list[str] = []
    app.tree.root.mouse_entered.connect(lambda: log.append("in"))
    app.tree.root.mouse_exited.connect(lambda: log.append("out"))
    screen.push(InputEventMouseMotion(position=(10, 10)))
    screen.mouse_exit()
    app.run(1)
    assert log == ["in", "out"]

    app.tree.root.notify_mouse_entered()
    app.takes_input = False
    screen.mouse_exit()
    app.run(1)
    assert log == ["in", "out", "in"]


def test_gamepads_are_known_to_the_trees_input(app: App, screen: HeadlessDisplay) -> None:
    screen.connect_joypad(0, "Pad")
    app.run(1)
    assert (app.tree.input.get_connected_joypads(), app.tree.input.get_joy_name(0)) == ([0], "Pad")

    screen.disconnect_joypad(0)
    app.run(1)
    assert app.tree.input.get_connected_joypads() == []


def test_the_mouse_mode_that_the_game_sets_reaches_the_window(app: App, screen: HeadlessDisplay) -> None:
    app.tree.input.mouse_mode = MouseMode.CAPTURED

    app.run(1)

    assert screen.mouse_mode == MouseMode.CAPTURED


def test_a_game_is_a_node_a_class_or_a_function(app: App) -> None:
    node = Node("given")
    app.start(node)
    assert app.tree.current_scene is node

    class Main(Node):
        pass

    app.start(Main)
    assert isinstance(app.tree.current_scene, Main)

    returned = Node("returned")
    app.start(lambda tree: returned)
    assert app.tree.current_scene is returned

    app.start(lambda tree: tree.root.add_child(Node("added")) and None)
    assert app.tree.root.has_node("added")
    assert app.tree.current_scene is returned


def test_what_is_no_game_is_refused(app: App) -> None:
    with pytest.raises(ScriptError, match=r"3 is no game - give a Node, a Node class, or a function"):
        app.start(3)  # type: ignore[arg-type]
    with pytest.raises(ScriptError, match=r"main\(\) returned 'scene', which is no node - return a Node, or nothing"):
        app.start(lambda tree: "scene")


def test_a_class_that_cannot_be_made_without_arguments_is_refused_with_its_place(app: App) -> None:
    class NeedsLevel(Node):
        def __init__(self, level: int) -> None:
            super().__init__()

    class Unfinished(Node, ABC):
        @abstractmethod
        def rules(self) -> None: ...

    class Broken(Node):
        def __init__(self) -> None:
            raise TypeError("mine")

    with pytest.raises(ScriptError, match=r"test_app.py:\d+: NeedsLevel cannot be made: .*'level' - .* main\(tree\)"):
        app.start(NeedsLevel)
    with pytest.raises(ScriptError, match=r"test_app.py:\d+: Unfinished cannot be made: .*rules"):
        app.start(Unfinished)
    with pytest.raises(TypeError, match=r"^mine$"):
        app.start(Broken)


def test_whatever_can_be_called_may_be_main(app: App) -> None:
    class Start:
        def __call__(self, tree: SceneTree) -> Node:
            return Node("from an object")

    def named(name: str, tree: SceneTree) -> Node:
        return Node(name)

    app.start(Start())
    assert app.tree.current_scene is not None
    assert app.tree.current_scene.name == "from an object"

    app.start(partial(named, "from a partial"))
    assert app.tree.current_scene.name == "from a partial"

    with pytest.raises(ScriptError, match=r"functools.partial.*: main\(name, tree\) does not fit the arguments \[\]"):
        app.start(partial(named))


@pytest.mark.parametrize("args", ["--hard", None, 3, [3]])
def test_the_games_arguments_are_several_texts(screen: HeadlessDisplay, args: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^App\(args\): several texts are needed, got .*; write \["):
        App(screen, args=args)


def test_main_gets_the_games_arguments_where_it_has_parameters_for_them(screen: HeadlessDisplay) -> None:
    got: list[tuple[object, ...]] = []

    def with_all(tree: SceneTree, *args: str) -> None:
        got.append(args)

    def with_two(tree: SceneTree, level: str, mode: str = "easy") -> None:
        got.append((level, mode))

    def without(tree: SceneTree) -> None:
        got.append(tree.args)

    with App(screen, args=("3", "hard")) as app:
        app.start(with_all)
        app.start(with_two)
        app.start(without)

    assert got == [("3", "hard"), ("3", "hard"), ("3", "hard")]


def test_a_main_whose_parameters_do_not_fit_says_how_to_call_it(app: App) -> None:
    def with_level(tree: SceneTree, level: str) -> None:
        raise AssertionError

    def with_nothing() -> None:
        raise AssertionError

    with pytest.raises(
        ScriptError, match=r"test_app.py:\d+: with_level\(tree, level\) does not fit the arguments \[\] .*--"
    ):
        app.start(with_level)
    with pytest.raises(ScriptError, match=r"test_app.py:\d+: with_nothing\(\) takes no argument - write def"):
        app.start(with_nothing)


def test_an_error_of_closing_does_not_hide_the_one_before_it(screen: HeadlessDisplay) -> None:
    class Main(Node):
        def on_exit_tree(self) -> None:
            raise ValueError("second")

    def play() -> None:
        with App(screen) as app:
            app.start(Main)
            raise KeyError("first")

    with pytest.raises(KeyError, match="first") as caught:
        play()

    assert caught.value.__notes__ == ["closing then raised ValueError: second; in on_exit_tree of /root/Main (Main)"]
    with pytest.raises(ValueError, match="second"), App(HeadlessDisplay((8, 8))) as app:
        app.start(Main)


def test_an_async_main_is_refused(app: App) -> None:
    async def main(tree: SceneTree) -> None:
        raise AssertionError

    with pytest.raises(ScriptError, match=r"test_app.py:\d+: main\(\) is async - write it as a plain function"):
        app.start(main)


def test_closing_inside_a_callback_is_refused_and_closes_nothing(app: App, screen: HeadlessDisplay) -> None:
    left: list[str] = []

    class Closing(Node):
        def on_process(self, delta: float) -> None:
            app.close()

        def on_exit_tree(self) -> None:
            app.close()  # while it closes: harmless
            left.append(self.name)

    app.start(Closing)

    with pytest.raises(TreeError, match="cannot shut the tree down inside a callback"):
        app.run(1)
    app.display.title = "still open"
    app.close()

    assert left == ["Closing"]
    with pytest.raises(ServerError, match="disposed"):
        app.display.title = "closed"


def test_closing_frees_the_tree_then_the_servers_and_is_harmless_twice(screen: HeadlessDisplay) -> None:
    log: list[str] = []

    class Leaver(Node):
        def on_exit_tree(self) -> None:
            log.append("exit" if screen.graphics.ctx is not None else "late")

    app = App(screen)
    app.start(Leaver)
    app.close()
    app.close()

    assert log == ["exit"]
    with pytest.raises(DisplayError):
        _ = screen.graphics.ctx


def test_headless_app_runs_a_folders_game_seeded_with_arguments(tmp_path: Path) -> None:
    game = write_game(
        tmp_path,
        """
from engine import Node

class Main(Node):
    ticks = 0
    def on_process(self, delta):
        self.ticks += 1
""",
    )

    with headless_app(game, seed=7, args=("a",)) as app:
        main = app.tree.current_scene
        app.tree.frames(3)
        assert main is not None
        assert main.ticks == 3  # type: ignore[attr-defined]
        assert app.tree.args == ("a",)
        assert app.tree.rng.seed == 7
        assert app.tree.root.size == (1152, 648)


def test_two_games_with_modules_of_the_same_name_do_not_mix(tmp_path: Path) -> None:
    text = "from engine import Node\nimport level_data\nclass Main(Node):\n    name_of_level = level_data.NAME\n"
    names = []
    path_before = list(sys.path)
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        write_game(folder, text)
        (folder / "level_data.py").write_text(f"NAME = {name!r}\n", encoding="utf-8")
        with headless_app(folder) as app:
            names.append(app.tree.current_scene.name_of_level)  # type: ignore[union-attr]

    assert names == ["one", "two"]
    assert "level_data" not in sys.modules
    assert sys.path == path_before


def test_load_reads_from_the_games_folder_while_it_runs(tmp_path: Path) -> None:
    before = default_loader.root
    game = write_game(tmp_path, "from engine import Node\nclass Main(Node): pass\n")

    with headless_app(game):
        assert default_loader.root == tmp_path.resolve()
        with pytest.raises(ResourceNotFoundError, match=r"missing\.ttf"):
            load("missing.ttf")

    assert default_loader.root == before


def test_a_game_that_fails_while_starting_leaves_nothing_behind(tmp_path: Path) -> None:
    game = write_game(
        tmp_path, "from engine import Node\nclass Main(Node):\n    def on_ready(self):\n        raise KeyError('x')\n"
    )
    before = (list(sys.path), default_loader.root, set(sys.modules))

    with pytest.raises(KeyError, match="x"):
        headless_app(game)

    assert (list(sys.path), default_loader.root) == before[:2]
    assert not [name for name in sys.modules if name.startswith("sapwood_script_")]


@pytest.mark.parametrize("script", ["game.py", Path("game.py"), None])
def test_only_an_imported_script_can_be_loaded_and_a_refused_one_changes_nothing(app: App, script: Any) -> None:
    before = default_loader.root

    with pytest.raises(
        InvalidTypeError,
        match=r"^App\.load_game takes what .*, got .*; headless_app\(path\) makes an application",
    ):
        app.load_game(script)

    assert default_loader.root == before
    app.close()
    assert default_loader.root == before


def test_an_application_plays_one_script_and_none_after_it_was_closed(tmp_path: Path) -> None:
    before = default_loader.root
    script = load_script(write_game(tmp_path, "from engine import Node\nclass Main(Node): pass\n"))

    with App(HeadlessDisplay((8, 8))) as app:
        app.load_game(script)
        with pytest.raises(TreeError, match=r"plays .*game\.py already; make another$"):
            app.load_game(script)
        assert default_loader.root == tmp_path.resolve()
    with pytest.raises(TreeError, match=r"^App\.load_game: this application was closed; make another$"):
        app.load_game(script)

    assert default_loader.root == before


def test_without_gl_a_headless_game_runs_and_only_its_picture_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_gl() -> None:
        raise DisplayError("no OpenGL here")

    monkeypatch.setattr("servers.display.headless.create_headless_context", no_gl)
    game = write_game(tmp_path, "from engine import Node\nclass Main(Node): pass\n")

    with headless_app(game) as app:
        app.tree.frames(2)
        assert [record.message for record in caplog.records] == [
            "no OpenGL here; the game runs, but no picture of it can be made"
        ]
        with pytest.raises(ServerError, match="there is no GL here"):
            app.screenshot()


def test_without_gl_a_game_that_must_draw_ends_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_gl() -> None:
        raise DisplayError("no OpenGL here")

    monkeypatch.setattr("servers.display.headless.create_headless_context", no_gl)

    with pytest.raises(DisplayError, match="no OpenGL here"):
        App(HeadlessDisplay((10, 10)), draws=True)


@pytest.mark.parametrize(("shown", "drawn"), [(False, 0), (True, 3)])
def test_frames_are_drawn_only_where_somebody_sees_them(
    screen: HeadlessDisplay, monkeypatch: pytest.MonkeyPatch, shown: bool, drawn: int
) -> None:
    draws: list[RenderServer] = []
    monkeypatch.setattr(RenderServer, "draw", lambda server: draws.append(server))

    with App(screen, shown=shown, clock=ManualClock()) as app:
        app.run(3)

    assert len(draws) == drawn
    assert screen.presented == 3


def test_a_screenshot_has_the_framebuffers_pixels() -> None:
    with App(HeadlessDisplay((20, 10), pixel_ratio=2.0)) as app:
        app.tree.frames(1)
        app.render.clear_color = Color(1, 0, 0)
        image = app.screenshot()

    assert (image.width, image.height) == (40, 20)
    assert (image.pixels == (255, 0, 0, 255)).all()
