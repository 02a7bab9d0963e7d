"""`intersect_ray`, and what all questions share: who is found, and what the space knows of."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import pytest

from engine import InvalidTypeError, InvalidValueError
from engine.core.errors import ServerError
from engine.math import Vector2
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from engine.tree.world_2d import World2D
from nodes import Area2D, CanvasLayer, CollisionShape2D, Node2D, RigidBody2D, StaticBody2D
from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D
from servers.physics_2d import PhysicsRayQueryParameters2D, RayHit2D
from tests.unit.physics_2d.worlds import circle, floating, floor, rectangle, state, wall, with_shape


def ray(tree: SceneTree, start: Any, end: Any, **parameters: Any) -> RayHit2D | None:
    return state(tree).intersect_ray(PhysicsRayQueryParameters2D(start, end, **parameters))


def test_it_meets_the_nearest_shape_and_says_where_and_whose(tree: SceneTree) -> None:
    wall(tree, 300, 0)
    near = wall(tree, 100, 0)
    near.add_child(CollisionShape2D(shape=rectangle(), position=(0, 200)))

    hit = ray(tree, (0, 0), (400, 0))

    assert hit == RayHit2D(Vector2(75, 0), Vector2(-1, 0), near, near.get_rid(), 0)
    assert hit.collider_id == near.id
    second = ray(tree, (0, 200), (400, 200))
    assert second is not None
    assert (second.collider, second.shape) == (near, 1)


def test_it_meets_nothing_beside_or_beyond_its_way_or_backwards(tree: SceneTree) -> None:
    wall(tree, 100, 0)

    assert ray(tree, (0, 26), (400, 26)) is None
    assert ray(tree, (0, 0), (74, 0)) is None
    assert ray(tree, (0, 0), (-400, 0)) is None
    assert ray(tree, (0, 0), (0, 0)) is None


@pytest.mark.parametrize(
    ("shape", "where", "normal"),
    [
        (rectangle(40, 20), (-20, 0), (-1, 0)),
        (circle(15), (-15, 0), (-1, 0)),
        (CapsuleShape2D(radius=10, height=60), (-10, 0), (-1, 0)),
        (SegmentShape2D(a=(0, -10), b=(0, 10)), (0, 0), (-1, 0)),
        (ConvexPolygonShape2D(points=[(-20, 0), (20, -20), (20, 20)]), (-10, 0), None),
        (ConcavePolygonShape2D(segments=[(5, -10), (5, 10), (30, -10), (30, 10)]), (5, 0), (-1, 0)),
        (WorldBoundaryShape2D(normal=(-1, 0), distance=7), (-7, 0), (-1, 0)),
    ],
)
def test_each_kind_of_shape_is_met_on_its_edge(tree: SceneTree, shape: Shape2D, where: Any, normal: Any) -> None:
    wall(tree, 100, 50, shape)
    y = 50 if normal else 45

    hit = ray(tree, (0, y), (400, y))

    assert hit is not None
    if normal:
        assert hit.position.is_equal_approx(Vector2(where) + (100, 50))
        assert hit.normal.is_equal_approx(normal)
    else:  # the edge from (-20, 0) to (20, -20) is at x = -10 where y = -5
        assert hit.position.is_equal_approx((90, 45))
        assert hit.normal.is_equal_approx(Vector2(-20, -40).normalized())


def test_lines_are_met_from_both_sides_with_the_normal_towards_the_ray(tree: SceneTree) -> None:
    wall(tree, 100, 0, ConcavePolygonShape2D(segments=[(0, -10), (0, 10)]))

    hits = [ray(tree, (0, 0), (400, 0)), ray(tree, (400, 0), (0, 0))]

    assert [hit and hit.normal for hit in hits] == [(-1, 0), (1, 0)]


def test_a_turned_and_scaled_box_is_met_where_its_scaled_side_is(tree: SceneTree) -> None:
    wall(tree, 0, 0, rectangle(20, 40), rotation=pi / 6, scale=(2, 3))
    direction = Vector2(cos(pi / 6), sin(pi / 6))

    hit = ray(tree, direction * -100, direction * 100)

    assert hit is not None
    assert hit.position.is_equal_approx(direction * -20)
    assert hit.normal.is_equal_approx(-direction)


def test_it_goes_out_of_what_it_begins_in_and_meets_what_is_beyond(tree: SceneTree) -> None:
    wall(tree, 0, 0)
    beyond = wall(tree, 100, 0)

    hit = ray(tree, (10, 0), (400, 0))

    assert hit is not None
    assert (hit.collider, hit.position) == (beyond, (75, 0))


def test_hit_from_inside_stops_it_at_once_with_no_normal(tree: SceneTree) -> None:
    inside = wall(tree, 0, 0)

    hit = ray(tree, (10, 3), (400, 0), hit_from_inside=True)

    assert hit == RayHit2D(Vector2(10, 3), Vector2(0, 0), inside, inside.get_rid(), 0)


def test_of_a_half_plane_it_begins_in_the_same_holds(tree: SceneTree) -> None:
    floor = wall(tree, 0, 100, WorldBoundaryShape2D())

    assert ray(tree, (0, 150), (0, 300)) is None
    assert ray(tree, (0, 150), (0, -300)) is None
    hit = ray(tree, (0, 150), (0, 300), hit_from_inside=True)
    assert hit == RayHit2D(Vector2(0, 150), Vector2(0, 0), floor, floor.get_rid(), 0)


def test_a_half_plane_has_no_end(tree: SceneTree) -> None:
    floor = wall(tree, 0, 100, WorldBoundaryShape2D())

    for x in (-5e6, 5e6):
        hit = ray(tree, (x, -20), (x, 400))
        assert hit == RayHit2D(Vector2(x, 100), Vector2(0, -1), floor, floor.get_rid(), 0)


def test_a_half_plane_is_turned_with_its_body_and_has_its_layers(tree: SceneTree) -> None:
    wall(tree, 100, 0, WorldBoundaryShape2D(), rotation=-pi / 2, collision_layer=2)

    hit = ray(tree, (0, 70), (400, 70), collision_mask=2)

    assert hit is not None
    assert hit.position.is_equal_approx((100, 70))
    assert hit.normal.is_equal_approx((-1, 0))
    assert ray(tree, (0, 70), (400, 70), collision_mask=1) is None


def test_one_that_begins_far_inside_of_a_half_plane_meets_what_is_in_there(tree: SceneTree) -> None:
    wall(tree, 0, 0, WorldBoundaryShape2D())
    inside = wall(tree, 0, 5e5)
    asked = state(tree)

    hit = ray(tree, (0, 3e6), (0, -100))
    row = asked.cast_rays([(0, 3e6)], [(0, -100)])

    assert hit is not None
    assert hit.collider is inside
    assert row.rid.tolist() == [inside.get_rid()]
    inside.free()
    assert ray(tree, (0, 3e6), (0, -100)) is None
    assert asked.cast_rays([(0, 3e6)], [(0, -100)]).hit.tolist() == [False]


def test_one_that_begins_in_a_shape_meets_the_other_shapes_of_that_body(tree: SceneTree) -> None:
    body = wall(tree, 0, 0)
    body.add_child(CollisionShape2D(shape=rectangle(), position=(100, 0)))

    hit = ray(tree, (0, 0), (400, 0))

    assert hit is not None
    assert (hit.collider, hit.shape, hit.position) == (body, 1, (75, 0))


def test_what_lies_on_a_half_plane_is_met_before_it(tree: SceneTree) -> None:
    wall(tree, 0, 100, WorldBoundaryShape2D())
    box = wall(tree, 0, 75)

    hit = ray(tree, (0, -100), (0, 200))

    assert hit is not None
    assert (hit.collider, hit.position) == (box, (0, 50))


def test_one_that_begins_on_an_edge_meets_it_only_on_its_way_in(tree: SceneTree) -> None:
    box = wall(tree, 100, 0)

    into = ray(tree, (75, 0), (100, 0))

    assert into == RayHit2D(Vector2(75, 0), Vector2(-1, 0), box, box.get_rid(), 0)
    assert ray(tree, (75, 0), (0, 0)) is None


def test_the_mask_decides_which_layers_are_met(tree: SceneTree) -> None:
    wall(tree, 100, 0, collision_layer=0b0110, collision_mask=0)
    behind = wall(tree, 200, 0, collision_layer=0b1000)

    assert ray(tree, (0, 0), (400, 0), collision_mask=0) is None
    hit = ray(tree, (0, 0), (400, 0), collision_mask=0b1001)
    assert hit is not None
    assert hit.collider is behind
    first = ray(tree, (0, 0), (400, 0), collision_mask=0b0010)
    assert first is not None
    assert first.position == (75, 0)


def test_a_layer_counts_from_when_it_is_set(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    assert ray(tree, (0, 0), (400, 0), collision_mask=2) is None

    body.collision_layer = 2

    assert ray(tree, (0, 0), (400, 0), collision_mask=1) is None
    assert ray(tree, (0, 0), (400, 0), collision_mask=2) is not None


def test_more_layers_than_filters_can_say_are_told_apart(tree: SceneTree) -> None:
    bodies = [wall(tree, 100 * (number + 1), 0, collision_layer=1 << number % 32) for number in range(32)]
    for number, body in enumerate(bodies):
        body.collision_mask = 1 << (number * 7 + 3) % 32
    more = [wall(tree, 100, 200 + 60 * number, collision_layer=3 << number) for number in range(20)]
    area = tree.root.add_child(with_shape(Area2D(position=(100, 100), collision_mask=1 << 9), rectangle()))

    for number, body in enumerate(bodies):
        hit = ray(tree, (0, 0), (4000, 0), collision_mask=1 << number)
        assert hit is not None
        assert hit.collider is body
    for number, body in enumerate(more):
        at = (0, body.position.y), (400, body.position.y)
        assert ray(tree, *at, collision_mask=~(3 << number) & 0xFFFFFFFF) is None
        assert ray(tree, *at, collision_mask=1 << number) is not None
    assert ray(tree, (0, 100), (200, 100)) is None
    met = ray(tree, (0, 100), (200, 100), collide_with_areas=True)
    assert met is not None
    assert met.collider is area


def test_excluded_ones_are_passed_through_by_node_or_number(tree: SceneTree) -> None:
    first, second, third = (wall(tree, x, 0) for x in (100, 200, 300))

    one = ray(tree, (0, 0), (400, 0), exclude=[first])
    two = ray(tree, (0, 0), (400, 0), exclude=[first, second.get_rid()])

    assert one is not None
    assert two is not None
    assert (one.collider, two.collider) == (second, third)


def test_areas_are_met_only_when_asked_for(tree: SceneTree) -> None:
    area = tree.root.add_child(with_shape(Area2D(position=(100, 0), monitorable=False, monitoring=False), rectangle()))
    body = wall(tree, 200, 0)

    only_bodies = ray(tree, (0, 0), (400, 0))
    both = ray(tree, (0, 0), (400, 0), collide_with_areas=True)
    only_areas = ray(tree, (150, 0), (400, 0), collide_with_areas=True, collide_with_bodies=False)

    assert only_bodies is not None
    assert both is not None
    assert (only_bodies.collider, both.collider) == (body, area)
    assert only_areas is None


def test_it_sees_what_was_moved_added_reshaped_disabled_and_freed_since_the_last_step(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node2D())
    body = with_shape(StaticBody2D(), rectangle())
    parent.add_child(body)
    tree.frames(1)

    parent.position = (100, 0)
    moved = ray(tree, (0, 0), (400, 0))
    assert moved is not None
    assert moved.position == (75, 0)

    body.get_child(0).shape.size = (20, 20)
    reshaped = ray(tree, (0, 0), (400, 0))
    assert reshaped is not None
    assert reshaped.position == (90, 0)

    body.get_child(0).disabled = True
    assert ray(tree, (0, 0), (400, 0)) is None
    body.get_child(0).disabled = False
    assert ray(tree, (0, 0), (400, 0)) is not None
    body.free()
    assert ray(tree, (0, 0), (400, 0)) is None


def test_it_sees_a_rigid_body_where_the_last_step_has_left_it(tree: SceneTree) -> None:
    body = floating(tree.root, 100, 0, linear_velocity=(60, 0))

    tree.frames(30)
    hit = ray(tree, (0, 0), (400, 0))

    assert hit is not None
    assert hit.collider is body
    assert hit.position.x == pytest.approx(100 + 30 - 25, abs=1e-6)


def test_inside_of_a_physics_callback_it_sees_moves_of_the_same_step(tree: SceneTree) -> None:
    seen: list[Any] = []

    class Mover(Node2D):
        def on_physics_process(self, delta: float) -> None:
            body.position = (500, 0)
            seen.append(ray(tree, (0, 0), (1000, 0)))

    body = wall(tree, 100, 0)
    tree.root.add_child(Mover())

    tree.frames(1)

    assert seen[0].position == (475, 0)


def test_of_two_met_at_once_that_which_was_made_first_is_found(tree: SceneTree) -> None:
    first = StaticBody2D(position=(100, 0))
    second = StaticBody2D(position=(100, 0))
    assert first.get_rid() < second.get_rid()
    for body in (second, first):
        tree.root.add_child(with_shape(body, WorldBoundaryShape2D(normal=(-1, 0))))

    hit = ray(tree, (0, 0), (400, 0))
    row = state(tree).cast_rays([(0, 0)], [(400, 0)])

    assert hit is not None
    assert hit.collider is first
    assert row.colliders == (first,)


def test_a_node_asks_by_its_world_also_where_there_is_no_body(tree: SceneTree) -> None:
    node = tree.root.add_child(Node2D())

    asked = node.get_world_2d().direct_space_state

    assert asked.intersect_ray(PhysicsRayQueryParameters2D((0, 0), (400, 0))) is None
    wall(tree, 100, 0)
    assert asked.intersect_ray(PhysicsRayQueryParameters2D((0, 0), (400, 0))) is not None


def test_a_world_that_no_item_is_in_says_how_to_ask() -> None:
    with pytest.raises(
        ServerError, match=r"World2D\.direct_space_state - .*get_world_2d\(\).*direct_state_of\(world\)"
    ):
        World2D().direct_space_state  # noqa: B018


def test_a_copy_of_a_world_asks_about_nothing_of_the_first(tree: SceneTree) -> None:
    world = tree.root.add_child(Node2D()).get_world_2d()

    with pytest.raises(ServerError):
        world.duplicate().direct_space_state  # noqa: B018


def test_it_meets_bodies_on_layers_too(tree: SceneTree) -> None:
    layer = tree.root.add_child(CanvasLayer())
    body = layer.add_child(with_shape(StaticBody2D(position=(100, 0)), rectangle()))

    hit = ray(tree, (0, 0), (400, 0))

    assert hit is not None
    assert hit.collider is body


def test_create_takes_what_godots_takes() -> None:
    made = PhysicsRayQueryParameters2D.create((1, 2), (3, 4), 5, [6])

    assert (made.from_, made.to, made.collision_mask, made.exclude) == ((1, 2), (3, 4), 5, (6,))


@pytest.mark.parametrize(
    ("parameters", "error", "text"),
    [
        ({"from_": (0, float("nan"))}, InvalidValueError, r"PhysicsRayQueryParameters2D\.from_ must be two finite"),
        ({"to": "here"}, InvalidTypeError, r"PhysicsRayQueryParameters2D\.to must be two finite numbers, got 'here'"),
        ({"collision_mask": 1 << 32}, InvalidValueError, r"\.collision_mask must be from 0 to 4,294,967,295"),
        ({"exclude": "body"}, InvalidTypeError, r"\.exclude must be several collision objects, got 'body'"),
        ({"exclude": [1.5]}, InvalidTypeError, r"\.exclude takes collision objects, or what their get_rid\(\) gives"),
        ({"collide_with_areas": "no"}, InvalidTypeError, r"\.collide_with_areas must be True or False, got 'no'"),
        ({"margin": 1}, InvalidTypeError, r"has no parameter 'margin'; it has collide_with_areas, collide_with_bodies"),
    ],
)
def test_bad_parameters_are_refused_when_they_are_set(parameters: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        PhysicsRayQueryParameters2D(**parameters)


def test_a_name_that_is_no_parameters_is_refused_when_it_is_set() -> None:
    asked: Any = PhysicsRayQueryParameters2D((0, 0), (1, 0))

    with pytest.raises(
        InvalidTypeError, match=r"^PhysicsRayQueryParameters2D has no parameter 'mask'; it has collide_"
    ):
        asked.mask = 2


def test_one_object_to_leave_out_stands_in_a_list(tree: SceneTree) -> None:
    body: Any = floating(tree.root)

    with pytest.raises(InvalidTypeError, match=r"\.exclude must be several .*RigidBody2D.*; write \[\.\.\.\] for one$"):
        PhysicsRayQueryParameters2D((0, 0), (1, 0), exclude=body)


def test_other_parameters_are_refused(tree: SceneTree) -> None:
    other: Any = (0, 0)

    with pytest.raises(
        InvalidTypeError, match=r"intersect_ray\(parameters\) must .*; write PhysicsRayQueryParameters2D\(from_=s"
    ):
        state(tree).intersect_ray(other)


def test_a_rigid_body_in_a_ball_of_others_is_found_by_each_ray_from_the_middle(tree: SceneTree) -> None:
    ring = [floating(tree.root, 200 * cos(2 * pi * turn / 12), 200 * sin(2 * pi * turn / 12)) for turn in range(12)]
    middle = floating(tree.root)

    for body in ring:
        hit = ray(tree, (0, 0), body.position)
        assert hit is not None
        assert isinstance(hit.collider, RigidBody2D)
        assert hit.collider is body
    assert middle.position == (0, 0)


class Hovering(RigidBody2D):
    """Holds itself up as soon as there is something less than 60 px below it."""

    below: object = None

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        start = state.transform.origin
        ray = PhysicsRayQueryParameters2D.create(start, start + (0, 60), 0xFFFFFFFF, [self])
        hit = state.get_space_state().intersect_ray(ray)
        if hit is not None:
            self.below = hit.collider
            state.linear_velocity = (0, 0)
            state.apply_central_force(-state.total_gravity / state.inverse_mass)


def test_a_body_asks_about_its_world_in_the_middle_of_a_step(tree: SceneTree) -> None:
    ground = floor(tree.root)
    body: Hovering = with_shape(Hovering(position=(0, -150), can_sleep=False), rectangle())
    tree.root.add_child(body)

    tree.frames(120)

    assert body.below is ground
    assert -60 <= body.position.y < -45
    assert body.linear_velocity.length() < 1
