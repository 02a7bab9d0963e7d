"""A pytest plugin that writes down which pictures each test looked at: `pytest -p tests.image.picture_digests`.

Only tests on the stage are run, and not those whose rule is switched off. The environment says where to:
SAPWOOD_PICTURE_DIGESTS is a file, which is written at the end, a JSON object of lists of digests by test.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

from engine.app import App
from engine.resources import Image

VARIABLE = "SAPWOOD_PICTURE_DIGESTS"
SWITCHES = ("rule", "holds")


class Digests:
    """Listens to `App.screenshot` while tests run."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._test = ""
        self._found: dict[str, list[str]] = defaultdict(list)
        screenshot = App.screenshot

        def watched(app: App) -> Image:
            image = screenshot(app)
            self._found[self._test].append(hashlib.sha256(image.pixels.tobytes()).hexdigest())
            return image

        App.screenshot = watched  # type: ignore[assignment,method-assign]  # this process does nothing else

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests on the stage whose rule holds."""
        items[:] = [item for item in items if self._is_looked_at(item)]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note whose pictures come now."""
        self._test = item.nodeid

    def pytest_sessionfinish(self) -> None:
        """Write them down."""
        self._file.write_text(json.dumps(self._found), encoding="utf-8")

    def _is_looked_at(self, item: pytest.Item) -> bool:
        parameters = getattr(getattr(item, "callspec", None), "params", {})
        is_off = any(parameters.get(switch) is False for switch in SWITCHES)
        return "stage" in getattr(item, "fixturenames", ()) and not is_off


def pytest_configure(config: pytest.Config) -> None:
    """Start to listen."""
    config.pluginmanager.register(Digests(Path(os.environ[VARIABLE])))
