"""BMP, TGA and GIF files, the frames of a GIF, pictures from bytes, and what is written."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as PillowImage

from engine.core.errors import InvalidTypeError, InvalidValueError, ResourceFormatError
from engine.resources import Image, ImageTexture, ResourceLoader
from engine.resources.loaders import PICTURE_SUFFIXES, READERS
from engine.resources.sprite_frames import SpriteFrames

RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)


def rows_of(*rows: list[tuple[int, ...]]) -> Any:
    return np.array(rows, np.uint8)


CORNERS = rows_of([RED, GREEN, BLUE], [BLUE, RED, GREEN])
"""A picture that shows when it is upside down or mirrored."""


def bytes_of(kind: str, pixels: Any = CORNERS, mode: str = "RGB", **options: Any) -> bytes:
    file = BytesIO()
    PillowImage.fromarray(pixels).convert(mode).save(file, format=kind, **options)
    return file.getvalue()


def gif_of(*frames: tuple[Any, int], **options: Any) -> bytes:
    """A GIF of frames and the milliseconds that each stays."""
    pictures = [PillowImage.fromarray(pixels) for pixels, _ in frames]
    file = BytesIO()
    pictures[0].save(
        file,
        format="GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[milliseconds for _, milliseconds in frames],
        loop=0,
        **options,
    )
    return file.getvalue()


def plain(color: tuple[int, ...], size: tuple[int, int] = (4, 3)) -> Any:
    return np.full((size[1], size[0], 4), color, np.uint8)


@pytest.mark.parametrize("kind", ["PNG", "BMP", "TGA", "GIF"])
def test_a_file_is_read_as_it_was_drawn(tmp_path: Path, kind: str) -> None:
    (tmp_path / f"a.{kind.lower()}").write_bytes(bytes_of(kind))

    assert (Image.load_from_file(tmp_path / f"a.{kind.lower()}").pixels == CORNERS).all()


@pytest.mark.parametrize("options", [{}, {"compression": "tga_rle"}, {"orientation": 1}])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P"])
def test_a_tga_of_every_kind_is_read(tmp_path: Path, mode: str, options: dict[str, Any]) -> None:
    (tmp_path / "a.tga").write_bytes(bytes_of("TGA", mode=mode, **options))
    expected = np.asarray(PillowImage.fromarray(CORNERS).convert(mode).convert("RGBA"))

    assert (Image.load_from_file(tmp_path / "a.tga").pixels == expected).all()


def test_a_tga_of_one_pixel_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.tga").write_bytes(bytes_of("TGA", plain((1, 2, 3, 4), (1, 1)), "RGBA")[:22])

    assert Image.load_from_file(tmp_path / "a.tga").pixels[0, 0].tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "1"])
def test_a_bmp_of_every_kind_is_read(tmp_path: Path, mode: str) -> None:
    (tmp_path / "a.bmp").write_bytes(bytes_of("BMP", mode=mode))
    expected = np.asarray(PillowImage.fromarray(CORNERS).convert(mode).convert("RGBA"))

    assert (Image.load_from_file(tmp_path / "a.bmp").pixels == expected).all()


@pytest.mark.parametrize("suffix", [".bmp", ".tga", ".gif"])
def test_a_loader_makes_a_texture_of_it(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"a{suffix}").write_bytes(bytes_of(suffix[1:].upper()))

    texture = ResourceLoader(tmp_path).load(f"a{suffix}", ImageTexture)

    assert (texture.image.pixels == CORNERS).all()


def test_every_suffix_of_pictures_has_a_reader() -> None:
    assert READERS.keys() >= PICTURE_SUFFIXES


@pytest.mark.parametrize(
    ("suffix", "kind", "names"),
    [
        ("png", "BMP", "PNG, JPEG, WebP"),
        ("bmp", "PNG", "BMP"),
        ("gif", "PNG", "GIF"),
        ("dat", "TGA", "PNG, JPEG, WebP, BMP, GIF"),
    ],
)
def test_a_file_of_another_kind_than_its_suffix_says_is_refused(
    tmp_path: Path, suffix: str, kind: str, names: str
) -> None:
    (tmp_path / f"a.{suffix}").write_bytes(bytes_of(kind))

    with pytest.raises(ResourceFormatError, match=rf"a\.{suffix} - is not a readable picture: none of {names}$"):
        Image.load_from_file(tmp_path / f"a.{suffix}")


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_what_people_mix_up_is_told_apart_by_what_is_in_it(tmp_path: Path, kind: str) -> None:
    (tmp_path / "a.png").write_bytes(bytes_of(kind, plain(RED)))

    assert np.abs(Image.load_from_file(tmp_path / "a.png").pixels.astype(int) - RED).max() <= 3


def test_how_the_camera_was_held_is_ignored(tmp_path: Path) -> None:
    exif = PillowImage.Exif()
    exif[0x0112] = 6  # to be turned by a quarter
    (tmp_path / "a.jpg").write_bytes(bytes_of("JPEG", plain(RED, (16, 8)), exif=exif))

    assert Image.load_from_file(tmp_path / "a.jpg").size == (16, 8)


# --- frames


def test_a_gif_shows_its_first_frame(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(gif_of((plain(RED), 100), (plain(GREEN), 100)))

    assert (Image.load_from_file(tmp_path / "a.gif").pixels == RED).all()


def test_the_frames_of_a_gif_come_with_their_seconds(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(gif_of((plain(RED), 100), (plain(GREEN), 250), (plain(BLUE), 20)))

    frames = Image.load_frames_from_file(tmp_path / "a.gif")

    assert [frame.duration for frame in frames] == [0.1, 0.25, 0.02]
    assert [frame.image.pixels[2, 3].tolist() for frame in frames] == [list(RED), list(GREEN), list(BLUE)]


@pytest.mark.parametrize("milliseconds", [0, 10])
def test_a_frame_too_short_to_be_seen_stays_a_tenth_of_a_second(tmp_path: Path, milliseconds: int) -> None:
    (tmp_path / "a.gif").write_bytes(gif_of((plain(RED), milliseconds), (plain(GREEN), milliseconds)))

    assert [frame.duration for frame in Image.load_frames_from_file(tmp_path / "a.gif")] == [0.1, 0.1]


def test_a_frame_that_changes_a_part_is_given_whole(tmp_path: Path) -> None:
    second = plain(RED)
    second[1:, 2:] = GREEN
    (tmp_path / "a.gif").write_bytes(gif_of((plain(RED), 100), (second, 100), disposal=1))

    assert (Image.load_frames_from_file(tmp_path / "a.gif")[1].image.pixels == second).all()


def test_a_see_through_gif_is_see_through_in_all_frames(tmp_path: Path) -> None:
    first, second = plain((0, 0, 0, 0)), plain((0, 0, 0, 0))
    first[0, 0], second[2, 2] = RED, GREEN
    (tmp_path / "a.gif").write_bytes(gif_of((first, 100), (second, 100), disposal=2))

    frames = Image.load_frames_from_file(tmp_path / "a.gif")

    assert [frame.image.pixels[:, :, 3].any(axis=0).tolist() for frame in frames] == [
        [True, False, False, False],
        [False, False, True, False],
    ]


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
@pytest.mark.parametrize("milliseconds", [(100, 250, 20), (0, 10, 30)])
def test_the_frames_of_other_pictures_that_move_come_with_theirs(
    tmp_path: Path, kind: str, milliseconds: tuple[int, int, int]
) -> None:
    second = plain(RED)
    second[1:, 2:] = GREEN
    drawn = [plain(RED), second, plain((0, 0, 255, 128))]
    first, *others = (PillowImage.fromarray(pixels) for pixels in drawn)
    path = tmp_path / f"a.{kind.lower()}"
    first.save(path, kind, save_all=True, append_images=others, duration=milliseconds, lossless=True)

    frames = Image.load_frames_from_file(path)

    assert [frame.duration for frame in frames] == [each / 1000 if each >= 20 else 0.1 for each in milliseconds]
    for frame, expected in zip(frames, drawn, strict=True):
        assert (frame.image.pixels == expected).all()
    assert (Image.load_from_file(path).pixels == drawn[0]).all()


def test_the_picture_that_a_png_has_beside_its_frames_is_none_of_them(tmp_path: Path) -> None:
    beside, *frames = (PillowImage.fromarray(plain(color)) for color in (RED, GREEN, BLUE))
    beside.save(tmp_path / "a.png", save_all=True, default_image=True, append_images=frames, duration=100)

    shown = [frame.image.pixels[0, 0].tolist() for frame in Image.load_frames_from_file(tmp_path / "a.png")]

    assert shown == [list(GREEN), list(BLUE)]
    assert Image.load_from_file(tmp_path / "a.png").pixels[0, 0].tolist() == list(RED)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_picture_that_does_not_move_is_its_only_frame(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind.lower()}"
    path.write_bytes(bytes_of(kind, plain(RED), lossless=kind == "WEBP"))

    ((image, seconds),) = Image.load_frames_from_file(path)

    assert (image.pixels == RED).all()
    assert seconds == 0.1


@pytest.mark.parametrize(("kind", "suffix"), [("JPEG", "jpg"), ("BMP", "bmp")])
def test_a_picture_of_another_kind_has_no_frames(tmp_path: Path, kind: str, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(bytes_of(kind))

    with pytest.raises(
        ResourceFormatError, match=r"a\.\w+ - is not a readable picture: no GIF, PNG or WebP, which alone have frames"
    ):
        Image.load_frames_from_file(path)


# --- from bytes


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        ("load_png_from_buffer", "PNG"),
        ("load_jpg_from_buffer", "JPEG"),
        ("load_webp_from_buffer", "WEBP"),
        ("load_bmp_from_buffer", "BMP"),
        ("load_tga_from_buffer", "TGA"),
    ],
)
def test_a_picture_is_read_from_the_bytes_of_a_file(method: str, kind: str) -> None:
    image = Image.create(9, 9)
    getattr(image, method)(bytes_of(kind, plain(BLUE)))

    assert image.size == (4, 3)
    assert np.abs(image.pixels.astype(int) - BLUE).max() <= 3
    assert image.revision == 1


@pytest.mark.parametrize("kind", ["png", "jpg", "webp", "bmp"])
def test_bytes_of_another_kind_are_refused_and_change_nothing(kind: str) -> None:
    image = Image.create(9, 9)

    with pytest.raises(
        ResourceFormatError, match=rf"^Image\.load_{kind}_from_buffer - is not a readable picture: none of "
    ):
        getattr(image, f"load_{kind}_from_buffer")(bytes_of("GIF"))
    assert (image.size, image.revision) == ((9, 9), 0)


@pytest.mark.parametrize("buffer", [None, "PNG", 3, [1, 2]])
def test_a_buffer_is_bytes(buffer: Any) -> None:
    with pytest.raises(
        InvalidTypeError, match=r"Image\.load_png_from_buffer - buffer must be the bytes of a file, got "
    ):
        Image().load_png_from_buffer(buffer)


def test_a_picture_takes_over_what_a_file_shows(tmp_path: Path) -> None:
    (tmp_path / "a.bmp").write_bytes(bytes_of("BMP"))
    image = Image()

    image.load(tmp_path / "a.bmp")

    assert (image.pixels == CORNERS).all()


# --- written


def test_a_webp_without_loss_has_every_pixel_also_what_cannot_be_seen(tmp_path: Path) -> None:
    pixels = np.arange(240, dtype=np.uint8).reshape(6, 10, 4)
    pixels[2:4, :, 3] = 0
    Image(pixels).save_webp(tmp_path / "a.webp")

    assert (Image.load_from_file(tmp_path / "a.webp").pixels == pixels).all()


def test_quality_decides_how_large_a_file_is(tmp_path: Path) -> None:
    image = Image(np.random.default_rng(1).integers(0, 256, (64, 64, 4), np.uint8))

    assert len(image.save_jpg_to_buffer(0.1)) < len(image.save_jpg_to_buffer()) < len(image.save_jpg_to_buffer(1.0))
    assert len(image.save_webp_to_buffer(True, 0.1)) < len(image.save_webp_to_buffer(lossy=True, quality=0.9))
    image.save_jpg(tmp_path / "a.jpg", quality=0.5)
    assert (tmp_path / "a.jpg").read_bytes() == image.save_jpg_to_buffer(0.5)


def test_a_jpeg_leaves_alpha_out(tmp_path: Path) -> None:
    Image.create(8, 8, (1, 0, 0, 0)).save_jpg(tmp_path / "a.jpg")

    assert np.abs(Image.load_from_file(tmp_path / "a.jpg").pixels.astype(int) - RED).max() <= 3


def test_a_png_goes_through_bytes_unchanged() -> None:
    image, again = Image(CORNERS), Image()
    again.load_png_from_buffer(image.save_png_to_buffer())

    assert (again.pixels == CORNERS).all()


@pytest.mark.parametrize("quality", [-0.1, 1.1, float("nan"), "high", None])
def test_quality_is_from_0_to_1(tmp_path: Path, quality: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"Image\.save_jpg - quality must be from 0 to 1, got "):
        Image().save_jpg(tmp_path / "a.jpg", quality)
    with pytest.raises(InvalidValueError, match=r"Image\.save_webp_to_buffer - quality must be from 0 to 1, got "):
        Image().save_webp_to_buffer(True, quality)
    assert list(tmp_path.iterdir()) == []


def test_the_frames_of_a_gif_make_an_animation(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(gif_of((plain(RED), 100), (plain(GREEN), 250)))
    frames = SpriteFrames()
    frames.set_animation_speed("default", 1)

    for image, seconds in Image.load_frames_from_file(tmp_path / "a.gif"):
        frames.add_frame("default", ImageTexture(image), seconds)

    assert [frames.get_frame_duration("default", place) for place in range(2)] == [0.1, 0.25]
