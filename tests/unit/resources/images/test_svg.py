"""SVG files: drawn in the size that is asked for; without what is not theirs; and refused before they can do harm."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, ResourceFormatError, ResourceNotFoundError
from engine.resources import Image, ImageTexture, ResourceLoader
from engine.resources.loaders import svg_files
from engine.resources.loaders.svg_text import read_svg

RED, BLUE, NOTHING = [255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]
SQUARES = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4">'
    '<rect width="4" height="4" fill="red"/><rect x="4" width="4" height="2" fill="#00f"/></svg>'
)


def svg(body: str, width: object = 8, height: object = 8, **attributes: str) -> str:
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"{more}>{body}</svg>'


def drawn(text: str | bytes, scale: float = 1.0) -> Image:
    image = Image()
    if isinstance(text, str):
        image.load_svg_from_string(text, scale)
    else:
        image.load_svg_from_buffer(text, scale)
    return image


def refused(text: str | bytes, scale: float = 1.0) -> str:
    with pytest.raises(ResourceFormatError) as error:
        drawn(text, scale)
    where, _, reason = str(error.value).partition(" - ")
    assert where in ("Image.load_svg_from_string", "Image.load_svg_from_buffer")
    return reason.removeprefix("is not a readable picture: ")


# --- what is drawn


def test_shapes_are_drawn_where_they_are() -> None:
    pixels = drawn(SQUARES).pixels

    assert pixels.shape == (4, 8, 4)
    assert (pixels[:, :4] == RED).all()
    assert (pixels[:2, 4:] == BLUE).all()
    assert (pixels[2:, 4:] == NOTHING).all()


def test_a_scale_draws_it_larger_and_not_coarser() -> None:
    assert drawn(SQUARES, 2.5).size == (20, 10)
    circle = drawn(svg('<circle cx="4" cy="4" r="4"/>'), 16).pixels[:, :, 3]

    assert abs(circle.sum() / 255 - np.pi * 64**2) < 20


def test_a_loader_makes_a_texture_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SQUARES)

    assert ResourceLoader(tmp_path).load("a.svg", ImageTexture).size == (8, 4)
    assert Image.load_from_file(tmp_path / "a.svg").pixels[0, 0].tolist() == RED


def test_what_is_half_seen_has_straight_alpha() -> None:
    pixel = drawn(svg('<rect width="8" height="8" fill="#ff8000" fill-opacity="0.5"/>')).pixels[4, 4]

    assert np.abs(pixel.astype(int) - (255, 128, 0, 128)).max() <= 1


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="10" height="20"', (10, 20)),
        ('width="10px" height="1in"', (10, 96)),
        ('viewBox="5 5 30 40"', (30, 40)),
        ('width="60" viewBox="0 0 30 40"', (60, 80)),
        ('height="20" viewBox="0 0 30 40"', (15, 20)),
        ('width="100%" height="50%" viewBox="0 0 30 40"', (30, 20)),
        ('width="auto" viewBox="0,0,30,40"', (30, 40)),
        ('width="0.2" height="3.6"', (1, 4)),
    ],
)
def test_its_size_is_what_it_says_or_what_follows_from_its_view(attributes: str, size: tuple[int, int]) -> None:
    assert drawn(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>').size == size


def test_its_view_is_stretched_to_its_size() -> None:
    pixels = drawn(
        svg('<rect x="100" y="100" width="50" height="100" fill="red"/>', 8, 8, viewBox="100 100 100 100")
    ).pixels

    assert (pixels[:, :4] == RED).all()
    assert (pixels[:, 4:] == NOTHING).all()


def test_groups_gradients_clips_masks_uses_and_blurs_are_drawn() -> None:
    pixels = drawn(
        svg(
            '<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient>'
            '<clipPath id="c"><rect width="8" height="4"/></clipPath>'
            '<rect id="r" width="8" height="8" fill="url(#g)"/>'
            '<mask id="m"><rect width="4" height="8" fill="#fff"/></mask>'
            '<filter id="f"><feGaussianBlur stdDeviation="0.001"/></filter></defs>'
            '<g clip-path="url(#c)" mask="url(#m)" filter="url(#f)"><use href="#r"/></g>'
        )
    ).pixels

    assert pixels[:, :, 3].astype(bool).tolist() == [[True] * 4 + [False] * 4] * 4 + [[False] * 8] * 4
    assert pixels[0, 0, 0] > 200 > 100 > pixels[0, 0, 2]


def test_an_older_use_names_what_it_uses_by_xlink() -> None:
    text = svg('<rect id="r" width="4" height="8"/><use xlink:href="#r" x="4"/>')
    text = text.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ')

    assert (drawn(text).pixels[:, :, 3] == 255).all()


def test_style_sheets_and_styles_count() -> None:
    text = svg(
        '<style>.a { fill: #f00 } /* <> & */</style><rect class="a" width="4" height="8"/>'
        '<rect x="4" width="4" height="8" style="fill : blue; stroke-dasharray: none"/>'
    ).replace("/* <> & */", "<![CDATA[ /* <> & */ ]]>")

    assert drawn(text).pixels[4, [0, 7]].tolist() == [RED, BLUE]


def test_words_for_texts_may_stand_in_place_of_a_namespace() -> None:
    text = (
        '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://nowhere.invalid/svg11.dtd" '
        '[<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
        '<svg xmlns="&ns_svg;" width="4" height="4"><rect width="4" height="4" fill="red"/></svg>'
    )

    assert (drawn(text).pixels == RED).all()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_bytes_are_read_in_the_encoding_that_they_say(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><svg width="2" height="2"><title>é</title></svg>'

    assert drawn(text.encode(encoding)).size == (2, 2)


def test_what_other_programs_note_is_left_out() -> None:
    text = svg(
        '<sodipodi:namedview xmlns:sodipodi="urn:s"><rect width="8" height="8"/></sodipodi:namedview>'
        '<metadata><rect width="8" height="8"/></metadata><rect width="8" height="4" fill="red"/>'
    )

    assert drawn(text).pixels[:, 0].tolist() == [RED] * 4 + [NOTHING] * 4


@pytest.mark.parametrize("name", ["text", "image", "foreignObject"])
def test_what_is_left_out_and_missed_is_logged(name: str, caplog: pytest.LogCaptureFixture) -> None:
    image = drawn(svg(f'<{name} width="8" height="8"/><rect width="8" height="8" fill="red"/>'))

    assert (image.pixels == RED).all()
    assert [record.getMessage() for record in caplog.records] == [
        f"Image.load_svg_from_string - <{name}> in it is not drawn"
    ]


def test_a_filter_that_needs_another_picture_is_left_out_and_what_has_it_is_drawn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    filtered = (
        '<filter id="f"><feImage href="a.png"/><feGaussianBlur stdDeviation="9"/></filter>'
        '<rect width="4" height="8" fill="red" filter="url(#f)"/>'
        '<rect x="4" width="4" height="8" style="filter:url(#f);fill:red"/>'
        '<rect width="0" height="0" filter="url(#nowhere)"/>'
    )

    assert (drawn(svg(filtered)).pixels == RED).all()
    assert "<feImage> in it is not drawn" in caplog.text


def test_patterns_markers_and_pictures_inside_are_drawn() -> None:
    picture = b64encode(Image.create(4, 4, "red").save_png_to_buffer()).decode()
    pixels = drawn(
        svg(
            '<pattern id="p" width="1" height="1"><rect width="8" height="8" fill="blue"/></pattern>'
            '<marker id="m" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" overflow="visible">'
            '<rect width="4" height="4" fill="blue"/></marker>'
            '<rect x="4" width="4" height="4" fill="url(#p)"/><path d="M0 4v1" marker-start="url(#m)"/>'
            f'<image x="4" y="4" width="4" height="4" href="data:image/png;base64,{picture}"/>'
        )
    ).pixels

    assert pixels[2, 6].tolist() == pixels[6, 2].tolist() == BLUE
    assert pixels[6, 6].tolist() == RED


# --- what is not read


@pytest.mark.parametrize(
    "reference", ["file://{0}", "{0}", "data:image/svg+xml;base64,{1}", "http://nowhere.invalid/a.png"]
)
@pytest.mark.parametrize("element", ["image", "use", "feImage"])
def test_nothing_outside_of_the_text_is_read(tmp_path: Path, reference: str, element: str) -> None:
    secret = tmp_path / "secret.png"
    Image.create(8, 8, "red").save_png(secret)
    target = reference.format(secret, b64encode(secret.read_bytes()).decode())

    assert not drawn(svg(f'<{element} href="{target}" width="8" height="8"/>')).pixels.any()


def test_what_is_handed_on_holds_no_reference_to_a_file() -> None:
    found = read_svg(
        svg('<g id="a"/><use href="other.svg#a"/><use href="#a"/><a href="http://x.invalid"><rect src="b"/></a>')
    )

    assert found.text(8, 8) == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" viewBox="0 0 8.0 8.0" '
        'preserveAspectRatio="none"><g id="a"></g><use></use><use href="#a"></use><g><rect></rect></g></svg>'
    )


def test_a_text_from_another_file_is_refused() -> None:
    text = (
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]><svg width="1" height="1"><style>&a;</style></svg>'
    )

    assert refused(text) == "it takes 'a' from another file"


# --- what is refused

MANY = " ".join(f"a{each}='1'" for each in range(200))
LAUGHS = "".join(f'<!ENTITY {name} "{f"&{below};" * 10}">' for below, name in zip("abcdefg", "bcdefgh", strict=True))
USES = "".join(f'<g id="u{level + 1}">{f"""<use href="#u{level}"/>""" * 10}</g>' for level in range(20))
ABORTING = (
    '<path d="M0 0L9 9a1 2 3 0 1 4 5zm1e38 5-3e38c1 2" stroke="red" stroke-width="1e9"/>'
    '<g transform="matrix(1 1 1 1 0 0)"><svg width="3" viewBox="0 0 1 1">'
    '<path d="M0 0L9 9a1 2 3 0 1 4 5zm1e38 5-3e38c1 2" stroke="red" stroke-width="1e9"/></svg></g>'
)
"""What made the library end the process that it ran in."""
ENDLESS = '<filter id="f"><feTurbulence numOctaves="1000000000"/></filter><path d="M0 0h9v9" filter="url(#f)"/>'
PANICKING = "it cannot be drawn: numbers in it are too large"
CANNOT = "it cannot be drawn: it takes too much memory, or numbers in it are too large"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no element found: line 1, column 0"),
        ("<svg", "unclosed token: line 1, column 0"),
        ("<html/>", "it is no SVG: the first element is not <svg>"),
        ('<rect width="1"/>', "it is no SVG: the first element is not <svg>"),
        ("<svg/>", "it says no size: give <svg> a width and a height, or a viewBox"),
        ('<svg width="1"/>', "it says no size: give <svg> a width and a height, or a viewBox"),
        ('<svg width="0" height="1"/>', "its width must be a length above 0 and below 1e9, got '0'"),
        ('<svg width="-5" height="1"/>', "its width must be a length above 0 and below 1e9, got '-5'"),
        ('<svg width="wide" height="1"/>', "its width must be a length above 0 and below 1e9, got 'wide'"),
        ('<svg width="1e9" height="1"/>', "its width must be a length above 0 and below 1e9, got '1e9'"),
        ('<svg width="1e999" height="1"/>', "its width must be a length above 0 and below 1e9, got '1e999'"),
        ('<svg viewBox="0 0 1"/>', "its viewBox must be four numbers, the last two in (0, 1e9), got '0 0 1'"),
        ('<svg viewBox="0 0 0 1"/>', "its viewBox must be four numbers, the last two in (0, 1e9), got '0 0 0 1'"),
        ('<svg viewBox="0 0 1e9 1"/>', "its viewBox must be four numbers, the last two in (0, 1e9), got '0 0 1e9 1'"),
        (svg("", 16384, 16384), "a picture has sides of 1 to 16384 and at most 67108864 pixels, got 16384 x 16384"),
        (svg("", 8000, 4000), "it is drawn with at most 16777216 pixels, got 8000 x 4000"),
        (svg("<g>" * 200 + "</g>" * 200), "its elements stand in one another more than 200 deep"),
        (svg("<title>" * 200 + "</title>" * 200), "its elements stand in one another more than 200 deep"),
        (
            svg(f'<rect id="u0" width="1" height="1"/>{USES}'),
            "it cannot be drawn: SVG data parsing failed cause nodes limit reached",
        ),
        (svg("<g/>" * 100_000), "it has more than 100000 elements"),
        (svg(f"<g {MANY}/>"), "one of its elements has more than 100 attributes"),
        (f'<!DOCTYPE svg [<!ENTITY a "ha">{LAUGHS}]><svg><style>&h;</style></svg>', "its entity 'b' makes it too long"),
        (
            f'<!DOCTYPE svg [<!ENTITY a "{"ha" * 5000}">]><svg><style>{"&a;" * 5000}</style></svg>',
            "its entity 'a' makes it too long",
        ),
        (svg('<g opacity="0.5">' * 90 + '<rect width="4000" height="4000"/>' + "</g>" * 90, 4000, 4000), CANNOT),
        (svg('<path d="M0 0L1e30 1e30" stroke="red" stroke-width="1e20"/>', 64, 64), PANICKING),
        (svg(ABORTING, 16, 16), CANNOT),
    ],
    ids=lambda value: None,
)  # fmt: skip
def test_it_is_refused_with_a_reason(text: str, reason: str) -> None:
    assert refused(text) == reason


def test_a_text_that_is_too_long_is_refused_before_it_is_read() -> None:
    assert refused(b" " * (8 << 20) + b"<svg/>") == "it has 8388614 bytes, more than 8388608"


@pytest.mark.parametrize("data", [bytes(range(256)), b'<?xml version="1.0" encoding="rot13"?><svg/>', b"\xff\xfe<"])
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    assert refused(data)


@pytest.mark.parametrize(
    "attribute",
    [
        'fill="url({})"'.format(" " * 1_000_000),
        'style="{}"'.format("a" * 1_000_000),
        'style="{}"'.format("a;" * 500_000),
        'stroke-dasharray="{}"'.format("1" * 1_000_000),
        'transform="{}"'.format("1" * 1_000_000),
        'd="{}"'.format("9" * 1_000_000),
    ],
    ids=lambda value: str(value)[:8],
)
def test_a_long_attribute_costs_one_walk_over_it(attribute: str) -> None:
    assert drawn(svg(f"<path {attribute}/>")).size == (8, 8)


def test_what_stands_as_deep_as_allowed_is_drawn() -> None:
    text = svg('<g opacity="0.99">' * 198 + '<rect width="8" height="8" fill="red"/>' + "</g>" * 198)

    assert drawn(text).pixels[4, 4, 3] > 0


def test_what_is_used_through_a_hundred_and_fifty_others_is_drawn() -> None:
    chain = "".join(f'<g id="u{level + 1}"><use href="#u{level}"/></g>' for level in range(150))
    text = svg(f'<defs><rect id="u0" width="8" height="8" fill="red"/>{chain}</defs><use href="#u150"/>')

    assert (drawn(text).pixels == RED).all()


def test_what_uses_itself_is_drawn_without_that() -> None:
    assert (drawn(svg('<g id="a"><use href="#a"/><rect width="8" height="8" fill="red"/></g>')).pixels == RED).all()


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg_files, "MOST_SECONDS", 1)

    assert refused(svg(ENDLESS)) == "drawing it takes more than 1 s"


def test_a_system_that_does_not_count_the_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], *, timeout: float, **options: Any) -> Any:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(subprocess, "run", run)

    assert refused(SQUARES) == "drawing it takes more than 10 s"


# --- in a game that is one program

COPIES = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system makes no copies of processes")


@pytest.fixture(params=[pytest.param("copy", marks=COPIES), "thread"])
def frozen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """There is no Python to start; the system makes copies of processes, or none, as Windows."""
    way: str = request.param
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(subprocess, "run", lambda *args, **options: pytest.fail("a program was started"))
    if way == "thread":
        monkeypatch.delattr(os, "fork", raising=False)
    return way


@pytest.mark.usefixtures("frozen")
def test_where_there_is_no_python_to_start_it_is_drawn_all_the_same() -> None:
    assert drawn(SQUARES).pixels[0, 0].tolist() == RED
    assert refused(svg(f'<rect id="u0" width="1" height="1"/>{USES}')).startswith("it cannot be drawn: ")
    deep = svg('<g opacity="0.99">' * 198 + '<rect width="8" height="8" fill="red"/>' + "</g>" * 198)
    assert drawn(deep).pixels[4, 4, 3] > 0


@pytest.mark.usefixtures("frozen")
def test_a_python_that_nobody_knows_of_is_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", False)
    monkeypatch.setattr(sys, "executable", "")

    assert drawn(SQUARES).pixels[0, 0].tolist() == RED


def test_a_large_picture_comes_whole_from_a_copy(frozen: str) -> None:
    noise = '<filter id="f"><feTurbulence baseFrequency="0.37"/></filter><path d="M0 0h900v900H0" filter="url(#f)"/>'

    assert drawn(svg(noise, 900, 900)).pixels[:, :, 3].std() > 1, frozen


@COPIES
def test_what_ends_the_copy_leaves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(svg_files, "MOST_SECONDS", 1)

    assert refused(svg(ABORTING)) in (CANNOT, PANICKING)
    assert refused(svg(ENDLESS)) == "drawing it takes more than 1 s"


@COPIES
def test_a_copy_that_gives_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(svg_files, "_MOST_WAITING", 0.05)

    assert refused(svg(ENDLESS)) == "drawing it takes more than 10 s"


def test_a_thread_that_gives_nothing_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.setattr(svg_files, "_MOST_WAITING", 0.0)
    slow = '<filter id="f"><feTurbulence numOctaves="60"/></filter><path d="M0 0h99v99" filter="url(#f)"/>'

    assert refused(svg(slow, 99, 99)) == "drawing it takes more than 10 s"


def test_drawing_runs_no_module_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "icon.svg").write_text(SQUARES)
    game = (
        "print('the game runs')\nfrom engine.resources import Image\n"
        "print(Image.load_from_file('icon.svg').size)\n"  # not even without a guard around it
    )
    (tmp_path / "game.py").write_text(game)

    result = subprocess.run(
        [sys.executable, str(tmp_path / "game.py")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(svg_files.__file__).parents[3])},
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )

    assert result.stdout.split("\n", 1)[0] == "the game runs"
    assert result.stdout.count("the game runs") == 1


# --- arguments


@pytest.mark.parametrize("scale", [0, -1.0, float("nan"), float("inf"), 10**400])
def test_a_scale_is_finite_and_above_0(scale: float) -> None:
    with pytest.raises(
        InvalidValueError, match=r"^Image\.load_svg_from_string - scale must be finite and above 0, got "
    ):
        drawn(SQUARES, scale)


@pytest.mark.parametrize("scale", [None, "2", b"2", [1]])
def test_a_scale_is_a_number(scale: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Image\.load_svg_from_buffer - scale must be a number, got "):
        drawn(SQUARES.encode(), scale)


def test_a_scale_beyond_all_measure_is_refused_as_the_picture_that_it_makes() -> None:
    assert refused(SQUARES, 1e308).startswith("a picture has sides of 1 to 16384")


@pytest.mark.parametrize("text", [None, 3, b"<svg/>"])
def test_a_text_is_a_str(text: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"load_svg_from_string - the text of an SVG file is a str, got "):
        Image().load_svg_from_string(text)


def test_a_refused_one_changes_nothing() -> None:
    image = Image.create(3, 3)

    with pytest.raises(ResourceFormatError):
        image.load_svg_from_string("<svg/>")
    assert (image.size, image.revision) == ((3, 3), 0)


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ResourceNotFoundError, match=r"a\.svg - there is no such file"):
        Image.load_from_file(tmp_path / "a.svg")
