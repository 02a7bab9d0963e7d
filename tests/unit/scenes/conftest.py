"""What tests of scenes share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.scenes.projects import Project


@pytest.fixture
def forgotten_imports() -> Iterator[None]:
    """What a test imports is forgotten when it ends, and so is what that did to the path."""
    modules, path = dict(sys.modules), list(sys.path)
    yield
    for name in sys.modules.keys() - modules.keys():
        del sys.modules[name]
    sys.path[:] = path


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)
