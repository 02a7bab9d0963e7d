"""What a project.godot says of physics counts in its game, started as `sapwood run` starts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.app import headless_app
from engine.cli.commands import sapwood
from engine.core.errors import ResourceFormatError
from engine.math import Color, Vector2
from nodes import RigidBody2D
from servers.physics_2d import PhysicsServer2D

PROJECT = """config_version=5

[application]

run/main_scene="res://fall.tscn"

[physics]

common/physics_ticks_per_second=30
common/physics_interpolation=true
common/enable_object_picking=false
2d/physics_engine="GodotPhysics2D"
2d/default_gravity=300.0
2d/default_gravity_vector=Vector2(1, 0)
2d/default_linear_damp=0.6
2d/default_angular_damp=3
2d/sleep_threshold_linear=5.0
2d/time_before_sleep=0.25
2d/solver/solver_iterations=8
"""
SCENE = """[gd_scene load_steps=2 format=3]

[sub_resource type="CircleShape2D" id="1"]

[node name="Ball" type="RigidBody2D"]
angular_velocity = 2.0

[node name="Shape" type="CollisionShape2D" parent="."]
shape = SubResource("1")
"""
GAME = """from nodes import RigidBody2D
from servers.physics_2d import PhysicsServer2D


class Ball(RigidBody2D):
    steps = 0

    def on_physics_process(self, delta):
        self.steps += 1
        gravity = PhysicsServer2D.of(self.tree).default_gravity
        print(self.steps, round(delta, 6), gravity, self.linear_velocity.x > 0)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project.godot").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "fall.tscn").write_text(SCENE, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("target", ["", "fall.tscn"])
def test_bodies_fall_as_the_project_says(project: Path, target: str) -> None:
    with headless_app(project / target) as app:
        tree = app.tree
        ball = tree.current_scene
        assert isinstance(ball, RigidBody2D)

        tree.tick(3.5 / 30)

        server = PhysicsServer2D.of(tree)
        assert (server.default_gravity, server.default_gravity_vector) == (300.0, Vector2(1, 0))
        assert (server.sleep_threshold_linear, server.time_before_sleep) == (5.0, 0.25)
        assert ball.angular_velocity == pytest.approx(2 * (1 - 3 / 30) ** 3)
        assert ball.linear_velocity.x == pytest.approx(3 * 300 / 30, rel=0.03)  # and a little damped
        assert ball.linear_velocity.x < 30 * (1 - 0.6 / 30)
        assert ball.linear_velocity.y == 0
        assert tree.physics_interpolation
        assert 0 < ball.position.x < ball._physics().transform.origin.x  # shown half a step behind
        assert not tree.root.physics_object_picking


def test_collisions_are_drawn_as_the_project_says(project: Path) -> None:
    with headless_app(project) as app:
        assert app.tree.debug_collisions_color == Color(0.0, 0.6, 0.7, 0.42)
        assert app.tree.debug_collision_contact_color == Color(1.0, 0.2, 0.1, 0.8)
        assert app.tree.debug_collision_outlines is True
    with (project / "project.godot").open("a", encoding="utf-8") as file:
        file.write(
            "[debug]\n\nshapes/collision/shape_color=Color(1, 0, 0, 0.5)\n"
            "shapes/collision/contact_color=Color(0, 0, 1, 1)\nshapes/collision/draw_2d_outlines=false\n"
        )

    with headless_app(project) as app:
        assert app.tree.debug_collisions_color == Color(1, 0, 0, 0.5)
        assert app.tree.debug_collision_contact_color == Color(0, 0, 1, 1)
        assert app.tree.debug_collision_outlines is False


def test_sapwood_run_obeys_it_too(project: Path) -> None:
    (project / "fall.py").write_text(GAME, encoding="utf-8")
    scene = SCENE.replace("[sub_resource", '[ext_resource type="Script" path="res://fall.py" id="2"]\n\n[sub_resource')
    scene = scene.replace("angular_velocity", 'script = ExtResource("2")\nangular_velocity')
    (project / "fall.tscn").write_text(scene, encoding="utf-8")

    result = CliRunner().invoke(sapwood, ["run", str(project), "--headless", "--frames", "4"])

    assert (result.exit_code, result.output.splitlines()) == (0, ["1 0.033333 300.0 False", "2 0.033333 300.0 True"])


def test_what_a_project_does_not_say_is_as_godot_has_it(project: Path) -> None:
    (project / "project.godot").write_text("config_version=5\n\n[physics]\n\n2d/default_gravity=300.0\n", "utf-8")

    with headless_app(project / "fall.tscn") as app:
        server = PhysicsServer2D.of(app.tree)
        assert server.default_gravity == 300.0
        assert (server.default_linear_damp, server.default_angular_damp) == (0.1, 1.0)
        assert (server.substeps, server.iterations) == (4, 10)
        assert app.tree.physics_interpolation is False
        assert app.tree.root.physics_object_picking is True


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ('2d/default_gravity="much"', "physics/2d/default_gravity must be a finite number, got 'much'"),
        ("2d/default_gravity=nan", "physics/2d/default_gravity must be a finite number, got nan"),
        ("2d/default_gravity_vector=3", "physics/2d/default_gravity_vector must be two finite numbers, got 3"),
        ("2d/default_linear_damp=-1", "physics/2d/default_linear_damp must be 0 or more, got -1"),
        ("2d/time_before_sleep=-0.5", "physics/2d/time_before_sleep must be 0 or more, got -0.5"),
        ("common/physics_interpolation=1", "physics/common/physics_interpolation must be true or false, got 1"),
        ('common/enable_object_picking="no"', "physics/common/enable_object_picking must be true or false, got 'no'"),
        ("[debug]\nshapes/collision/shape_color=1", "debug/shapes/collision/shape_color must be a Color, got 1"),
        ("[debug]\nshapes/collision/contact_color=1", "debug/shapes/collision/contact_color must be a Color, got 1"),
        (
            "[debug]\nshapes/collision/draw_2d_outlines=1",
            "debug/shapes/collision/draw_2d_outlines must be true or false, got 1",
        ),
    ],
)
def test_a_setting_of_physics_that_cannot_be_is_refused_with_its_file(project: Path, setting: str, text: str) -> None:
    (project / "project.godot").write_text(f"config_version=5\n\n[physics]\n\n{setting}\n", encoding="utf-8")

    with pytest.raises(ResourceFormatError) as caught:
        headless_app(project / "fall.tscn")

    assert f"project.godot: {text}" in str(caught.value)
