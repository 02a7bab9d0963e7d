"""What the tree calls on nodes: the callbacks of games, and the hooks of engine classes; a part of Node.

Each is called only where a class overrides it: engine.tree.node_class works that out when the class is made.

The hooks (never for games):
    _enter_tree() _ready() _exit_tree()   like the callbacks of games, called before (exit: after) them
    _enter_canvas() _exit_canvas() _moved_in_canvas()   canvas items, only where a server draws or on_draw is overridden
    _freed()                      once, when the node is freed
    _internal_process(delta)      each frame before on_process, after `_set_internal_process(True)`
    _internal_physics_process(delta)   the same in physics steps
    _running_state()              of a class with timers, an internal process or a view: what says how they go on
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.tree.node_state import NodeState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from engine.input import InputEvent


class Callbacks(NodeState):
    """The part of a Node that others override."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    def on_enter_tree(self) -> Awaitable[None] | None:
        """Called each time the node has entered a tree, parents first."""

    def on_ready(self) -> Awaitable[None] | None:
        """Called once, when the node and all its children are in the tree; `request_ready` arms it again."""

    def on_exit_tree(self) -> None:
        """Called each time the node is about to leave the tree, children first."""

    def on_process(self, delta: float) -> None:
        """Called each frame; `delta` is the frame's time in seconds."""

    def on_physics_process(self, delta: float) -> None:
        """Called each physics step; `delta` is the step's time in seconds, 1/60 unless the tree says otherwise."""

    def on_input(self, event: InputEvent) -> Awaitable[None] | None:
        """Called for each input event, in reverse tree order, until `get_viewport().set_input_as_handled()`.

        The event may be reused afterwards: `event.clone()` keeps it.
        """

    def on_unhandled_input(self, event: InputEvent) -> Awaitable[None] | None:
        """Called for each input event that no on_input and no user interface handled."""

    def on_prepare(self, progress: Callable[[float], None]) -> None:
        """Called once, before the node enters, when `change_scene_to_file_async` brings its scene: in another thread.

        For what takes long, as generating a world: the game goes on meanwhile, so only the new scene and what nobody
        else uses may be touched. A scene that comes in another way is not prepared: `on_ready` must do it then.

        Args:
            progress: takes how far it is, from 0 to 1; ends the call when the change of the scene was canceled.
        """

    # --- hooks, for engine classes ---------------------------------------------------------------

    def _enter_tree(self) -> None:
        """Called before on_enter_tree."""

    def _ready(self) -> None:
        """Called before on_ready."""

    def _exit_tree(self) -> None:
        """Called after on_exit_tree."""

    def _enter_canvas(self) -> None:
        """Called on entering a tree in which a canvas item's drawing matters."""

    def _exit_canvas(self) -> None:
        """Called on leaving such a tree."""

    def _update_running(self, may: bool) -> None:
        """Called on a timer when whether it may count has changed."""

    def _process_mode_changed(self) -> None:
        """Called in a tree when the process mode, after inheritance, has changed."""

    def _world_2d_changed(self) -> None:
        """Called in a tree when the viewport that the node is in has got another World2D."""

    def _reset_interpolation(self) -> None:
        """Called by `reset_physics_interpolation`, in a tree."""

    def _internal_process(self, delta: float) -> None:
        """Called each frame at the node's place among the callbacks, before on_process, while turned on."""

    def _internal_physics_process(self, delta: float) -> None:
        """Called each physics step at the node's place, before on_physics_process, while turned on."""

    def _running_state(self) -> tuple[Any, ...]:
        """Of a timer, or a node with an internal process: what no property says of how it goes on, for a digest."""
        raise NotImplementedError

    def _moved_in_canvas(self) -> None:
        """Called when the place among the canvas items of such a tree changed."""

    def _freed(self) -> None:
        """Called once, when the node is freed, to let go of what it holds outside the tree."""
