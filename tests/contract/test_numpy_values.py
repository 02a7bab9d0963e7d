"""Properties take numpy's numbers and truths for Python's, and keep Python's; a choice is no truth."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from tests.contract.our_types import NODE_TYPES, RESOURCE_TYPES, type_name
from tests.contract.property_values import another, prepare, settable

BY_THE_TREE = "progress_ratio"
"""It stays 0 without a path."""

LIKE: dict[type[Any], Any] = {bool: np.bool_, int: np.int64, float: np.float64}


def properties(*kinds: type[Any]) -> list[tuple[type[Any], str]]:
    """Those of all nodes and resources that hold values of these types, where they are declared."""
    found: dict[tuple[type[Any], str], type[Any]] = {}
    for cls in (*NODE_TYPES, *RESOURCE_TYPES):
        for name in settable(cls):
            owner = next(base for base in cls.__mro__ if name in vars(base))
            if (owner, name) not in found and name != BY_THE_TREE and issubclass(type(getattr(cls(), name)), kinds):
                found[owner, name] = cls
    return [(cls, name) for (_, name), cls in found.items()]


@pytest.mark.parametrize(("cls", "name"), properties(bool, int, float), ids=type_name)
def test_numpys_numbers_are_taken_and_kept_as_pythons(cls: type[Any], name: str) -> None:
    item = cls()
    prepare(item, name)
    wanted = another(item, name)
    plain = next(kind for kind in LIKE if isinstance(wanted, kind))

    setattr(item, name, LIKE[plain](wanted))

    assert abs(getattr(item, name) - wanted) < 1e-6
    assert type(getattr(item, name)) is type(wanted)


@pytest.mark.parametrize(("cls", "name"), properties(IntEnum, IntFlag), ids=type_name)
@pytest.mark.parametrize("truth", [True, False, np.True_, np.False_])
def test_a_choice_is_neither_true_nor_false(cls: type[Any], name: str, truth: object) -> None:
    item = cls()
    before = getattr(item, name)

    with pytest.raises((InvalidTypeError, InvalidValueError), match=rf"^{cls.__name__}\.{name} must be "):
        setattr(item, name, truth)

    assert getattr(item, name) is before


@pytest.mark.parametrize(("cls", "name"), properties(bool), ids=type_name)
def test_a_truth_may_be_given_as_a_whole_number(cls: type[Any], name: str) -> None:
    for number in (1, np.int64(1), np.uint8(1)):
        item = cls()
        setattr(item, name, number)

        assert getattr(item, name) is True
