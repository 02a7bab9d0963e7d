"""A spy on moderngl itself: what is made, released, written, bound and drawn, whatever the engine counts."""

from __future__ import annotations

from typing import Any, NamedTuple

import moderngl
import pytest

MAKERS = ("buffer", "texture", "framebuffer", "vertex_array", "program", "sampler", "renderbuffer", "depth_texture")
DRAWERS = ("render", "render_indirect", "transform")


class Draw(NamedTuple):
    """A draw call."""

    vertices: int
    textures: dict[int, tuple[int, int]]
    """By unit, the size of the texture that is bound there."""
    bound: dict[int, Any]
    """By unit, that texture."""


class Write(NamedTuple):
    """Something sent to the GPU."""

    kind: str
    """buffer or texture"""
    size: int
    """Bytes."""


class GPUSpy:
    """Watches all contexts from now on.

    Attributes:
        made: every object that was made.
        draws: draw calls since `clear`; likewise `writes`, `created` (kinds) and `released`.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put itself before moderngl's methods, until the test ends."""
        self._patch = monkeypatch
        self.made: list[Any] = []
        self._bound: dict[int, Any] = {}
        self.clear()
        for name in MAKERS:
            self._wrap(moderngl.Context, name, self._on_made)
        for name in DRAWERS:
            self._wrap(moderngl.VertexArray, name, self._on_drawn)
        for kind in (moderngl.Buffer, moderngl.Texture):
            self._wrap(kind, "write", self._on_written)
        self._wrap(moderngl.Texture, "use", self._on_bound)

    def clear(self) -> None:
        """Forget what was done so far; what lives is still known."""
        self.draws: list[Draw] = []
        self.writes: list[Write] = []
        self.created: list[str] = []
        self._living_before = self.count()

    def living(self) -> list[Any]:
        """The objects that were made and not released, also those that nobody holds any more."""
        self.made = [thing for thing in self.made if not isinstance(thing.mglo, moderngl.InvalidObject)]
        return self.made

    def count(self) -> int:
        """How many objects live."""
        return len(self.living())

    def kinds(self) -> dict[str, int]:
        """How many of each kind live."""
        names = sorted(type(thing).__name__ for thing in self.living())
        return {name: names.count(name) for name in dict.fromkeys(names)}

    def textures(self) -> list[tuple[int, int]]:
        """The sizes of the textures that live, sorted."""
        return sorted(thing.size for thing in self.living() if isinstance(thing, moderngl.Texture))

    @property
    def released(self) -> int:
        """How many objects were released since `clear`."""
        return self._living_before + len(self.created) - self.count()

    def _wrap(self, owner: Any, name: str, on_called: Any) -> None:
        original = getattr(owner, name)

        def watched(thing: Any, *args: Any, **kwargs: Any) -> Any:
            result = original(thing, *args, **kwargs)
            on_called(name, thing, args, kwargs, result)
            return result

        self._patch.setattr(owner, name, watched)

    def _on_made(self, name: str, _thing: Any, args: Any, kwargs: Any, made: Any) -> None:
        self.made.append(made)
        self.created.append(name)
        data = kwargs.get("data", args[2] if name == "texture" and len(args) > 2 else None)
        if name == "buffer" and args:
            data = args[0]
        if data is not None:
            self.writes.append(Write(name, memoryview(data).nbytes))

    def _on_drawn(self, _name: str, _thing: Any, args: Any, kwargs: Any, _result: Any) -> None:
        vertices = kwargs.get("vertices", args[1] if len(args) > 1 else -1)
        self.draws.append(Draw(vertices, {unit: each.size for unit, each in self._bound.items()}, dict(self._bound)))

    def _on_written(self, _name: str, thing: Any, args: Any, kwargs: Any, _result: Any) -> None:
        data = kwargs.get("data", args[0] if args else b"")
        self.writes.append(Write(type(thing).__name__.lower(), memoryview(data).nbytes))

    def _on_bound(self, _name: str, thing: Any, args: Any, kwargs: Any, _result: Any) -> None:
        self._bound[kwargs.get("location", args[0] if args else 0)] = thing
