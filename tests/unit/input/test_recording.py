"""Input recorded by frame and replayed: what is kept, and that the same comes of it."""

from __future__ import annotations

from math import nan
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, ResourceError, TreeError
from engine.input import InputEvent, InputEventKey, InputEventMouseMotion, JoyButton, Key
from engine.input.joypad_events import InputEventJoypadButton
from engine.input.recording import CHECK_EVERY, InputRecorder, InputRecording
from engine.math import RandomNumberGenerator, Vector2
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Dice(Node):
    """A small game: throws dice while a key is held, listens to pads, and writes a log of all that it sees."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Any] = []

    def on_enter_tree(self) -> None:
        self.tree.input_map.add_action("throw", "key:Space", "pad:A")
        self.tree.input.joy_connection_changed.connect(self.on_pad)
        self.tree.root.size_changed.connect(self.on_size)

    def on_pad(self, device: int, connected: bool) -> None:
        self.log.append((self.tree.frame_count, "pad", device, connected, self.input.get_joy_name(device)))

    def on_size(self) -> None:
        self.log.append((self.tree.frame_count, "size", self.tree.root.size))

    def on_input(self, event: InputEvent) -> None:
        self.log.append((self.tree.frame_count, str(event)))

    def on_physics_process(self, delta: float) -> None:
        if self.input.is_action_pressed("throw"):
            self.log.append((self.tree.physics_frame_count, "threw", self.tree.rng.randi_range(1, 6)))

    def on_process(self, delta: float) -> None:
        if self.input.is_action_just_pressed("throw"):
            self.log.append((self.tree.frame_count, "pressed", delta.hex()))


def start(seed: int = 4) -> tuple[SceneTree, Dice]:
    tree = SceneTree(seed=seed)
    return tree, tree.root.add_child(Dice())


def key(code: int, pressed: bool) -> InputEventKey:
    return InputEventKey(keycode=code, pressed=pressed)


def play(tree: SceneTree, frames: int = 200) -> None:
    """What a person might do, followed from a seed of its own: keys, the mouse, a pad, another window, uneven time."""
    person = RandomNumberGenerator(99)
    for frame in range(frames):
        if person.randf() < 0.2:
            tree.push_input(key(Key.SPACE, person.randf() < 0.5))
        if person.randf() < 0.2:
            tree.push_input(InputEventMouseMotion(position=(person.randf_range(0, 900), person.randf())))
        if frame in (30, 90):
            tree.input.set_joy_connected(1, frame == 30, "Pad of someone")
        if 30 < frame < 60:
            tree.push_input(InputEventJoypadButton(device=1, button_index=JoyButton.A, pressed=person.randf() < 0.5))
        if frame == 120:
            tree.input.release_all()
        if frame == 150:
            tree.root.size = Vector2(800, 450.5)
        tree.tick(1 / 60 if frame < 100 else person.randf_range(0.0, 0.05))


@pytest.fixture
def recorded() -> tuple[InputRecording, Dice]:
    tree, game = start()
    with InputRecorder(tree) as recorder:
        play(tree)
    return recorder.recording, game


def test_a_replay_leads_to_the_same_as_what_was_recorded(recorded: tuple[InputRecording, Dice]) -> None:
    recording, game = recorded
    tree, again = start()

    recording.replay(tree)

    assert again.log == game.log
    assert (tree.frame_count, tree.rng.state) == (200, game.tree.rng.state)
    for kind in ("pad", "size", "threw", "pressed"):
        assert any(kind in entry for entry in game.log), kind


def test_a_recording_can_be_replayed_again_and_again(recorded: tuple[InputRecording, Dice]) -> None:
    recording, game = recorded
    for _ in range(2):
        tree, again = start()
        recording.replay(tree)
        assert again.log == game.log


def test_a_saved_recording_leads_to_the_same(recorded: tuple[InputRecording, Dice], tmp_path: Path) -> None:
    recording, game = recorded
    recording.save(tmp_path / "session.input")
    tree, again = start()

    InputRecording.load(tmp_path / "session.input").replay(tree)

    assert again.log == game.log


def test_a_replay_that_is_recorded_gives_the_same_file(recorded: tuple[InputRecording, Dice], tmp_path: Path) -> None:
    recorded[0].save(tmp_path / "first.input")
    tree, _ = start()
    with InputRecorder(tree) as recorder:
        recorded[0].replay(tree)
    recorder.recording.save(tmp_path / "second.input")

    assert (tmp_path / "first.input").read_bytes() == (tmp_path / "second.input").read_bytes()


def test_a_recording_knows_seed_arguments_size_frames_and_duration() -> None:
    tree = SceneTree(seed=17, args=["--fast"])
    tree.root.size = Vector2(640, 360)
    with InputRecorder(tree) as recorder:
        tree.frames(30, 1 / 64)
        tree.frames(10, 1 / 32)
    recording = recorder.recording

    assert (recording.seed, recording.args, recording.size) == (17, ("--fast",), Vector2(640, 360))
    assert (recording.frame_count, recording.duration) == (40, 30 / 64 + 10 / 32)


def test_events_are_kept_by_frame_as_they_were_when_they_were_pushed() -> None:
    tree = SceneTree()
    with InputRecorder(tree) as recorder:
        tree.tick(0.1)
        event = key(Key.A, pressed=True)  # displays fill one event again and again
        tree.push_input(event)
        event.keycode = Key.B
        tree.push_input(event)
        tree.frames(2)
        event.pressed = False
        tree.push_input(event)

    kept = [(frame, event.keycode, event.is_pressed()) for frame, event in recorder.recording.get_events()]  # type: ignore[attr-defined]
    assert kept == [(1, Key.A, True), (1, Key.B, True), (3, Key.B, False)]


def test_what_comes_after_the_last_tick_is_replayed_too() -> None:
    tree, game = start()
    with InputRecorder(tree) as recorder:
        tree.tick(0.1)
        tree.push_input(key(Key.A, pressed=True))
    other, again = start()

    recorder.recording.replay(other)

    assert again.log == game.log != []


class Echo(Node):
    """A game that makes events and lets go of keys itself."""

    def on_input(self, event: InputEvent) -> None:
        if isinstance(event, InputEventKey) and event.keycode == Key.A:
            self.tree.push_input(key(Key.B, pressed=True))

    def on_ready(self) -> None:
        self.tree.push_input(key(Key.C, pressed=True))
        self.tree.input.joy_connection_changed.connect(self.on_pad)

    def on_pad(self, device: int, connected: bool) -> None:
        self.tree.push_input(key(Key.D, pressed=connected))
        self.tree.input.release_all()

    def on_process(self, delta: float) -> None:
        self.tree.push_input(key(Key.E, pressed=True))
        self.tree.input.parse_input_event(key(Key.F, pressed=True))
        self.tree.input.action_press("ui_accept")
        self.tree.input.set_joy_connected(2, connected=True)


def test_what_the_game_does_itself_is_not_recorded(tmp_path: Path) -> None:
    tree = SceneTree()
    with InputRecorder(tree) as recorder:
        tree.root.add_child(Echo())
        tree.push_input(key(Key.A, pressed=True))
        tree.input.set_joy_connected(0, connected=True)
        tree.tick(0.1)
    recorder.recording.save(tmp_path / "file")

    lines = (tmp_path / "file").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if '"rng"' not in line and '"delta"' not in line] == [
        '{"sapwood_input": 1, "seed": 0, "args": [], "size": [1152.0, 648.0]}',
        f'{{"frame": 0, "event": "InputEventKey", "with": {{"keycode": {int(Key.A)}, "pressed": true}}}}',
        '{"frame": 0, "joypad": 0, "connected": true, "name": ""}',
        '{"frame": 0, "size": [1152.0, 648.0]}',
        '{"frames": 1}',
    ]


def test_actions_that_a_script_presses_between_frames_are_recorded(tmp_path: Path) -> None:
    tree, game = start()
    with InputRecorder(tree) as recorder:
        tree.input.action_press("throw", 0.75)
        tree.frames(3)
        tree.input.action_release("throw")
        tree.frames(3)
    recorder.recording.save(tmp_path / "session.input")
    again_tree, again = start()

    InputRecording.load(tmp_path / "session.input").replay(again_tree)

    assert again.log == game.log
    assert sum("threw" in entry for entry in again.log) == 3
    lines = (tmp_path / "session.input").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if '"action"' in line] == [
        '{"frame": 0, "action": "throw", "strength": 0.75}',
        '{"frame": 3, "action": "throw", "strength": null}',
    ]


def test_a_mouse_that_leaves_the_window_and_comes_back_is_recorded(tmp_path: Path) -> None:
    def start_heard() -> tuple[SceneTree, list[tuple[int, str]]]:
        tree, log = SceneTree(), list[tuple[int, str]]()
        tree.root.mouse_entered.connect(lambda: log.append((tree.frame_count, "in")))
        tree.root.mouse_exited.connect(lambda: log.append((tree.frame_count, "out")))
        tree.root.mouse_exited.connect(tree.root.notify_mouse_exited)  # the game's doing
        return tree, log

    tree, log = start_heard()
    with InputRecorder(tree) as recorder:
        tree.root.notify_mouse_entered()
        tree.frames(2)
        tree.root.notify_mouse_exited()
        tree.frames(1)
    recorder.recording.save(tmp_path / "session.input")
    again_tree, again = start_heard()

    InputRecording.load(tmp_path / "session.input").replay(again_tree)

    assert again == log == [(0, "in"), (2, "out")]
    lines = (tmp_path / "session.input").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if '"mouse_inside"' in line] == [
        '{"frame": 0, "mouse_inside": true}',
        '{"frame": 2, "mouse_inside": false}',
    ]


def test_events_given_to_the_input_state_from_outside_are_recorded_once() -> None:
    tree = SceneTree()
    with InputRecorder(tree) as recorder:
        tree.input.parse_input_event(key(Key.A, pressed=True))

    assert [frame for frame, _ in recorder.recording.get_events()] == [0]


def test_after_stop_nothing_is_recorded() -> None:
    tree = SceneTree()
    recorder = InputRecorder(tree)
    recorder.stop()
    recorder.stop()

    tree.push_input(key(Key.A, pressed=True))
    tree.input.release_all()
    tree.tick(0.1)

    assert recorder.recording.get_events() == []
    assert recorder.recording.frame_count == 0


def test_a_tree_is_recorded_by_one_recorder_at_a_time_and_another_tree_is_not_touched() -> None:
    tree, other = SceneTree(), SceneTree()
    with InputRecorder(tree), InputRecorder(other) as second:
        tree.push_input(key(Key.A, pressed=True))
        with pytest.raises(TreeError, match=r"is being recorded already; stop\(\) that recorder first"):
            InputRecorder(tree)
    assert second.recording.get_events() == []
    InputRecorder(tree).stop()


def test_a_recorder_may_start_and_stop_inside_a_callback() -> None:
    class Game(Node):
        recorder: InputRecorder

        def on_ready(self) -> None:
            self.recorder = InputRecorder(self.tree)

        def on_process(self, delta: float) -> None:
            if self.tree.frame_count == 3:
                self.recorder.stop()

    tree = SceneTree()
    game = tree.root.add_child(Game())
    tree.frames(5)

    assert game.recorder.recording.frame_count == 3


def test_what_cannot_be_recorded_is_refused() -> None:
    tree = SceneTree()
    tree.shutdown()

    with pytest.raises(FreedError, match="the tree was shut down"):
        InputRecorder(tree)
    with pytest.raises(InvalidTypeError, match=r"InputRecorder\(tree\): a SceneTree is needed, got 3"):
        InputRecorder(3)
    with pytest.raises(InvalidTypeError, match=r"InputRecorder\(seed\): a whole number is needed, got 'x'"):
        InputRecorder(SceneTree(), seed="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(0, 10), (-1, -1), (nan, 1), (10, 1e9), (1,), "ab"])
def test_a_size_that_a_file_cannot_have_is_refused_when_a_recording_begins(size: Any) -> None:
    tree = SceneTree()

    with pytest.raises((InvalidTypeError, InvalidValueError), match=r"^InputRecorder\(size\): width and height"):
        InputRecorder(tree, size=size)

    InputRecorder(tree).stop()  # nothing records it yet


def test_a_recording_is_replayed_on_a_tree_only(recorded: tuple[InputRecording, Dice]) -> None:
    with pytest.raises(InvalidTypeError, match=r"^InputRecording\.play\(tree\): a SceneTree is needed, got None$"):
        recorded[0].replay(None)


def test_a_path_that_cannot_be_is_refused(recorded: tuple[InputRecording, Dice]) -> None:
    with pytest.raises(ResourceError, match=r"^InputRecording\.save - 'a\\x00b' cannot be a path"):
        recorded[0].save("a\0b")
    with pytest.raises(ResourceError, match=r"^InputRecording\.load - 'a\\x00b' cannot be a path"):
        InputRecording.load("a\0b")


def test_the_wrong_seed_is_noticed_before_the_first_frame(recorded: tuple[InputRecording, Dice]) -> None:
    tree, _ = start(seed=5)

    with pytest.raises(TreeError, match=r"at frame 0 of 200 .* make the tree with seed=4"):
        recorded[0].replay(tree)
    assert tree.frame_count == 0


def test_a_game_that_goes_another_way_is_noticed_at_the_next_check(recorded: tuple[InputRecording, Dice]) -> None:
    tree, _ = start()
    tree.create_timer(1.1).timeout.connect(tree.rng.randi)

    with pytest.raises(TreeError, match=rf"at frame {2 * CHECK_EVERY} of 200 .* the game was changed, or it does"):
        recorded[0].replay(tree)


def test_a_game_that_goes_another_way_after_the_last_check_is_noticed_at_the_end() -> None:
    tree, _ = start()
    with InputRecorder(tree) as recorder:
        tree.frames(CHECK_EVERY + 10)
    other, _ = start()
    other.create_timer(1.05).timeout.connect(other.rng.randi)

    with pytest.raises(TreeError, match=f"at frame {CHECK_EVERY + 10} of {CHECK_EVERY + 10}"):
        recorder.recording.replay(other)


def test_who_ticks_by_himself_is_told_of_it_once_and_goes_on(recorded: tuple[InputRecording, Dice]) -> None:
    tree, _ = start(seed=5)
    told: list[int] = []

    deltas = []
    for delta in recorded[0].play(tree, told.append):
        deltas.append(delta)
        tree.tick(delta)

    assert told == [0]
    assert len(deltas) == 200
    assert deltas[:100] == [1 / 60] * 100
    assert len(set(deltas[100:])) == 100


def test_a_replay_gives_the_viewport_its_size_before_the_first_frame() -> None:
    tree, game = start()
    tree.root.size = Vector2(300, 200)
    with InputRecorder(tree, size=(1152, 648)) as recorder:
        tree.tick(0.1)
    other, again = start()

    recorder.recording.replay(other)

    assert recorder.recording.size == (1152, 648)
    assert again.log == game.log == [(0, "size", Vector2(300, 200))]


def test_what_the_game_raises_leaves_the_replay() -> None:
    class Fragile(Node):
        def on_input(self, event: InputEvent) -> None:
            raise ZeroDivisionError("boom")

    tree = SceneTree()
    with InputRecorder(tree) as recorder:
        tree.tick(0.1)
        tree.push_input(key(Key.A, pressed=True))
    other = SceneTree()
    other.root.add_child(Fragile())

    with pytest.raises(ZeroDivisionError, match="boom"):
        recorder.recording.replay(other)
    assert other.frame_count == 1
