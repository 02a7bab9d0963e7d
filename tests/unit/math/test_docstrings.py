"""The examples in the docstrings of engine.math give what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import engine.math

MODULES = [module.name for module in pkgutil.walk_packages(engine.math.__path__, "engine.math.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run_as_printed(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))

    assert failed == 0


def test_every_public_name_exists_and_is_documented() -> None:
    for name in engine.math.__all__:
        value = getattr(engine.math, name)
        assert isinstance(value, int) or value.__doc__
