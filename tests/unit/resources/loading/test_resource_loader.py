"""Loading by project path: shared, inside the project's folder only, and with something to show for a bad picture."""

import gc
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import (
    InvalidTypeError,
    InvalidValueError,
    ResourceError,
    ResourceFormatError,
    ResourceNotFoundError,
)
from engine.core.resource import Resource
from engine.resources import Font, Image, ImageTexture, ResourceLoader, Texture2D
from engine.resources.loading.project_files import project_path
from servers.text import TextServer


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "art").mkdir()
    Image.create(6, 4, (1, 0, 0)).save_png(tmp_path / "art" / "ship.png")
    return tmp_path


def is_checker(texture: Resource) -> bool:
    if not isinstance(texture, Texture2D):
        return False
    colors = {tuple(pixel) for row in texture.image.pixels.tolist() for pixel in row}
    return colors == {(255, 0, 255, 255), (0, 0, 0, 255)}


def test_a_picture_becomes_a_texture(project: Path) -> None:
    texture = ResourceLoader(project).load("art/ship.png", Texture2D)

    assert isinstance(texture, ImageTexture)
    assert texture.size == (6, 4)
    assert texture.resource_path == "res://art/ship.png"


@pytest.mark.parametrize("path", ["art/ship.png", "res://art/ship.png", "./art//ship.png", "res://./art/ship.png"])
def test_a_file_is_read_once_under_all_its_spellings(project: Path, path: str) -> None:
    loader = ResourceLoader(project)

    assert loader.load(path) is loader.load("art/ship.png")


def test_a_resource_that_nobody_holds_is_read_again(project: Path) -> None:
    loader = ResourceLoader(project)
    loader.load("art/ship.png")
    gc.collect()
    Image.create(1, 1).save_png(project / "art" / "ship.png")

    assert loader.load("art/ship.png", Texture2D).size == (1, 1)


def test_two_loaders_share_nothing(project: Path) -> None:
    first, second = ResourceLoader(project), ResourceLoader(project)

    assert first.load("art/ship.png") is not second.load("art/ship.png")


def test_without_a_root_paths_are_below_the_current_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)

    assert ResourceLoader().load("art/ship.png", Texture2D).size == (6, 4)


def test_a_font_file_becomes_a_font(project: Path) -> None:
    (project / "a.TTF").write_bytes(TextServer().default_font.data)
    font = ResourceLoader(project).load("a.TTF", Font)

    assert font.font_name == "a.TTF"
    assert font.data == TextServer().default_font.data


@pytest.mark.parametrize("data", [b"", b"oops", b"%PDF-1.7"])
def test_a_file_that_is_no_font_is_refused(project: Path, data: bytes) -> None:
    (project / "a.ttf").write_bytes(data)

    with pytest.raises(ResourceFormatError, match=r"a\.ttf - is not a TrueType or OpenType font"):
        ResourceLoader(project).load("a.ttf")


def test_a_missing_picture_is_a_magenta_checker_and_one_log_line(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loader = ResourceLoader(project)
    textures = [loader.load("art/shp.png") for _ in range(3)]

    assert all(map(is_checker, textures))
    (record,) = caplog.records
    assert str(project / "art" / "shp.png") in record.getMessage()
    assert "there is no such file; did you mean 'ship.png'?; a magenta checker stands in" in record.getMessage()


def test_a_broken_picture_is_a_magenta_checker_and_the_log_says_why(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (project / "bad.png").write_bytes(b"garbage")

    assert is_checker(ResourceLoader(project).load("bad.png"))
    (record,) = caplog.records
    assert "bad.png - is not a readable picture: none of PNG, JPEG, WebP; a magenta checker" in record.getMessage()


def test_the_line_is_logged_once_even_if_the_checker_was_let_go(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loader = ResourceLoader(project)
    loader.load("none.png")
    gc.collect()
    loader.load("none.png")

    assert len(caplog.records) == 1


def test_a_missing_font_raises(project: Path) -> None:
    with pytest.raises(ResourceNotFoundError, match=r"none\.ttf - there is no such file"):
        ResourceLoader(project).load("none.ttf")


def test_an_unknown_suffix_lists_those_that_are_read(project: Path) -> None:
    with pytest.raises(ResourceFormatError, match=r"no loader reads the suffix '\.pgn'; did you mean '\.png'\?; known"):
        ResourceLoader(project).load("ship.pgn")


def test_a_resource_of_another_type_than_asked_for_is_refused(project: Path) -> None:
    with pytest.raises(InvalidTypeError, match=r"art/ship\.png - is of type ImageTexture, not Font"):
        ResourceLoader(project).load("art/ship.png", Font)


@pytest.mark.parametrize(
    "path",
    [
        "../secret.png",
        "art/../../secret.png",
        "res://../secret.png",
        "/etc/a.png",
        "res:///a.png",
        "a\\b.png",
        "C:/a.png",
        "file://a.png",
        "a\0.png",
    ],
)
def test_a_path_out_of_the_project_is_refused(project: Path, path: str) -> None:
    with pytest.raises(ResourceError, match="leaves the project's folder; write a path below it"):
        ResourceLoader(project).load(path)


def test_a_link_out_of_the_project_is_not_followed(
    project: Path, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.png"
    Image.create(9, 9).save_png(outside)
    (project / "link.png").symlink_to(outside)

    assert is_checker(ResourceLoader(project).load("link.png"))
    assert "leads out of the project's folder" in caplog.text


@pytest.mark.parametrize("path", ["", "res://", "./", "/"])
def test_a_path_without_a_file_is_refused(path: str) -> None:
    with pytest.raises(ResourceError, match="names no file"):
        project_path(path)


def test_a_path_object_is_refused(project: Path) -> None:
    with pytest.raises(InvalidTypeError, match=r"a resource path is a str such as 'res://ship\.png', got PosixPath"):
        ResourceLoader(project).load(project / "art" / "ship.png")  # type: ignore[call-overload]


def test_a_folder_is_no_file(project: Path, caplog: pytest.LogCaptureFixture) -> None:
    (project / "folder.png").mkdir()

    assert is_checker(ResourceLoader(project).load("folder.png"))
    assert "there is no such file" in caplog.text


@pytest.mark.parametrize("kind", [None, "Texture2D", (Texture2D, Font), Texture2D | Font])
def test_the_type_asked_for_is_a_class(project: Path, kind: Any) -> None:
    with pytest.raises(
        InvalidTypeError, match=r"load\('art/ship.png', type\): type must be a class, such as Texture2D"
    ):
        ResourceLoader(project).load("art/ship.png", kind)


def test_what_the_system_refuses_to_read_is_an_error_of_ours(project: Path) -> None:
    loader = ResourceLoader(project)
    name = "a" * 300

    with pytest.raises(ResourceError, match=f"{name}.ttf - cannot be read: File name too long"):
        loader.load(f"{name}.ttf")
    assert is_checker(loader.load(f"{name}.png"))


@pytest.mark.parametrize("mode", [5, -1, "REUSE", None])
def test_a_cache_mode_is_one_of_five(project: Path, mode: Any) -> None:
    with pytest.raises(InvalidValueError) as error:
        ResourceLoader(project).load("art/ship.png", cache_mode=mode)

    assert str(error.value) == (
        "load('art/ship.png', cache_mode): must be one of IGNORE 0, REUSE 1, REPLACE 2, IGNORE_DEEP 3, REPLACE_DEEP 4, "
        f"got {mode!r}"
    )


def test_the_folder_of_a_loader_is_a_path() -> None:
    with pytest.raises(InvalidTypeError, match=r"ResourceLoader\(root\) - a path is a str or a pathlib.Path, got 3"):
        ResourceLoader(3)  # type: ignore[arg-type]
