"""The rows about views: 10,000 nodes moved by one array."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench.measure import Row, Scale, ratio
from bench.transform_shapes import COUNT, axes_of, composed_in_numpy, draw_order


def moved_by_a_view(dimensions: str, root: Any, scale: Scale) -> Row:
    """A view of all nodes below `root`, beside a numpy add on a ready array and the composition."""
    tree = root.tree
    nodes = draw_order(root)[1:]
    assert len(nodes) == COUNT
    axes = axes_of(type(root))
    store = tree.transforms_2d if axes == 2 else tree.transforms_3d
    tree.tick(0.0)
    view = tree.transforms.view(nodes)
    steps = np.full((COUNT, axes), 0.25)
    ready = view.positions
    compose = composed_in_numpy(nodes, packed=False)

    def engine() -> None:
        view.positions += steps
        store.flush()

    def limit() -> None:
        np.add(ready, steps, ready)
        compose()

    row = f"a view moves 10,000 {dimensions} nodes, and flushes"
    return ratio("02", row, 1.3, engine, limit, scale, inner=5)
