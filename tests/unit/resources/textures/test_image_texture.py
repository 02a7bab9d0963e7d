"""ImageTexture's methods of Godot's, and what every texture can do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import Image, ImageTexture, Texture2D


class Sketch:
    """A canvas item that writes down what is drawn on it."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def draw_texture_rect(self, *arguments: Any) -> None:
        """Write it down."""
        self.calls.append(("rect", *arguments))

    def draw_texture_rect_region(self, *arguments: Any) -> None:
        """Write it down."""
        self.calls.append(("region", *arguments))


def test_it_draws_itself_by_the_methods_of_the_canvas_item() -> None:
    texture, sketch = ImageTexture(Image.create(4, 2)), Sketch()
    white = (1, 1, 1, 1)

    texture.draw(sketch, (10, 20))
    texture.draw_rect(sketch, (0, 0, 8, 8), True, "red", True)
    texture.draw_rect_region(sketch, (0, 0, 8, 8), (1, 1, 2, 1))
    texture.draw_rect_region(sketch, (0, 0, 8, 8), (1, 1, 2, 1), "red", True, False)

    assert sketch.calls == [
        ("rect", texture, (10, 20, 4, 2), False, white, False),
        ("rect", texture, (0, 0, 8, 8), True, "red", True),
        ("region", texture, (0, 0, 8, 8), (1, 1, 2, 1), white, False, True),
        ("region", texture, (0, 0, 8, 8), (1, 1, 2, 1), "red", True, False),
    ]


def test_a_copy_of_the_image_can_be_changed_alone() -> None:
    texture = ImageTexture(Image.create(2, 1, "red"))

    copied = texture.get_image()

    assert copied is not None
    copied.fill("blue")
    assert texture.image.get_pixel(0, 0) == (1, 0, 0, 1)


@pytest.mark.parametrize(("alpha", "opaque"), [(0, False), (25, False), (26, True), (255, True)])
def test_a_pixel_counts_as_opaque_above_a_tenth(alpha: int, opaque: bool) -> None:
    assert ImageTexture(Image.create(1, 1, (0, 0, 0, alpha / 255))).is_pixel_opaque(0, 0) is opaque


def test_an_update_takes_an_image_of_the_same_size() -> None:
    texture, other = ImageTexture(Image.create(2, 3, "red")), Image.create(2, 3, "blue")
    told: list[int] = []
    texture.changed.connect(lambda: told.append(1))

    texture.update(other)

    assert texture.image is other
    with pytest.raises(
        InvalidValueError, match=r"ImageTexture.update - the image must be as large as .* 2 x 3 pixels, got 3 x 2"
    ):
        texture.update(Image.create(3, 2))
    with pytest.raises(InvalidTypeError, match=r"ImageTexture.update - must be an Image, got str"):
        texture.update("blue")  # type: ignore[arg-type]
    assert told == [1]


def test_an_overridden_size_counts_until_another_image_is_set() -> None:
    image = Image.create(2, 2, (0, 0, 0, 0))
    image.set_pixel(1, 0, "red")
    texture = ImageTexture(image)

    texture.set_size_override((20, 0))

    assert texture.size == (20, 2)
    assert [texture.is_pixel_opaque(x, 0) for x in (0, 9, 10, 19, 20)] == [False, False, True, True, False]
    texture.set_size_override((0, 10))
    assert texture.size == (20, 10)
    assert texture.base_part()[1] == (0, 0, 20, 10)
    assert texture.duplicate().size == (20, 10)
    texture.set_image(Image.create(3, 4))
    assert texture.size == (3, 4)


@pytest.mark.parametrize("size", [(-1, 2), (2, 16385), (1.5, 2), (1,), 3, None, ("1", "2"), (1, float("nan"))])
def test_an_overridden_size_that_cannot_be_is_refused(size: Any) -> None:
    texture = ImageTexture(Image.create(2, 2))

    with pytest.raises((InvalidTypeError, InvalidValueError), match=r"^ImageTexture.set_size_override must be "):
        texture.set_size_override(size)
    assert texture.size == (2, 2)


def test_a_texture_of_no_kind_holds_no_picture() -> None:
    with pytest.raises(InvalidTypeError, match=r"Texture2D holds no picture; load\(\) a file, or make an ImageTexture"):
        Texture2D().get_image()
