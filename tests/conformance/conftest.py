"""The tree that a test runs in, and the count of records at the end of a run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.tree.scene_tree import SceneTree

MARKED = pytest.StashKey[list[tuple[Path, str, str]]]()
COUNTS = pytest.StashKey[str]()


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note which test is of which record, before anything is deselected."""
    marked = item.session.stash.setdefault(MARKED, [])
    name = getattr(item, "originalname", item.name)
    for mark in item.iter_markers("record"):
        marked.extend((item.path, name, record) for record in mark.args)
    marked.append((item.path, name, ""))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counts = config.stash.get(COUNTS, "")
    if counts:
        terminalreporter.write_line(counts)
