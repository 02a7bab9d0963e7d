"""Applications on small screens in memory, drawn with GL (EGL; Mesa's llvmpipe where there is no graphics card)."""

from collections.abc import Callable, Iterator

import pytest

from engine.app import App
from engine.core.clock import ManualClock
from servers.display.headless import HeadlessDisplay

MakeApp = Callable[..., App]


@pytest.fixture
def make_app() -> Iterator[MakeApp]:
    """Makes applications that are closed after the test, which fails if they leave something on the GPU."""
    made: list[App] = []

    def make(width: int = 320, height: int = 240, *, pixel_ratio: float = 1.0, draws: bool = True) -> App:
        backend = HeadlessDisplay((width, height), pixel_ratio=pixel_ratio)
        app = App(backend, draws=draws, clock=ManualClock(), fixed_fps=60)
        made.append(app)
        return app

    yield make
    for app in made:
        app.close()
    assert [app.leaked for app in made] == [[] for _ in made]
