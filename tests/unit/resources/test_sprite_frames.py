"""SpriteFrames: animations made of textures, what changes them, and how files have them."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.string_name import StringName
from engine.resources import Image, ImageTexture
from engine.resources.sprite_frames import SpriteFrames


def texture() -> ImageTexture:
    return ImageTexture(Image.create(2, 2))


@pytest.fixture
def frames() -> SpriteFrames:
    frames = SpriteFrames()
    frames.add_animation("walk")
    return frames


def test_frames_are_added_at_the_end_or_at_a_place(frames: SpriteFrames) -> None:
    first, second, third, fourth = (texture() for _ in range(4))

    frames.add_frame("walk", first)
    frames.add_frame("walk", second, 2.5, 0)
    frames.add_frame("walk", third, at_position=99)
    frames.add_frame("walk", fourth, at_position=-5)

    assert [frames.get_frame_texture("walk", at) for at in range(4)] == [second, first, third, fourth]
    assert [frames.get_frame_duration("walk", at) for at in range(4)] == [2.5, 1.0, 1.0, 1.0]


def test_a_frame_takes_the_place_of_another(frames: SpriteFrames) -> None:
    shown = texture()
    frames.add_frame("walk", None)
    frames.add_frame("walk", None)

    frames.set_frame("walk", 1, shown, 3)

    assert (frames.get_frame_texture("walk", 1), frames.get_frame_duration("walk", 1)) == (shown, 3.0)
    assert (frames.get_frame_texture("walk", 0), frames.get_frame_count("walk")) == (None, 2)


@pytest.mark.parametrize("duration", [0.0, 0.001, -2.0])
def test_no_frame_is_shorter_than_a_hundredth_of_its_usual_time(frames: SpriteFrames, duration: float) -> None:
    frames.add_frame("walk", None, duration)

    assert frames.get_frame_duration("walk", 0) == 0.01


def test_a_copy_of_an_animation_does_not_change_with_it(frames: SpriteFrames) -> None:
    frames.add_frame("walk", None, 2)
    frames.set_animation_speed("walk", 12)
    frames.set_animation_loop("walk", False)

    frames.duplicate_animation("walk", "run")
    frames.clear("walk")

    assert frames.get_frame_count("run") == 1
    assert (frames.get_animation_speed("run"), frames.get_animation_loop("run")) == (12.0, False)


def test_renaming_keeps_all_of_an_animation(frames: SpriteFrames) -> None:
    frames.add_frame("walk", None, 2)

    frames.rename_animation("walk", "run")

    assert frames.get_animation_names() == ("default", "run")
    assert frames.get_frame_duration("run", 0) == 2.0


def test_every_change_is_told(frames: SpriteFrames) -> None:
    told: list[int] = []
    frames.changed.connect(lambda: told.append(frames.revision))
    before = frames.revision

    frames.add_animation("run")
    frames.rename_animation("run", "jump")
    frames.duplicate_animation("jump", "fly")
    frames.set_animation_speed("fly", 2)
    frames.set_animation_loop("fly", False)
    frames.add_frame("fly", None)
    frames.set_frame("fly", 0, None, 2)
    frames.remove_frame("fly", 0)
    frames.clear("fly")
    frames.remove_animation("fly")
    frames.clear_all()

    assert told == [before + each for each in range(1, 12)]


def test_removing_an_animation_that_is_not_there_is_no_change(frames: SpriteFrames) -> None:
    before = frames.revision

    frames.remove_animation("run")

    assert frames.revision == before


def test_a_duplicate_has_animations_of_its_own(frames: SpriteFrames) -> None:
    shown = texture()
    frames.add_frame("walk", shown)

    other = frames.duplicate()
    other.clear("walk")
    other.remove_animation("default")

    assert frames.get_frame_texture("walk", 0) is shown
    assert frames.has_animation("default")
    assert frames.duplicate(True).get_frame_texture("walk", 0) is not shown


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda frames: frames.get_frame_count("wolk"), r"get_frame_count: there is no animation 'wolk'; did you mean"),
        (lambda frames: frames.get_animation_speed(7), r"there is no animation 7"),
        (
            lambda frames: frames.add_animation("walk"),
            r"add_animation: there is an animation 'walk' already; add_frame\(\) goes on with it, remove_animation\(\) "
            r"makes room$",
        ),
        (lambda frames: frames.add_animation("default"), r"already; .*; a new SpriteFrames has 'default'$"),
        (lambda frames: frames.rename_animation("walk", "default"), r"there is an animation 'default' already"),
        (lambda frames: frames.duplicate_animation("walk", "walk"), r"there is an animation 'walk' already"),
        (
            lambda frames: frames.set_animation_speed("walk", -1),
            r"set_animation_speed\(fps\) must be 0 or more, got -1",
        ),
        (lambda frames: frames.set_animation_speed("walk", nan), r"set_animation_speed\(fps\) must be a finite number"),
        (lambda frames: frames.get_frame_texture("walk", 1), r"there is no frame 1 in 'walk'; there are 1, from 0"),
        (lambda frames: frames.get_frame_duration("walk", -1), r"there is no frame -1 in 'walk'"),
        (lambda frames: frames.set_frame("walk", 1, None), r"set_frame: there is no frame 1"),
        (lambda frames: frames.remove_frame("default", 0), r"there is no frame 0 in 'default'; there are none"),
        (lambda frames: frames.add_frame("walk", None, inf), r"add_frame\(duration\) must be a finite number"),
    ],
)
def test_what_is_not_there_and_what_cannot_be_is_refused(frames: SpriteFrames, call: Any, text: str) -> None:
    frames.add_frame("walk", None)
    before = frames.animations

    with pytest.raises(InvalidValueError, match=text):
        call(frames)
    assert frames.animations == before


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda frames: frames.add_animation(3), r"add_animation\(anim\) must be a str, got 3"),
        (lambda frames: frames.add_frame("walk", "a.png"), r"add_frame\(texture\) must be a Texture2D or None, got"),
        (lambda frames: frames.add_frame("walk", None, "long"), r"add_frame\(duration\) must be a finite number"),
        (lambda frames: frames.add_frame("walk", None, 1.0, 0.5), r"add_frame\(at_position\) must be a whole number"),
        (lambda frames: frames.set_animation_loop("walk", "no"), r"set_animation_loop\(loop\) must be True or False"),
        (lambda frames: frames.remove_frame("walk", "0"), r"remove_frame\(idx\) must be a whole number"),
    ],
)
def test_arguments_of_another_kind_are_refused(frames: SpriteFrames, call: Any, text: str) -> None:
    with pytest.raises(InvalidTypeError, match=text):
        call(frames)


# As files have it


def test_files_have_the_animations_sorted_by_name_with_all_that_they_hold(frames: SpriteFrames) -> None:
    shown = texture()
    frames.add_animation("blink")
    frames.add_frame("blink", shown, 2)
    frames.set_animation_loop("blink", False)

    written = frames.animations

    assert [each["name"] for each in written] == ["blink", "default", "walk"]
    assert {type(each["name"]) for each in written} == {StringName}
    assert written[0] == {
        "frames": [{"duration": 2.0, "texture": shown}],
        "loop": False,
        "name": "blink",
        "speed": 5.0,
    }
    assert [list(each) for each in written] == [["frames", "loop", "name", "speed"]] * 3


def test_what_files_have_is_read_again(frames: SpriteFrames) -> None:
    frames.add_frame("walk", texture(), 0.5)
    other = SpriteFrames()

    other.animations = frames.animations

    assert other.animations == frames.animations


def test_a_loop_may_be_a_number_and_a_frame_a_texture_alone() -> None:
    shown = texture()
    frames = SpriteFrames()

    frames.animations = [{"name": "run", "speed": 8, "loop": 1, "frames": [shown]}]

    assert frames.get_animation_names() == ("run",)
    assert frames.get_animation_loop("run") is True
    assert (frames.get_frame_texture("run", 0), frames.get_frame_duration("run", 0)) == (shown, 1.0)
