"""Glyph pictures share pages without touching one another."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from servers.text.atlas import PAGE_SIDE, GlyphAtlas, Place


def filled(width: int, height: int, coverage: int = 200) -> np.ndarray:
    return np.full((height, width), coverage, np.uint8)


def test_a_glyph_is_white_with_its_coverage_as_alpha_and_clear_around() -> None:
    atlas = GlyphAtlas()
    page, x, y = atlas.add(filled(3, 2, coverage=77))

    around = atlas.textures[page].image.pixels[y - 1 : y + 3, x - 1 : x + 4]
    expected = np.zeros((4, 5), np.uint8)
    expected[1:3, 1:4] = 77
    assert (around[:, :, 3] == expected).all()
    assert (around[:, :, :3] == 255).all()


def test_adding_a_glyph_changes_the_pages_revision() -> None:
    atlas = GlyphAtlas()
    atlas.add(filled(3, 2))
    before = atlas.textures[0].image.revision
    atlas.add(filled(3, 2))

    assert atlas.textures[0].image.revision == before + 1


def test_a_full_page_is_followed_by_another() -> None:
    atlas = GlyphAtlas()
    side = PAGE_SIDE - 2
    places = [atlas.add(filled(side, side)), atlas.add(filled(1, 1))]

    assert places == [Place(0, 1, 1), Place(1, 1, 1)]
    assert len(atlas.textures) == 2


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 300), st.integers(1, 300)), max_size=60))
def test_no_two_glyphs_and_gaps_overlap(sizes: list[tuple[int, int]]) -> None:
    atlas = GlyphAtlas()
    taken: dict[int, np.ndarray] = {}
    for width, height in sizes:
        page, x, y = atlas.add(filled(width, height))
        used = taken.setdefault(page, np.zeros((PAGE_SIDE, PAGE_SIDE), bool))
        assert 1 <= x <= PAGE_SIDE - 1 - width
        assert 1 <= y <= PAGE_SIDE - 1 - height
        assert not used[y - 1 : y + height + 1, x - 1 : x + width + 1].any()
        used[y : y + height, x : x + width] = True
