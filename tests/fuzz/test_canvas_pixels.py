"""After random changes the screen, and each sub-viewport, shows what a tree that is built anew shows, pixel for pixel.

The draw lists are compared in test_canvas_model. Here it is what comes out of the GPU: so what was not sent there
again, or is still bound from before, is seen, too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.app import App
from engine.core.clock import ManualClock
from engine.resources.shading.global_parameter import GlobalShaderParameterType
from servers.display.headless import HeadlessDisplay
from tests.fuzz.pixel_garden import Garden, emptied, planted_anew

SEEDS = 16 * max(int(os.environ.get("SAPWOOD_FUZZ", "1")), 1)
FRAMES = 12
STEP = 1 / 60


@pytest.fixture(scope="module")
def apps() -> Iterator[tuple[App, App]]:
    """Two applications on small screens, whose shaders may read one number."""
    made = [App(HeadlessDisplay((96, 96)), draws=True, clock=ManualClock(), fixed_fps=60) for _ in range(2)]
    for app in made:
        app.render.global_shader_parameter_add("g", GlobalShaderParameterType.FLOAT, 0.5)
    yield made[0], made[1]
    for app in made:
        app.close()
    assert [app.leaked for app in made] == [[], []]


def differing(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> int:
    """How many pixels are another colour, by more than where a picture stands in the atlas can make: one level."""
    return int((np.abs(one.astype(np.int64) - other) > 1).any(axis=2).sum())


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_screen_that_changed_shows_what_a_new_tree_shows(apps: tuple[App, App], seed: int) -> None:
    app, other = apps
    garden = Garden(emptied(app), seed, is_plain=seed % 2 == 0, has_slices=seed % 4 >= 2)
    for _ in range(20):
        garden.grow()
    for frame in range(FRAMES):
        for _ in range(garden.dice.choice([0, 0, 1, 2, 4, 8])):
            garden.act()
        garden.touch()
        app.tree.tick(STEP)
        app.render.draw()
        views = planted_anew(garden, other)
        other.render._time = app.render._time - STEP  # parts of animations go by the time
        other.tree.tick(STEP)
        other.render.draw()

        assert differing(app.screenshot().pixels, other.screenshot().pixels) == 0, frame
        for view, copy in views:
            shown, wanted = (each.get_texture().get_image().pixels for each in (view, copy))
            assert differing(shown, wanted) == 0, (frame, view.name)
