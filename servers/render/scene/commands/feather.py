"""Soft edges: what antialiased shapes have around them, a rim that fades to nothing.

The rim lies outside of the shape, as Godot's does: the shape keeps its colours up to its edge. It is found from the
strips alone, whatever they are: an edge that only one triangle has is on the outside. Corners count as one point where
they are exactly equal; so shapes that come in parts must compute the points that the parts share once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from servers.render.scene.commands.instances import MAX_COORDINATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]
    Ints = NDArray[np.intp]

LONGEST_TIP = 2.0
"""How far the rim reaches at a sharp corner at most, in widths of the rim."""


def soft_edge(points: Floats, colors: Floats, uvs: Floats | None, width: float) -> tuple[Floats, Floats, Floats | None]:
    """The rim of a shape.

    Args:
        points: (N, 4, 2), the strips of the shape.
        colors: (N, 4, 4), the colour of each corner.
        uvs: (N, 4, 2), texture coordinates, or None.
        width: how wide the rim is.

    Returns:
        The strips of the rim, their colours and texture coordinates, in the same form; it shows what the edge shows,
        and becomes transparent.
    """
    flat = np.clip(points, -MAX_COORDINATE, MAX_COORDINATE).astype(np.float64).reshape(-1, 2)
    vertices = np.unique(flat.view(np.complex128), return_inverse=True)[1].ravel()
    edges = _outer_edges(flat, vertices)
    starts, ends = edges[:, 0], edges[:, 1]
    along = flat[ends] - flat[starts]
    lengths = np.hypot(along[:, 0], along[:, 1])
    normals = np.stack((along[:, 1], -along[:, 0]), axis=1) / lengths[:, None]
    before, after = _neighbours(vertices[starts], vertices[ends])
    rim = np.empty((len(edges), 4, 2))
    rim[:, 0], rim[:, 2] = flat[starts], flat[ends]
    rim[:, 1] = flat[starts] + _tips(normals[before], normals) * width
    rim[:, 3] = flat[ends] + _tips(normals, normals[after]) * width
    corners = edges[:, (0, 0, 1, 1)]
    faded = colors.reshape(-1, 4)[corners]
    faded[:, (1, 3), 3] = 0.0
    return rim, faded, None if uvs is None else uvs.reshape(-1, 2)[corners]


def _outer_edges(flat: Floats, vertices: Ints) -> Ints:
    """The edges that one triangle has alone, as pairs of corners, (E, 2), with the shape on the left of each."""
    first = np.arange(0, len(flat), 4)[:, None]
    triangles = np.concatenate((first + (0, 1, 2), first + (1, 2, 3)))
    ids = vertices[triangles]
    real = (ids[:, 0] != ids[:, 1]) & (ids[:, 1] != ids[:, 2]) & (ids[:, 2] != ids[:, 0])
    triangles = triangles[real]
    a, b, c = (flat[triangles[:, corner]] for corner in range(3))
    turns = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    backwards = turns < 0
    triangles[backwards] = triangles[backwards][:, (0, 2, 1)]
    triangles = triangles[turns != 0]
    edges = np.concatenate((triangles[:, (0, 1)], triangles[:, (1, 2)], triangles[:, (2, 0)]))
    count = len(flat)
    keys = vertices[edges[:, 0]] * count + vertices[edges[:, 1]]
    twins = vertices[edges[:, 1]] * count + vertices[edges[:, 0]]
    return edges[~np.isin(keys, twins)]


def _neighbours(starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """For each edge, which edge ends where it starts, and which starts where it ends; itself where there is none."""
    count = int(max(starts.max(), ends.max())) + 1 if len(starts) else 0
    own = np.arange(len(starts))
    ending, starting = np.full(count, -1), np.full(count, -1)
    ending[ends], starting[starts] = own, own
    before, after = ending[starts], starting[ends]
    return np.where(before < 0, own, before), np.where(after < 0, own, after)


def _tips(first: Floats, second: Floats) -> Floats:
    """Where two edges of the given normals meet at distance 1 from the shape, not further off than LONGEST_TIP."""
    both = first + second
    square = np.einsum("ij,ij->i", both, both)
    scale = 2.0 / np.maximum(square, 1e-12)  # both / (1 + cosine) has the length 1 / cos(half the angle)
    longest = LONGEST_TIP / np.sqrt(np.maximum(square, 1e-12))
    return np.where(square[:, None] < 1e-9, second, both * np.minimum(scale, longest)[:, None])
