"""A change of the scene that is prepared while the game goes on.

    load = tree.change_scene_to_file_async("res://level_2.tscn")
    load.progress_changed.connect(bar.set_value)
    came = await load

The stages, with the progress at which each begins:

    LOADING        0     the file and what it depends on are read, its scripts imported; in a thread
    INSTANTIATING  0.06  the nodes are made
    PREPARING      0.10  `on_prepare` of the nodes that have one, in tree order, one after another; in a thread
    ENTERING       0.65  nothing, until `hold` seconds have passed; then the scene takes the place of the current one
    WARMING_UP     0.82  frames pass, so that what is made when it is first drawn is there when a loading screen goes
    DONE           1

Everything but the two in a thread happens in the scene step of a frame, also while the tree is paused or in edit mode,
whatever the time scale; so do the signals. Until the scene enters, the current one stays and is processed. How many
frames a thread takes is up to the machine: with a `hold` that is longer, the scene enters in the same frame each time.
"""

from __future__ import annotations

from enum import IntEnum
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import InvalidValueError
from engine.core.log import get_logger
from engine.core.object import Object
from engine.core.property_checks import is_finite
from engine.core.signal import Signal
from engine.math.value import shortened
from engine.tree import lifecycle
from engine.tree.errors import annotate
from engine.tree.node import Node
from engine.tree.scene_change import check_source

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from engine.core.coroutine import Task
    from engine.tree.deferred import DeferredQueue
    from engine.tree.scene_tree import SceneTree

T = TypeVar("T")

_LATE = 1e-9  # seconds that rounding may have taken from a sum of frames


class SceneLoadStage(IntEnum):
    """What an asynchronous change of the scene is at."""

    LOADING = 0
    """The file and what it depends on are read."""
    INSTANTIATING = 1
    """The nodes are made."""
    PREPARING = 2
    """The nodes' `on_prepare` runs."""
    ENTERING = 3
    """The scene is ready, and waits until it may enter."""
    WARMING_UP = 4
    """The scene has entered, and the first frames pass."""
    DONE = 5
    """It is over, and the scene came."""
    CANCELED = 6
    """It is over, by `cancel` or by a later change of the scene."""
    FAILED = 7
    """It is over, by an error."""


_STARTS = (0.0, 0.06, 0.10, 0.65, 0.82, 1.0)
"""The progress at which each stage begins."""


class SceneLoad(Object):
    """A change of the scene under way; made by `SceneTree.change_scene_to_file_async`.

    `await load` waits until it is over, and not at all if it is; gives whether the scene came. What waits in a node of
    the scene that goes is ended with its node, so let a node outside of it wait.

    Attributes:
        path: the file, as it was asked for.

    Signals: `progress_changed(progress)`; `finished(ok)`, once, when it is done, canceled or failed.
    """

    progress_changed: Signal[float] = Signal[float]("progress")
    """Emitted in each frame in which `progress` has risen."""
    finished: Signal[bool] = Signal[bool]("ok")
    """Emitted once, when it is over: with True if the scene came, with False if it was canceled or failed."""

    # What belongs to the threads is no state of the tree.
    _uncaptured = ("_job", "_preparing", "_reading", "_scene", "_source")

    def __init__(self, tree: SceneTree, path: str, hold: float, warm_up_frames: int) -> None:
        """Made by `SceneTree.change_scene_to_file_async`; reading begins at once."""
        self.path = path
        self._tree = tree
        self._hold = hold
        self._warm_up_frames = warm_up_frames
        self._stage = SceneLoadStage.LOADING
        self._progress = 0.0
        self._error: BaseException | None = None
        self._elapsed = 0.0  # unscaled seconds since it was asked for
        self._ready_at = 0.0  # what of them had passed when the scene was ready
        self._warmed_up = 0  # frames since the scene entered
        self._prepared = 0.0  # how far the thread is with on_prepare
        self._reading: Any = None  # what the loader tells of its own progress
        self._source: Any = None  # what the file holds, once it was read
        self._scene: Node | None = None  # until it enters
        self._preparing: list[tuple[Node, Callable[..., object]]] = []
        self._job: _Job | None = _Job(path, self._read)

    def __repr__(self) -> str:
        return f"<{self._where()}, {self._stage.name}, {self._progress:.0%}>"

    def __await__(self) -> Generator[Any, Any, bool]:
        if not self.is_over():
            yield from self.finished.__await__()
        return self._stage == SceneLoadStage.DONE

    @property
    def stage(self) -> SceneLoadStage:
        """What it is at."""
        return self._stage

    @property
    def progress(self) -> float:
        """How far it is, from 0 to 1; never falls. Each frame's scene step brings it up to date."""
        return self._progress

    @property
    def error(self) -> BaseException | None:
        """Why it failed; None otherwise."""
        return self._error

    def is_over(self) -> bool:
        """Whether it is done, canceled or failed."""
        return self._stage >= SceneLoadStage.DONE

    def cancel(self) -> None:
        """Give up: the current scene stays, and what was made is freed. Does nothing once it is over.

        A thread ends at its next step; that of an `on_prepare` when it tells its progress. A scene that has entered
        stays.

        Raises:
            Exception: what a receiver of `finished` raises.
        """
        if not self.is_over():
            self._end_canceled()
            self.finished.emit(False)

    def _end_canceled(self) -> None:
        """Be canceled, and tell nobody yet."""
        self._end(SceneLoadStage.CANCELED)

    def _where(self) -> str:
        return f"load of {self.path!r}"

    def _deferred_queue(self) -> DeferredQueue:
        return self._tree._deferred

    def _task_failed(self, error: Exception, task: Task[Any]) -> None:
        self._tree._take_task_error(error, None, task)

    # --- in a thread ---------------------------------------------------------------------------

    def _read(self) -> None:
        loader: Any = self._tree._loader
        if hasattr(loader, "load_threaded"):
            self._reading = loader.load_threaded(self.path)
            self._source = self._reading.get()
        else:
            self._source = loader.load(self.path)
        check_source(f"change_scene_to_file_async({self.path!r})", self._source)
        if hasattr(self._source, "prepare"):
            self._source.prepare()

    def _prepare(self) -> None:
        for at, (node, function) in enumerate(self._preparing):
            report = partial(self._report, node, at)
            try:
                report(0.0)
                function(report)
                report(1.0)
            except BaseException as error:
                annotate(error, node, "on_prepare")
                raise

    def _report(self, node: Node, at: int, fraction: float) -> None:
        """What `on_prepare` of a node is handed to tell its progress."""
        if self.is_over():
            raise _CanceledError
        if not (is_finite(fraction) and 0 <= fraction <= 1):
            raise InvalidValueError(
                f"{node._where()}.on_prepare: progress takes a number from 0 to 1, "
                f"got {shortened(fraction)}; divide what is "
                f"done by all there is to do"
            )
        self._prepared = (at + float(fraction)) / len(self._preparing)

    # --- in the scene step ---------------------------------------------------------------------

    def _advance(self, delta: float) -> None:
        """Go on by a frame of `delta` unscaled seconds."""
        if self.is_over():
            self._clean_up()
            return
        self._elapsed += delta
        before = self._progress
        try:
            ended = self._go_on()
        except BaseException:  # an interrupt
            self._end_canceled()
            raise
        if self._progress != before:
            self._tell(self.progress_changed, self._progress)
        if ended:
            self._tell(self.finished, self._stage == SceneLoadStage.DONE)

    def _go_on(self) -> bool:
        """Do what can be done now; returns whether that has ended it."""
        if self._stage == SceneLoadStage.WARMING_UP:
            self._warmed_up += 1
            return self._warm_up()
        job = self._job
        if job is not None:
            if not job.is_over():
                self._rise(self._reading.progress if self._is_reading() else self._prepared)
                return False
            if job.error is not None:
                return self._fail(job.error)
        if self._stage == SceneLoadStage.LOADING:
            self._begin(SceneLoadStage.INSTANTIATING)
            try:
                self._instantiate()
            except Exception as error:
                if self.is_over():  # a constructor canceled it, and failed then
                    raise
                return self._fail(error)
            if self._job is not None:
                return False
        if self._stage in (SceneLoadStage.INSTANTIATING, SceneLoadStage.PREPARING):
            self._begin(SceneLoadStage.ENTERING)
            self._ready_at = self._elapsed
        return self._stage == SceneLoadStage.ENTERING and self._enter()

    def _is_reading(self) -> bool:
        return self._stage == SceneLoadStage.LOADING and self._reading is not None

    def _begin(self, stage: SceneLoadStage) -> None:
        self._job = None
        self._stage = stage
        self._rise(0.0)

    def _rise(self, fraction: float) -> None:
        """Take the progress to what `fraction` of this stage is of the whole."""
        start, end = _STARTS[self._stage], _STARTS[self._stage + 1]
        self._progress = max(self._progress, start + (end - start) * min(max(fraction, 0.0), 1.0))

    def _instantiate(self) -> None:
        scene = self._source.instantiate()
        if isinstance(scene, Node) and self.is_over():  # a constructor canceled it
            scene.free()
            return
        scene = self._tree._checked_scene(scene)
        self._scene = scene
        if not scene.scene_file_path:
            scene.scene_file_path = self.path
        for node in lifecycle.subtree(scene):
            function = lifecycle.callback(node, self._tree, "on_prepare")
            if getattr(function, "__func__", None) is not Node.on_prepare:
                self._preparing.append((node, function))
        if self._preparing:
            self._begin(SceneLoadStage.PREPARING)
            self._job = _Job(self.path, self._prepare)

    def _enter(self) -> bool:
        """Let the scene enter when it is time; returns whether all is over then."""
        wait = self._hold - self._ready_at
        if self._elapsed + _LATE < self._hold:
            self._rise((self._elapsed - self._ready_at) / wait)
            return False
        tree, scene = self._tree, self._scene
        if tree._next_scene is not None:  # one that was to come before this one
            return False
        assert scene is not None
        try:
            tree._checked_scene(scene)
        except Exception as error:  # its own on_prepare may have given it a parent
            return self._fail(error)
        self._scene = None
        source, self._source = self._source, None
        self._begin(SceneLoadStage.WARMING_UP)
        tree._enter_loaded(scene, source)
        return not self.is_over() and self._warm_up()

    def _warm_up(self) -> bool:
        if self._warmed_up < self._warm_up_frames:
            self._rise(self._warmed_up / self._warm_up_frames)
            return False
        self._progress = 1.0
        self._end(SceneLoadStage.DONE)
        return True

    # --- the end -------------------------------------------------------------------------------

    def _fail(self, error: BaseException) -> bool:
        self._error = error
        self._end(SceneLoadStage.FAILED)
        get_logger("tree").error(f"the scene cannot be changed to {self.path!r}: {error}", error=error)
        return True

    def _end(self, stage: SceneLoadStage) -> None:
        """Be over; what a thread still works on is freed when it is done."""
        self._stage = stage
        self._clean_up()

    def _clean_up(self) -> None:
        """Let go of everything, unless a thread still works on it: then a later scene step does."""
        if self._job is not None and not self._job.is_over():
            return
        tree = self._tree
        self._job = self._reading = None
        self._preparing = []
        scene, self._scene = self._scene, None
        source, self._source = self._source, None
        if self in tree._loads:
            tree._loads.remove(self)
        if source is not None:
            tree._release_source(source)
        if scene is not None and scene._parent is None and not scene._is_freed():
            tree._guarded(scene.free, None, f"freeing the scene of {self.path!r}")

    def _join(self) -> None:
        """Wait for the thread, and let go of everything."""
        if self._job is not None:
            self._job.join()
        self._clean_up()

    def _tell(self, signal: Signal[T], value: T) -> None:
        try:
            signal.emit(value)
        except Exception as error:
            self._tree._failed(error, None, f"{signal.get_name()} of a {self._where()}")


class _CanceledError(BaseException):
    """Ends an `on_prepare` whose scene nobody waits for; no `except Exception` holds it up."""


class _Job:
    """A function that runs in a thread of its own, which ends with it and does not keep the process alive."""

    __slots__ = ("_function", "_thread", "error")

    def __init__(self, path: str, function: Callable[[], None]) -> None:
        self.error: BaseException | None = None
        self._function = function
        self._thread = Thread(target=self._run, name=f"scene load {path}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._function()
        except BaseException as error:  # whatever it is, the tree's thread is told
            self.error = error

    def is_over(self) -> bool:
        """Whether the thread has ended."""
        return not self._thread.is_alive()

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()
