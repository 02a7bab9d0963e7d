"""Pictures that are worked out: each is the same for everybody, is shared by its reference, and is never read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.core.errors import ResourceError, ResourceNotFoundError
from engine.resources import ImageTexture, ResourceLoader, Texture2D
from engine.resources.textures.missing_texture import MissingTexture
from engine.resources.textures.procedural_textures import PROCEDURAL_TEXTURES, procedural_texture


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    return ResourceLoader(tmp_path / "nowhere")


@pytest.mark.parametrize("name", list(PROCEDURAL_TEXTURES))
def test_each_is_loaded_by_its_reference_and_shared(loader: ResourceLoader, name: str) -> None:
    texture = loader.load(f"procedural:{name}", ImageTexture)

    assert texture.size == (64, 64)
    assert texture.resource_path == f"procedural:{name}"
    assert loader.load(f"procedural:{name}") is texture
    assert loader.has_cached(f"procedural:{name}")
    assert (procedural_texture(f"procedural:{name}").image.pixels == texture.image.pixels).all()


def test_all_of_them_differ() -> None:
    assert len({procedural_texture(f"procedural:{name}").image.pixels.tobytes() for name in PROCEDURAL_TEXTURES}) == 6


def test_the_checkerboard_has_cells_of_8_pixels_in_two_colours() -> None:
    pixels = procedural_texture("procedural:checkerboard").image.pixels

    assert len({tuple(pixel) for row in pixels.tolist() for pixel in row}) == 2
    for y, x in np.ndindex(64, 64):
        assert (pixels[y, x] == pixels[0, 8 * ((x // 8 + y // 8) % 2)]).all()


def test_the_grid_has_a_line_every_16_pixels() -> None:
    alpha = procedural_texture("procedural:grid").image.pixels[:, :, 3]

    assert [x for x in range(64) if alpha[1, x]] == [0, 16, 32, 48]
    assert [y for y in range(64) if alpha[y, 1]] == [0, 16, 32, 48]
    assert alpha[16].all()


def test_the_gradient_goes_from_black_to_white() -> None:
    greys = procedural_texture("procedural:gradient").image.pixels[5, :, 0].tolist()

    assert greys == [round(255 * x / 63) for x in range(64)]


def test_the_circle_touches_the_sides_and_is_soft_at_its_edge() -> None:
    alpha = procedural_texture("procedural:circle").image.pixels[:, :, 3]

    assert alpha[32, 32] == alpha[32, 1] == 255
    assert alpha[0, 0] == 0
    assert 0 < alpha[32, 0] <= 255
    assert (alpha == alpha.T).all()
    assert abs(alpha.sum() / 255 - np.pi * 32**2) < 5


def test_the_noise_has_every_grey() -> None:
    pixels = procedural_texture("procedural:noise").image.pixels

    assert len(np.unique(pixels[:, :, 0])) == 256
    assert abs(pixels[:, :, 0].mean() - 127.5) < 3
    assert (pixels[:, :, 0] == pixels[:, :, 1]).all()


def test_an_unknown_one_is_a_checker_and_the_log_says_what_was_meant(
    loader: ResourceLoader, caplog: pytest.LogCaptureFixture
) -> None:
    textures = [loader.load("procedural:checkerbord", Texture2D) for _ in range(2)]

    assert [type(texture) for texture in textures] == [MissingTexture, MissingTexture]
    (record,) = caplog.records
    assert record.getMessage() == (
        "procedural:checkerbord - there is no procedural texture 'checkerbord'; did you mean 'checkerboard'?; "
        "known are checkerboard circle gradient grid noise white; a magenta checker stands in for it"
    )


def test_asked_for_directly_an_unknown_one_is_refused() -> None:
    with pytest.raises(ResourceNotFoundError, match="there is no procedural texture 'plasma'; known are checkerboard"):
        procedural_texture("procedural:plasma")


def test_nothing_is_saved_where_a_procedural_texture_is(loader: ResourceLoader) -> None:
    with pytest.raises(ResourceError, match="leaves the project's folder"):
        loader.remember("procedural:white", ImageTexture())


def test_it_is_no_file(loader: ResourceLoader) -> None:
    assert not loader.exists("procedural:white")
    assert loader.uid_of("procedural:white") == ""
    with pytest.raises(ResourceNotFoundError):
        loader.get_dependencies("procedural:white")


def test_it_is_loaded_in_a_thread_as_any_other(loader: ResourceLoader) -> None:
    load = loader.load_threaded("procedural:white", Texture2D)

    assert load.path == "procedural:white"
    assert load.get() is loader.load("procedural:white")
