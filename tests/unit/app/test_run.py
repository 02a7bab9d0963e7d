"""engine.run: a game from a script of one's own, here with a screen in memory in place of the window."""

from __future__ import annotations

from typing import Any

import pytest

from engine import run
from engine.app import open_window
from engine.core.errors import DisplayError, SapwoodError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from servers.display import DisplayServer
from servers.display.headless import HeadlessDisplay


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[tuple[HeadlessDisplay, dict[str, Any]]]:
    """The windows that were opened, and what was asked of them."""
    opened: list[tuple[HeadlessDisplay, dict[str, Any]]] = []

    def open_window(size: tuple[int, int], **settings: Any) -> HeadlessDisplay:
        screen = HeadlessDisplay(size)
        opened.append((screen, settings))
        return screen

    monkeypatch.setattr("engine.app.open_window", open_window)
    return opened


def test_run_opens_a_window_runs_the_game_and_gives_its_code(
    windows: list[tuple[HeadlessDisplay, dict[str, Any]]],
) -> None:
    seen: dict[str, Any] = {}

    class Main(Node):
        def on_ready(self) -> None:
            seen["root"] = self.tree.root.size
            seen["title"] = self.tree.servers.require(DisplayServer).title
            seen["args"] = self.tree.args

        def on_process(self, delta: float) -> None:
            self.tree.quit(3)

    code = run(Main, title="Test", size=(200, 100), content_size=(100, 100), vsync=False, fullscreen=True, args=("x",))

    assert code == 3
    assert seen == {"root": (200, 100), "title": "Test", "args": ("x",)}
    ((screen, settings),) = windows
    assert screen.window_size == (200, 100)
    assert settings == {"title": "Test", "resizable": True}
    assert (screen.vsync, screen.fullscreen) == (False, True)


def test_the_window_is_closed_afterwards_also_when_the_game_fails(
    windows: list[tuple[HeadlessDisplay, dict[str, Any]]],
) -> None:
    def main(tree: SceneTree) -> None:
        raise ValueError("boom")

    with pytest.raises(ValueError, match="boom"):
        run(main)

    with pytest.raises(DisplayError, match="closed"):
        _ = windows[0][0].graphics.ctx


def test_an_interrupt_from_the_keyboard_ends_with_code_130(
    windows: list[tuple[HeadlessDisplay, dict[str, Any]]],
) -> None:
    freed: list[str] = []

    class Main(Node):
        def on_process(self, delta: float) -> None:
            raise KeyboardInterrupt

        def on_exit_tree(self) -> None:
            freed.append(self.name)

    assert run(Main) == 130
    assert freed == ["Main"]


def test_each_run_has_another_seed_unless_one_is_given(
    windows: list[tuple[HeadlessDisplay, dict[str, Any]]],
) -> None:
    seeds: list[int] = []

    def main(tree: SceneTree) -> None:
        seeds.append(tree.rng.seed)
        tree.quit()

    run(main)
    run(main)
    run(main, seed=7)

    assert seeds[0] != seeds[1]
    assert seeds[2] == 7


@pytest.mark.parametrize("size", [(0, 5), (20000, 5), (1.5, 2), (5,), "x", None])
def test_a_window_of_no_size_is_refused_before_it_is_opened(size: Any) -> None:
    with pytest.raises(SapwoodError, match=r"^window size must be "):
        open_window(size)
    with pytest.raises(SapwoodError, match=r"^window title must be a string, got 5$"):
        open_window((8, 8), title=5)  # type: ignore[arg-type]
