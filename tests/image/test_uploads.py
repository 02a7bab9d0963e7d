"""What a frame uploads, makes and takes memory for: what changed, and no more; counted by a spy on moderngl."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.math import Color
from nodes import Node2D, Sprite2D
from tests.image.gpu_scenes import (
    POSITION_BYTES,
    VERTEX_BYTES,
    add,
    everything,
    frame,
    picture,
    sprite,
    thousand,
)
from tests.image.gpu_spy import GPUSpy, Write

MakeApp = Callable[..., App]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> GPUSpy:
    return GPUSpy(monkeypatch)


@pytest.mark.parametrize("scene", ["sprites", "everything"])
def test_a_frame_in_which_nothing_changed_makes_and_uploads_nothing(make_app: MakeApp, spy: GPUSpy, scene: str) -> None:
    app = make_app()
    thousand(app)
    if scene == "everything":
        everything(app.tree)
    for _ in range(2):
        frame(app, spy)
    for _ in range(10):
        frame(app, spy)

        assert (spy.created, spy.released, spy.writes) == ([], 0, [])
        assert spy.draws


Change = Callable[[list[Sprite2D]], object]


def move(sprites: list[Sprite2D], *which: int) -> None:
    for each in which:
        sprites[each].position += (1, 0)


def colour(sprites: list[Sprite2D], *which: int) -> None:
    for each in which:
        sprites[each].modulate = Color("red")


def move_and_colour(sprites: list[Sprite2D], which: int) -> None:
    move(sprites, which)
    colour(sprites, which)


def move_there_and_back(moved: Sprite2D) -> None:
    before = moved.position
    moved.position += (1, 0)
    moved.position = before


CHANGES: dict[str, tuple[Change, list[int]]] = {
    "one moved": (lambda sprites: move(sprites, 500), [POSITION_BYTES]),
    "the first moved": (lambda sprites: move(sprites, 0), [POSITION_BYTES]),
    "the last moved": (lambda sprites: move(sprites, 999), [POSITION_BYTES]),
    "neighbours moved": (lambda sprites: move(sprites, 500, 502), [3 * POSITION_BYTES]),
    "two far from each other moved": (lambda sprites: move(sprites, 900, 100), [POSITION_BYTES] * 2),
    "one moved there and back": (lambda sprites: move_there_and_back(sprites[5]), []),
    "all moved": (lambda sprites: move(sprites, *range(1000)), [1000 * POSITION_BYTES]),
    "nearly all moved": (lambda sprites: move(sprites, *range(1, 1000, 2)), [1000 * POSITION_BYTES]),
    "one coloured": (lambda sprites: colour(sprites, 500), [VERTEX_BYTES]),
    "two coloured": (lambda sprites: colour(sprites, 900, 100), [VERTEX_BYTES] * 2),
    "all coloured": (lambda sprites: colour(sprites, *range(1000)), [1000 * VERTEX_BYTES]),
    "one turned over": (lambda sprites: setattr(sprites[7], "flip_h", True), [VERTEX_BYTES]),
    "one moved and coloured": (
        lambda sprites: move_and_colour(sprites, 10),
        [VERTEX_BYTES, POSITION_BYTES],
    ),
}


PLACES = [
    *(("all in view", change) for change in CHANGES),
    *((place, change) for place in ("some in view", "sorted by y") for change in ("one moved", "two coloured")),
]


@pytest.mark.parametrize(("place", "change"), PLACES)
def test_of_a_thousand_sprites_the_rows_that_changed_are_uploaded_and_nothing_else(
    make_app: MakeApp, spy: GPUSpy, place: str, change: str
) -> None:
    app = make_app()
    sprites = thousand(app, y_sort_enabled=place == "sorted by y")
    if place == "some in view":
        sprites[500].add_sibling(sprite(picture(), 9000, 9000))
    for _ in range(2):
        frame(app, spy)
    make, expected = CHANGES[change]
    make(sprites)
    frame(app, spy)

    assert spy.writes == [Write("buffer", size) for size in expected]
    assert (spy.created, spy.released) == ([], 0)
    assert (app.render.stats.uploads, app.render.stats.upload_bytes) == (len(expected), sum(expected))


def test_a_recording_server_counts_the_same_uploads(make_app: MakeApp) -> None:
    drawn, recorded = make_app(), make_app(draws=False)
    scenes = [(app, thousand(app)) for app in (drawn, recorded)]
    for make, _ in CHANGES.values():
        for app, sprites in scenes:
            make(sprites)
            app.tree.tick(1 / 60)
            app.render.draw()

        assert (drawn.render.stats.uploads, drawn.render.stats.upload_bytes) == (
            recorded.render.stats.uploads,
            recorded.render.stats.upload_bytes,
        )


def check_buffers(app: App) -> None:
    """The buffers of the GPU hold what the draw list says."""
    backend: Any = app.render.backend
    draw_list = app.render._frame("draw", None).views[-1].canvases[0][0]
    buffers = backend._canvas_pass._buffers._lists.get(draw_list)
    for buffer, rows in ((buffers._positions, draw_list.positions), (buffers._vertices, draw_list.vertices)):
        assert buffer.read(rows.nbytes) == rows.tobytes()


@pytest.mark.parametrize("place", ["all in view", "some in view", "sorted by y"])
@pytest.mark.parametrize("picks", [False, True])
def test_buffers_of_which_rows_were_written_hold_what_new_ones_would(
    make_app: MakeApp, place: str, picks: bool
) -> None:
    random = np.random.default_rng(3)
    app = make_app(64, 64)
    parent = app.tree.root.add_child(Node2D(y_sort_enabled=place == "sorted by y"))
    texture = picture(8)
    sprites = [parent.add_child(sprite(texture, *random.integers(0, 60, 2).tolist())) for _ in range(400)]
    if place == "some in view":
        for each in sprites[:20]:
            each.position += (900, 0)
    for step in range(60):
        for each in random.integers(0, 400, random.choice([0, 1, 2, 5, 300])).tolist():
            kind = random.integers(6 if step % 10 == 0 else 4)
            if kind < 2:
                sprites[each].position += (random.integers(-1, 2), 0)
            elif kind < 4:
                sprites[each].modulate = Color(str(random.choice(["red", "lime", "blue"])))
            elif kind == 4:
                sprites[each].position = (random.choice([10, 900]), random.integers(0, 60))
            else:
                sprites[each].visible = not sprites[each].visible
            if picks and random.random() < 0.1:
                app.tree.tick(1 / 60)
                app.render.pick((-50, -50))
        app.tree.tick(1 / 60)
        app.render.draw()

        check_buffers(app)


def test_a_camera_that_moves_has_nothing_uploaded(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app()
    add(app, *(sprite(picture(), 40 + i, 40) for i in range(20)))
    frame(app, spy)
    app.tree.root.canvas_transform = app.tree.root.canvas_transform.translated((3, 4))
    frame(app, spy)

    assert (spy.writes, spy.created, spy.released) == ([], [], 0)


def passing_bytes(run: Callable[[], object], times: int = 7) -> int:
    """How much memory a call takes at most at one moment and gives back; the least of some calls."""
    least = sys.maxsize
    gc.collect()
    gc.disable()
    tracemalloc.start(1)
    try:
        for _ in range(times):
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            run()
            least = min(least, tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
        gc.enable()
    return least


@pytest.mark.parametrize(("scene", "front", "back"), [("sprites", 2000, 600), ("everything", 3000, 1000)])
def test_a_frame_in_which_nothing_changed_takes_little_memory_for_the_moment_however_much_it_shows(
    make_app: MakeApp, scene: str, front: int, back: int
) -> None:
    """Of the front-end the lists of what is shown, and how; of the back end the loops' own, and moderngl's arguments.

    In bytes, at one moment: an object that is given back before the next is made counts once.
    """
    few, many = make_app(64, 48), make_app(64, 48)
    thousand(many)
    add(few, *(sprite(picture(seed=i), i, i) for i in range(10)))
    taken = []
    for app in (few, many):
        if scene == "everything":
            everything(app.tree)
        for _ in range(3):
            app.tree.tick(1 / 60)
            app.render.draw()
        server: Any = app.render
        shown = server._frame("draw", None)
        taken.append(
            (
                passing_bytes(server.draw),
                passing_bytes(lambda shown=shown, server=server: server.backend.draw(shown, server.stats)),  # type: ignore[misc]
            )
        )

    assert max(taken[1][0] - taken[0][0], taken[1][1] - taken[0][1]) < 200
    assert taken[1][0] < front + back
    assert taken[1][1] < back


def test_a_frame_in_which_all_moved_takes_memory_for_the_moment_by_the_row(make_app: MakeApp) -> None:
    """Numpy's arrays for what is worked out for all at once; about 60 bytes a sprite."""
    app = make_app(64, 48)
    sprites = thousand(app)
    app.tree.tick(1 / 60)
    app.render.draw()

    def moved() -> int:
        for each in sprites:
            each.position += (0.25, 0)
        app.tree.tick(1 / 60)
        return passing_bytes(app.render.draw, 1)

    assert min(moved() for _ in range(3)) < 100 * len(sprites)


@pytest.mark.parametrize("scene", ["sprites", "everything"])
@pytest.mark.parametrize("moves", [False, True])
def test_drawn_frames_keep_no_memory(make_app: MakeApp, scene: str, moves: bool) -> None:
    app = make_app(64, 48)
    sprites = thousand(app)
    if scene == "everything":
        everything(app.tree)

    def frames(count: int) -> int:
        before = sys.getallocatedblocks()
        for i in range(count):
            if moves:
                for each in sprites[:50]:
                    each.position = (i % 7, i % 5)
            app.tree.tick(1 / 60)
            app.render.draw()
        return sys.getallocatedblocks() - before

    frames(60)
    gc.collect()
    own_of_the_measurement = min(frames(1) for _ in range(3))

    assert any(frames(120) <= own_of_the_measurement + 4 for _ in range(5))  # a single block in each would be 120
