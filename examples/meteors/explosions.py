"""Explosions: all sparks of the game in one node, as instances of a MultiMesh.

A spark is no node: it is a row of an array, and numpy moves all rows at once. Sparks are decoration, so they have their
own random numbers and live in `on_process`; the game itself is the same without them.
"""

from collections.abc import Sequence
from math import tau

import numpy as np

from engine import Color, Vector2, export
from nodes import MultiMeshInstance2D
from scenes import PackedScene
from shock_wave import ShockWave

SPARK = np.dtype(
    [
        ("place", float, 2),
        ("velocity", float, 2),
        ("angle", float),
        ("spin", float),
        ("length", float),
        ("width", float),
        ("color", float, 4),
        ("age", float),
        ("life", float),
    ]
)
"""Pixels, radians, seconds. A spark is as long as it flies in TAIL seconds when it is lit, and shrinks with its age."""

MOST_SPARKS = 1200
"""When more are lit, the oldest go out."""

DRAG = 1.6
"""Share of its velocity that a spark loses in a second."""

TAIL = 0.14


class Explosions(MultiMeshInstance2D):
    """Shows whatever flies apart. In the scene are its mesh, one pixel wide and high, and the light that covers it."""

    shock_wave: PackedScene = export(PackedScene())

    def on_ready(self) -> None:
        self.chance = np.random.default_rng(11)
        self.sparks = np.zeros(0, SPARK)

    def burst(self, place: Vector2, color: Color, count: int, speed: float, drift: Vector2 = Vector2.ZERO) -> None:
        """Let `count` sparks fly from a place to all sides, `speed` pixels a second at most, plus `drift`."""
        chance = self.chance
        paler = np.array(color) + (1 - np.array(color)) * chance.uniform(0, 0.6, (count, 1))
        velocity = self._ways(count) * speed * chance.uniform(0.1, 1, (count, 1)) + drift
        life, width = chance.uniform(0.35, 1.1, count), chance.uniform(4, 9, count)
        self._light(velocity, place=place, color=paler, life=life, width=width)

    def exhaust(self, place: Vector2, velocity: Vector2, color: Color) -> None:
        """Let a few short-lived sparks go."""
        chance = self.chance
        life = chance.uniform(0.15, 0.45, 3)
        self._light(chance.normal(velocity, 35, (3, 2)), place=place, color=color, life=life, width=5)

    def shards(self, corners: Sequence[Vector2], color: Color, drift: Vector2) -> None:
        """Let the lines of a closed outline tumble away."""
        chance, start, count = self.chance, np.array(corners), len(corners)
        way = np.roll(start, -1, axis=0) - start
        self._light(
            self._ways(count) * chance.uniform(20, 70, (count, 1)) + drift,
            place=start + way / 2,
            angle=np.arctan2(way[:, 1], way[:, 0]),
            spin=chance.uniform(-4, 4, count),
            length=np.hypot(way[:, 0], way[:, 1]) * 1.4,
            width=7,
            color=color,
            life=chance.uniform(1.2, 1.9, count),
        )

    def wave(self, place: Vector2, color: Color, reach: float, life: float = 0.5) -> None:
        """Let there be a flash, and a ring that grows to a radius of `reach` pixels."""
        wave = self.shock_wave.instantiate(ShockWave)
        wave.position, wave.modulate, wave.reach, wave.life = place, color, reach, life
        self.add_child(wave)

    def on_process(self, delta: float) -> None:
        sparks = self.sparks
        sparks["age"] += delta
        self.sparks = sparks = sparks[sparks["age"] < sparks["life"]]
        sparks["place"] += sparks["velocity"] * delta
        sparks["velocity"] *= max(0.0, 1.0 - DRAG * delta)
        sparks["angle"] += sparks["spin"] * delta
        self._show(sparks)

    def _show(self, sparks: np.ndarray) -> None:
        """Let there be an instance for each spark."""
        assert self.multimesh is not None
        if not len(sparks) and not self.multimesh.instance_count:
            return
        fade = 1 - sparks["age"] / sparks["life"]
        cos, sin = np.cos(sparks["angle"]), np.sin(sparks["angle"])
        length, width = sparks["length"] * fade, sparks["width"]
        self.multimesh.instance_count = len(sparks)
        self.multimesh.transforms_2d = np.column_stack(
            (cos * length, sin * length, -sin * width, cos * width, sparks["place"])
        )
        self.multimesh.colors = np.column_stack((sparks["color"][:, :3], np.minimum(1, 1.5 * fade)))

    def _ways(self, count: int) -> np.ndarray:
        """Directions, (count, 2)."""
        angles = self.chance.uniform(0, tau, count)
        return np.column_stack((np.cos(angles), np.sin(angles)))

    def _light(self, velocity: np.ndarray, **looks: object) -> None:
        """Add a spark for each velocity; `looks` are fields of SPARK, one value for all or one for each."""
        sparks = np.zeros(len(velocity), SPARK)
        sparks["velocity"] = velocity
        sparks["angle"] = np.arctan2(velocity[:, 1], velocity[:, 0])
        sparks["length"] = np.hypot(velocity[:, 0], velocity[:, 1]) * TAIL
        for name, values in looks.items():
            sparks[name] = values
        self.sparks = np.concatenate((self.sparks, sparks))[-MOST_SPARKS:]
