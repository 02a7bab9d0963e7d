"""Accepting pictures of failed image tests."""

from pathlib import Path

import pytest

import accept_images
from engine.resources import Image


@pytest.fixture
def root(tmp_path: Path) -> Path:
    results, references = tmp_path / accept_images.RESULTS, tmp_path / accept_images.REFERENCES
    results.mkdir(parents=True)
    references.mkdir(parents=True)
    changed = Image.create(10, 10, (1, 0, 0))
    changed.save_png(references / "ship.png")
    changed.set_pixel(3, 4, (0, 1, 0))
    changed.save_png(results / "ship.actual.png")
    Image.create(10, 10).save_png(results / "ship.difference.png")
    changed.save_png(results / "title.actual.png")
    return tmp_path


def test_without_names_it_lists_what_waits(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert accept_images.main([], root) == 0

    assert capsys.readouterr().out.splitlines() == ["ship: 1 of the pixels differ, 1.000%", "title: new"]


def test_a_picture_of_another_size_is_said_to_be(root: Path) -> None:
    Image.create(4, 5).save_png(root / accept_images.REFERENCES / "title.png")

    assert accept_images.describe(root, "title") == "title: 10 x 10 pixels, stored 4 x 5"


def test_an_accepted_picture_is_stored_and_waits_no_more(root: Path) -> None:
    assert accept_images.main(["ship"], root) == 0

    assert Image.load_from_file(root / accept_images.REFERENCES / "ship.png").get_pixel(3, 4) == (0, 1, 0, 1)
    assert accept_images.waiting(root) == ["title"]
    assert [file.name for file in (root / accept_images.RESULTS).iterdir()] == ["title.actual.png"]


def test_a_name_that_does_not_wait_is_an_error(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert accept_images.main(["shp"], root) == 1

    assert "no picture 'shp' waits in" in capsys.readouterr().err
