"""Ground: earth with grass on it, drawn as its collision polygons are."""

from engine import Color, RandomNumberGenerator, Vector2, export
from nodes import CollisionPolygon2D, StaticBody2D

SHADE = 46.0
"""How far, in pixels, the light gets into the earth."""

TURF = 7.0
"""How thick the grass is, in pixels."""

STEEPEST = 0.35
"""Grass grows on what faces up at least so much: the cosine of the steepness."""


class Ground(StaticBody2D):
    """What one walks on. The picture follows from the polygons, so that nobody has to keep two things alike."""

    earth: Color = export(Color(0.07, 0.08, 0.17))
    lit_earth: Color = export(Color(0.2, 0.19, 0.33))
    grass: Color = export(Color(0.16, 0.5, 0.43))
    lit_grass: Color = export(Color(0.48, 0.88, 0.56))
    look: int = export(1)

    def on_draw(self) -> None:
        chance = RandomNumberGenerator(self.look)
        for child in self.children:
            if isinstance(child, CollisionPolygon2D):
                points = [child.transform * point for point in child.polygon]
                self.draw_colored_polygon(points, self.earth)
                for left, right in self._tops(points):
                    self._draw_top(left, right, chance)

    def _tops(self, points: list[Vector2]) -> list[tuple[Vector2, Vector2]]:
        """The edges with grass on them, each from left to right."""
        area = sum(a.cross(b) for a, b in zip(points, points[1:] + points[:1], strict=True))
        ordered = points if area > 0 else points[::-1]  # then what is within is on the right of an edge
        edges = zip(ordered, ordered[1:] + ordered[:1], strict=True)
        return [(a, b) for a, b in edges if b.x - a.x > STEEPEST * a.distance_to(b)]

    def _draw_top(self, left: Vector2, right: Vector2, chance: RandomNumberGenerator) -> None:
        self._band(left, right, 0.0, SHADE, self.lit_earth, self.earth.with_a(0.0))
        along, length = left.direction_to(right), left.distance_to(right)
        for _ in range(int(length / 26)):
            place = left + along * chance.randf_range(8, length - 8) + (0, chance.randf_range(13, 36))
            size = chance.randf_range(1.5, 3.6)
            self.draw_circle(place, size, self.lit_earth.lightened(0.12).with_a(chance.randf_range(0.25, 0.6)))
        self._band(left, right, 0.0, TURF, self.grass.lightened(0.1), self.grass)
        teeth = max(1, round(length / 9))
        for i in range(teeth):
            a, b = left.lerp(right, i / teeth), left.lerp(right, (i + 1) / teeth)
            tip = a.lerp(b, chance.randf_range(0.35, 0.65)) + (0, TURF + chance.randf_range(3, 7))
            self.draw_colored_polygon([a + (0, TURF - 0.5), b + (0, TURF - 0.5), tip], self.grass)
        self._band(left, right, -1.0, 2.2, self.lit_grass, self.lit_grass)
        self._draw_blades(left, along, length, chance)

    def _draw_blades(self, left: Vector2, along: Vector2, length: float, chance: RandomNumberGenerator) -> None:
        for _ in range(int(length / 7)):
            foot = left + along * chance.randf_range(1, length - 1)
            height, lean = chance.randf_range(3, 7), chance.randf_range(-2.5, 2.5)
            color = self.lit_grass.lerp(self.grass, chance.randf_range(0.0, 0.7))
            self.draw_colored_polygon([foot + (-1.2, 0), foot + (lean, -height), foot + (1.2, 0)], color)
        for _ in range(int(length / 90)):
            foot = left + along * chance.randf_range(4, length - 4)
            stem = chance.randf_range(7, 11)
            petal = (Color("#ffd7ef"), Color("#fff3b8"), Color("#b9d8ff"))[chance.randi_range(0, 2)]
            self.draw_line(foot, foot + (0, -stem), self.grass.lightened(0.2), 1.0)
            for turn in range(5):
                self.draw_circle(foot + Vector2.from_angle(turn * 1.2566) * 1.6 + (0, -stem), 1.3, petal)
            self.draw_circle(foot + (0, -stem), 1.1, Color("#f2a65a"))

    def _band(self, left: Vector2, right: Vector2, start: float, end: float, top: Color, bottom: Color) -> None:
        """A strip below an edge; all go straight down, so that those of neighbours fit."""
        corners = [left + (0, start), right + (0, start), right + (0, end), left + (0, end)]
        self.draw_polygon(corners, [top, top, bottom, bottom])
