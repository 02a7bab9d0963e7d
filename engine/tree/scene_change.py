"""The scene that a tree shows, and its change for another."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, SapwoodError, TreeError
from engine.core.property_checks import check_seconds
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree.node import Node

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.contracts import SceneSource
    from engine.tree.scene_load import SceneLoad
    from engine.tree.viewport import SceneViewport


class SceneChange:
    """The part of a SceneTree that changes scenes."""

    root: SceneViewport
    _disposed: bool
    _in_tick: bool
    _in_input: int
    _loader: Any
    load: Callable[[str], Any]
    _guarded: Callable[[Callable[[], None], Node | None, str], None]

    _uncaptured: tuple[str, ...] = ("_current_source", "_loads", "_next_source")

    def _start_scenes(self) -> None:
        self._current_scene: Node | None = None
        self._next_scene: Node | None = None
        self._current_source: Any = None  # what the loader counts as in use because of that scene
        self._next_source: Any = None
        self._unloading = False
        self._loads: list[SceneLoad] = []  # those over stay until their threads have ended; only the last may go on

    @property
    def current_scene(self) -> Node | None:
        """The node that `change_scene` put under the root, while it is in the tree; otherwise None."""
        scene = self._current_scene
        return scene if scene is not None and scene._tree is self else None

    @property
    def current_load(self) -> SceneLoad | None:
        """The change that `change_scene_to_file_async` began and that is not over yet; otherwise None."""
        loads = self._loads
        return loads[-1] if loads and not loads[-1].is_over() else None

    def change_scene(self, scene: Node | SceneSource) -> None:
        """Put `scene` in the place of the current one, which is freed; an asynchronous change under way is canceled.

        Between ticks at once. Inside a tick or while input is dispatched the change waits for the frame's scene step,
        behind the process callbacks and deferred calls; the new scene is first processed a frame later. The last
        change of a frame wins; a scene that was to come earlier is freed without entering.

        Args:
            scene: a node without a parent, or what one is made of, such as a scene that was loaded.

        Raises:
            TreeError: the node has a parent, or is a tree's root.
            FreedError: it was freed.
        """
        if not isinstance(scene, Node) and hasattr(scene, "instantiate"):
            scene = scene.instantiate()
        self._begin_change(self._checked_scene(scene))

    def change_scene_to_file(self, path: str) -> None:
        """Load a scene file through the tree's loader and `change_scene` to a new instance of it.

        Raises:
            TreeError: the tree was made without a loader.
            InvalidTypeError: the file holds no scene.
            ResourceError: it cannot be loaded.
        """
        source = self.load(path)
        try:
            check_source(f"change_scene_to_file({path!r})", source)
            scene = self._checked_scene(source.instantiate())
        except BaseException:
            self._release_source(source)
            raise
        if not scene.scene_file_path:
            scene.scene_file_path = path
        self._begin_change(scene, source)

    def change_scene_to_file_async(self, path: str, *, hold: float = 0.0, warm_up_frames: int = 2) -> SceneLoad:
        """Change the scene to a new instance of a scene file, and prepare it while the game goes on.

        The current scene stays until then, and for good when something goes wrong: what does is logged, and is the
        `error` of what this returns. Another change of the scene cancels this one, so does `shutdown`; one that was
        asked for before and waits for its scene step comes first. See `engine.tree.scene_load` for the stages.

        Args:
            path: of a scene file, for the tree's loader.
            hold: seconds that pass before the scene enters at least, whatever the time scale.
            warm_up_frames: frames that pass after it has entered until the change counts as done.

        Raises:
            TreeError: the tree was made without a loader.
            FreedError: the tree was shut down.
            InvalidTypeError, InvalidValueError: an argument that cannot be.
        """
        self._check_open()
        if not isinstance(path, str):
            raise InvalidTypeError(f"change_scene_to_file_async(path): a file's name is needed, got {shortened(path)}")
        check_seconds("change_scene_to_file_async(hold)", hold)
        if type(warm_up_frames) is not int or warm_up_frames < 0:
            raise InvalidValueError(
                f"change_scene_to_file_async(warm_up_frames): a whole number of 0 or more is needed, got "
                f"{warm_up_frames!r}"
            )
        if self._loader is None:
            self.load(path)  # which says what to do
        before = self.current_load
        # Imported here: few games need it, and threads take their time to import.
        load = import_module("engine.tree.scene_load").SceneLoad(self, path, float(hold), warm_up_frames)
        self._loads.append(load)
        if before is not None:
            before.cancel()
        return cast("SceneLoad", load)

    def reload_current_scene(self) -> None:
        """`change_scene_to_file` to the file that the current scene came from.

        Raises:
            TreeError: there is no current scene, or it came from no file; and as `change_scene_to_file`.
        """
        scene = self.current_scene
        if scene is None:
            raise TreeError("cannot reload the current scene: there is none; call change_scene() first")
        if not scene.scene_file_path:
            raise TreeError(
                f"cannot reload {scene._where()}: it came from no file; call change_scene() with a new one of its class"
            )
        self.change_scene_to_file(scene.scene_file_path)

    @staticmethod
    def _checked_scene(scene: object) -> Node:
        """`scene`, if it may become the current one."""
        if not isinstance(scene, Node):
            hint = ""
            if isinstance(scene, str):
                hint = "; change_scene_to_file() takes a file's name"
            elif isinstance(scene, type):
                hint = f"; write {scene.__name__}()"
            raise InvalidTypeError(f"change_scene: a node is needed, got {shortened(scene)}{hint}")
        scene._check_alive("change the scene to")
        if scene._parent is not None or scene._flags & f.IS_ROOT:
            raise TreeError(f"cannot change the scene to {scene._where()}: it already has a parent, or is a root")
        return scene

    def _check_open(self) -> None:
        if self._disposed:
            raise FreedError("cannot change the scene: the tree was shut down; make a new SceneTree")

    def _begin_change(self, scene: Node, source: Any = None) -> None:
        """Change to a node that was checked; `source` is released when it goes."""
        try:
            self._check_open()
        except FreedError:
            self._release_source(source)
            raise
        load = self.current_load
        if load is not None:
            load._end_canceled()
        self._set_next(scene, source)
        try:
            if not (self._in_tick or self._in_input or self._unloading):
                self._swap_scene()
        finally:
            if load is not None:
                load.finished.emit(False)

    def _set_next(self, scene: Node | None, source: Any = None) -> None:
        """Let `scene` be the one that comes; the one that was to come is freed, unless it is the same."""
        pending, self._next_scene = self._next_scene, scene
        held, self._next_source = self._next_source, source
        self._release_source(held)
        if pending is not None and pending is not scene:
            pending.free()

    def _swap_scene(self) -> None:
        self._unloading = True
        try:
            self.unload_current_scene()
        finally:  # an error in a callback does not stop the change, and one by a callback is the last that wins
            self._unloading = False
            scene, self._next_scene = self._next_scene, None
            source, self._next_source = self._next_source, None
            if scene is not None and not scene._flags & f.FREED and scene._parent is None:
                self._current_scene = scene
                self._current_source = source
                self.root.add_child(scene)
            else:
                self._release_source(source)

    def _enter_loaded(self, scene: Node, source: Any) -> None:
        """Change to what an asynchronous change has prepared."""
        self._next_scene = scene
        self._next_source = source
        self._guarded(self._swap_scene, self.root, "change_scene")

    def unload_current_scene(self) -> None:
        """Free the current scene, if there is one, and release its file."""
        scene, self._current_scene = self.current_scene, None
        source, self._current_source = self._current_source, None  # now: a callback may bring the next scene
        try:
            if scene is not None:
                scene.free()
        finally:
            self._release_source(source)

    def _release_source(self, source: Any) -> None:
        """Tell a loader that counts its users that what it loaded is not used any more."""
        if source is not None and hasattr(self._loader, "release"):
            try:
                self._loader.release(source)
            except SapwoodError:  # the game has released it already
                pass

    def _advance_loads(self, delta: float) -> None:
        """Let the asynchronous changes go on by a frame of `delta` unscaled seconds."""
        for load in self._loads[:]:
            load._advance(delta)

    def _end_loads(self) -> list[BaseException]:
        """Cancel what is under way and wait for the threads; returns what receivers raised."""
        errors: list[BaseException] = []
        load = self.current_load
        if load is not None:
            try:
                load.cancel()
            except Exception as error:
                errors.append(error)
        for load in self._loads[:]:
            load._join()
        return errors


def check_source(where: str, source: object) -> None:
    """Refuse what no scene can be made of.

    Raises:
        InvalidTypeError: it is no SceneSource.
    """
    if not hasattr(source, "instantiate"):
        raise InvalidTypeError(f"{where}: it holds a {type(source).__name__}, not a scene")
