"""Places of small images on shared pages: they do not overlap, are used again, and follow the images."""

import gc
import random
import sys
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.resources import Image
from servers.render.scene.atlas.atlas import Atlas, Place, Upload
from servers.render.scene.atlas.atlas_page import AtlasPage

BORDER, LARGEST_SIDE, PAGE_SIZE = Atlas.BORDER, Atlas.LARGEST_SIDE, Atlas.PAGE_SIZE
Pixels = NDArray[np.uint8]

sides = st.integers(1, 24) | st.integers(1, LARGEST_SIDE)
sizes = st.tuples(sides, sides)
steps = st.lists(st.tuples(st.sampled_from(["place", "place", "drop", "resize", "refresh"]), sizes), max_size=60)


def picture(width: int, height: int, seed: int = 0) -> Image:
    """An image of noise."""
    return Image(np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8))


def placed(atlas: Atlas, image: Image) -> Place:
    place = atlas.place(image)
    assert place is not None
    return place


def outer(place: Place) -> tuple[int, int, int, int, int]:
    """Page, left, top, right and bottom of a place with its border."""
    page, x, y, width, height = place
    return page, x - BORDER, y - BORDER, x + width + BORDER, y + height + BORDER


def check_layout(places: list[Place]) -> None:
    """All lie inside their pages, and no two overlap, borders included."""
    rects = [outer(place) for place in places]
    for _, left, top, right, bottom in rects:
        assert 0 <= left < right <= PAGE_SIZE
        assert 0 <= top < bottom <= PAGE_SIZE
    for i, (page, left, top, right, bottom) in enumerate(rects):
        for other_page, other_left, other_top, other_right, other_bottom in rects[:i]:
            apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
            assert page != other_page or apart


class Pages:
    """What a graphics card would have on its pages."""

    def __init__(self) -> None:
        self.pages: dict[int, Pixels] = {}

    def write(self, uploads: Sequence[Upload]) -> None:
        for page, x, y, pixels in uploads:
            height, width = pixels.shape[:2]
            canvas = self.pages.setdefault(page, np.zeros((PAGE_SIZE, PAGE_SIZE, 4), np.uint8))
            canvas[y : y + height, x : x + width] = pixels

    def shows(self, place: Place, image: Image) -> bool:
        """Whether the image lies at its place with its edges repeated around it."""
        page, left, top, right, bottom = outer(place)
        expected = np.pad(image.pixels, ((BORDER, BORDER), (BORDER, BORDER), (0, 0)), "edge")
        return bool((self.pages[page][top:bottom, left:right] == expected).all())


def play(atlas: Atlas, moves: list[tuple[str, tuple[int, int]]]) -> tuple[list[Image], list[Place]]:
    """Place, drop and resize images; those that live at the end, and all places that were given."""
    living: list[Image] = []
    given_out = []
    for number, (move, (width, height)) in enumerate(moves):
        if move == "place":
            living.append(picture(width, height, number))
            given_out.append(placed(atlas, living[-1]))
        elif move == "drop" and living:
            living.pop(width % len(living))
        elif move == "resize" and living:
            living[width % len(living)].set_pixels(picture(width, height, number).pixels)
        else:
            atlas.refresh()
            check_layout([placed(atlas, image) for image in living])
    return living, given_out


@settings(deadline=None, max_examples=60)
@given(steps)
def test_places_never_overlap_and_show_what_the_images_are(moves: list[tuple[str, tuple[int, int]]]) -> None:
    atlas, pages = Atlas(), Pages()
    living, _ = play(atlas, moves)
    atlas.refresh()
    places = [placed(atlas, image) for image in living]
    pages.write(atlas.take_uploads())

    check_layout(places)
    assert [(place.width, place.height) for place in places] == [(image.width, image.height) for image in living]
    assert all(pages.shows(place, image) for place, image in zip(places, living, strict=True))
    assert {place.page for place in places} <= set(atlas.pages)


@settings(deadline=None, max_examples=30)
@given(steps)
def test_the_same_calls_give_the_same_places(moves: list[tuple[str, tuple[int, int]]]) -> None:
    assert play(Atlas(), moves)[1] == play(Atlas(), moves)[1]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.booleans(), sizes), max_size=200))
def test_a_page_gives_free_rectangles_and_is_as_new_when_all_are_back(
    moves: list[tuple[bool, tuple[int, int]]],
) -> None:
    page = AtlasPage(512)
    taken: list[tuple[int, int, int, int]] = []
    for takes, (width, height) in moves:
        if takes or not taken:
            corner = page.take(width, height) or page.take_new(width, height) or page.take_any(width, height)
            if corner is not None:
                x, y = corner
                assert 0 <= x <= 512 - width
                assert 0 <= y <= 512 - height
                for left, top, w, h in taken:
                    assert x + width <= left or left + w <= x or y + height <= top or top + h <= y
                taken.append((x, y, width, height))
        else:
            x, y, width, height = taken.pop(width % len(taken))
            page.give_back(x, y, width)
    for x, y, width, _ in taken:
        page.give_back(x, y, width)

    assert not page.shelves
    assert page.take_new(512, 512) == (0, 0)


def test_an_image_keeps_its_place_while_it_lives() -> None:
    atlas = Atlas()
    images = [picture(20, 30, i) for i in range(50)]
    before = [atlas.place(image) for image in images]
    for image in images[::2]:
        image.fill((1, 0, 0))
    atlas.refresh()

    assert [atlas.place(image) for image in images] == before
    assert atlas.revision == 0


def test_a_thousand_small_images_share_one_page() -> None:
    atlas = Atlas()
    images = [Image.create(32, 32) for _ in range(1000)]
    places = [placed(atlas, image) for image in images]

    assert atlas.pages == (0,)
    assert len(set(places)) == 1000


@pytest.mark.parametrize(
    ("of", "least"),
    [((1, 64), 0.85), ((1, 256), 0.75), ((16, 16), 0.97), ((256, 256), 0.78)],
)
def test_pages_are_filled_well(of: tuple[int, int], least: float) -> None:
    chance = random.Random(5)
    pages, used = [AtlasPage(PAGE_SIZE)], 0
    while len(pages) <= 3:
        width, height = (chance.randint(*of) + 2 * BORDER for _ in range(2))
        for take in (AtlasPage.take, AtlasPage.take_new, AtlasPage.take_any):
            if any(take(page, width, height) for page in pages):
                used += width * height
                break
        else:
            pages.append(AtlasPage(PAGE_SIZE))

    assert used / (3 * PAGE_SIZE**2) >= least


@pytest.mark.parametrize("size", [(LARGEST_SIDE + 1, 1), (1, LARGEST_SIDE + 1)])
def test_an_image_that_is_too_large_has_no_place(size: tuple[int, int]) -> None:
    atlas = Atlas()

    assert atlas.place(Image.create(*size)) is None
    assert not atlas.pages


def test_the_largest_image_has_a_place() -> None:
    image = Image.create(LARGEST_SIDE, LARGEST_SIDE)

    assert Atlas().place(image) == Place(0, BORDER, BORDER, LARGEST_SIDE, LARGEST_SIDE)


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (5, 1), (8, 6), (LARGEST_SIDE, 3)])
def test_an_upload_repeats_the_edges_and_corners_around_the_image(size: tuple[int, int]) -> None:
    atlas = Atlas()
    image = picture(*size)
    place = placed(atlas, image)
    [upload] = atlas.take_uploads()
    columns, rows = (np.clip(np.arange(-BORDER, side + BORDER), 0, side - 1) for side in size)

    assert upload[:3] == (place.page, place.x - BORDER, place.y - BORDER)
    assert (upload.pixels == image.pixels[np.ix_(rows, columns)]).all()
    assert upload.pixels.flags.c_contiguous


def test_what_was_uploaded_is_not_uploaded_again() -> None:
    atlas = Atlas()
    images = [picture(4, 4, i) for i in range(3)]
    for image in images:
        atlas.place(image)
    assert len(atlas.take_uploads()) == 3
    atlas.refresh()
    for image in images:
        atlas.place(image)

    assert not atlas.take_uploads()


def test_an_image_that_changes_more_often_than_uploads_are_taken_is_uploaded_once() -> None:
    atlas = Atlas()
    image = picture(4, 4)
    for color in ("red", "lime", "blue"):
        atlas.place(image)
        image.fill(color)
        atlas.refresh()

    [upload] = atlas.take_uploads()
    assert (upload.pixels == (0, 0, 255, 255)).all()


@pytest.mark.parametrize("refreshes", [True, False])
def test_only_an_image_that_changed_is_uploaded_again_once(refreshes: bool) -> None:
    atlas = Atlas()
    images = [picture(4, 4, i) for i in range(3)]
    places = [placed(atlas, image) for image in images]
    atlas.take_uploads()
    images[1].fill((1, 0, 0))
    images[1].set_pixel(0, 0, (0, 1, 0))
    if refreshes:
        atlas.refresh()
    atlas.place(images[1])
    [upload] = atlas.take_uploads()

    assert upload[1:3] == (places[1].x - BORDER, places[1].y - BORDER)
    assert upload.pixels[BORDER, BORDER].tolist() == [0, 255, 0, 255]
    assert upload.pixels[BORDER, BORDER + 1].tolist() == [255, 0, 0, 255]


def test_an_image_of_another_size_gets_another_place_and_counts_the_revision_up() -> None:
    atlas, pages = Atlas(), Pages()
    image, other = picture(4, 4), picture(4, 4, 1)
    atlas.place(image)
    untouched = atlas.place(other)
    image.set_pixels(picture(50, 60).pixels)
    atlas.refresh()
    assert atlas.revision == 1
    place = placed(atlas, image)
    pages.write(atlas.take_uploads())

    assert (place.width, place.height) == (50, 60)
    assert pages.shows(place, image)
    assert atlas.place(other) == untouched
    assert atlas.revision == 1


def test_an_image_that_grew_too_large_loses_its_place() -> None:
    atlas = Atlas()
    image = picture(4, 4)
    atlas.place(image)
    image.set_pixels(picture(LARGEST_SIDE + 1, 4).pixels)

    assert atlas.place(image) is None
    assert atlas.revision == 1
    assert not atlas.take_uploads()


def test_the_place_of_an_image_that_is_gone_is_used_again_after_a_refresh() -> None:
    atlas = Atlas()
    images = [picture(30, 30, i) for i in range(100)]
    places = [placed(atlas, image) for image in images]
    freed = places[37]
    del images[37]
    gc.collect()
    assert atlas.place(another := picture(30, 30)) not in places
    atlas.refresh()

    assert placed(atlas, picture(28, 29)) == Place(freed.page, freed.x, freed.y, 28, 29)
    assert atlas.revision == 0
    assert another is not None


def test_neighbours_that_are_gone_make_room_for_a_larger_image() -> None:
    atlas = Atlas()
    images = [picture(60, 60, i) for i in range(32 * 32)]  # a full page
    places = [placed(atlas, image) for image in images]
    assert atlas.pages == (0,)
    row = [i for i, place in enumerate(places) if place.y == places[500].y]
    keep = [image for i, image in enumerate(images) if i not in row[3:7]]
    left = places[row[3]]
    images.clear()
    gc.collect()
    atlas.refresh()
    wide = picture(3 * 64 + 60, 60)

    assert atlas.place(wide) == (0, left.x, left.y, 3 * 64 + 60, 60)
    assert len(keep) == 32 * 32 - 4


def test_the_finalizer_of_an_image_does_no_work() -> None:
    atlas: Any = Atlas()
    image = picture(4, 4)
    atlas.place(image)
    watch = weakref.ref(image)
    del image
    gc.collect()
    assert watch() is None
    assert len(atlas._placed) == 1

    atlas.refresh()
    assert len(atlas._placed) == 0


def test_a_new_image_at_the_address_of_one_that_is_gone_is_a_new_image() -> None:
    atlas, pages = Atlas(), Pages()
    addresses = set()
    reused = 0
    for i in range(300):
        image = picture(6, 6, i)
        reused += id(image) in addresses
        addresses.add(id(image))
        place = placed(atlas, image)
        pages.write(atlas.take_uploads())
        assert pages.shows(place, image)
        if i % 7 == 0:
            atlas.refresh()
            assert atlas.place(image) == place
        del image

    assert reused  # else this showed nothing


def test_an_image_that_is_gone_before_its_upload_is_not_uploaded() -> None:
    atlas = Atlas()
    atlas.place(picture(4, 4))
    gc.collect()
    kept = picture(4, 4, 1)
    atlas.place(kept)

    [upload] = atlas.take_uploads()
    assert (upload.pixels[BORDER:-BORDER, BORDER:-BORDER] == kept.pixels).all()


def test_what_nobody_takes_does_not_pile_up() -> None:
    atlas: Any = Atlas()
    for i in range(50):
        image = picture(4, 4, i)
        atlas.place(image)
        atlas.refresh()

    assert len(atlas._waiting) == 1


def test_a_page_goes_when_it_stays_empty_and_its_number_comes_again() -> None:
    atlas = Atlas()
    images = [Image.create(LARGEST_SIDE, LARGEST_SIDE) for _ in range(150)]
    for image in images:
        atlas.place(image)
    assert atlas.pages == (0, 1, 2, 3)
    images = [image for image in images if placed(atlas, image).page != 1]
    gc.collect()
    atlas.refresh()
    atlas.refresh()
    assert list(atlas.pages) == [0, 2, 3]
    assert atlas.revision == 1

    more = [Image.create(LARGEST_SIDE, LARGEST_SIDE) for _ in range(50)]
    assert {placed(atlas, image).page for image in more} == {1, 3}
    assert atlas.pages == (0, 1, 2, 3)


def test_an_image_that_is_replaced_each_frame_makes_no_page_each_frame() -> None:
    atlas = Atlas()
    image = None
    for i in range(10):
        image = picture(8, 8, i)
        atlas.refresh()
        atlas.place(image)
        assert atlas.pages == (0,)
    assert atlas.revision == 0


def test_images_that_outlive_the_atlas_and_an_atlas_that_outlives_images_do_no_harm() -> None:
    first, second = Atlas(), Atlas()
    image = picture(4, 4)
    first.place(image)
    second.place(image)
    watch = weakref.ref(first)
    del first
    gc.collect()
    assert watch() is None
    del image
    gc.collect()
    second.refresh()

    assert not second.take_uploads()


def test_a_steady_frame_leaves_nothing_allocated() -> None:
    atlas = Atlas()
    images = [Image.create(32, 32) for _ in range(1000)]
    for image in images:
        atlas.place(image)
    atlas.take_uploads()
    before = sys.getallocatedblocks()
    for _ in range(100):
        atlas.refresh()
        atlas.take_uploads()

    assert sys.getallocatedblocks() - before < 20
