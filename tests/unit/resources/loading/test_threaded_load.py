"""Loading in threads: shared, with a progress, and of one mind with loads of the main thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from engine.core.errors import (
    InvalidTypeError,
    ResourceCycleError,
    ResourceError,
    ResourceFormatError,
    ResourceNotFoundError,
)
from engine.core.resource import Resource
from engine.resources import ResourceLoader, Texture2D
from engine.resources.loading.load_request import LoadRequest
from engine.resources.loading.threaded_load import ThreadLoadStatus

Write = Callable[..., Path]
WAIT = 10.0  # seconds that no test takes


@pytest.fixture
def loader(tmp_path: Path, notes: Any) -> ResourceLoader:
    return ResourceLoader(tmp_path)


class Gate:
    """Holds readers up until it is opened."""

    def __init__(self) -> None:
        self.reached = Event()
        self.opened = Event()

    def __call__(self, request: LoadRequest) -> None:
        self.reached.set()
        assert self.opened.wait(WAIT)


@pytest.fixture
def gate(notes: Any) -> Gate:
    gate = Gate()
    notes.on_read = gate
    return gate


def test_a_file_is_loaded_in_a_thread(loader: ResourceLoader, write: Write, gate: Gate) -> None:
    write("a.note", "a")

    load = loader.load_threaded("a.note")
    during = (load.status, load.progress, load.path)
    gate.opened.set()
    note = load.get()

    assert during == (ThreadLoadStatus.IN_PROGRESS, 0.0, "res://a.note")
    assert (load.status, load.progress) == (ThreadLoadStatus.LOADED, 1.0)
    assert load.get() is note
    assert loader.load("a.note") is note
    assert repr(load) == "<ThreadedLoad of 'res://a.note', LOADED, 100%>"


def test_two_requests_for_one_file_share_a_thread_and_count_both(
    loader: ResourceLoader, write: Write, gate: Gate, notes: Any
) -> None:
    write("a.note", "a")

    loads = [loader.load_threaded("a.note"), loader.load_threaded("res://a.note")]
    gate.opened.set()

    assert loads[0] is loads[1]
    assert loads[0].get() is loads[1].get()
    assert notes.read_paths == ["res://a.note"]
    assert loader.get_reference_count("a.note") == 2


def test_a_load_of_the_main_thread_waits_for_the_file_that_a_thread_reads(
    loader: ResourceLoader, write: Write, gate: Gate, notes: Any
) -> None:
    write("a.note", "a")
    load = loader.load_threaded("a.note")
    assert gate.reached.wait(WAIT)
    found: list[Resource] = []
    other = Thread(target=lambda: found.append(loader.load("a.note")))
    other.start()

    gate.opened.set()
    other.join(WAIT)

    assert found == [load.get()]
    assert notes.read_paths == ["res://a.note"]


def test_who_waited_for_a_file_gets_it_though_the_first_has_let_go_of_it(
    loader: ResourceLoader, write: Write, gate: Gate, notes: Any
) -> None:
    write("a.note", "a")
    found: list[Resource] = []
    first = Thread(target=lambda: [None for _ in [loader.load("a.note")]])
    second = Thread(target=lambda: found.append(loader.load("a.note")))
    first.start()
    assert gate.reached.wait(WAIT)
    second.start()
    while not loader._readings._awaited:
        pass

    gate.opened.set()
    first.join(WAIT)
    second.join(WAIT)

    assert notes.read_paths == ["res://a.note"]
    assert loader.get_cached_ref("a.note") is found[0]
    assert loader.get_reference_count("a.note") == 2


def test_other_files_can_be_loaded_meanwhile(loader: ResourceLoader, write: Write, gate: Gate, notes: Any) -> None:
    write("slow.note", "slow")
    write("quick.note", "quick")
    load = loader.load_threaded("slow.note")
    assert gate.reached.wait(WAIT)
    notes.on_read = lambda request: None

    quick: Any = loader.load("quick.note")

    assert quick.text == "quick"
    assert load.status is ThreadLoadStatus.IN_PROGRESS
    gate.opened.set()
    load.get()


def test_the_progress_never_falls_and_stays_within_its_bounds(loader: ResourceLoader, write: Write, notes: Any) -> None:
    seen: list[float] = []

    started = Event()

    def report(request: LoadRequest) -> None:
        assert started.wait(WAIT)
        for fraction in (0.25, 0.1, float("nan"), -1, 0.5, 7, 0.75):
            request.report_progress(fraction)
            seen.append(load.progress)

    notes.on_read = report
    write("a.note", "a")
    load = loader.load_threaded("a.note")
    started.set()
    load.get()

    assert seen == [0.25, 0.25, 0.25, 0.25, 0.5, 1.0, 1.0]
    assert load.progress == 1.0


def test_nobody_need_want_to_know_the_progress(loader: ResourceLoader, write: Write, notes: Any) -> None:
    notes.on_read = lambda request: request.report_progress(0.5)
    write("a.note", "a")

    assert loader.load("a.note").resource_path == "res://a.note"


@pytest.mark.parametrize("path", ["none.note", "bad.note"])
def test_what_is_wrong_with_a_file_is_raised_by_get(loader: ResourceLoader, write: Write, path: str) -> None:
    write("bad.note", "broken")

    load = loader.load_threaded(path)

    for _ in range(2):
        with pytest.raises((ResourceNotFoundError, ResourceFormatError)):
            load.get()
    assert load.status is ThreadLoadStatus.FAILED
    assert load.progress < 1.0


def test_any_error_of_a_reader_is_raised_by_get(loader: ResourceLoader, write: Write, notes: Any) -> None:
    def fail(request: LoadRequest) -> None:
        raise KeyboardInterrupt

    notes.on_read = fail
    write("a.note", "a")

    with pytest.raises(KeyboardInterrupt):
        loader.load_threaded("a.note").get()


def test_after_a_failure_a_new_request_tries_again(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "broken")
    load = loader.load_threaded("a.note")
    with pytest.raises(ResourceFormatError):
        load.get()

    write("a.note", "whole")
    note: Any = loader.load_threaded("a.note").get()

    assert note.text == "whole"


def test_the_type_asked_for_is_checked(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")

    with pytest.raises(InvalidTypeError, match=r"a\.note - is of type Note, not Texture2D"):
        loader.load_threaded("a.note", Texture2D).get()
    with pytest.raises(InvalidTypeError, match=r"^load_threaded\('a\.note', type\): type must be a class"):
        loader.load_threaded("a.note", "Texture2D")  # type: ignore[call-overload]


@pytest.mark.parametrize("path", ["../a.note", "/a.note", "uid://abc", ""])
def test_a_path_that_cannot_be_is_refused_at_once(loader: ResourceLoader, path: str) -> None:
    with pytest.raises(ResourceError, match=r"leaves the project|no file in|names no file"):
        loader.load_threaded(path)


def test_files_that_use_one_another_are_refused_across_threads(
    loader: ResourceLoader, write: Write, notes: Any
) -> None:
    """Each thread reads one of them, and then needs the other's: neither waits for ever."""
    write("a.note", "a", "b.note")
    write("b.note", "b", "a.note")
    reached = {"res://a.note": Event(), "res://b.note": Event()}

    def meet(request: LoadRequest) -> None:
        reached[request.path].set()
        for event in reached.values():
            assert event.wait(WAIT)

    notes.on_read = meet
    loads = [loader.load_threaded("a.note"), loader.load_threaded("b.note")]
    for load in loads:
        load._thread.join(WAIT)

    for load in loads:
        with pytest.raises(ResourceCycleError, match=r"needs itself: res://(a|b)\.note -> res://(a|b)\.note -> res://"):
            load.get()
    assert loader._readings.is_idle()
    assert not loader._threaded


def test_many_threads_agree_on_every_object(loader: ResourceLoader, write: Write, notes: Any) -> None:
    for number in range(20):
        write(f"{number}.note", "text", *(f"{used}.note" for used in range(number + 1, 20, 3)))
    found: list[list[Resource]] = []

    def load_all(step: int) -> None:
        found.append([loader.load(f"{number * step % 20}.note") for number in range(20)])

    threads = [Thread(target=load_all, args=(step,)) for step in (1, 3, 7, 9, 11, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)

    objects = {id(note): note.resource_path for notes_of_thread in found for note in notes_of_thread}
    assert len(found) == 6
    assert sorted(objects.values()) == sorted(f"res://{number}.note" for number in range(20))
    assert sorted(notes.read_paths) == sorted(f"res://{number}.note" for number in range(20))


def test_a_uid_and_a_path_give_one_object(loader: ResourceLoader, write: Write) -> None:
    write("a.tres", '[gd_resource uid="uid://abc"]')
    loads = [loader.load_threaded(path) for path in ("uid://abc", "a.tres")]

    assert loads[0].get() is loads[1].get()
