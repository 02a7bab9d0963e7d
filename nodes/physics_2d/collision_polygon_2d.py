"""CollisionPolygon2D: gives the body or area that it stands below a polygon for a shape."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from engine.core.export import kept_property
from engine.core.property_checks import one_of
from engine.math import Vector2
from engine.math.geometry.convex_decomposition import decompose_polygon_in_convex
from engine.resources.shapes_2d.checks import checked_points
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from nodes.physics_2d.debug_drawing import draw_one_way, part_color
from nodes.physics_2d.shape_giver import ShapeGiver
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from servers.render import CanvasCommands


class CollisionPolygon2D(ShapeGiver, Node2D):
    """A polygon as a shape of the CollisionObject2D that is its parent; its outline may be concave."""

    class BuildMode(IntEnum):
        """What is made of the polygon; the numbers are Godot's."""

        SOLIDS = 0
        """Full: the convex polygons that it is cut into; the default."""
        SEGMENTS = 1
        """Its outline alone, for bodies that do not move by themselves."""

    build_mode: BuildMode = kept_property(
        "build_mode",
        BuildMode.SOLIDS,
        one_of(BuildMode),
        lambda self, attribute, value: self._keep_and_give_anew(attribute, value),
        "Whether the polygon is full, or only its outline is there; default SOLIDS.",
    )
    polygon: tuple[Vector2, ...] = kept_property(
        "polygon",
        (),
        checked_points,
        lambda self, attribute, value: self._keep_and_give_anew(attribute, value),
        "The corners in order, in either direction; the last is joined to the first. Empty by default.",
        unit="px",
    )

    def _keep_and_give_anew(self, attribute: str, value: object) -> None:
        setattr(self, attribute, value)
        self._give_shapes()
        self._redraw_debug()
        self.update_configuration_warnings()

    def _shapes(self) -> list[Shape2D]:
        polygon = self.polygon
        if self.build_mode is self.BuildMode.SOLIDS:
            return [ConvexPolygonShape2D(points=part) for part in decompose_polygon_in_convex(polygon)]
        if len(polygon) < 2:
            return []
        segments = [point for pair in zip(polygon, polygon[1:] + polygon[:1], strict=True) for point in pair]
        return [ConcavePolygonShape2D(segments=segments)]

    def _paint(self, commands: CanvasCommands) -> None:
        polygon, color = self.polygon, self.tree.debug_collisions_color
        if len(polygon) > 2:
            if self.build_mode is self.BuildMode.SOLIDS:
                for number, part in enumerate(decompose_polygon_in_convex(polygon)):
                    self.draw_colored_polygon(part, part_color(number))
            self.draw_polyline((*polygon, polygon[0]), color)
        if self.one_way_collision:
            draw_one_way(self, color.with_a(1.0), 3.0)

    def get_configuration_warnings(self) -> list[str]:
        """That its parent takes no shapes, or that the polygon has too few corners."""
        warnings = super().get_configuration_warnings()
        count = len(self.polygon)
        if not count:
            warnings.append("An empty CollisionPolygon2D has no effect on collision.")
        elif self.build_mode is self.BuildMode.SOLIDS and count < 3:
            warnings.append("Invalid polygon. At least 3 points are needed in 'Solids' build mode.")
        elif count < 2:
            warnings.append("Invalid polygon. At least 2 points are needed in 'Segments' build mode.")
        return warnings
