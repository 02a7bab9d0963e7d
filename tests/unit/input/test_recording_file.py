"""The file of a recording: every event comes back as it was, and what is no recording is refused with its line."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from math import nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.errors import (
    InvalidTypeError,
    ResourceError,
    ResourceFormatError,
    ResourceNotFoundError,
)
from engine.core.export import get_exports
from engine.core.registry import resource_types
from engine.input import InputEvent, InputEventKey
from engine.input.event import COMMAND_OR_CONTROL
from engine.input.event_fields import field, string
from engine.input.keys import JoyAxis, JoyButton, KeyModifierMask
from engine.input.recorded_change import from_data, to_data
from engine.input.recording import InputRecorder, InputRecording
from engine.input.recording_file import LARGEST_FILE, LONGEST_LINE
from engine.math import Vector2
from engine.tree.scene_tree import SceneTree

EVENT_TYPES = [
    cls
    for cls in (resource_types.get(name) for name in resource_types.names())
    if issubclass(cls, InputEvent) and cls.__module__.startswith("engine.input.")
]

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
VALUES: dict[type, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-(2**70), 2**70),
    float: NUMBERS,
    str: st.text(),
    Vector2: st.builds(Vector2, NUMBERS, NUMBERS),
}
NARROWER: dict[str, st.SearchStrategy[Any]] = {
    "InputEventKey.unicode": st.integers(0, 0x10FFFF),
    "InputEventJoypadButton.button_index": st.integers(JoyButton.INVALID, JoyButton.MAX - 1),
    "InputEventJoypadMotion.axis": st.integers(JoyAxis.INVALID, JoyAxis.MAX - 1),
}


@st.composite
def events(draw: st.DrawFn, cls: type[InputEvent]) -> InputEvent:
    """An event of a class, some of its properties set, in any order."""
    event = cls()
    exports = get_exports(cls)
    for name in draw(st.lists(st.sampled_from(cls._fields), unique=True)):
        values = NARROWER.get(f"{cls.__name__}.{name}", VALUES[type(exports[name].default)])
        setattr(event, name, draw(values))
    return event


def state(event: InputEvent) -> dict[str, Any]:
    """All properties with their exact types and signs."""
    return {name: repr((type(getattr(event, name)), getattr(event, name))) for name in event._fields}


def recording_of(*pushed: InputEvent) -> InputRecording:
    tree = SceneTree()
    with InputRecorder(tree) as recorder:
        for event in pushed:
            recorder.take(event)
        tree.tick(0.5)
    return recorder.recording


def test_every_event_class_is_tried() -> None:
    assert {cls.__name__ for cls in EVENT_TYPES} >= {
        "InputEventAction",
        "InputEventJoypadButton",
        "InputEventJoypadMotion",
        "InputEventKey",
        "InputEventMouseButton",
        "InputEventMouseMotion",
        "InputEventMouseWheel",
        "InputEventScreenDrag",
        "InputEventScreenTouch",
        "InputEventText",
    }


@pytest.mark.parametrize("cls", EVENT_TYPES)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_every_property_of_every_event_comes_back_exactly(cls: type[InputEvent], data: st.DataObject) -> None:
    event = data.draw(events(cls))

    loaded = from_data(json.loads(json.dumps(to_data(event), allow_nan=False)))

    assert isinstance(loaded, InputEvent)
    assert type(loaded) is cls
    assert state(loaded) == state(event)


@pytest.mark.parametrize("cls", EVENT_TYPES)
def test_every_event_comes_back_from_a_file(tmp_path: Path, cls: type[InputEvent]) -> None:
    recording_of(cls(device=3), cls()).save(tmp_path / "file")

    loaded = InputRecording.load(tmp_path / "file").get_events()

    assert [(frame, type(event), event.device) for frame, event in loaded] == [(0, cls, 3), (0, cls, 0)]


def test_a_shortcut_modifier_comes_back_with_what_it_set(tmp_path: Path) -> None:
    event = InputEventKey(command_or_control_autoremap=True)
    event.ctrl_pressed = not event.ctrl_pressed  # set against it afterwards
    recording_of(event).save(tmp_path / "file")

    [(_, loaded)] = InputRecording.load(tmp_path / "file").get_events()

    assert isinstance(loaded, InputEventKey)
    assert state(loaded) == state(event)
    assert loaded.ctrl_pressed == (COMMAND_OR_CONTROL != KeyModifierMask.CTRL)


class Gesture(InputEvent):
    """An event of a game's own."""

    shape: str = field("", string)


def test_events_of_the_games_own_classes_come_back(tmp_path: Path) -> None:
    recording_of(Gesture(shape="Z", device=3)).save(tmp_path / "file")

    [(_, loaded)] = InputRecording.load(tmp_path / "file").get_events()

    assert isinstance(loaded, Gesture)
    assert (loaded.shape, loaded.device) == ("Z", 3)


class Opaque(InputEvent):
    """An event of a game's own that holds what no file can."""

    target: object = field(None, lambda where, value: value)


def test_an_event_that_cannot_be_written_is_refused_and_the_old_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old", encoding="utf-8")

    with pytest.raises(InvalidTypeError, match=r"Opaque\.target cannot be recorded: \{\} is no number, text or vector"):
        recording_of(Opaque(target={})).save(file)

    assert os.listdir(tmp_path) == ["file"]
    assert file.read_text(encoding="utf-8") == "old"


def test_the_file_is_short_and_can_be_read() -> None:
    recording = recording_of(InputEventKey(keycode=65, pressed=True))

    lines = [json.dumps(line) for line in recording._lines()]

    assert lines[:1] + lines[-1:] == [
        '{"sapwood_input": 1, "seed": 0, "args": [], "size": [1152.0, 648.0]}',
        '{"frames": 1}',
    ]
    assert '{"frame": 0, "delta": 0.5}' in lines
    assert '{"frame": 0, "event": "InputEventKey", "with": {"keycode": 65, "pressed": true}}' in lines


def test_a_file_that_cannot_be_written_or_read_says_why(tmp_path: Path) -> None:
    recording = recording_of()

    with pytest.raises(ResourceError, match=r"no.file - cannot be written: No such file or directory"):
        recording.save(tmp_path / "no" / "file")
    with pytest.raises(InvalidTypeError, match=r"InputRecording.save - a path is a str or a pathlib.Path, got 3"):
        recording.save(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"InputRecording.load - a path is a str or a pathlib.Path, got None"):
        InputRecording.load(None)  # type: ignore[arg-type]
    with pytest.raises(ResourceNotFoundError, match=r"missing - there is no such file"):
        InputRecording.load(tmp_path / "missing")
    with pytest.raises(ResourceError, match=r"cannot be read: Is a directory"):
        InputRecording.load(tmp_path)


HEAD = '{"sapwood_input": 1, "seed": 0, "args": [], "size": [10, 20]}'
DELTA = '{"frame": 0, "delta": 0.5}'
END = '{"frames": 9}'


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([], ":1: this is no recording of input: it does not begin with"),
        (["hello"], ":1: this is no line of a recording, a JSON object: Expecting value"),
        (['{"a": 1}'], ":1: this is no recording of input"),
        (['{"sapwood_input": true}'], ":1: the first line must have"),
        (['{"sapwood_input": "1"}'], ":1: this is no recording of input"),
        (['{"sapwood_input": 2}'], ":1: the recording has version 2, this engine reads up to 1"),
        (['{"sapwood_input": 1, "seed": 1.5, "args": [], "size": [1, 2]}'], ":1: the first line must have"),
        (['{"sapwood_input": 1, "seed": 1, "args": [3], "size": [1, 2]}'], ":1: the first line must have"),
        (['{"sapwood_input": 1, "seed": 1, "args": [], "size": [0, 2]}'], ":1: the first line must have"),
        ([HEAD], ':1: the recording breaks off: its last line, {"frames": N}, is missing'),
        ([HEAD, DELTA], ":2: the recording breaks off"),
        ([HEAD, DELTA, END, DELTA], ":4: there is more behind the line that ends the recording"),
        ([HEAD, END], ":2: there are 9 frames, but no delta"),
        ([HEAD, '{"frame": 9, "delta": 1}', END], ":3: there are 9 frames, but deltas from frame 9 to 9"),
        ([HEAD, '{"frame": 1, "delta": 1}', END], ":3: there are 9 frames, but deltas from frame 1 to 1"),
        ([HEAD, DELTA, DELTA, END], ":3: frame 0 has two deltas"),
        ([HEAD, DELTA, '{"frame": 10, "release_all": true}', END], ":4: there are 9 frames, but something happens at"),
        ([HEAD, DELTA, '{"frames": -1}'], ":3: frames must be a whole number from 0 to 2147483648, got -1"),
        ([HEAD, DELTA, '{"frames": 1e9}'], ":3: frames must be a whole number"),
        ([HEAD, DELTA, '{"frames": 9, "more": 1}'], ":3: {'frames': 9, 'more': 1} is nothing that a recording holds"),
        ([HEAD, '{"frame": 0, "delta": -1}'], ":2: delta must be a finite number of seconds, 0 or more, got -1"),
        ([HEAD, '{"frame": 0, "delta": 1e999}'], ":2: delta must be a finite number of seconds"),
        ([HEAD, f'{{"frame": 0, "delta": 1{"0" * 400}}}'], ":2: delta must be a finite number of seconds"),
        ([HEAD, '{"frame": 0, "delta": NaN}'], ":2: this is no line of a recording, a JSON object: NaN is no number"),
        ([HEAD, '{"delta": 1}'], ":2: frame must be a whole number from 0 to 2147483648, got None"),
        ([HEAD, '{"frame": 5000000000000, "delta": 1}'], ":2: frame must be a whole number"),
        (
            [HEAD, DELTA, '{"frame": 5, "release_all": true}', '{"frame": 4, "release_all": true}'],
            ":4: frame 4 comes after frame 5; lines are in the order of their frames",
        ),
        ([HEAD, '{"frame": 0, "release_all": false}'], ":2: {'release_all': False} is nothing that a recording holds"),
        ([HEAD, '{"frame": 0, "mouse_inside": 1}'], ":2: {'mouse_inside': 1} is nothing that a recording holds"),
        ([HEAD, '{"frame": 0, "size": [1, -1]}'], ":2: {'size': [1, -1]} is nothing"),
        ([HEAD, '{"frame": 0, "joypad": 1}'], ":2: {'joypad': 1} is nothing"),
        ([HEAD, '{"frame": 0, "rng": "x"}'], ":2: {'rng': 'x'} is nothing"),
        ([HEAD, '{"frame": 0, "action": "jump", "strength": 2}'], ":2: {'action': 'jump', 'strength': 2} is nothing"),
        ([HEAD, '{"frame": 0, "action": "jump"}'], ":2: {'action': 'jump'} is nothing"),
        (
            [HEAD, '{"frame": 0, "event": "InputEventKy"}'],
            ":2: 'InputEventKy' is no class of input events; did you mean 'InputEventKey'?",
        ),
        ([HEAD, '{"frame": 0, "event": "Image"}'], ":2: 'Image' is no class of input events"),
        ([HEAD, '{"frame": 0, "event": "InputEventKey", "with": []}'], ":2: InputEventKey: properties are an object"),
        (
            [HEAD, '{"frame": 0, "event": "InputEventKey", "with": {"keycod": 1}}'],
            ":2: InputEventKey has no property 'keycod'; did you mean 'keycode'?",
        ),
        (
            [HEAD, '{"frame": 0, "event": "InputEventKey", "with": {"keycode": "a"}}'],
            ":2: InputEventKey.keycode must be a whole number, got 'a'",
        ),
        (
            [HEAD, '{"frame": 0, "event": "InputEventJoypadMotion", "with": {"axis_value": 1e999}}'],
            ":2: InputEventJoypadMotion.axis_value must be a finite number, got inf",
        ),
        ([HEAD, "[" * 100_000], ":2: is nested too deep"),
        ([HEAD, "[1]"], ":2: this is no line of a recording, a JSON object: [1]"),
        ([HEAD, "\xff"], ":2: this is no line of a recording"),
        ([HEAD, " " * LONGEST_LINE], ":2: the line is longer than 1024 KiB"),
    ],
)
def test_what_is_no_recording_is_refused_with_file_and_line(tmp_path: Path, lines: list[str], text: str) -> None:
    file = tmp_path / "file"
    file.write_bytes("\n".join([*lines, ""]).encode("latin-1"))

    with pytest.raises(ResourceFormatError, match=re.escape(f"{file}{text}")):
        InputRecording.load(file)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)

    with pytest.raises(ResourceFormatError, match="is larger than 256 MiB, which no recording is"):
        InputRecording.load(tmp_path / "file")


@given(cut=st.integers(0, 400), put=st.binary(max_size=8), at=st.integers(0, 400))
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_damaged_file_is_refused_or_read_but_nothing_else(tmp_path: Path, cut: int, put: bytes, at: int) -> None:
    lines = recording_of(InputEventKey(keycode=65, pressed=True), InputEventKey(keycode=66))._lines()
    whole = "\n".join(map(json.dumps, lines)).encode()
    (tmp_path / "damaged").write_bytes(whole[:at] + put + whole[min(at, cut) :])

    with suppress(ResourceFormatError):
        InputRecording.load(tmp_path / "damaged")


def test_a_delta_that_is_not_finite_cannot_get_into_a_recording() -> None:
    tree = SceneTree()
    with InputRecorder(tree) as recorder:
        for wrong in (nan, -1.0, float("inf")):
            with pytest.raises(ValueError, match="delta must be a finite number"):
                tree.tick(wrong)

    assert recorder.recording.frame_count == 0
