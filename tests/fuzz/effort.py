"""How many examples the tests of this folder try.

As they stand they take a few seconds, and try the same examples on every run. With the environment variable
SAPWOOD_FUZZ=100 each tries 100 times as many, others on every run:

    SAPWOOD_FUZZ=100 python -m pytest tests/fuzz
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

_TIMES = int(os.environ.get("SAPWOOD_FUZZ", "0"))


def effort(examples: int) -> settings:
    """Settings for a test that tries so many examples, and more in a deep run."""
    return settings(
        max_examples=examples * max(_TIMES, 1),
        derandomize=not _TIMES,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )
