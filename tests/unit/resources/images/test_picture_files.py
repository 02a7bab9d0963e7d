"""Picture files: every mode becomes 8-bit colours with alpha; what is broken or too large is refused with a reason."""

import contextlib
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as PillowImage

from engine.core.errors import ResourceError, ResourceFormatError, ResourceNotFoundError
from engine.resources import Image
from engine.resources.loaders import picture_files


def saved(path: Path, mode: str, size: tuple[int, int], color: object, **options: object) -> Path:
    PillowImage.new(mode, size, color).save(path, **options)  # type: ignore[arg-type]
    return path


def png_claiming(width: int, height: int) -> bytes:
    """A PNG whose header claims a size, and which holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("mode", "color", "pixel"),
    [
        ("RGBA", (1, 2, 3, 4), [1, 2, 3, 4]),
        ("RGB", (1, 2, 3), [1, 2, 3, 255]),
        ("L", 7, [7, 7, 7, 255]),
        ("LA", (7, 8), [7, 7, 7, 8]),
        ("1", 1, [255, 255, 255, 255]),
        ("P", 0, [0, 0, 0, 255]),
        ("I;16", 0x8080, [128, 128, 128, 255]),
        ("I;16", 0xFFFF, [255, 255, 255, 255]),
    ],
)
def test_every_mode_of_png_is_read(tmp_path: Path, mode: str, color: object, pixel: list[int]) -> None:
    image = Image.load_from_file(saved(tmp_path / "a.png", mode, (3, 2), color))

    assert image.size == (3, 2)
    assert image.pixels[1, 2].tolist() == pixel


@pytest.mark.parametrize(("suffix", "tolerance"), [("jpg", 3), ("jpeg", 3), ("webp", 3)])
def test_jpeg_and_webp_are_read(tmp_path: Path, suffix: str, tolerance: int) -> None:
    image = Image.load_from_file(saved(tmp_path / f"a.{suffix}", "RGB", (8, 8), (200, 100, 50)))

    assert np.abs(image.pixels.astype(int) - (200, 100, 50, 255)).max() <= tolerance


def test_transparency_of_a_palette_is_kept(tmp_path: Path) -> None:
    image = Image.load_from_file(saved(tmp_path / "a.png", "P", (1, 1), 0, transparency=0))

    assert image.pixels[0, 0, 3] == 0


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    pixels = np.arange(60, dtype=np.uint8).reshape(3, 5, 4)
    Image(pixels).save_png(tmp_path / "out.png")

    assert (Image.load_from_file(tmp_path / "out.png").pixels == pixels).all()
    assert [file.name for file in tmp_path.iterdir()] == ["out.png"]


def test_saving_where_there_is_no_folder_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"missing.out\.png - cannot be written: No such file or directory"):
        Image().save_png(tmp_path / "missing" / "out.png")


def test_saving_over_a_folder_leaves_no_temporary_file(tmp_path: Path) -> None:
    (tmp_path / "out.png").mkdir()

    with pytest.raises(ResourceError, match="cannot be written"):
        Image().save_png(tmp_path / "out.png")
    assert [file.name for file in tmp_path.iterdir()] == ["out.png"]


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ResourceNotFoundError, match=r"none\.png - there is no such file"):
        Image.load_from_file(tmp_path / "none.png")


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_text("not a picture")

    with pytest.raises(ResourceFormatError, match=r"a\.png - is not a readable picture: none of PNG, JPEG, WebP"):
        Image.load_from_file(tmp_path / "a.png")


def test_a_format_that_pillow_reads_and_we_do_not_offer_is_refused(tmp_path: Path) -> None:
    PillowImage.new("RGB", (2, 2)).save(tmp_path / "a.png", format="BMP")

    with pytest.raises(ResourceFormatError, match="none of PNG, JPEG, WebP"):
        Image.load_from_file(tmp_path / "a.png")


def test_a_picture_is_refused_by_its_header_before_its_pixels_are_read(tmp_path: Path) -> None:
    (tmp_path / "bomb.png").write_bytes(png_claiming(9000, 8000))

    with pytest.raises(ResourceFormatError, match=r"bomb\.png - a picture has sides .* pixels, got 9000 x 8000"):
        Image.load_from_file(tmp_path / "bomb.png")


@pytest.mark.parametrize("size", [(16385, 1), (1, 16385), (16384, 16384), (2**31 - 1, 2**31 - 1)])
def test_a_picture_that_claims_to_be_huge_is_refused_by_its_header(tmp_path: Path, size: tuple[int, int]) -> None:
    (tmp_path / "bomb.png").write_bytes(png_claiming(*size))

    with pytest.raises(ResourceFormatError, match=r"bomb\.png - (a picture has sides|is not a readable picture)"):
        Image.load_from_file(tmp_path / "bomb.png")


def test_a_picture_without_pixels_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.png").write_bytes(png_claiming(64, 64))

    with pytest.raises(ResourceFormatError, match=r"empty\.png - is not a readable picture: .+"):
        Image.load_from_file(tmp_path / "empty.png")


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("suffix", ["png", "jpg", "webp"])
def test_a_file_cut_short_is_refused(tmp_path: Path, suffix: str, part: float) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (64, 64, 3), np.uint8)
    file = tmp_path / f"a.{suffix}"
    PillowImage.fromarray(noise).save(file)
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * part)])

    with pytest.raises(ResourceFormatError, match=rf"a\.{suffix} - is not a readable picture"):
        Image.load_from_file(file)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, seed: int) -> None:
    random = np.random.default_rng(seed)
    file = tmp_path / f"a.{('png', 'jpg', 'webp')[seed % 3]}"
    PillowImage.fromarray(random.integers(0, 256, (32, 32, 3), np.uint8)).save(file)
    data = bytearray(file.read_bytes())
    for place in random.integers(0, len(data), 12).tolist():
        data[place] = int(random.integers(0, 256))
    file.write_bytes(data)

    with contextlib.suppress(ResourceFormatError):
        Image.load_from_file(file)


def test_a_picture_file_of_more_bytes_than_the_limit_is_refused_before_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "large.png", "RGBA", (4, 4), (1, 2, 3, 4))
    monkeypatch.setattr(picture_files, "MAX_FILE_BYTES", 10)
    monkeypatch.setattr(PillowImage, "open", lambda *args, **options: pytest.fail("it was opened"))

    with pytest.raises(ResourceFormatError, match=rf"large\.png - has {path.stat().st_size} bytes, more than 10$"):
        picture_files.read_image(path)
