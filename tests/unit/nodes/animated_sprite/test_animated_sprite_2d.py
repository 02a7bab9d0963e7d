"""AnimatedSprite2D: what playing does, its properties, its state, and what is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import nan
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import Image
from engine.resources.sprite_frames import SpriteFrames
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.animated_sprite_2d import AnimatedSprite2D
from tests.unit.nodes.animations import frames_of, texture, told

# Playing, standing still


def test_play_goes_on_where_pause_has_stopped(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.play("run", 2.0)
    tree.tick(0.075)
    sprite.pause()
    assert (sprite.is_playing(), sprite.get_playing_speed()) == (False, 0.0)
    tree.tick(0.2)
    assert (sprite.frame, sprite.frame_progress) == pytest.approx((1, 0.5))

    sprite.play()
    tree.tick(0.025)

    assert (sprite.frame, sprite.frame_progress) == pytest.approx((1, 0.75))


def test_stop_goes_to_the_first_frame(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.play("run", 2.0)
    tree.tick(0.075)

    sprite.stop()

    assert (sprite.frame, sprite.frame_progress, sprite.is_playing()) == (0, 0.0, False)


def test_playing_another_animation_tells_of_the_frame_and_then_of_the_animation(sprite: AnimatedSprite2D) -> None:
    sprite.frame = 2
    log = told(sprite)

    sprite.play("wait")
    sprite.play("run")
    sprite.play("run")

    assert log == ["frame_changed 0", "animation_changed 0", "animation_changed 0"]


def test_a_receiver_may_stop_what_begins_to_play(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.animation_changed.connect(sprite.stop)

    sprite.play("wait")
    tree.tick(0.15)

    assert (sprite.is_playing(), sprite.frame, sprite.frame_progress) == (False, 0, 0.0)


def test_another_animation_may_begin_at_its_end(sprite: AnimatedSprite2D) -> None:
    sprite.play("wait", 1.0, True)

    assert (sprite.animation, sprite.frame, sprite.frame_progress) == ("wait", 1, 1.0)


def test_an_animation_without_frames_is_not_played(sprite: AnimatedSprite2D, frames: SpriteFrames) -> None:
    frames.add_animation("empty")

    sprite.play("empty")

    assert (sprite.animation, sprite.is_playing()) == ("run", False)


def test_one_that_gets_ready_plays_by_itself(tree: SceneTree, frames: SpriteFrames) -> None:
    sprite = AnimatedSprite2D(sprite_frames=frames, autoplay="wait")
    assert not sprite.is_playing()

    tree.root.add_child(sprite)

    assert (sprite.animation, sprite.is_playing()) == ("wait", True)


@pytest.mark.parametrize("first", ["frames", "name"])
def test_an_autoplay_that_is_not_there_is_no_error_and_logged_once(
    tree: SceneTree, frames: SpriteFrames, caplog: pytest.LogCaptureFixture, first: str
) -> None:
    sprite = AnimatedSprite2D("S", autoplay="rum") if first == "name" else AnimatedSprite2D("S", sprite_frames=frames)
    sprite.autoplay = "rum"
    sprite.sprite_frames = frames
    tree.root.add_child(sprite)

    assert not sprite.is_playing()
    (record,) = caplog.records
    assert re.fullmatch(
        r"(/root/)?S\.autoplay is 'rum', but the sprite_frames have no animation 'rum'; did you mean 'run'\?; "
        "nothing is played",
        record.getMessage(),
    )


def test_of_many_sprites_with_the_same_frames_the_log_names_one_for_each_name_that_is_not_there(
    tree: SceneTree, frames: SpriteFrames, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("rum", "rum", "walc", "rum"):
        tree.root.add_child(AnimatedSprite2D(sprite_frames=frames, autoplay=name))
    others = SpriteFrames()
    tree.root.add_child(AnimatedSprite2D(sprite_frames=others, autoplay="rum"))

    said = [record.getMessage().partition(",")[0] for record in caplog.records]
    assert [line.partition(".")[2] for line in said] == [
        "autoplay is 'rum'",
        "autoplay is 'walc'",
        "autoplay is 'rum'",
    ]


def test_an_autoplay_without_frames_is_logged(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    tree.root.add_child(AnimatedSprite2D("S", autoplay="run"))

    assert [record.getMessage() for record in caplog.records] == [
        "/root/S.autoplay is 'run', but there are no sprite_frames; nothing is played"
    ]


# Properties


def test_a_frame_beyond_the_ends_is_the_first_or_the_last(sprite: AnimatedSprite2D) -> None:
    sprite.frame = 99
    assert sprite.frame == 2
    sprite.frame = -3

    assert sprite.frame == 0


def test_setting_a_frame_begins_it_anew_from_where_it_is_played(sprite: AnimatedSprite2D) -> None:
    sprite.frame_progress = 0.5
    sprite.frame = 1
    assert sprite.frame_progress == 0.0
    sprite.play_backwards()
    sprite.frame = 1

    assert sprite.frame_progress == 1.0


def test_setting_an_animation_goes_to_its_start_and_backwards_to_its_end(sprite: AnimatedSprite2D) -> None:
    sprite.set_frame_and_progress(2, 0.5)
    sprite.animation = "wait"
    assert (sprite.frame, sprite.frame_progress) == (0, 0.0)
    sprite.play_backwards()
    sprite.animation = "run"

    assert (sprite.frame, sprite.frame_progress, sprite.is_playing()) == (2, 1.0, True)


def test_setting_an_animation_without_frames_stops(sprite: AnimatedSprite2D, frames: SpriteFrames) -> None:
    frames.add_animation("empty")
    sprite.play()
    sprite.frame = 2

    sprite.animation = "empty"

    assert (sprite.animation, sprite.frame, sprite.is_playing()) == ("empty", 0, False)


def test_other_frames_stop_and_choose_their_first_animation_if_they_lack_the_one(sprite: AnimatedSprite2D) -> None:
    sprite.autoplay = "run"
    sprite.play()
    sprite.frame = 2
    log = told(sprite)

    sprite.sprite_frames = frames_of(walk=2, fall=1)

    assert (sprite.animation, sprite.frame, sprite.autoplay, sprite.is_playing()) == ("walk", 0, "", False)
    assert log == ["frame_changed 0", "animation_changed 0", "sprite_frames_changed 0"]


def test_other_frames_that_have_the_animation_keep_it(sprite: AnimatedSprite2D) -> None:
    sprite.animation = "wait"

    sprite.sprite_frames = frames_of(run=1, wait=1)

    assert sprite.animation == "wait"


def test_frames_without_animations_leave_none(sprite: AnimatedSprite2D) -> None:
    sprite.sprite_frames = frames_of()

    assert sprite.animation == ""


def test_frames_that_are_taken_away_move_the_shown_one_to_the_last(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    sprite.set_frame_and_progress(2, 0.5)
    log = told(sprite)

    frames.remove_frame("run", 0)
    assert (sprite.frame, sprite.frame_progress) == (1, 0.5)
    assert log == []
    tree.root.remove_child(sprite)
    frames.remove_frame("run", 0)
    tree.root.add_child(sprite)

    assert sprite.frame == 0


def test_without_frames_what_a_file_says_is_kept(frames: SpriteFrames) -> None:
    sprite = AnimatedSprite2D(animation="wait", autoplay="run", frame=1, frame_progress=0.25)
    assert (sprite.animation, sprite.frame, sprite.frame_progress) == ("wait", 1, 0.25)

    sprite.sprite_frames = frames

    assert (sprite.animation, sprite.autoplay) == ("wait", "run")


def test_a_duplicate_shows_the_same_and_does_not_play(sprite: AnimatedSprite2D, frames: SpriteFrames) -> None:
    sprite.play("wait")
    sprite.set_frame_and_progress(1, 0.5)
    sprite.flip_h = True

    other = sprite.duplicate()

    assert other.sprite_frames is frames
    assert (other.animation, other.frame, other.frame_progress, other.flip_h) == ("wait", 1, 0.5, True)
    assert not other.is_playing()


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda sprite: sprite.play("rum"), InvalidValueError, r"play: the sprite_frames have no animation 'rum'; did"),
        (lambda sprite: sprite.play("nothing"), InvalidValueError, r"'nothing'; there are 'run', 'wait'"),
        (lambda sprite: sprite.play("wait", nan), InvalidValueError, r"play\(custom_speed\) must be a finite number"),
        (lambda sprite: sprite.play(3), InvalidTypeError, r"play\(name\) must be a str, got 3"),
        (lambda sprite: sprite.play("wait", 1.0, "yes"), InvalidTypeError, r"play\(from_end\) must be True or False"),
        (lambda sprite: sprite.set_frame_and_progress(1, nan), InvalidValueError, r"\(progress\) must be a finite"),
        (lambda sprite: sprite.set_frame_and_progress(1.5, 0), InvalidTypeError, r"\(frame\) must be a whole number"),
        (
            lambda sprite: setattr(sprite, "animation", "rum"),
            InvalidValueError,
            r"animation: the sprite_frames have no",
        ),
        (
            lambda sprite: setattr(sprite, "sprite_frames", "a.tres"),
            InvalidTypeError,
            r"sprite_frames must be a Sprite",
        ),
    ],
)
def test_what_cannot_be_is_refused_before_anything_changed(
    sprite: AnimatedSprite2D, call: Callable[[Any], object], error: type[Exception], text: str
) -> None:
    log = told(sprite)

    with pytest.raises(error, match=text):
        call(sprite)
    assert (sprite.animation, sprite.frame, sprite.frame_progress) == ("run", 0, 0.0)
    assert not sprite.is_playing()
    assert log == []


def test_without_frames_there_is_nothing_to_play(tree: SceneTree) -> None:
    sprite = tree.root.add_child(AnimatedSprite2D())

    with pytest.raises(InvalidValueError, match=r"play\('default'\): there are no sprite_frames; set them first$"):
        sprite.play()
    assert "SpriteFrames" in sprite.get_configuration_warnings()[0]
    sprite.sprite_frames = frames_of(run=1)
    assert sprite.get_configuration_warnings() == []


# State


def test_a_snapshot_sets_playing_back(tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames) -> None:
    sprite.play("run", 2.0)
    tree.tick(0.075)
    before = tree.snapshot()
    digest = tree.state_hash()
    sprite.play("wait")
    tree.tick(0.15)
    frames.clear("run")
    sprite.stop()

    tree.restore(before)

    assert tree.state_hash() == digest
    assert (sprite.animation, sprite.frame, sprite.get_playing_speed()) == ("run", 1, 2.0)
    tree.tick(0.05)
    assert sprite.frame == 2
    frames.remove_frame("run", 0)
    assert sprite.frame == 1


@pytest.mark.parametrize("change", [lambda sprite: sprite.pause(), lambda sprite: sprite.play("run", 3.0)])
def test_the_digest_of_the_state_tells_how_it_plays(
    tree: SceneTree, sprite: AnimatedSprite2D, change: Callable[[AnimatedSprite2D], None]
) -> None:
    sprite.play()
    before = tree.state_hash()

    change(sprite)

    assert tree.state_hash() != before


def test_a_sprite_that_was_stopped_is_as_one_that_never_played(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    before = tree.state_hash()
    sprite.play("run", 3.0)
    sprite.frame = 2

    sprite.stop()

    assert tree.state_hash() == before


def test_frames_do_not_keep_a_sprite_that_has_left(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    tree.root.remove_child(sprite)

    assert frames.changed.get_connections() == []


# What is drawn


def test_the_texture_of_the_frame_is_drawn(canvas: Any) -> None:
    frames = SpriteFrames()
    frames.add_frame("default", texture(8, 4))
    frames.add_frame("default", texture(20, 10))
    frames.add_frame("default", None)
    sprite = canvas.root.add_child(AnimatedSprite2D(sprite_frames=frames))

    assert canvas.points() == [[-4, -2, 4, -2, -4, 2, 4, 2]]
    sprite.frame = 1
    assert canvas.points() == [[-10, -5, 10, -5, -10, 5, 10, 5]]
    sprite.centered = False
    sprite.offset = (1, 2)
    assert canvas.points() == [[1, 2, 21, 2, 1, 12, 21, 12]]
    sprite.frame = 2
    assert canvas.points() == []


def test_a_texture_that_gets_another_size_is_drawn_in_that_size(canvas: Any) -> None:
    frames = SpriteFrames()
    shown = texture(8, 4)
    frames.add_frame("default", shown)
    canvas.root.add_child(AnimatedSprite2D(sprite_frames=frames, centered=False))
    canvas.frame()

    shown.image = Image.create(2, 2)

    assert canvas.points() == [[0, 0, 2, 0, 0, 2, 2, 2]]


def test_the_frames_of_another_animation_are_drawn(canvas: Any) -> None:
    frames = frames_of(run=1, wait=1)
    frames.set_frame("wait", 0, texture(2, 2))
    sprite = canvas.root.add_child(AnimatedSprite2D(sprite_frames=frames, centered=False))
    canvas.frame()

    sprite.play("wait")

    assert canvas.points() == [[0, 0, 2, 0, 0, 2, 2, 2]]
    sprite.animation = "run"
    assert canvas.points() == [[0, 0, 8, 0, 0, 4, 8, 4]]


def test_textures_that_are_shown_no_longer_are_not_watched(canvas: Any) -> None:
    frames = frames_of(run=2)
    first, second = frames.get_frame_texture("run", 0), frames.get_frame_texture("run", 1)
    assert first is not None
    assert second is not None
    sprite = canvas.root.add_child(AnimatedSprite2D(sprite_frames=frames))
    canvas.frame()
    sprite.frame = 1
    canvas.frame()

    assert (len(first.changed.get_connections()), len(second.changed.get_connections())) == (0, 1)
    canvas.root.remove_child(sprite)
    assert len(second.changed.get_connections()) == 0
    sprite.free()
