"""Fixtures for games under pytest: a tree, an application, a scripted user, and what is compared with stored ones.

    def test_player_walks(sapwood_tree):            # SceneTree: no window, no servers, seed 0
    def test_jump(sapwood_tree, sapwood_user):      # engine.testing.User of that tree
    def test_level(sapwood_tree, sapwood_assert_tree):
        sapwood_assert_tree(sapwood_tree, "Level: Level")
    def test_menu(sapwood_app):                     # App: all servers, recording instead of drawing
    def test_title(sapwood_render, sapwood_assert_image):
        sapwood_assert_image(sapwood_render, "title")

A picture is right when no more than 0.02 % of its pixels differ by more than 4 of 255 in a channel; `pixel_tolerance`
and `channel_tolerance` of `sapwood_assert_image` say otherwise for one picture.

Time passes only by `tree.tick`, `tree.advance`, `app.run` and what a User waits. With `sapwood_short_fixtures = true`
in pytest's settings they are also called `tree`, `user`, `assert_tree`, `app`, `render_app` and `assert_image`.

A test fails that leaves GPU objects behind which nobody released, or coroutines of its tree that still wait
(`sapwood_allow_unfinished_coroutines = true` allows these). With --sapwood-orphans the nodes that are alive outside any
tree after a test are listed at the end of the run.

pytest loads this module in every project that has the engine installed, so nothing of the engine but the modules that
import the rest when it is asked for is imported before a fixture is used.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import engine
import engine.app
import engine.testing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from engine.app import App
    from engine.resources import Image
    from engine.testing import User
    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree

CHANNEL_TOLERANCE = 4
"""Steps of 255 by which a channel of a pixel may differ: drivers round differently."""

PIXEL_TOLERANCE = 0.0002
"""The part of the pixels that may differ by more: edges that fall on the other side of a pixel's centre.

At 1152 x 648 that is 149 pixels; a disc of radius 7 has 154.
"""

REFERENCE_FOLDER = "references"
"""Where the stored pictures are, beside the test's file."""

RESULT_FOLDER = Path("out") / "images"
"""Where the pictures of a failed comparison go, below pytest's root folder."""

ORPHANS = pytest.StashKey["Orphans"]()
"""What --sapwood-orphans has found so far."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option and the setting."""
    group = parser.getgroup("sapwood")
    group.addoption(
        "--sapwood-accept-images", action="store_true", help="store the pictures that assert_image gets as right"
    )
    group.addoption(
        "--sapwood-orphans", action="store_true", help="list the nodes that tests leave alive outside any tree"
    )
    parser.addini(
        "sapwood_short_fixtures",
        "also call the fixtures tree, user, assert_tree, app, render_app, assert_image",
        type="bool",
        default=False,
    )
    parser.addini(
        "sapwood_allow_unfinished_coroutines",
        "let tests pass that leave coroutines waiting",
        type="bool",
        default=False,
    )


def pytest_configure(config: pytest.Config) -> None:
    """Offer the short names where the project wants them, and listen for orphans where they are asked for."""
    if config.getini("sapwood_short_fixtures"):
        config.pluginmanager.register(ShortNames(), "sapwood-short-fixtures")
    if config.getoption("--sapwood-orphans"):
        config.stash[ORPHANS] = Orphans()
        config.pluginmanager.register(config.stash[ORPHANS], "sapwood-orphans")


@pytest.fixture
def sapwood_tree(request: pytest.FixtureRequest) -> Iterator[SceneTree]:
    """A SceneTree without servers, seed 0; it is shut down after the test."""
    tree = engine.SceneTree()
    yield tree
    _close(request, tree, tree.shutdown)


@pytest.fixture
def sapwood_user(sapwood_tree: SceneTree) -> User:
    """Somebody who plays in `sapwood_tree`: presses, clicks, types and waits; see engine.testing.User."""
    return engine.testing.User(sapwood_tree)


@pytest.fixture
def sapwood_assert_tree() -> Callable[[SceneTree | Node, str], None]:
    """`assert_tree(tree, text)`: the nodes are as in `text`; see engine.testing.assert_tree."""
    return engine.testing.assert_tree


@pytest.fixture
def sapwood_app(request: pytest.FixtureRequest) -> Iterator[App]:
    """An App without a game whose render server records instead of drawing; it is closed after the test."""
    yield from _app(request, draws=False)


@pytest.fixture
def sapwood_render(request: pytest.FixtureRequest) -> Iterator[App]:
    """An App without a game that draws in memory, so that it can be looked at; it is closed after the test."""
    yield from _app(request, draws=True)


@pytest.fixture
def sapwood_assert_image(request: pytest.FixtureRequest) -> AssertImage:
    """`assert_image(app, name)`: what `app` shows is the stored picture of that name; see `AssertImage.__call__`.

    The stored pictures are `references/NAME.png` beside the test's file.
    """
    accepts = bool(request.config.getoption("--sapwood-accept-images"))
    return AssertImage(request.path.parent / REFERENCE_FOLDER, request.config.rootpath / RESULT_FOLDER, accepts)


class ShortNames:
    """The fixtures under the names that a game's own tests like to use."""

    @pytest.fixture
    def tree(self, sapwood_tree: SceneTree) -> SceneTree:
        """`sapwood_tree`."""
        return sapwood_tree

    @pytest.fixture
    def user(self, sapwood_user: User) -> User:
        """`sapwood_user`."""
        return sapwood_user

    @pytest.fixture
    def assert_tree(
        self, sapwood_assert_tree: Callable[[SceneTree | Node, str], None]
    ) -> Callable[[SceneTree | Node, str], None]:
        """`sapwood_assert_tree`."""
        return sapwood_assert_tree

    @pytest.fixture
    def app(self, sapwood_app: App) -> App:
        """`sapwood_app`."""
        return sapwood_app

    @pytest.fixture
    def render_app(self, sapwood_render: App) -> App:
        """`sapwood_render`."""
        return sapwood_render

    @pytest.fixture
    def assert_image(self, sapwood_assert_image: AssertImage) -> AssertImage:
        """`sapwood_assert_image`."""
        return sapwood_assert_image


class Orphans:
    """Lists the nodes that are alive outside any tree after a test, each once."""

    def __init__(self) -> None:
        self._known: set[int] = set()
        self._found: list[str] = []

    def look(self, test: str) -> None:
        """Note what there is after a test."""
        for node in engine.testing.find_orphans():
            if node.id not in self._known:
                self._known.add(node.id)
                below = len(node.find_children("*", owned=False))
                and_more = f" and {below} below it" if below else ""
                self._found.append(f"{test}: {node.name or 'a node without a name'} ({type(node).__name__}){and_more}")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the list."""
        if self._found:
            terminalreporter.section("nodes left outside any tree")
            for line in self._found:
                terminalreporter.write_line(line)


class AssertImage:
    """Compares what an application shows with stored pictures."""

    def __init__(self, references: Path, results: Path, accepts: bool) -> None:
        """Pictures are read from `references`; those of failures go to `results`; `accepts` stores instead."""
        self._references = references
        self._results = results
        self._accepts = accepts

    def __call__(
        self,
        app: App,
        name: str,
        *,
        pixel_tolerance: float = PIXEL_TOLERANCE,
        channel_tolerance: int = CHANNEL_TOLERANCE,
    ) -> None:
        """Fail unless what `app` shows now is the stored picture `name`.

        A wrong picture is written as `NAME.actual.png` below `out/images`, with `NAME.expected.png` and
        `NAME.difference.png` beside it. With --sapwood-accept-images it is stored as right instead.

        Args:
            app: an application that draws.
            name: of the picture: letters, digits, "-" and "_".
            pixel_tolerance: the part of the pixels that may be wrong, 0 to 1.
            channel_tolerance: how far each channel of a pixel may be off before the pixel is wrong, 0 to 255.

        Raises:
            InvalidTypeError: `app` is no App.
            InvalidValueError: a name or a tolerance that cannot be.
            ServerError: `app` does not draw.
        """
        __tracebackhide__ = True
        if not hasattr(app, "screenshot"):
            raise engine.InvalidTypeError(
                f"assert_image: an App that draws is needed, as sapwood_render is, got {app!r}"
            )
        if not isinstance(name, str) or not re.fullmatch(r"[\w-]+", name):
            raise engine.InvalidValueError(
                f"assert_image: a picture's name has letters, digits, '-' and '_' only, got {name!r}"
            )
        _check_tolerance("pixel_tolerance", pixel_tolerance, 1)
        _check_tolerance("channel_tolerance", channel_tolerance, 255)
        actual = app.screenshot()
        reference = self._references / f"{name}.png"
        problem, images = _judge(name, actual, reference, pixel_tolerance, channel_tolerance)
        if problem and self._accepts:
            self._references.mkdir(parents=True, exist_ok=True)
            actual.save_png(reference)
        elif problem:
            files = self._save(name, images)
            pytest.fail("\n".join((problem, *files, "if it is right, run again with --sapwood-accept-images")))

    def _save(self, name: str, images: dict[str, Image]) -> list[str]:
        """Write the pictures of a failure; a line about each file."""
        self._results.mkdir(parents=True, exist_ok=True)
        for stale in ("actual", "expected", "difference"):
            (self._results / f"{name}.{stale}.png").unlink(missing_ok=True)
        lines = []
        for kind, image in images.items():
            file = self._results / f"{name}.{kind}.png"
            image.save_png(file)
            lines.append(f"  {kind}: {file}")
        return lines


def _check_tolerance(name: str, value: float, most: int) -> None:
    if not (isinstance(value, (int, float)) and 0 <= value <= most):
        raise engine.InvalidValueError(f"assert_image: {name} must be from 0 to {most}, got {value!r}")


def _judge(
    name: str, actual: Image, reference: Path, pixel_tolerance: float, channel_tolerance: float
) -> tuple[str, dict[str, Image]]:
    """What is wrong with a picture, "" if nothing is, and the pictures that show it."""
    images = {"actual": actual}
    if not reference.is_file():
        return f"there is no stored picture {reference}", images
    try:
        expected = images["expected"] = type(actual).load_from_file(reference)
    except engine.ResourceError as error:
        return f"the stored picture cannot be read: {error}", images
    if (actual.width, actual.height) != (expected.width, expected.height):
        return (
            f"picture {name!r} is {actual.width} x {actual.height} pixels large, the stored one "
            f"{expected.width} x {expected.height}"
        ), images
    off = differences(actual.pixels, expected.pixels)
    wrong = int((off > channel_tolerance).any(axis=2).sum())
    count = actual.width * actual.height
    if wrong <= pixel_tolerance * count:
        return "", images
    shown = (off * 8).clip(0, 255).astype("uint8")
    shown[:, :, 3] = 255
    images["difference"] = type(actual)(shown)
    return (
        f"picture {name!r} differs in {wrong:,} of its pixels, {wrong / count:.3%} (at most {pixel_tolerance:.3%} "
        f"may), by up to {off.max()} of 255"
    ), images


def differences(actual: NDArray[Any], expected: NDArray[Any]) -> NDArray[Any]:
    """How far two pictures of one size are apart, (height, width, 4) int16, 0 to 255."""
    return abs(actual.astype("int16") - expected.astype("int16"))


def _close(request: pytest.FixtureRequest, tree: SceneTree, close: Callable[[], None]) -> None:
    """End what a fixture has made, and fail where the test left coroutines behind."""
    unfinished = engine.testing.unfinished_coroutines(tree)
    close()
    orphans = request.config.stash.get(ORPHANS, None)
    if orphans is not None:
        orphans.look(request.node.nodeid)
    if unfinished and not request.config.getini("sapwood_allow_unfinished_coroutines"):
        pytest.fail(
            f"the test left coroutines that still wait: {', '.join(unfinished)}; free their nodes, cancel them or let "
            "them finish before it ends, or allow it: sapwood_allow_unfinished_coroutines = true in pytest's settings",
            pytrace=False,
        )


def _app(request: pytest.FixtureRequest, *, draws: bool) -> Iterator[App]:
    app = engine.app.bare_app(draws=draws)
    yield app
    _close(request, app.tree, app.close)
    if app.leaked:
        pytest.fail(f"the test left GPU objects that nobody released: {', '.join(app.leaked)}", pytrace=False)
