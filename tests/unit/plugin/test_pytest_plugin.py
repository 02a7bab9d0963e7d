"""The pytest plugin, as a game's project uses it: each test runs a small project's tests in a session of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import PIL.PngImagePlugin  # noqa: F401  # loaded here, since an inner session forgets what it is the first to load
import pytest

import engine.app
from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.pytest_plugin import AssertImage
from engine.resources import Image
from engine.tree.scene_tree import SceneTree

pytest_plugins = ["pytester"]

DISC = """
from engine import Color
from nodes import Node2D

class Disc(Node2D):
    radius = 20.0
    def on_draw(self):
        self.draw_circle((50, 50), self.radius, Color(1, 0.5, 0))
"""


@pytest.fixture(scope="module", autouse=True)
def _everything_is_loaded() -> None:
    """Load all that an inner session would otherwise load and unload again, numpy's C modules among it."""
    with engine.app.bare_app(draws=True) as app:
        app.tree.frames(1)
        app.screenshot()


class Project:
    """A project that uses the plugin."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self._pytester = pytester
        self.folder = pytester.path
        self.results = self.folder / "out" / "images"
        self.references = self.folder / "references"
        (self.folder / "disc.py").write_text(DISC, encoding="utf-8")

    def run(self, tests: str, *options: str, settings: str = "", **outcomes: int) -> str:
        """Run `tests` and check the outcomes, all passed by default; what pytest printed."""
        pytester = self._pytester
        pytester.makefile(".ini", pytest=f"[pytest]\npythonpath = .\n{settings}")
        pytester.makepyfile(test_game=tests)
        installed = entry_points(group="pytest11", name="sapwood")
        plugin = () if installed else ("-p", "engine.pytest_plugin")
        result = pytester.runpytest_inprocess(*plugin, "-p", "no:cacheprovider", *options)
        result.assert_outcomes(**(outcomes or {"passed": 1}))
        return result.stdout.str()


@pytest.fixture
def project(pytester: pytest.Pytester) -> Project:
    return Project(pytester)


def test_the_tree_fixture_is_a_fresh_headless_tree(project: Project) -> None:
    project.run(
        """
        from engine import Node

        def test_tree(sapwood_tree):
            ticks = []
            class Counter(Node):
                def on_process(self, delta):
                    ticks.append(delta)
            sapwood_tree.root.add_child(Counter())
            sapwood_tree.advance(0.5)
            assert ticks == [1 / 60] * 30
            assert list(sapwood_tree.servers.all()) == []
            assert sapwood_tree.rng.seed == 0

        def test_another(sapwood_tree):
            assert sapwood_tree.frame_count == 0
            assert sapwood_tree.root.get_child_count() == 0
        """,
        passed=2,
    )


def test_the_tree_is_shut_down_after_the_test(project: Project) -> None:
    project.run(
        """
        from engine import Node
        left = []

        class Leaver(Node):
            def on_exit_tree(self):
                left.append(self.name)

        def test_first(sapwood_tree):
            sapwood_tree.root.add_child(Leaver("Leaver"))

        def test_second():
            assert left == ["Leaver"]
        """,
        passed=2,
    )


def test_the_app_fixture_has_all_servers_and_records(project: Project) -> None:
    project.run(
        """
        from servers.display import DisplayServer
        from servers.render import RenderServer
        from servers.text import TextServer
        from disc import Disc

        def test_app(sapwood_app):
            for server in (DisplayServer, RenderServer, TextServer):
                assert sapwood_app.tree.servers.get(server) is not None
            sapwood_app.start(Disc)
            assert sapwood_app.run(2) == 0
            sapwood_app.render.draw()
            assert sapwood_app.render.stats.items == 1
        """
    )


def test_an_app_of_a_test_runs_on_a_clock_that_stands_still(project: Project) -> None:
    project.run(
        """
        def test_app(sapwood_app):
            sapwood_app.run(60)
            assert sapwood_app.tree.physics_frame_count == 60
        """
    )


@pytest.mark.parametrize(("settings", "found"), [("sapwood_short_fixtures = true", True), ("", False)])
def test_the_short_names_are_there_when_the_project_wants_them(project: Project, settings: str, found: bool) -> None:
    said = project.run(
        "def test_short(tree, app, render_app, assert_image):\n    assert tree is not app.tree\n",
        settings=settings,
        **({"passed": 1} if found else {"errors": 1}),
    )

    assert ("fixture 'tree' not found" in said) is not found


SHOW_DISC = """
    from disc import Disc

    def test_disc(sapwood_render, sapwood_assert_image):
        sapwood_render.display.window_size = (100, 100)
        sapwood_render.run(1)
        sapwood_render.start(Disc())
        sapwood_render.tree.current_scene.radius = {radius}
        sapwood_render.run(2)
        sapwood_assert_image(sapwood_render, "disc")
"""


def test_a_missing_picture_fails_and_is_saved_for_review(project: Project) -> None:
    said = project.run(SHOW_DISC.format(radius=20), failed=1)

    assert "there is no stored picture" in said
    assert "run again with --sapwood-accept-images" in said
    assert not project.references.exists()
    saved = Image.load_from_file(project.results / "disc.actual.png")
    assert (saved.width, saved.height) == (100, 100)


def test_an_accepted_picture_is_stored_and_passes_from_then_on(project: Project) -> None:
    project.run(SHOW_DISC.format(radius=20), "--sapwood-accept-images")
    assert [file.name for file in project.references.iterdir()] == ["disc.png"]

    project.run(SHOW_DISC.format(radius=20))
    assert not project.results.exists()


def test_a_picture_that_is_right_is_not_stored_again(project: Project) -> None:
    project.run(SHOW_DISC.format(radius=20), "--sapwood-accept-images")
    stored = project.references / "disc.png"
    before = stored.stat().st_mtime_ns

    project.run(SHOW_DISC.format(radius=20), "--sapwood-accept-images")

    assert stored.stat().st_mtime_ns == before


def test_a_wrong_picture_fails_with_expected_actual_and_difference(project: Project) -> None:
    project.run(SHOW_DISC.format(radius=20), "--sapwood-accept-images")

    said = project.run(SHOW_DISC.format(radius=25), failed=1)

    assert "picture 'disc' differs in" in said
    written = sorted(project.results.iterdir())
    assert [file.name for file in written] == ["disc.actual.png", "disc.difference.png", "disc.expected.png"]
    for file, kind in zip(written, ("actual", "difference", "expected"), strict=True):
        assert f"  {kind}: {file}\n" in said
    difference = Image.load_from_file(project.results / "disc.difference.png").pixels
    assert tuple(difference[50, 50]) == (0, 0, 0, 255)  # inside both discs
    assert difference[50, 73, 0] == 255  # between the two edges
    assert tuple(difference[5, 5]) == (0, 0, 0, 255)  # outside both


def test_a_wrong_picture_can_be_accepted(project: Project) -> None:
    project.run(SHOW_DISC.format(radius=20), "--sapwood-accept-images")
    project.run(SHOW_DISC.format(radius=25), "--sapwood-accept-images")

    project.run(SHOW_DISC.format(radius=25))


class Still:
    """In place of an App: shows one picture for ever."""

    def __init__(self, image: Image) -> None:
        self.image = image

    def screenshot(self) -> Image:
        return self.image


def still(folder: Path, pixels: int, by: int) -> Any:
    """Store a picture of 100 x 100 as "disc"; what shows it with that many pixels off by `by`."""
    image = Image.create(100, 100, (1, 0.5, 0))
    image.save_png(folder / "disc.png")
    changed = image.pixels.copy()
    changed.reshape(-1, 4)[:pixels, 2] += by
    return Still(Image(changed))


@pytest.mark.parametrize(
    ("pixels", "by", "right"),
    [(10_000, 4, True), (2, 100, True), (3, 5, False), (10_000, 5, False)],
)
def test_four_steps_everywhere_and_anything_in_a_fiftieth_of_a_percent_are_tolerated(
    tmp_path: Path, pixels: int, by: int, right: bool
) -> None:
    app = still(tmp_path, pixels, by)
    assert_image = AssertImage(tmp_path, tmp_path / "results", accepts=False)

    if right:
        assert_image(app, "disc")
    else:
        with pytest.raises(pytest.fail.Exception, match=rf"differs in {pixels:,} .*\(at most 0\.020% .* {by} of 255"):
            assert_image(app, "disc")


def test_a_small_thing_that_is_missing_from_a_large_picture_is_seen(tmp_path: Path) -> None:
    Image.create(1152, 648).save_png(tmp_path / "disc.png")
    with_ball = Image.create(1152, 648)
    with_ball.blit(Image.create(13, 13, "white").pixels, 500, 300)
    app: Any = Still(with_ball)

    with pytest.raises(pytest.fail.Exception, match=r"differs in 169 of its pixels, 0\.023% "):
        AssertImage(tmp_path, tmp_path / "results", accepts=False)(app, "disc")


def test_a_picture_may_have_tolerances_of_its_own(tmp_path: Path) -> None:
    app = still(tmp_path, pixels=100, by=10)
    assert_image = AssertImage(tmp_path, tmp_path / "results", accepts=False)

    assert_image(app, "disc", pixel_tolerance=0.01)
    assert_image(app, "disc", channel_tolerance=10)
    with pytest.raises(pytest.fail.Exception, match=r"\(at most 0\.900% may\)"):
        assert_image(app, "disc", pixel_tolerance=0.009, channel_tolerance=9)


@pytest.mark.parametrize(
    ("tolerances", "text"),
    [
        ({"pixel_tolerance": 5}, "assert_image: pixel_tolerance must be from 0 to 1, got 5"),
        ({"pixel_tolerance": float("nan")}, "assert_image: pixel_tolerance must be from 0 to 1, got nan"),
        ({"channel_tolerance": -1}, "assert_image: channel_tolerance must be from 0 to 255, got -1"),
        ({"channel_tolerance": "4"}, "assert_image: channel_tolerance must be from 0 to 255, got '4'"),
    ],
)
def test_a_tolerance_that_cannot_be_is_refused(tmp_path: Path, tolerances: Any, text: str) -> None:
    app = still(tmp_path, pixels=1, by=1)

    with pytest.raises(InvalidValueError, match=f"^{re.escape(text)}$"):
        AssertImage(tmp_path, tmp_path / "results", accepts=False)(app, "disc", **tolerances)


def test_a_tree_has_no_picture_and_the_error_names_what_has(tmp_path: Path) -> None:
    tree: Any = SceneTree()

    with pytest.raises(InvalidTypeError, match=r"^assert_image: an App that draws is needed, as sapwood_render is"):
        AssertImage(tmp_path, tmp_path / "results", accepts=False)(tree, "disc")


def test_the_fixture_that_records_names_the_one_that_draws(project: Project) -> None:
    said = project.run(
        """
        def test_picture(sapwood_app):
            sapwood_app.screenshot()
        """,
        failed=1,
    )

    assert "in a test, use sapwood_render in place of sapwood_app" in said


def test_a_stored_picture_that_is_damaged_fails_and_can_be_replaced(project: Project) -> None:
    project.references.mkdir()
    (project.references / "disc.png").write_bytes(b"version https://git-lfs")

    said = project.run(SHOW_DISC.format(radius=20), failed=1)

    assert "the stored picture cannot be read" in said
    assert "run again with --sapwood-accept-images" in said
    project.run(SHOW_DISC.format(radius=20), "--sapwood-accept-images")
    project.run(SHOW_DISC.format(radius=20))


def test_a_picture_of_another_size_fails_with_both_sizes(project: Project) -> None:
    project.run(SHOW_DISC.format(radius=20), "--sapwood-accept-images")

    said = project.run(SHOW_DISC.format(radius=20).replace("(100, 100)", "(90, 100)"), failed=1)

    assert "picture 'disc' is 90 x 100 pixels large, the stored one 100 x 100" in said


def test_a_name_that_is_a_path_is_refused(project: Project) -> None:
    said = project.run(SHOW_DISC.format(radius=20).replace('"disc")', '"../disc")'), failed=1)

    assert "a picture's name has letters, digits, '-' and '_' only, got '../disc'" in said


def test_a_test_that_leaves_gpu_objects_behind_fails(project: Project) -> None:
    said = project.run(
        """
        kept = []

        def test_leak(sapwood_render):
            kept.append(sapwood_render.display.graphics.ctx.buffer(b"1234"))

        def test_dropped(sapwood_render):
            sapwood_render.display.graphics.ctx.buffer(b"1234")

        def test_clean(sapwood_render):
            sapwood_render.display.graphics.ctx.buffer(b"1234").release()
        """,
        passed=3,
        errors=2,
    )

    assert "the test left GPU objects that nobody released: Buffer\n" in said
    assert "the test left GPU objects that nobody released: Buffer (dropped)\n" in said


def test_a_scene_with_text_and_pictures_leaves_nothing_behind(project: Project) -> None:
    project.run(
        """
        from engine.resources import Image, ImageTexture
        from nodes import Node2D

        class Painted(Node2D):
            def on_draw(self):
                self.draw_texture(ImageTexture(Image.create(4, 4, (1, 0, 0))), (10, 10))
                self.draw_string(None, (10, 50), "Score 120")
                self.draw_line((0, 0), (50, 50), (1, 1, 1), 3)

        def test_painted(sapwood_render):
            sapwood_render.start(Painted)
            sapwood_render.run(2)
            assert len(set(map(tuple, sapwood_render.screenshot().pixels.reshape(-1, 4).tolist()))) > 2
        """
    )


def test_the_plugin_loads_nothing_of_the_engine_in_a_session_that_uses_no_fixture_of_it(tmp_path: Path) -> None:
    (tmp_path / "test_plain.py").write_text(
        "import sys\n"
        "def test_plain():\n"
        "    ours = [m for m in sys.modules if m.split('.')[0] in ('engine', 'nodes', 'servers', 'scenes')]\n"
        "    print('loaded:', sorted(ours), 'numpy' in sys.modules)\n"
    )
    root = Path(engine.app.__file__).resolve().parents[1]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(root)}
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "-p", "engine.pytest_plugin"]

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env=environment)

    assert "loaded: ['engine', 'engine.app', 'engine.pytest_plugin', 'engine.testing'] False\n" in done.stdout


def test_the_user_fixture_plays_in_the_tree_of_the_test(project: Project) -> None:
    project.run(
        """
        from engine import Node

        def test_user(tree, user, assert_tree):
            assert user.tree is tree
            seen = []
            class Jumper(Node):
                def on_process(self, delta):
                    seen.append(self.input.is_action_just_pressed("ui_accept"))
            tree.root.add_child(Jumper())
            user.tap("ui_accept")
            assert seen == [True, False]
            assert_tree(tree, "Jumper: Jumper")
        """,
        settings="sapwood_short_fixtures = true",
    )


def test_nodes_that_are_not_as_the_text_says_fail_with_the_lines_that_differ(project: Project) -> None:
    said = project.run(
        """
        from engine import Node

        def test_nodes(sapwood_tree, sapwood_assert_tree):
            sapwood_tree.root.add_child(Node("Main"))
            sapwood_assert_tree(sapwood_tree, "Main: Node\\nHud: Node")
        """,
        failed=1,
    )

    assert "the tree is not as expected" in said
    assert "-Hud: Node" in said


LEAVES_COROUTINES = """
    from engine import Node

    class Waiter(Node):
        async def on_ready(self):
            await self.tree.create_timer(9.0).timeout

    def test_waits(sapwood_tree):
        sapwood_tree.root.add_child(Waiter("W"))

    def test_waits_in_an_app(sapwood_app):
        sapwood_app.tree.root.add_child(Waiter("W"))

    def test_is_freed(sapwood_tree):
        sapwood_tree.root.add_child(Waiter("W")).free()

    def test_comes_to_its_end(sapwood_tree):
        sapwood_tree.root.add_child(Waiter("W"))
        sapwood_tree.advance(10.0)
"""


def test_a_test_that_leaves_coroutines_waiting_fails(project: Project) -> None:
    said = project.run(LEAVES_COROUTINES, passed=4, errors=2)

    # pytest's summary says it again, behind other words, and sometimes cut off
    told = [line for line in said.splitlines() if line.startswith("the test left coroutines")]
    assert len(told) == 2
    for line in told:
        assert "the test left coroutines that still wait: Waiter.on_ready of /root/W; free their nodes" in line
        assert "or allow it: sapwood_allow_unfinished_coroutines = true in pytest's settings" in line


def test_a_project_may_allow_coroutines_that_still_wait(project: Project) -> None:
    project.run(LEAVES_COROUTINES, settings="sapwood_allow_unfinished_coroutines = true", passed=4)


LEAVES_NODES = """
    from engine import Node
    kept = []

    class Bullet(Node): ...

    def test_keeps(sapwood_tree):
        bullet = sapwood_tree.root.add_child(Bullet("B"))
        bullet.add_child(Node("Trail"))
        sapwood_tree.root.remove_child(bullet)
        kept.append(bullet)

    def test_forgets(sapwood_tree):
        sapwood_tree.root.remove_child(sapwood_tree.root.add_child(Bullet("Gone")))
"""


def test_nodes_left_outside_any_tree_are_listed_when_asked_for(project: Project) -> None:
    said = project.run(LEAVES_NODES, "--sapwood-orphans", passed=2)

    assert "nodes left outside any tree" in said
    assert "test_game.py::test_keeps: B (Bullet) and 1 below it" in said
    assert "test_forgets" not in said
    assert "Gone" not in said


def test_nodes_left_outside_are_not_looked_for_otherwise(project: Project) -> None:
    assert "left outside" not in project.run(LEAVES_NODES, passed=2)
