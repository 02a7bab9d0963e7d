"""The records of records/sprites.jsonl: Godot's Sprite2D and SpriteFrames. Those of one case run in sequence."""

from __future__ import annotations

import pytest

from engine import InvalidValueError, SpriteFrames, Vector2i
from nodes import Sprite2D

record = pytest.mark.record

# A record's number, the columns and rows, a frame, and its column and row.
FRAMES = [
    (3, 2, 2, 0, (0, 0)),
    (4, 2, 2, 1, (1, 0)),
    (5, 2, 2, 2, (0, 1)),
    (6, 2, 2, 3, (1, 1)),
    (7, 4, 4, 0, (0, 0)),
    (8, 4, 4, 2, (2, 0)),
    (9, 4, 4, 4, (0, 1)),
    (10, 4, 4, 6, (2, 1)),
    (11, 4, 4, 8, (0, 2)),
    (12, 4, 4, 10, (2, 2)),
    (13, 4, 4, 12, (0, 3)),
    (14, 4, 4, 14, (2, 3)),
    (15, 8, 4, 0, (0, 0)),
    (16, 8, 4, 4, (4, 0)),
    (17, 8, 4, 8, (0, 1)),
    (18, 8, 4, 16, (0, 2)),
    (19, 8, 4, 31, (7, 3)),
    (20, 100, 100, 0, (0, 0)),
    (21, 100, 100, 60, (60, 0)),
    (22, 100, 100, 120, (20, 1)),
    (23, 100, 100, 240, (40, 2)),
    (24, 100, 100, 360, (60, 3)),
    (25, 100, 100, 2048, (48, 20)),
    (26, 100, 100, 8192, (92, 81)),
]


@record("Sprite2D-002")
def test_a_frame_out_of_range_is_refused_and_the_first_stays() -> None:
    sprite = Sprite2D()

    for frame in (30, -1):
        with pytest.raises(InvalidValueError):
            sprite.frame = frame

    assert sprite.frame == 0


@pytest.mark.parametrize(
    ("hframes", "vframes", "frame", "coords"),
    [pytest.param(*each[1:], marks=record(f"Sprite2D-{each[0]:03}"), id=str(each[0])) for each in FRAMES],
)
def test_frames_are_counted_row_by_row(hframes: int, vframes: int, frame: int, coords: tuple[int, int]) -> None:
    sprite = Sprite2D(hframes=hframes, vframes=vframes)

    sprite.frame = frame

    assert sprite.frame == frame
    assert sprite.frame_coords == coords
    assert type(sprite.frame_coords) is Vector2i


def four() -> SpriteFrames:
    frames = SpriteFrames()
    for name in ("2", "1", "3"):
        frames.add_animation(name)
    return frames


@record("SpriteFrames-001")
def test_a_new_one_has_the_animation_default() -> None:
    assert list(SpriteFrames().get_animation_names()) == ["default"]


@record("SpriteFrames-002")
def test_animations_are_known_by_their_names() -> None:
    frames = four()

    assert [frames.has_animation(name) for name in ("default", "2", "1", "3")] == [True, True, True, True]
    assert not frames.has_animation("999")
    assert sorted(frames.get_animation_names()) == ["1", "2", "3", "default"]


@record("SpriteFrames-003")
def test_an_animation_that_is_not_there_cannot_be_renamed() -> None:
    frames = four()

    with pytest.raises(InvalidValueError):
        frames.rename_animation("This does not exist", "0")

    assert not frames.has_animation("0")


@record("SpriteFrames-004")
def test_an_animation_cannot_take_the_name_of_another() -> None:
    frames = four()

    with pytest.raises(InvalidValueError):
        frames.rename_animation("3", "1")

    assert frames.has_animation("3")


@record("SpriteFrames-005")
def test_an_animation_cannot_be_added_twice() -> None:
    frames = four()

    with pytest.raises(InvalidValueError):
        frames.add_animation("1")

    assert len(frames.get_animation_names()) == 4


@record("SpriteFrames-006")
def test_an_animation_can_be_renamed() -> None:
    frames = four()

    frames.rename_animation("3", "9")

    assert frames.has_animation("9")


@record("SpriteFrames-007")
def test_an_animation_can_be_removed() -> None:
    frames = four()
    frames.rename_animation("3", "9")

    frames.remove_animation("9")

    assert not frames.has_animation("9")


@record("SpriteFrames-008")
def test_clear_all_leaves_the_animation_default() -> None:
    frames = four()

    frames.clear_all()

    assert list(frames.get_animation_names()) == ["default"]


def with_x() -> SpriteFrames:
    frames = SpriteFrames()
    frames.add_animation("x")
    return frames


@record("SpriteFrames-009")
def test_an_animation_has_five_frames_a_second() -> None:
    assert with_x().get_animation_speed("x") == 5.0


@record("SpriteFrames-010")
def test_the_speed_of_an_animation_can_be_set() -> None:
    frames = with_x()

    frames.set_animation_speed("x", 123.0004)

    assert frames.get_animation_speed("x") == 123.0004


@record("SpriteFrames-011")
def test_a_negative_speed_is_refused() -> None:
    frames = with_x()
    frames.set_animation_speed("x", 123.0004)

    with pytest.raises(InvalidValueError):
        frames.set_animation_speed("x", -999.999)

    assert frames.get_animation_speed("x") == 123.0004


@record("SpriteFrames-012")
def test_a_speed_of_0_is_one() -> None:
    frames = with_x()
    frames.set_animation_speed("x", 123.0004)

    frames.set_animation_speed("x", 0.0)

    assert frames.get_animation_speed("x") == 0.0


def with_three() -> SpriteFrames:
    frames = with_x()
    for place in range(3):
        frames.add_frame("x", None, 1.0, place)
    return frames


@record("SpriteFrames-014")
def test_a_new_animation_has_no_frames() -> None:
    assert with_x().get_frame_count("x") == 0


@record("SpriteFrames-015")
def test_frames_are_added_at_their_places() -> None:
    assert with_three().get_frame_count("x") == 3


@record("SpriteFrames-016")
def test_frames_can_be_removed() -> None:
    frames = with_three()

    frames.remove_frame("x", 1)
    frames.remove_frame("x", 0)

    assert frames.get_frame_count("x") == 1


@record("SpriteFrames-017")
def test_what_is_asked_of_frames_and_animations_that_are_not_there_is_refused() -> None:
    frames = with_three()
    frames.remove_frame("x", 1)
    frames.remove_frame("x", 0)

    with pytest.raises(InvalidValueError):
        frames.remove_frame("x", -99)
    for refused in (
        lambda: frames.remove_frame("This does not exist", 0),
        lambda: frames.add_frame("This does not exist", None),
        lambda: frames.set_frame("This does not exist", 0, None),
        lambda: frames.get_frame_count("This does not exist"),
        lambda: frames.clear("This does not exist"),
    ):
        with pytest.raises(InvalidValueError):
            refused()

    assert frames.get_frame_count("x") == 1


@record("SpriteFrames-018")
def test_an_animation_can_be_cleared() -> None:
    frames = with_three()

    frames.clear("x")

    assert frames.get_frame_count("x") == 0
