"""The servers of one tree: at most one of each type, told of the frame in the order of registration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import InvalidTypeError, ServerError
from engine.math.value import shortened
from engine.tree.errors import annotate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.core.contracts import Server

S = TypeVar("S")


class ServerRegistry:
    """Which servers a tree has.

    What a server does in the frame is told by its methods: `process(delta)` once a frame after the transforms are in
    step; `before_fixed_steps()`, `fixed_step(delta)` and `after_fixed_steps(fraction)` around the physics steps;
    `input(event)` before the nodes. See engine.core.contracts.

    Args:
        host: the tree, given to each server that has `attached(host)`.
    """

    def __init__(self, host: Any) -> None:
        self._host = host
        self._servers: dict[type, Server] = {}
        self._disposed = False
        self.frame: list[Any] = []
        self.fixed: list[Any] = []
        self.input: list[Callable[[Any], bool]] = []

    def register(self, server: Server) -> None:
        """Add a server.

        Raises:
            ServerError: there is one of this type already, it is no server, or the tree was shut down.
        """
        kind = type(server)
        if self._disposed:
            raise ServerError(f"cannot register a {kind.__name__}: the tree was shut down; make a new SceneTree")
        if isinstance(server, type):
            raise ServerError(f"cannot register the class {server.__name__}: make a server of it, {server.__name__}()")
        if not callable(getattr(server, "dispose", None)):
            raise ServerError(f"cannot register {server!r}: a server has a method dispose()")
        if kind in self._servers:
            raise ServerError(
                f"cannot register a second {kind.__name__}: one is registered with this tree; unregister it first"
            )
        self._servers[kind] = server
        self._sort()
        attached = getattr(server, "attached", None)
        if attached is not None:
            try:
                attached(self._host)
            except BaseException:
                del self._servers[kind]
                self._sort()
                raise
        self._host._servers_changed()

    def unregister(self, server: Server) -> None:
        """Take a server out. It is not disposed, now or later.

        Raises:
            ServerError: it is not registered.
        """
        if self._servers.get(type(server)) is not server:
            raise ServerError(f"cannot unregister {server!r}: it is not registered with this tree")
        del self._servers[type(server)]
        self._sort()
        self._host._servers_changed()

    def get(self, kind: type[S]) -> S | None:
        """The server of a type (or of a type derived from it), or None."""
        server = self._servers.get(kind)
        if server is None:
            if not isinstance(kind, type):
                raise InvalidTypeError(
                    f"a server is asked for by its class, such as RenderServer, got {shortened(kind)}"
                )
            server = next((each for each in self._servers.values() if isinstance(each, kind)), None)
        return server  # type: ignore[return-value]

    def require(self, kind: type[S]) -> S:
        """The server of a type.

        Raises:
            ServerError: there is none; the text says how to get one.
        """
        server = self.get(kind)
        if server is None:
            name = kind.__name__
            raise ServerError(
                f"no {name} is registered with this tree; start with engine.run(), or pass servers=[{name}(...)]"
            )
        return server

    def all(self) -> Iterable[Server]:
        """All, in the order of registration."""
        return tuple(self._servers.values())

    def dispose(self) -> None:
        """Dispose of all in reverse order; every one gets its turn, then the first error is raised."""
        self._disposed = True
        errors: list[Exception] = []
        for server in reversed(list(self._servers.values())):
            try:
                server.dispose()
            except Exception as error:
                annotate(error, None, f"{type(server).__name__}.dispose")
                errors.append(error)
        self._servers.clear()
        self._sort()
        if errors:
            raise errors[0]

    def _sort(self) -> None:
        servers = list(self._servers.values())
        self.frame = [server for server in servers if hasattr(server, "process")]
        self.fixed = [server for server in servers if hasattr(server, "fixed_step")]
        self.input = [server.input for server in servers if hasattr(server, "input")]
