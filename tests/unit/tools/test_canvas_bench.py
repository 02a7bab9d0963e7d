"""What the benchmarks of the canvas rely on: that pictures are compared, calls are counted, and rivals are pinned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import pytest

from bench import canvas_stage
from bench.rivals import environments


def picture(seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, (60, 80, 3), np.uint8)


def test_pictures_that_differ_are_refused() -> None:
    one = picture(1)
    canvas_stage.check_same("noise", one, one)

    with pytest.raises(AssertionError, match=r"noise: the pictures differ in 4,[0-9]+ of 4,800 pixels"):
        canvas_stage.check_same("noise", one, picture(2))


def test_a_few_levels_and_a_few_edges_may_differ() -> None:
    one = picture(1)
    other = np.clip(one.astype(int) + canvas_stage.TOLERANCE, 0, 255).astype(np.uint8)
    other[0, :9] = 255 - other[0, :9]

    canvas_stage.check_same("noise", one, other)
    other[0, :60] = 255 - one[0, :60]
    with pytest.raises(AssertionError, match="differ"):
        canvas_stage.check_same("noise", one, other)


def test_pictures_of_nothing_are_refused() -> None:
    empty = np.full((60, 80, 3), 76, np.uint8)

    with pytest.raises(AssertionError, match="sprites: the picture is almost empty"):
        canvas_stage.check_same("sprites", empty, empty)


def test_draw_calls_are_counted_and_go_on_to_moderngl(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(moderngl.VertexArray, "render", lambda *arguments, **named: drawn.append((arguments, named)))
    before = moderngl.VertexArray.render
    array: Any = object.__new__(moderngl.VertexArray)

    with canvas_stage.counted_draw_calls() as calls:
        array.render(moderngl.TRIANGLES, vertices=3)
        array.render(moderngl.TRIANGLES)
        assert calls() == 2

    assert moderngl.VertexArray.render is before
    assert drawn == [((array, moderngl.TRIANGLES), {"vertices": 3}), ((array, moderngl.TRIANGLES), {})]


def test_places_and_pictures_are_the_same_every_time() -> None:
    assert (canvas_stage.places(10) == canvas_stage.places(10)).all()
    assert (canvas_stage.sprite_pixels() == canvas_stage.sprite_pixels()).all()
    assert (canvas_stage.sprite_pixels(32, 1) != canvas_stage.sprite_pixels(32, 2)).any()


def test_rivals_are_pinned_and_live_outside_of_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    assert all("==" in package for packages in environments.PACKAGES.values() for package in packages)
    assert Path(environments.__file__).resolve().parents[3] not in environments.cache_folder().resolve().parents


def test_an_environment_that_is_there_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("subprocess.run", lambda *arguments, **named: pytest.fail("nothing was to be run"))
    folder = tmp_path / "sapwood-bench" / "pyglet-2.1.19"
    folder.mkdir(parents=True)
    (folder / "made.txt").touch()

    assert environments.python_of("pyglet").is_relative_to(folder)
