"""The protocols between layers that may not import one another.

A server never sees the tree and never another server: what it needs of them is one of the protocols here, handed to it
by the application or, when it is registered with a tree, by `attached(host)`. Optional methods are marked so: the
caller looks for them with `getattr` once, when the server is registered.

When, in a frame, is written at each method; `SceneTree.tick` is the caller. All of it runs on the tree's thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.math import Color, Transform2D, Vector2

__all__ = [
    "AttachedServer",
    "CanvasCamera",
    "CanvasServer",
    "DebugSink",
    "FixedStepServer",
    "FrameServer",
    "GraphicsContext",
    "InputServer",
    "SceneLoader",
    "SceneSource",
    "Server",
    "ServerHost",
    "TransformSource",
    "TreeOrdered",
]


@runtime_checkable
class Server(Protocol):
    """State or a device that lives beside the tree; at most one of each type is registered with a tree."""

    def dispose(self) -> None:
        """Release everything. Called once, after the tree was freed, in the reverse order of registration."""


@runtime_checkable
class AttachedServer(Server, Protocol):
    """A server that wants to know its host."""

    def attached(self, host: ServerHost) -> None:
        """Take what is needed of the tree. Called once, when the server is registered."""


@runtime_checkable
class FrameServer(Server, Protocol):
    """A server that works once a frame, paused or not."""

    def process(self, delta: float) -> None:
        """Do the frame's work. Called last in a tick, after the transforms were flushed.

        Args:
            delta: seconds of this frame, multiplied by the tree's `time_scale`.
        """


@runtime_checkable
class FixedStepServer(Server, Protocol):
    """A server that steps at the fixed physics rate; not called while the tree is paused or in edit mode."""

    def before_fixed_steps(self) -> None:
        """Prepare. Called once before the steps of a frame, and only if at least one will run."""

    def fixed_step(self, delta: float) -> None:
        """Advance by one step of `delta` seconds. Called after the nodes' physics callbacks and physics timers."""

    def after_fixed_steps(self, fraction: float) -> None:
        """Finish. Called once in every frame, also without a step.

        Args:
            fraction: 0 to 1 (1 excluded), how far the frame stands between the last step and the next.
        """


@runtime_checkable
class InputServer(Server, Protocol):
    """A server that may take an input event before the nodes get it, as user interfaces do."""

    def input(self, event: Any) -> bool:
        """Look at one event (an `engine.input` event); True when it is handled and goes no further."""


@runtime_checkable
class CanvasServer(Server, Protocol):
    """A server that draws canvas items, or could: they tell it of themselves while it is registered."""

    @property
    def draws_canvas(self) -> bool:
        """Whether it wants to be told; looked at when a server is registered."""


@runtime_checkable
class SceneSource(Protocol):
    """What a scene can be made of, again and again; a loaded scene file is one."""

    def instantiate(self) -> Any:
        """A new node with all below it, outside any tree; no callback of theirs has run."""


@runtime_checkable
class SceneLoader(Protocol):
    """Where a tree gets resources from; those of scene files are a SceneSource."""

    def load(self, path: str) -> Any:
        """The resource at a path of the project."""


class ServerHost(Protocol):
    """What a server may see of the tree that it is registered with."""

    @property
    def transforms_2d(self) -> TransformSource:
        """Global 2D transforms, by slot."""

    @property
    def root(self) -> Any:
        """The root viewport, for servers that are handed its size and canvas transform."""

    @property
    def debug_collisions_hint(self) -> bool:
        """Whether what touches what is to be shown."""

    @property
    def debug_collision_contact_color(self) -> Color:
        """How to show it."""

    @property
    def debug_sink(self) -> DebugSink | None:
        """Where to show it; None where nothing can be."""


class TransformSource(Protocol):
    """Global 2D transforms of many nodes, addressed by slot: a row number that a node keeps while it is in the tree."""

    @property
    def revision(self) -> int:
        """Counts up whenever a global transform changed or rows were moved; equal means that nothing needs packing."""

    def pack(self, slots: NDArray[np.intp], out: NDArray[np.floating[Any]]) -> None:
        """Write the global transforms of `slots`, (N,) integers, into `out`, (N, 6) float32 or float64.

        A row of `out` is [x.x, x.y, y.x, y.y, origin.x, origin.y]: the images of the two axes, and the origin, in
        pixels of the canvas.
        """

    def global_of(self, slot: int) -> tuple[float, float, float, float, float, float]:
        """One global transform, in the order of `pack`; fresh also in the middle of a frame."""


class CanvasCamera(Protocol):
    """What decides which part of a canvas a viewport shows."""

    def get_camera_transform(self, viewport_size: Vector2) -> Transform2D:
        """The transform from canvas pixels to viewport pixels, for a viewport of `viewport_size` pixels."""


class TreeOrdered(Protocol):
    """What stands somewhere in a tree, for those who must draw or list in tree order."""

    def get_index(self) -> int:
        """The position among its siblings, from 0."""

    def order_key(self) -> tuple[int, ...]:
        """The indices from the root down: comparing two keys compares places in the tree."""


class DebugSink(Protocol):
    """Where servers show those who look for mistakes what no node draws, on top of all that nodes do."""

    def show_contacts(self, canvas: object, points: NDArray[np.float64], color: Color) -> None:
        """Show where bodies touch, in place of what was shown on that canvas before.

        Args:
            canvas: what stands for the canvas, `world_2d.canvas`.
            points: (N, 2), in pixels of the canvas.
            color: how.
        """

    def clear(self) -> None:
        """Show nothing any more."""


class GraphicsContext(Protocol):
    """A GL context with something to draw on, given by a display server to whoever draws."""

    @property
    def ctx(self) -> Any:
        """The `moderngl.Context`."""

    @property
    def screen(self) -> Any:
        """The `moderngl.Framebuffer` that is shown, or, headless, read back."""

    @property
    def framebuffer_size(self) -> tuple[int, int]:
        """Width and height of `screen`, in device pixels."""

    @property
    def pixel_ratio(self) -> float:
        """Device pixels for each pixel of the canvas: 1 on ordinary screens, 2 on most HiDPI ones."""

    def make_current(self) -> None:
        """Make this context the one that GL calls of this thread go to."""
