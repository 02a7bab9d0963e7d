"""What is said of an error that leaves a callback: where it came from, and what else failed in the same tick."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tree.node import Node


def annotate(error: BaseException, node: Node | None, callback: str) -> None:
    """Add the note that names the node's path and the callback, unless the same error has it from an earlier tick."""
    whose = f" of {node._where()} ({type(node).__name__})" if node is not None else ""
    note = f"in {callback}{whose}"
    if note not in getattr(error, "__notes__", ()):
        error.add_note(note)


def settle(errors: Sequence[BaseException]) -> None:
    """Raise the first error; further ones are grouped as its context and named in a note."""
    first, *others = errors
    if others:
        group = BaseExceptionGroup(f"{len(others)} more in the same tick", others)
        what = "; ".join(f"{type(other).__name__}: {other}" for other in others[:5])
        first.add_note(f"{group.message}: {what}{'; ...' if len(others) > 5 else ''}")
        last: BaseException = first
        while last.__context__ is not None:
            last = last.__context__
        last.__context__ = group
    raise first
