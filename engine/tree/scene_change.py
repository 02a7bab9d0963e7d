"""The scene that a tree shows, and its change for another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.contracts import SceneSource
from engine.core.errors import FreedError, InvalidTypeError, TreeError
from engine.tree import flags as f
from engine.tree.node import Node

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.tree.viewport import SceneViewport


class SceneChange:
    """The part of a SceneTree that changes scenes."""

    root: SceneViewport
    _disposed: bool
    _in_tick: bool
    _in_input: int
    load: Callable[[str], Any]

    def _start_scenes(self) -> None:
        self._current_scene: Node | None = None
        self._next_scene: Node | None = None
        self._unloading = False

    @property
    def current_scene(self) -> Node | None:
        """The node that `change_scene` put under the root, while it is in the tree; otherwise None."""
        scene = self._current_scene
        return scene if scene is not None and scene._tree is self else None

    def change_scene(self, scene: Node | SceneSource) -> None:
        """Put `scene` in the place of the current one, which is freed.

        Between ticks at once. Inside a tick or while input is dispatched the change waits for the frame's scene step,
        behind the process callbacks and deferred calls; the new scene is first processed a frame later. The last
        change of a frame wins; a scene that was to come earlier is freed without entering.

        Args:
            scene: a node without a parent, or what one is made of, such as a scene that was loaded.

        Raises:
            TreeError: the node has a parent, or is a tree's root.
            FreedError: it was freed.
        """
        if isinstance(scene, SceneSource) and not isinstance(scene, Node):
            scene = scene.instantiate()
        if not isinstance(scene, Node):
            hint = ""
            if isinstance(scene, str):
                hint = "; change_scene_to_file() takes a file's name"
            elif isinstance(scene, type):
                hint = f"; write {scene.__name__}()"
            raise InvalidTypeError(f"change_scene: a node is needed, got {scene!r}{hint}")
        scene._check_alive("change the scene to")
        if scene._parent is not None or scene._flags & f.IS_ROOT:
            raise TreeError(f"cannot change the scene to {scene._where()}: it already has a parent, or is a root")
        self._begin_change(scene)

    def change_scene_to_file(self, path: str) -> None:
        """Load a scene file through the tree's loader and `change_scene` to a new instance of it.

        Raises:
            TreeError: the tree was made without a loader.
            InvalidTypeError: the file holds no scene.
            ResourceError: it cannot be loaded.
        """
        source = self.load(path)
        if not isinstance(source, SceneSource):
            raise InvalidTypeError(f"change_scene_to_file({path!r}): it holds a {type(source).__name__}, not a scene")
        scene = source.instantiate()
        if isinstance(scene, Node) and not scene.scene_file_path:
            scene.scene_file_path = path
        self.change_scene(scene)

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

    def _begin_change(self, scene: Node) -> None:
        if self._disposed:
            raise FreedError("cannot change the scene: the tree was shut down; make a new SceneTree")
        pending, self._next_scene = self._next_scene, scene
        if pending is not None and pending is not scene:
            pending.free()
        if not (self._in_tick or self._in_input or self._unloading):
            self._swap_scene()

    def _swap_scene(self) -> None:
        self._unloading = True
        try:
            self.unload_current_scene()
        finally:  # an error in a callback does not stop the change, and one by a callback is the last that wins
            self._unloading = False
            scene, self._next_scene = self._next_scene, None
            if scene is not None and not scene._flags & f.FREED and scene._parent is None:
                self._current_scene = scene
                self.root.add_child(scene)

    def unload_current_scene(self) -> None:
        """Free the current scene, if there is one."""
        scene, self._current_scene = self.current_scene, None
        if scene is not None:
            scene.free()
