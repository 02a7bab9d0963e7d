"""What every test starts from: numpy errors raise, the random generators stand at a fixed seed.

Hypothesis tries the same cases in every run, and their time is not limited: no result depends on the machine's load.
"""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def _numpy_errors_raise() -> Iterator[None]:
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        yield


@pytest.fixture(autouse=True)
def _random_seeds_are_reset() -> None:
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - for whatever still uses the legacy generator
