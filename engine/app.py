"""The application: servers, tree and loop put together, in a window or without one.

    with headless_app("examples/meteors") as app:      # what `sapwood run --headless` runs, without a loop
        app.tree.advance(2.0)
        app.screenshot().save_png("match.png")

    sys.exit(run(Main, title="Meteors"))               # a window and a loop, until the game quits

This module imports upward, from every layer, and does so inside functions: importing it costs nothing until an
application is built, so that tests and tools may name it at no price.
"""

from __future__ import annotations

import os
from importlib import import_module
from math import ceil
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType
    from typing import Self, TypeVar

    from engine.core.clock import Clock
    from engine.core.resource import Resource
    from engine.game.scene_file import SceneFile
    from engine.game.script import Script
    from engine.input.events import InputEvent
    from engine.resources import Image, ResourceLoader
    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree
    from servers.display import DisplayServer
    from servers.display.backend import DisplayBackend
    from servers.render import RenderServer
    from servers.text import TextServer

    T = TypeVar("T", bound=Resource)
    Main = Node | type[Node] | Callable[..., Any]

DEFAULT_SIZE = (1152, 648)
"""Width and height of a window, in points, where nothing else is said: Godot's."""

INTERRUPTED = 130
"""The exit code that a shell gives for a program that Ctrl+C ended."""

MAX_OVERSAMPLING = 4.0
"""Pixels of a glyph's picture for each pixel of text, at most; sharper is not seen and fills the atlas."""

HEADLESS_FPS = 60.0
"""The fixed frame rate of a run without a window: it is the same every time, however fast the machine is."""


class App:
    """A game with its servers, ready to be ticked or run.

    Made by `headless_app`, by `run` or by the test fixtures. Close it, or use it in a `with` statement: the tree
    is freed first, then the servers, the display with its GL context last.
    """

    tree: SceneTree
    """The scene tree."""
    display: DisplayServer
    """The window, or the screen in memory."""
    render: RenderServer
    """What draws the tree."""
    text: TextServer
    """What turns strings into pictures."""
    shown: bool
    """Whether somebody sees the frames."""
    takes_input: bool
    """Whether devices reach the game, as they do; False while a recording stands for them."""
    args: tuple[str, ...]
    """The game's own arguments; nodes read `tree.args`."""

    def __init__(
        self,
        backend: DisplayBackend,
        *,
        title: str = "Sapwood",
        shown: bool = False,
        draws: bool | None = None,
        loader: ResourceLoader | None = None,
        clock: Clock | None = None,
        seed: int = 0,
        args: Sequence[str] = (),
        fixed_fps: float = 0.0,
        max_fps: float = 0.0,
        debug_collisions: bool = False,
        keep_going: bool = False,
    ) -> None:
        """Build the servers and an empty tree.

        Args:
            backend: the window, or what stands for it; it is closed with the application.
            title: the window's title.
            shown: whether somebody sees the frames, so that the loop draws them.
            draws: True draws with GL, which must be there; False only records what would be drawn; None draws with GL
                where there is some.
            loader: the project's resources; None reads from the current folder.
            clock: the time of the loop; None takes the machine's.
            seed: starts `tree.rng`.
            args: the game's own arguments.
            fixed_fps: frames a second that every delta pretends; 0 takes the clock's time.
            max_fps: frames a second at most; 0 for no limit of ours.
            debug_collisions: show the shapes of bodies, rays, joints and contacts: `tree.debug_collisions_hint`.
            keep_going: log what the game's callbacks raise, and go on, as the tree's error policy "log".

        Raises:
            DisplayError: there is no GL, and `draws` is True.
            InvalidTypeError: `args` is no sequence of texts.
            InvalidValueError: a frame rate that cannot be.
        """
        from engine.core.clock import RealClock
        from engine.game.slips import Slips
        from engine.loop import Loop
        from engine.resources import ResourceLoader
        from engine.tree.scene_tree import SceneTree, checked_args
        from servers.display import DisplayServer
        from servers.render import DebugOverlay
        from servers.text import TextServer

        self._game: Script | SceneFile | None = None
        self._backend = backend
        self.shown = shown
        self.takes_input = True
        self._polls = self._closed = False
        self._slips = Slips()
        self._default_root: Any = None
        self.args = checked_args("App", args)
        self.display = DisplayServer(backend, title=title)
        try:
            self.render = _render_server(self.display, draws)
        except BaseException:
            self.display.dispose()
            raise
        self.text = TextServer()
        servers = (self.display, self.text, self.render)
        self.tree = SceneTree(servers, loader=loader or ResourceLoader(), seed=seed, args=self.args)
        self.tree.debug_sink = DebugOverlay(self.render)
        self.tree.debug_collisions_hint = debug_collisions
        if keep_going:
            self.tree.error_policy = "log"
        self._on_resized()
        self.display.resized.connect(self._on_resized)
        self.tree.root.size_changed.connect(self._on_view_changed)
        self.display.close_requested.connect(self.tree.quit)
        self.display.focus_lost.connect(self._for_devices(self.tree.input.release_all))
        self.display.joypad_changed.connect(self._for_devices(self.tree.input.set_joy_connected))
        self.display.mouse_exited.connect(self._for_devices(self.tree.root.notify_mouse_exited))
        self.loop = Loop(self.tree, self, clock or RealClock(), fixed_fps=fixed_fps, max_fps=max_fps)
        """What ticks the tree for `run`; `loop.frames` counts its frames."""

    def start(self, main: Main) -> None:
        """Put the game into the tree.

        Args:
            main: a node, a Node class, or a function that is called with the tree (and with `args`, if it has
                parameters for them); a node that the function returns becomes the current scene.

        Raises:
            ScriptError: `main` is none of these, or its parameters do not fit.
        """
        from engine.core.errors import ScriptError
        from engine.game.script import call_main, make_main
        from engine.tree.node import Node

        if isinstance(main, type) and issubclass(main, Node):
            main = make_main(main)
        elif callable(main) and not isinstance(main, Node):
            main = call_main(main, self.tree, self.args)
            if main is None:
                return
            if not isinstance(main, Node):
                raise ScriptError(f"main() returned {main!r}, which is no node - return a Node, or nothing")
        if not isinstance(main, Node):
            raise ScriptError(f"{main!r} is no game - give a Node, a Node class, or a function that takes the tree")
        if not main.is_inside_tree():
            self.tree.change_scene(main)

    def run(self, frames: int | None = None, on_frame: Callable[[int], object] | None = None) -> int:
        """Run until the game quits or the window is closed, for `frames` frames at most; the exit code.

        See `engine.loop.Loop.run`.
        """
        return self.loop.run(frames, on_frame)

    def screenshot(self) -> Image:
        """The tree as it stands now, drawn at the display's full resolution.

        Raises:
            ServerError: the application only records; or it is closed.
        """
        from engine.core.errors import ServerError
        from servers.render.recorder import Recorder

        if isinstance(self.render.backend, Recorder):
            raise ServerError(
                "App.screenshot - this application only records what would be drawn: it was made with draws=False, or "
                "there is no GL here; in a test, use sapwood_render in place of sapwood_app"
            )
        return self.render.screenshot()

    def poll_events(self) -> Iterable[InputEvent]:
        """What happened since the last frame; the loop asks."""
        self.display.mouse_mode = self.tree.input.mouse_mode
        events = self.display.poll_events()
        if self.takes_input:
            return map(self.tree.root._from_window, events)
        self._polls = True
        try:
            list(events)  # what happens to the window is told
        finally:
            self._polls = False
        return ()

    def show_frame(self) -> None:
        """Draw the tree and show it, where somebody can see it; the loop asks."""
        if not self.loop.frames & (self.loop.frames - 1):  # 1, 2, 4, 8, ...: seldom, and soon after the start
            self._slips.tell(self.tree)
        if self.shown:
            self.render.draw()
        self.display.present()

    @property
    def leaked(self) -> list[str]:
        """The GPU objects that nobody had released when the application was closed, and before: nothing."""
        return list(getattr(self._backend.graphics, "leaked", ()))

    def close(self) -> None:
        """Free the tree, then the servers; forget the game's modules. Harmless the second time.

        Raises:
            TreeError: called from inside a callback of the tree; nothing is closed then. `tree.quit()` ends the loop.
            Exception: the first error of a callback or a server; all the same everything is closed.
        """
        if self._closed:
            return
        self._closed = True
        try:
            self._slips.tell(self.tree)
            self.tree.shutdown()
        finally:
            self._closed = self.tree._disposed
            if self._closed:
                self._close_rest()

    def _close_rest(self) -> None:
        self.display.dispose()
        if self._game is not None:
            _use_folder(self._default_root)
            self._game.unload()

    def load_game(self, game: Script | SceneFile) -> None:
        """Start what an imported script or a scene holds, and forget its modules when the application is closed.

        The project's folder, of a script its own, is that of `engine.load` until then.

        Raises:
            InvalidTypeError: it is neither, but a path, say; `headless_app(path)` takes those.
            TreeError: the application is closed, or plays a game already.
            ResourceError, ScriptError: the scene or a script of it cannot be loaded; the text is for its author.
        """
        from engine.core.errors import InvalidTypeError, TreeError
        from engine.game.scene_file import SceneFile
        from engine.game.script import Script

        if not isinstance(game, (Script, SceneFile)):
            raise InvalidTypeError(
                f"App.load_game takes what engine.game.loading.load_game gives, got {game!r}; headless_app(path) makes "
                "an application from a path"
            )
        if self._closed:
            raise TreeError("App.load_game: this application was closed; make another")
        if self._game is not None:
            raise TreeError(f"App.load_game: this application plays {self._game.path} already; make another")
        self._game = game
        self._default_root = _use_folder(game.folder)
        if game.settings is not None:
            game.settings.apply(self.tree, self.render)
            if project := game.settings.physics_2d:
                import_module("servers.physics_2d").PhysicsServer2D.of(self.tree).set_up(project, game.settings.where)
        if isinstance(game, Script):
            self.start(game.entry)
        else:
            game.start(self.tree)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self.close()
        except Exception as closing:
            if not isinstance(error, Exception):  # nothing went wrong before, also when the game was interrupted
                raise
            # What went wrong first is what its author looks for; this may be only its consequence.
            notes = getattr(closing, "__notes__", ())
            error.add_note("; ".join((f"closing then raised {type(closing).__name__}: {closing}", *notes)))

    def _on_resized(self, _window_size: object = None) -> None:
        keeps = self._polls  # while a recording plays; what the game itself does to the window counts always
        self.tree.root.fit_window(self.display.window_size, self.display.framebuffer_size, keep_size=keeps)
        self._on_view_changed()

    def _on_view_changed(self) -> None:
        ratio = self.tree.root.target_size[0] / self.tree.root.size.x
        # In steps of a half: each ratio fills the glyph atlas anew, and a window that is dragged goes through many.
        self.text.oversampling = min(max(ceil(ratio * 2) / 2, 1.0), MAX_OVERSAMPLING)

    def _for_devices(self, function: Callable[..., object]) -> Callable[..., object]:
        """The function, called only while devices reach the game."""
        return lambda *args: self.takes_input and function(*args)


def headless_app(path: str | os.PathLike[str], seed: int = 0, args: Sequence[str] = ()) -> App:
    """What `sapwood run path --headless` runs, started and not yet ticked.

    Args:
        path: a script, a scene, or a folder with a `game.py` or a `project.godot`.
        seed: starts `tree.rng`.
        args: the game's own arguments.

    Raises:
        ScriptError: there is no game there, or it does not import; the text is for its author.
        ResourceError: it is a scene or a project that cannot be loaded.

    What the game itself raises while it starts goes through unchanged.
    """
    game = load_game(path)
    screen = headless_screen(game.window_size or DEFAULT_SIZE)
    return game_app(game, screen, seed=seed, args=args, fixed_fps=HEADLESS_FPS)


def bare_app(*, draws: bool) -> App:
    """An application without a game, on a screen in memory and a clock that stands still: for tests.

    Args:
        draws: whether it draws with GL, so that `screenshot` gives a picture; otherwise it only records.

    Raises:
        DisplayError: there is no GL to draw with.
    """
    from engine.core.clock import ManualClock

    return App(headless_screen(), draws=draws, clock=ManualClock(), fixed_fps=HEADLESS_FPS)


def load_game(path: str | os.PathLike[str]) -> Script | SceneFile:
    """The game that a path names; see `engine.game.loading.load_game`."""
    from engine.game import loading

    # The reader of settings is dear to import, and few scripts need it.
    return loading.load_game(path, lambda file: import_module("scenes.project_settings").read_project_settings(file))


def game_app(game: Script | SceneFile, backend: DisplayBackend, **options: Any) -> App:
    """A game on a display back end, started; `options` are those of App.

    When the game does not start, everything is closed again.
    """
    from engine.resources import ResourceLoader

    try:
        app = App(backend, loader=ResourceLoader(game.folder), **options)
    except BaseException:
        game.unload()
        raise
    try:
        app.load_game(game)
    except BaseException as error:
        app.__exit__(type(error), error, error.__traceback__)
        raise
    return app


def headless_screen(size: tuple[int, int] = DEFAULT_SIZE) -> DisplayBackend:
    """A screen in memory, of `size` points; its GL context is made when it is first drawn on."""
    from servers.display.headless import HeadlessDisplay

    return HeadlessDisplay(size)


def open_window(
    size: tuple[int, int] = DEFAULT_SIZE, *, title: str = "Sapwood", resizable: bool = True
) -> DisplayBackend:
    """Open a window of `size` points.

    Raises:
        DisplayError: there is no display, or no OpenGL 3.3 on it; the text says which.
        InvalidTypeError, InvalidValueError: a size or a title that no window has.
    """
    from engine.core.errors import DisplayError
    from servers.display.server import checked_size, checked_title

    size = checked_size("window size", size)
    title = checked_title("window title", title)
    try:
        from servers.display.window import WindowDisplay
    except ImportError as error:
        raise DisplayError(f"no window can be opened: a library of the window system is missing ({error})") from error
    return WindowDisplay(size, title=title, resizable=resizable)


def run(
    main: Main,
    *,
    title: str = "Sapwood",
    size: tuple[int, int] = DEFAULT_SIZE,
    content_size: tuple[int, int] | None = None,
    fullscreen: bool = False,
    vsync: bool = True,
    resizable: bool = True,
    max_fps: float = 0.0,
    seed: int | None = None,
    args: Sequence[str] = (),
) -> int:
    """Open a window and run a game until it quits: `sys.exit(run(Main, title="Meteors"))`.

    Args:
        main: a node, a Node class, or a function that is called with the tree.
        title: what the window's title bar says.
        size: the window's width and height in points.
        content_size: the part of the canvas that always fits into the window, scaled; None does not scale the canvas.
        fullscreen: whether the window covers the screen.
        vsync: whether frames wait for the screen's refresh.
        resizable: whether the person may resize the window.
        max_fps: frames a second at most; 0 for no limit but the screen's.
        seed: starts `tree.rng`; None takes another each time.
        args: the game's own arguments.

    Returns:
        The exit code: what the game gave to `tree.quit`, 0 when the window was closed, 130 for Ctrl+C.

    Raises:
        DisplayError: there is no display, or no OpenGL 3.3 on it.
        ScriptError: `main` is none of these, or its parameters do not fit.
        InvalidTypeError, InvalidValueError: another argument that cannot be; the text says which.
        Exception: what the game raises.
    """
    backend = open_window(size, title=title, resizable=resizable)
    seed = new_seed() if seed is None else seed
    with App(backend, shown=True, draws=True, title=title, seed=seed, args=args, max_fps=max_fps) as app:
        if content_size is not None:
            app.tree.root.content_scale_size = content_size  # type: ignore[assignment]  # it takes any pair
            app.tree.root.content_scale_mode = app.tree.root.ContentScaleMode.CANVAS_ITEMS
            app.tree.root.content_scale_aspect = app.tree.root.ContentScaleAspect.EXPAND
        app.display.vsync = vsync
        app.display.fullscreen = fullscreen
        try:
            app.start(main)
            return app.run()
        except KeyboardInterrupt:
            return INTERRUPTED


def new_seed() -> int:
    """A seed that is another one each time."""
    return int.from_bytes(os.urandom(4), "little")


@overload
def load(path: str) -> Resource: ...
@overload
def load(path: str, type: type[T]) -> T: ...
def load(path: str, type: Any = None) -> Any:
    """The resource of a file of the running game, such as `load("ship.png", Texture2D)`; each file is read once.

    See `ResourceLoader.load` for the paths and the errors. `tree.load` does the same for the project of one tree.
    """
    from engine.resources import default_loader

    return default_loader.load(path) if type is None else default_loader.load(path, type)


def _use_folder(folder: Any) -> Any:
    """Make `folder` the project folder of `load`; the one before, to be given back."""
    from engine.resources import default_loader

    before, default_loader.root = default_loader.root, folder
    return before


def _render_server(display: DisplayServer, draws: bool | None) -> RenderServer:
    """A server that draws on the display, or one that records: see `draws` of App."""
    from engine.core.errors import DisplayError
    from engine.core.log import get_logger
    from servers.render import RenderServer

    if draws is False:
        return RenderServer()
    try:
        return RenderServer(display.graphics)
    except DisplayError as error:
        if draws:
            raise
        get_logger("app").warning(f"{error}; the game runs, but no picture of it can be made")
        return RenderServer()
