"""MeshInstance2D, MultiMeshInstance2D, draw_mesh and draw_multimesh: what is recorded, and when."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Transform2D
from engine.resources import Image, ImageTexture
from engine.resources.meshes.array_mesh import ArrayMesh
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.multi_mesh import MultiMesh
from engine.resources.meshes.plane_mesh import QuadMesh
from nodes.world_2d.mesh_instance_2d import MeshInstance2D
from nodes.world_2d.multi_mesh_instance_2d import MultiMeshInstance2D
from nodes.world_2d.node_2d import Node2D

UP = [(3, -3), (-3, -3), (3, 3), (-3, 3)]
"""The corners of a quad of 6 pixels, in the order in which they are drawn."""


def quad() -> QuadMesh:
    made = QuadMesh()
    made.size = (6, 6)
    return made


def tinted(kind: Mesh.PrimitiveType, points: Any, colors: Any) -> ArrayMesh:
    arrays: list[Any] = [None] * Mesh.ArrayType.MAX
    arrays[Mesh.ArrayType.VERTEX], arrays[Mesh.ArrayType.COLOR] = points, colors
    made = ArrayMesh()
    made.add_surface_from_arrays(kind, arrays)
    return made


def several(*places: tuple[float, float], colors: Any = None) -> MultiMesh:
    made = MultiMesh()
    made.mesh = quad()
    made.use_colors = colors is not None
    made.instance_count = len(places)
    made.transforms_2d = [(1, 0, 0, 1, x, y) for x, y in places]
    if colors is not None:
        made.colors = colors
    return made


def flat(corners: Any, x: float = 0, y: float = 0) -> list[float]:
    return [each for corner in corners for each in (corner[0] + x, corner[1] + y)]


def test_a_quad_is_one_strip(canvas: Any) -> None:
    canvas.root.add_child(MeshInstance2D(mesh=quad()))

    assert canvas.points() == [flat(UP)]
    assert canvas.colors() == [(1, 1, 1, 1)]


def test_colours_of_points_blend_over_the_triangle(canvas: Any) -> None:
    mesh = tinted(Mesh.PrimitiveType.TRIANGLES, [(0, 0), (8, 0), (0, 8)], [(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 0)])
    canvas.root.add_child(MeshInstance2D(mesh=mesh))
    canvas.frame()

    assert canvas.draw_list.instances["colors"].reshape(4, 4).tolist() == [
        [1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 1, 0],
    ]  # fmt: skip


def test_lines_are_hairlines_in_the_colours_of_their_ends(canvas: Any) -> None:
    mesh = tinted(Mesh.PrimitiveType.LINES, [(0, 0), (8, 0)], [(1, 0, 0, 1), (0, 1, 0, 1)])
    canvas.root.add_child(MeshInstance2D(mesh=mesh))

    assert canvas.points() == [[0, 0, 0, 0, 8, 0, 8, 0]]
    colors = canvas.draw_list.instances["colors"].reshape(4, 4)
    assert colors[::2].tolist() == [[1, 0, 0, 1], [0, 1, 0, 1]]


def test_a_mesh_is_drawn_anew_when_it_changes_or_is_replaced(canvas: Any) -> None:
    first = quad()
    instance = canvas.root.add_child(MeshInstance2D(mesh=first))
    canvas.frame()

    first.size = (2, 2)
    assert canvas.points() == [[1, -1, -1, -1, 1, 1, -1, 1]]
    instance.mesh = quad()
    assert canvas.points() == [flat(UP)]
    instance.mesh = None
    assert canvas.points() == []


def test_each_instance_is_a_strip_in_its_place_and_colour(canvas: Any) -> None:
    multimesh = several((10, 20), (30, 40), colors=[(1, 0, 0, 1), (0, 0.5, 0, 0.5)])
    canvas.root.add_child(MultiMeshInstance2D(multimesh=multimesh))

    assert canvas.points() == [flat(UP, 10, 20), flat(UP, 30, 40)]
    assert canvas.colors() == [(1, 0, 0, 1), (0, 0.5, 0, 0.5)]


def test_the_colour_of_an_instance_multiplies_those_of_the_points(canvas: Any) -> None:
    multimesh = several((0, 0), (0, 0), colors=[(0.5, 1, 1, 1), (1, 1, 0.25, 0.5)])
    multimesh.mesh = tinted(Mesh.PrimitiveType.TRIANGLES, [(0, 0), (8, 0), (0, 8)], [(1, 0, 1, 1)] * 3)
    canvas.root.add_child(MultiMeshInstance2D(multimesh=multimesh))

    canvas.frame()
    assert canvas.colors() == [(0.5, 0, 1, 1), (1, 0, 0.25, 0.5)]


def test_a_transform_turns_and_shears_an_instance(canvas: Any) -> None:
    multimesh = several((0, 0))
    multimesh.set_instance_transform_2d(0, Transform2D((0, 2), (1, 1), (100, 0)))
    canvas.root.add_child(MultiMeshInstance2D(multimesh=multimesh))

    assert canvas.points() == [flat([(y, 2 * x + y) for x, y in UP], 100)]


def test_a_mesh_of_several_strips_is_drawn_whole_for_one_instance_after_the_other(canvas: Any) -> None:
    multimesh = several((0, 0), (100, 0), colors=[(1, 0, 0, 1), (0, 1, 0, 1)])
    cut = quad()
    cut.subdivide_width = 1
    multimesh.mesh = cut
    canvas.root.add_child(MultiMeshInstance2D(multimesh=multimesh))

    assert [row[0] for row in canvas.points()] == [3, 0, 103, 100]
    assert canvas.colors() == [(1, 0, 0, 1)] * 2 + [(0, 1, 0, 1)] * 2


def test_only_visible_instances_are_drawn(canvas: Any) -> None:
    multimesh = several((0, 0), (10, 0), (20, 0))
    canvas.root.add_child(MultiMeshInstance2D(multimesh=multimesh))
    multimesh.visible_instance_count = 2

    assert [row[0] for row in canvas.points()] == [3, 13]
    multimesh.visible_instance_count = 0
    assert canvas.points() == []
    multimesh.visible_instance_count = -1
    assert len(canvas.points()) == 3


def test_instances_are_drawn_anew_when_they_or_their_mesh_change(canvas: Any) -> None:
    multimesh = several((0, 0))
    canvas.root.add_child(MultiMeshInstance2D(multimesh=multimesh))
    canvas.frame()

    multimesh.transforms_2d = (1, 0, 0, 1, 50, 0)
    assert canvas.points() == [flat(UP, 50)]
    assert multimesh.mesh is not None
    multimesh.mesh.size = (2, 2)  # type: ignore[attr-defined]  # it is a quad
    assert canvas.points()[0][0] == 51
    replaced, multimesh.mesh = multimesh.mesh, quad()
    assert canvas.points()[0][0] == 53
    multimesh.mesh.size = (4, 4)
    assert canvas.points()[0][0] == 52
    assert not replaced.changed.get_connections()


def test_instances_without_a_mesh_or_in_3d_draw_nothing(canvas: Any) -> None:
    multimesh = several((0, 0))
    multimesh.mesh = None
    in_space = MultiMesh()
    in_space.transform_format = MultiMesh.TransformFormat.TRANSFORM_3D
    in_space.mesh, in_space.instance_count = quad(), 1
    for each in (multimesh, in_space, None):
        canvas.root.add_child(MultiMeshInstance2D(multimesh=each))

    assert canvas.points() == []


@pytest.mark.parametrize("instance", [MeshInstance2D, MultiMeshInstance2D])
def test_another_texture_is_told_and_the_same_is_not(instance: Any) -> None:
    node, texture, told = instance(), ImageTexture(), []
    node.texture_changed.connect(lambda: told.append(node.texture))

    node.texture = texture
    node.texture = texture
    node.texture = None

    assert told == [texture, None]


class Drawer(Node2D):
    """Draws what it is told."""

    def __init__(self, draw: Any) -> None:
        super().__init__()
        self.draw_it = draw

    def on_draw(self) -> None:
        self.draw_it(self)


def test_draw_mesh_places_and_tints_a_mesh(canvas: Any) -> None:
    placed = Transform2D((2, 0), (0, 2), (10, 0))
    canvas.root.add_child(Drawer(lambda item: item.draw_mesh(quad(), None, placed, (1, 0, 0, 0.5))))

    assert canvas.points() == [flat([(2 * x, 2 * y) for x, y in UP], 10)]
    assert canvas.colors() == [(1, 0, 0, 0.5)]


def test_draw_multimesh_draws_all_instances(canvas: Any) -> None:
    canvas.root.add_child(Drawer(lambda item: item.draw_multimesh(several((5, 0), (9, 0)), ImageTexture())))

    assert [row[0] for row in canvas.points()] == [8, 12]


@pytest.mark.parametrize(
    ("draw", "error", "text"),
    [
        (lambda item: item.draw_mesh(None, None), InvalidTypeError, r"draw_mesh\(mesh\) must be a Mesh, such as a"),
        (lambda item: item.draw_mesh(quad(), "a.png"), InvalidTypeError, r"draw_mesh\(texture\) must be a Texture2D"),
        (lambda item: item.draw_mesh(quad(), None, (1, 2)), InvalidTypeError, r"draw_mesh\(transform\) must be six"),
        (
            lambda item: item.draw_mesh(quad(), None, (1, 0, 0, 1, 0, float("inf"))),
            InvalidValueError,
            r"draw_mesh\(transform\) must be six finite numbers",
        ),
        (
            lambda item: item.draw_mesh(quad(), None, Transform2D.IDENTITY, "no such colour"),
            InvalidTypeError,
            r"draw_mesh\(modulate\) must be a Color",
        ),
        (
            lambda item: item.draw_multimesh(quad(), None),
            InvalidTypeError,
            r"\(multimesh\) must be a Multi",
        ),
        (
            lambda item: item.draw_multimesh(MultiMesh(), Image()),
            InvalidTypeError,
            r"draw_multimesh\(texture\) must be a Texture2D",
        ),
    ],
)
def test_bad_arguments_are_refused_and_draw_nothing(canvas: Any, draw: Any, error: Any, text: str) -> None:
    canvas.root.add_child(Drawer(draw))

    with pytest.raises(error, match=text):
        canvas.tree.tick(1 / 60)
    assert canvas.points() == []


def test_meshes_are_drawn_inside_on_draw_only() -> None:
    with pytest.raises(TreeError, match="draw_mesh - an item draws only inside its on_draw"):
        Node2D().draw_mesh(quad(), None)
    with pytest.raises(TreeError, match="draw_multimesh - an item draws only inside its on_draw"):
        Node2D().draw_multimesh(MultiMesh(), None)


def test_what_is_no_mesh_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"MeshInstance2D.mesh must be a Mesh or None, got 3"):
        MeshInstance2D().mesh = 3  # type: ignore[assignment]
    with pytest.raises(InvalidTypeError, match=r"MultiMeshInstance2D.multimesh must be a MultiMesh or None, got "):
        MultiMeshInstance2D().multimesh = quad()  # type: ignore[assignment]


def test_ten_thousand_instances_are_drawn_in_their_order(canvas: Any) -> None:
    count = 10_000
    multimesh = several(*[(0.0, 0.0)] * count)
    places = np.zeros((count, 6))
    places[:, 0] = places[:, 3] = 1
    places[:, 4] = np.arange(count)
    multimesh.transforms_2d = places
    canvas.root.add_child(MultiMeshInstance2D(multimesh=multimesh))
    canvas.frame()

    assert canvas.draw_list.instances["points"][:, 0].tolist() == (np.arange(count) + 3).tolist()
