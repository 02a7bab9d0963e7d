"""What is said of an error that leaves a callback: where it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.tree.node import Node


def annotate(error: BaseException, node: Node | None, callback: str) -> None:
    """Add the note that names the node's path and the callback, unless the same error has it from an earlier tick."""
    whose = f" of {node._where()} ({type(node).__name__})" if node is not None else ""
    note = f"in {callback}{whose}"
    if note not in getattr(error, "__notes__", ()):
        error.add_note(note)
