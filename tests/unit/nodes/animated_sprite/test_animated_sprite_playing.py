"""AnimatedSprite2D while it plays: which frame is shown when, and what is told of it."""

from __future__ import annotations

import pytest

from engine.resources.sprite_frames import SpriteFrames
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.animated_sprite_2d import AnimatedSprite2D
from nodes.world_2d.node_2d import Node2D
from tests.unit.nodes.animations import frames_of, texture, told

# Going on


def test_it_shows_one_frame_after_the_other_and_begins_anew(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.play()
    shown = []
    for _ in range(8):
        tree.tick(0.05)
        shown.append(sprite.frame)

    assert shown == [0, 0, 1, 1, 2, 2, 0, 0]


def test_a_frame_changes_once_its_time_is_over_and_keeps_the_rest(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.play()

    tree.tick(0.125)

    assert sprite.frame == 1
    assert sprite.frame_progress == pytest.approx(0.25)


def test_many_frames_go_by_in_one_frame_of_the_tree(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    log = told(sprite)
    sprite.play()

    tree.tick(0.225)

    assert log == ["frame_changed 1", "frame_changed 2"]
    assert sprite.frame_progress == pytest.approx(0.25)


def test_a_long_time_goes_once_through_the_animation_and_no_further(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.play()
    log = told(sprite)

    tree.tick(100.0)

    assert log == ["frame_changed 1", "frame_changed 2", "animation_looped 0", "frame_changed 0"]
    assert sprite.frame_progress == 1.0


def test_where_it_begins_anew_that_is_told_before_the_new_frame(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.frame = 2
    sprite.play()
    log = told(sprite)

    tree.tick(0.15)

    assert log == ["animation_looped 0", "frame_changed 0"]


def test_one_that_does_not_loop_ends_at_its_last_frame(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    frames.set_animation_loop("run", False)
    sprite.frame = 2
    sprite.play()
    log = told(sprite)

    tree.tick(0.15)

    assert log == ["animation_finished 2"]
    assert (sprite.frame, sprite.frame_progress, sprite.is_playing()) == (2, 1.0, False)
    tree.tick(0.15)
    assert log == ["animation_finished 2"]


def test_one_that_has_ended_begins_anew_when_it_is_played(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    frames.set_animation_loop("run", False)
    sprite.set_frame_and_progress(2, 1.0)

    sprite.play()

    assert (sprite.frame, sprite.frame_progress) == (0, 0.0)


def test_backwards_it_goes_from_the_end_to_the_start(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.play_backwards()
    assert (sprite.frame, sprite.frame_progress) == (2, 1.0)
    log = told(sprite)

    tree.tick(0.125)
    assert (sprite.frame, sprite.frame_progress) == pytest.approx((1, 0.75))
    tree.tick(0.2)

    assert log == ["frame_changed 1", "frame_changed 0", "animation_looped 2", "frame_changed 2"]


def test_backwards_one_that_does_not_loop_ends_at_its_first_frame(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    frames.set_animation_loop("run", False)
    sprite.play_backwards()
    log = told(sprite)

    tree.frames(10, 0.05)

    assert log == ["frame_changed 1", "frame_changed 0", "animation_finished 0"]
    assert (sprite.frame, sprite.frame_progress) == (0, 0.0)


def test_a_frame_lasts_as_long_as_its_duration_says(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    frames.set_frame("run", 0, texture(), 2.0)
    sprite.play()

    tree.tick(0.15)
    assert (sprite.frame, sprite.frame_progress) == pytest.approx((0, 0.75))
    tree.tick(0.05001)

    assert sprite.frame == 1


def test_the_rest_of_a_frame_of_the_tree_passes_at_the_speed_of_the_frame_that_ended(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    frames.set_frame("run", 1, texture(), 4.0)
    sprite.play()

    tree.tick(0.15)
    assert (sprite.frame, sprite.frame_progress) == pytest.approx((1, 0.5))
    tree.tick(0.1)

    assert (sprite.frame, sprite.frame_progress) == pytest.approx((1, 0.75))


@pytest.mark.parametrize(
    ("speed_scale", "custom_speed", "frame"),
    [(2.0, 1.0, 2), (1.0, 2.0, 2), (0.5, 2.0, 1), (-1.0, -1.0, 1), (0.0, 3.0, 0)],
)
def test_all_speeds_are_multiplied(
    tree: SceneTree, sprite: AnimatedSprite2D, speed_scale: float, custom_speed: float, frame: int
) -> None:
    sprite.speed_scale = speed_scale
    sprite.play("run", custom_speed)
    assert sprite.get_playing_speed() == speed_scale * custom_speed

    tree.tick(0.13)

    assert sprite.frame == frame


def test_a_speed_of_0_plays_and_goes_nowhere(tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames) -> None:
    frames.set_animation_speed("run", 0.0)
    sprite.play()

    tree.tick(1.0)

    assert sprite.is_playing()
    assert (sprite.frame, sprite.frame_progress) == (0, 0.0)


def test_a_speed_beyond_all_measure_goes_once_through_the_animation(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.speed_scale = 1e308
    sprite.play("run", 1e308)

    tree.tick(0.1)

    assert (sprite.frame, sprite.frame_progress) == (0, 1.0)


def test_the_time_scale_and_the_pause_hold_for_it(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.play()
    tree.time_scale = 0.5
    tree.tick(0.1)
    assert sprite.frame_progress == pytest.approx(0.5)
    tree.paused = True
    tree.tick(0.1)
    assert sprite.frame_progress == pytest.approx(0.5)
    sprite.process_mode = ProcessMode.ALWAYS
    tree.tick(0.1)

    assert sprite.frame_progress == pytest.approx(1.0)


def test_it_goes_on_while_it_is_hidden(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    sprite.visible = False
    sprite.play()

    tree.tick(0.125)

    assert sprite.frame == 1


def test_it_goes_on_before_the_on_process_of_its_own_class_and_after_that_of_its_parent(tree: SceneTree) -> None:
    log: list[str] = []

    class Parent(Node2D):
        def on_process(self, delta: float) -> None:
            log.append("parent")

    class Hero(AnimatedSprite2D):
        def on_process(self, delta: float) -> None:
            log.append("hero")

    hero = tree.root.add_child(Parent()).add_child(Hero(sprite_frames=frames_of(run=3)))
    hero.frame_changed.connect(lambda: log.append("frame"))
    hero.play()

    tree.tick(0.15)

    assert log == ["parent", "frame", "hero"]


def test_one_that_does_not_play_is_not_called(tree: SceneTree, sprite: AnimatedSprite2D) -> None:
    assert tree._process_list.calls == []
    sprite.play()
    tree.tick(0.01)
    assert len(tree._process_list.nodes) == 1
    sprite.stop()
    tree.tick(0.01)

    assert [node for node in tree._process_list.nodes if node is not None] == []


def test_in_edit_mode_it_stands_still_and_does_not_play_by_itself(tree: SceneTree, frames: SpriteFrames) -> None:
    tree.edit_mode = True
    sprite = tree.root.add_child(AnimatedSprite2D(sprite_frames=frames, autoplay="run"))

    assert not sprite.is_playing()
    sprite.play()
    tree.tick(0.5)
    assert (sprite.frame, sprite.frame_progress) == (0, 0.0)


# Receivers that change what they are told of


@pytest.mark.parametrize("method", ["pause", "stop"])
def test_a_receiver_may_stop_the_animation_that_told_it(tree: SceneTree, sprite: AnimatedSprite2D, method: str) -> None:
    sprite.play()
    sprite.frame_changed.connect(getattr(sprite, method))

    tree.tick(0.225)

    assert sprite.frame == (1 if method == "pause" else 0)
    assert sprite.frame_progress == 0.0


def test_a_receiver_may_play_another_animation_when_one_has_ended(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames
) -> None:
    frames.set_animation_loop("run", False)
    sprite.animation_finished.connect(lambda: sprite.play("wait"))
    sprite.play()

    tree.tick(0.2)
    tree.tick(0.2)
    assert (sprite.animation, sprite.frame, sprite.is_playing()) == ("wait", 0, True)
    tree.tick(0.15)

    assert sprite.frame == 1


@pytest.mark.parametrize("end", ["free", "queue_free", "remove", "clear"])
def test_a_receiver_may_end_the_sprite_or_its_frames(
    tree: SceneTree, sprite: AnimatedSprite2D, frames: SpriteFrames, end: str
) -> None:
    sprite.play()
    sprite.frame_changed.connect(
        {
            "free": sprite.free,
            "queue_free": sprite.queue_free,
            "remove": lambda: tree.root.remove_child(sprite),
            "clear": lambda: setattr(sprite, "sprite_frames", None),
        }[end]
    )

    tree.tick(0.25)
    tree.tick(0.25)

    assert sprite.frame == (0 if end == "clear" else 1)
