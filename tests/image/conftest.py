"""Applications on small screens in memory, drawn with GL (EGL; Mesa's llvmpipe where there is no graphics card)."""

from collections.abc import Callable, Iterator

import pytest

from engine.app import App
from engine.core.clock import ManualClock
from engine.core.export import get_exports
from engine.math import Transform2D
from engine.tree.canvas_view import CanvasView
from engine.tree.viewport import SceneViewport
from servers.display.headless import HeadlessDisplay

MakeApp = Callable[..., App]
GREY = (0.3, 0.3, 0.3)


def new_app(width: int, height: int, *, pixel_ratio: float = 1.0, draws: bool = True) -> App:
    backend = HeadlessDisplay((width, height), pixel_ratio=pixel_ratio)
    return App(backend, draws=draws, clock=ManualClock(), fixed_fps=60)


@pytest.fixture
def make_app() -> Iterator[MakeApp]:
    """Makes applications that are closed after the test, which fails if they leave something on the GPU."""
    made: list[App] = []

    def make(width: int = 320, height: int = 240, *, pixel_ratio: float = 1.0, draws: bool = True) -> App:
        made.append(new_app(width, height, pixel_ratio=pixel_ratio, draws=draws))
        return made[-1]

    yield make
    for app in made:
        app.close()
    assert [app.leaked for app in made] == [[] for _ in made]


class Stage:
    """Gives out applications by the size of their screen, the same ones again and again, each time emptied.

    A picture takes 2 ms so, and 60 ms in an application of its own: a context of GL, and shaders that are compiled.
    """

    def __init__(self) -> None:
        self._apps: dict[tuple[int, int, float], App] = {}

    def __call__(self, width: int, height: int, *, pixel_ratio: float = 1.0) -> App:
        """An application without nodes, all of whose settings are as new; what was on it before is freed."""
        size = (width, height, pixel_ratio)
        app = self._apps.get(size)
        if app is None:
            app = self._apps[size] = new_app(width, height, pixel_ratio=pixel_ratio)
        assert app.display.window_size == (width, height), "a test that resizes the window takes make_app"
        self._empty(app)
        return app

    def clear(self) -> None:
        """Free the nodes of all of them, and see that nothing is left to be seen."""
        for app in self._apps.values():
            if app.tree.root.get_child_count():
                self._empty(app)
                app.tree.tick(0.0)
                assert not (app.screenshot().pixels[:, :, :3] != 76).any()

    def close(self) -> None:
        """Close them all, and see that they leave nothing on the GPU."""
        for app in self._apps.values():
            app.close()
        assert [app.leaked for app in self._apps.values()] == [[] for _ in self._apps]

    def _empty(self, app: App) -> None:
        root = app.tree.root
        for child in reversed(root.get_children()):
            child.free()
        root.canvas_transform = root.global_canvas_transform = Transform2D.IDENTITY
        for name, info in get_exports(SceneViewport).items():
            if info.owner in (SceneViewport, CanvasView) and name != "size" and getattr(root, name) != info.default:
                setattr(root, name, info.default)
        app.render.clear_color = GREY
        app.render._time = 0.0


@pytest.fixture(scope="session")
def _stages() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()


@pytest.fixture
def stage(_stages: Stage) -> Iterator[MakeApp]:
    """For pictures: `stage(width, height)` is an application that other tests have used and will use.

    One of a size at a time: asked for again, it is emptied. A test that counts, or asks what is on the GPU, takes
    `make_app`.
    """
    yield _stages
    _stages.clear()
