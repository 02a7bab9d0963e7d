"""What every test starts from: numpy errors raise, and the random generators stand at a fixed seed."""

import random
from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _numpy_errors_raise() -> Iterator[None]:
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        yield


@pytest.fixture(autouse=True)
def _random_seeds_are_reset() -> None:
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - for whatever still uses the legacy generator
