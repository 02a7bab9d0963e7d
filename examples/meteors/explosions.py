"""Explosions: all sparks, shards and shock waves of the game in one node.

A particle is no node: hundreds of them come and go, and one `on_draw` shows them all. They are decoration, so they have
their own random numbers and live in `on_process`; the game itself is the same without them.
"""

from math import tau

from engine import Color, RandomNumberGenerator, Vector2
from nodes import Node2D

MOST_SPARKS = 260
"""More are not lit."""

SPARK_DRAG = 1.6
"""Share of its velocity that a spark loses in a second."""

TAIL = 0.08
"""Seconds that the tail of a spark lags behind it."""

FLASH_TIME = 0.16
"""Seconds that the flash at the heart of a wave lasts."""


class Spark:
    """A streak of light; a shard is a long one that tumbles."""

    __slots__ = ("age", "angle", "color", "length", "life", "place", "spin", "velocity", "width")

    def __init__(self, place: Vector2, velocity: Vector2, life: float, color: Color, width: float = 2.0) -> None:
        self.place = place
        self.velocity = velocity
        self.life = life
        self.color = color
        self.width = width
        self.age = 0.0
        self.length = 0.0
        self.angle = 0.0
        self.spin = 0.0


class Wave:
    """A ring that grows and fades."""

    __slots__ = ("age", "color", "life", "place", "reach")

    def __init__(self, place: Vector2, reach: float, life: float, color: Color) -> None:
        self.place = place
        self.reach = reach
        self.life = life
        self.color = color
        self.age = 0.0


class Explosions(Node2D):
    """Draws whatever flies apart."""

    def on_ready(self) -> None:
        self.chance = RandomNumberGenerator(11)
        self.sparks: list[Spark] = []
        self.waves: list[Wave] = []

    def burst(self, place: Vector2, color: Color, count: int, speed: float, drift: Vector2 = Vector2.ZERO) -> None:
        """Let `count` sparks fly from a place to all sides, `speed` pixels a second at most, plus `drift`."""
        chance = self.chance
        for _ in range(count):
            velocity = Vector2.from_angle(chance.randf_range(0, tau)) * speed * chance.randf_range(0.12, 1.0)
            tint = color.lerp(Color(1, 1, 1), chance.randf_range(0.0, 0.55))
            self._add(Spark(place, velocity + drift, chance.randf_range(0.35, 1.1), tint, chance.randf_range(1.2, 2.4)))

    def wave(self, place: Vector2, color: Color, reach: float, life: float = 0.5) -> None:
        """Let a ring grow to a radius of `reach` pixels."""
        self.waves.append(Wave(place, reach, life, color))

    def exhaust(self, place: Vector2, velocity: Vector2, color: Color) -> None:
        """Let one short-lived spark go."""
        chance = self.chance
        spread = Vector2(chance.randfn(0, 30), chance.randfn(0, 30))
        self._add(Spark(place, velocity + spread, chance.randf_range(0.12, 0.34), color, 1.3))

    def shard(self, start: Vector2, end: Vector2, drift: Vector2, color: Color) -> None:
        """Let a piece of an outline tumble away."""
        chance = self.chance
        velocity = drift + Vector2.from_angle(chance.randf_range(0, tau)) * chance.randf_range(20, 70)
        shard = Spark((start + end) / 2, velocity, chance.randf_range(1.2, 1.9), color, 2.4)
        shard.length = start.distance_to(end)
        shard.angle = (end - start).angle()
        shard.spin = chance.randf_range(-4, 4)
        self._add(shard)

    def on_process(self, delta: float) -> None:
        if not self.sparks and not self.waves:
            return
        slower = max(0.0, 1.0 - SPARK_DRAG * delta)
        for spark in self.sparks:
            spark.age += delta
            spark.place += spark.velocity * delta
            spark.velocity *= slower
            spark.angle += spark.spin * delta
        for wave in self.waves:
            wave.age += delta
        self.sparks = [spark for spark in self.sparks if spark.age < spark.life]
        self.waves = [wave for wave in self.waves if wave.age < wave.life]
        self.queue_redraw()

    def on_draw(self) -> None:
        for wave in self.waves:
            passed = wave.age / wave.life
            radius = wave.reach * (1 - (1 - passed) ** 3)
            for width, strength in ((9.0, 0.14), (2.2, 0.6)):
                shade = wave.color.with_a(strength * (1 - passed) ** 1.5)
                self.draw_arc(wave.place, radius, 0, tau, 33, shade, width)
            if wave.age < FLASH_TIME:
                self._draw_flash(wave)
        for spark in self.sparks:
            self._draw_spark(spark)

    def _draw_spark(self, spark: Spark) -> None:
        """A shard is a line; everything else is a streak that is broad and bright at its head."""
        fade = 1 - spark.age / spark.life
        color = spark.color.with_a(min(1.0, 1.5 * fade))
        if spark.length:
            along = Vector2.from_angle(spark.angle) * (spark.length / 2)
            self.draw_line(spark.place - along, spark.place + along, color.with_a(0.2 * fade), 3 * spark.width)
            self.draw_line(spark.place - along, spark.place + along, color, spark.width)
            return
        tail = spark.velocity * -TAIL
        if tail.length() < 0.1:
            return
        side = tail.orthogonal().normalized() * spark.width
        clear = color.with_a(0)
        self.draw_polygon((spark.place + side, spark.place + tail, spark.place - side), (color, clear, color))

    def _draw_flash(self, wave: Wave) -> None:
        fade = 1 - wave.age / FLASH_TIME
        white = Color(1, 1, 1).lerp(wave.color, 0.35)
        for share, strength in ((0.62, 0.10), (0.45, 0.16), (0.3, 0.3), (0.17, 0.6)):
            self.draw_circle(wave.place, wave.reach * share, white.with_a(strength * fade))

    def _add(self, spark: Spark) -> None:
        if len(self.sparks) < MOST_SPARKS:
            self.sparks.append(spark)
