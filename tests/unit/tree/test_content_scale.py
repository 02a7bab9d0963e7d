"""Content scale: what is seen of a scene, and where in the window; worked out by hand for content of 320 x 180."""

import pytest

from engine.tree.content_scale import (
    ContentScale,
    ContentScaleAspect,
    ContentScaleMode,
    ContentScaleStretch,
    Pair,
    fit,
)

CONTENT = (320, 180)
ITEMS, PICTURE = ContentScaleMode.CANVAS_ITEMS, ContentScaleMode.VIEWPORT
IGNORE, KEEP = ContentScaleAspect.IGNORE, ContentScaleAspect.KEEP
KEEP_WIDTH, KEEP_HEIGHT = ContentScaleAspect.KEEP_WIDTH, ContentScaleAspect.KEEP_HEIGHT
EXPAND = ContentScaleAspect.EXPAND
INTEGER = ContentScaleStretch.INTEGER

# Window, aspect: what the scene sees, and the part of the window.
FRACTIONAL = [
    # as wide as the content
    ((640, 360), IGNORE, (320, 180), (0, 0, 640, 360)),
    ((640, 360), KEEP, (320, 180), (0, 0, 640, 360)),
    ((640, 360), KEEP_WIDTH, (320, 180), (0, 0, 640, 360)),
    ((640, 360), KEEP_HEIGHT, (320, 180), (0, 0, 640, 360)),
    ((640, 360), EXPAND, (320, 180), (0, 0, 640, 360)),
    ((160, 90), KEEP, (320, 180), (0, 0, 160, 90)),
    # wider: 360 pixels of height are 640 of width at 16:9, and 180 of content 400 at 20:9
    ((800, 360), IGNORE, (320, 180), (0, 0, 800, 360)),
    ((800, 360), KEEP, (320, 180), (80, 0, 640, 360)),
    ((800, 360), KEEP_WIDTH, (320, 180), (80, 0, 640, 360)),
    ((800, 360), KEEP_HEIGHT, (400, 180), (0, 0, 800, 360)),
    ((800, 360), EXPAND, (400, 180), (0, 0, 800, 360)),
    # higher: 640 pixels of width are 360 of height at 16:9, and 320 of content 240 at 4:3
    ((640, 480), IGNORE, (320, 180), (0, 0, 640, 480)),
    ((640, 480), KEEP, (320, 180), (0, 60, 640, 360)),
    ((640, 480), KEEP_WIDTH, (320, 240), (0, 0, 640, 480)),
    ((640, 480), KEEP_HEIGHT, (320, 180), (0, 60, 640, 360)),
    ((640, 480), EXPAND, (320, 240), (0, 0, 640, 480)),
    # what does not come out even: sides are cut off (361 * 16 / 9 = 641.8), half a pixel of margin is rounded up
    ((801, 361), KEEP, (320, 180), (80, 0, 641, 361)),
    ((802, 361), KEEP, (320, 180), (81, 0, 641, 361)),
    ((801, 361), EXPAND, (399, 180), (0, 0, 801, 361)),
    ((361, 801), EXPAND, (320, 710), (0, 0, 361, 801)),
    ((361, 801), KEEP, (320, 180), (0, 299, 361, 203)),
]

WHOLE_NUMBERS = [
    ((1000, 500), IGNORE, (320, 180), (180, 70, 640, 360)),
    ((1000, 500), KEEP, (320, 180), (180, 70, 640, 360)),
    ((1000, 500), KEEP_WIDTH, (320, 180), (180, 70, 640, 360)),
    ((1000, 500), KEEP_HEIGHT, (360, 180), (140, 70, 720, 360)),
    ((1000, 500), EXPAND, (360, 180), (140, 70, 720, 360)),
    ((960, 540), KEEP, (320, 180), (0, 0, 960, 540)),
    ((959, 540), KEEP, (320, 180), (160, 90, 640, 360)),  # 959 / 320 is less than 3
    # too small for once: it is shown from the corner, and the rest is out of the window
    ((200, 100), KEEP, (320, 180), (0, 0, 320, 180)),
    ((200, 300), KEEP, (320, 180), (0, 60, 320, 180)),
]


@pytest.mark.parametrize(("window", "aspect", "size", "rect"), FRACTIONAL)
def test_canvas_items_are_scaled_to_fit(
    window: Pair, aspect: ContentScaleAspect, size: Pair, rect: tuple[int, ...]
) -> None:
    found = fit(window, window, ContentScale(ITEMS, aspect, size=CONTENT))

    assert found == (size, rect, rect[2:])


@pytest.mark.parametrize(("window", "aspect", "size", "rect"), FRACTIONAL)
def test_a_picture_is_scaled_to_fit_and_drawn_in_pixels_of_the_scene(
    window: Pair, aspect: ContentScaleAspect, size: Pair, rect: tuple[int, ...]
) -> None:
    found = fit(window, window, ContentScale(PICTURE, aspect, size=CONTENT))

    assert found == (size, rect, size)


@pytest.mark.parametrize(("window", "aspect", "size", "rect"), WHOLE_NUMBERS)
@pytest.mark.parametrize("mode", [ITEMS, PICTURE])
def test_by_whole_numbers_there_may_be_bars_all_around(
    mode: ContentScaleMode, window: Pair, aspect: ContentScaleAspect, size: Pair, rect: tuple[int, ...]
) -> None:
    found = fit(window, window, ContentScale(mode, aspect, INTEGER, size=CONTENT))

    assert found == (size, rect, rect[2:] if mode == ITEMS else size)


@pytest.mark.parametrize("aspect", ContentScaleAspect)
@pytest.mark.parametrize("stretch", ContentScaleStretch)
def test_without_scaling_the_scene_sees_the_window(aspect: ContentScaleAspect, stretch: ContentScaleStretch) -> None:
    found = fit((1000, 500), (1000, 500), ContentScale(aspect=aspect, stretch=stretch, size=CONTENT))

    assert found == ((1000, 500), (0, 0, 1000, 500), (1000, 500))


@pytest.mark.parametrize("content", [(0, 180), (320, 0), (0, 0)])
@pytest.mark.parametrize("mode", [ITEMS, PICTURE])
def test_content_without_a_size_is_not_scaled(mode: ContentScaleMode, content: Pair) -> None:
    found = fit((1000, 500), (1000, 500), ContentScale(mode, KEEP, size=content))

    assert found == ((1000, 500), (0, 0, 1000, 500), (1000, 500))


@pytest.mark.parametrize(
    ("mode", "factor", "size", "target"),
    [
        (ContentScaleMode.DISABLED, 2.0, (400, 180), (800, 360)),
        (ContentScaleMode.DISABLED, 1.5, (533, 240), (800, 360)),
        (ContentScaleMode.DISABLED, 0.5, (1600, 720), (800, 360)),
        (ITEMS, 2.0, (160, 90), (640, 360)),
        (ITEMS, 1.5, (213, 120), (640, 360)),
        (PICTURE, 2.0, (160, 90), (160, 90)),
        (PICTURE, 0.5, (640, 360), (640, 360)),
    ],
)
def test_a_factor_shows_less_of_the_scene(mode: ContentScaleMode, factor: float, size: Pair, target: Pair) -> None:
    found = fit((800, 360), (800, 360), ContentScale(mode, KEEP, factor=factor, size=CONTENT))

    assert (found.size, found.target_size) == (size, target)


@pytest.mark.parametrize(("factor", "size"), [(2.7, (160, 90)), (1.9, (320, 180)), (0.5, (320, 180))])
def test_by_whole_numbers_the_factor_is_one_too(factor: float, size: Pair) -> None:
    found = fit((640, 360), (640, 360), ContentScale(ITEMS, KEEP, INTEGER, factor, CONTENT))

    assert found == (size, (0, 0, 640, 360), (640, 360))


def test_on_a_hidpi_screen_points_are_seen_without_scaling_and_pixels_count_with_it() -> None:
    unscaled = fit((640, 360), (1280, 720), ContentScale(size=CONTENT))
    assert unscaled == ((640, 360), (0, 0, 1280, 720), (1280, 720))

    kept = fit((400, 180), (800, 360), ContentScale(ITEMS, KEEP, size=CONTENT))
    assert kept == ((320, 180), (80, 0, 640, 360), (640, 360))

    # 700 pixels are twice the content and a rest; 350 points would be once.
    whole = fit((350, 200), (700, 400), ContentScale(ITEMS, KEEP, INTEGER, size=CONTENT))
    assert whole == ((320, 180), (30, 20, 640, 360), (640, 360))


def test_sides_that_come_out_whole_are_whole() -> None:
    found = fit((1150, 1000), (1150, 1000), ContentScale(ITEMS, EXPAND, size=(100, 100)))

    assert found.size == (115, 100)  # 1150 / 1000 * 100 is 114.99999999999999


@pytest.mark.parametrize("window", [(1, 1), (1, 16384), (16384, 1)])
@pytest.mark.parametrize("content", [(1, 1), (1, 16384), (16384, 1)])
@pytest.mark.parametrize("aspect", ContentScaleAspect)
@pytest.mark.parametrize("factor", [0.01, 100.0])
def test_no_side_is_ever_less_than_a_pixel(
    window: Pair, content: Pair, aspect: ContentScaleAspect, factor: float
) -> None:
    for mode in ContentScaleMode:
        for stretch in ContentScaleStretch:
            found = fit(window, window, ContentScale(mode, aspect, stretch, factor, content))
            assert min(*found.size, *found.screen_rect[2:], *found.target_size) >= 1
            assert min(found.screen_rect[:2]) >= 0
