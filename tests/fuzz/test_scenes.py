"""Scenes and resources with mangled texts: each is loaded, made, packed and saved, or refused with an error of ours."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest

from engine.core.errors import SapwoodError
from engine.resources import ResourceLoader
from scenes import PackedScene, ResourceSaver
from scenes.text import dumps, loads

MANGLED = 300 * max(int(os.environ.get("SAPWOOD_FUZZ", "0")), 1)
SEED = int.from_bytes(os.urandom(4), "big") if os.environ.get("SAPWOOD_FUZZ") else 1
PARTS = 8

SUB = """[gd_scene format=3]

[node name="Sub" type="Node2D" unique_id=7]

[node name="Body" type="Node2D" parent="." unique_id=8]

[node name="Timer" type="Timer" parent="Body"]
unique_name_in_owner = true
"""
MAIN = """[gd_scene load_steps=5 format=3 uid="uid://b4"]

[ext_resource type="PackedScene" uid="uid://c8" path="res://sub.tscn" id="1_abcde"]
[ext_resource type="Curve" path="res://curve.tres" id="2_fghij"]

[sub_resource type="Curve" id="Curve_a1b2c"]
resource_local_to_scene = true
min_value = -1.0

[sub_resource type="Unknown" id="Unknown_x"]
held = [SubResource("Curve_a1b2c"), ExtResource("2_fghij")]

[node name="Root" type="Node2D" node_paths=PackedStringArray("target") groups=["a", "b"]]
position = Vector2(1, 2)
target = NodePath("Sub/Body")
metadata/curves = {
"a": SubResource("Curve_a1b2c"),
"b": [ExtResource("2_fghij"), SubResource("Unknown_x")]
}

[node name="Label" type="Label" parent="."]
text = "[node name=\\"x\\"]"
unknown/1 = &"x"

[node name="Sub" parent="." unique_id=9 instance=ExtResource("1_abcde")]
rotation = 0.5

[node name="Body" parent="Sub" index="0"]
visible = false

[node name="New" type="Timer" parent="Sub/Body" index="1" parent_id_path=PackedInt32Array(9, 8)]
wait_time = 2.0
unique_name_in_owner = true

[node name="Later" parent="." instance_placeholder="res://sub.tscn"]
position = Vector2(3, 4)

[connection signal="timeout" from="Sub/Body/New" to="." method="queue_redraw" flags=3 binds= [1, "a"] unbinds=1]
[connection signal="missing" from="Label" to="." method="nothing"]

[editable path="Sub"]
"""
HEIR = """[gd_scene load_steps=2 format=3]

[ext_resource type="PackedScene" path="res://sub.tscn" id="1"]

[node name="Heir" instance=ExtResource("1")]
scale = Vector2(2, 2)

[node name="Timer" parent="Body" index="0"]
wait_time = 5.0

[node name="More" type="Node" parent="." index="0"]
"""
CURVE = """[gd_resource type="Curve" format=3]

[sub_resource type="Gradient" id="Gradient_1"]

[resource]
max_value = 2.0
metadata/more = [SubResource("Gradient_1"), Resource("res://other.tres")]
"""
TEXTS = {"main.tscn": MAIN, "heir.tscn": HEIR, "curve.tres": CURVE}
PIECES = (
    "null", "true", "-1", "1e300", "nan", "99999999999999999999", '"x"', '""', '&"a"', "[]", "{}", "Vector2(1, 2)",
    "Vector3(1, 2, 3)", 'NodePath("..")', 'NodePath("%Timer:x")', 'SubResource("Unknown_x")', 'ExtResource("1_abcde")',
    'ExtResource("9")', 'SubResource("9")', 'Resource("res://main.tscn")', "PackedInt32Array(7, 8)",
    'PackedStringArray("")', '"."', '"Sub"', '"Sub/Body"', '"Node"', '"Curve"', '"Root"', '"../x"', '"free"', '"ready"',
)  # fmt: skip
LINES = (
    '[node name="Extra" type="Node" parent="."]', '[node name="Root" parent="Sub"]', "[future a=1]", "script = null",
    '[connection signal="ready" from="." to="." method="free"]', '[editable path="Label"]', "metadata/_version = 2",
    "unique_name_in_owner = true", "resource_local_to_scene = true", "process_priority = 1", "name = 1", "owner = 2",
)  # fmt: skip


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mangled_file_is_made_and_packed_or_refused(part: int, tmp_path: Path) -> None:
    random = Random(SEED * PARTS + part)
    (tmp_path / "sub.tscn").write_text(SUB)
    made = 0
    for number in range(MANGLED // PARTS):
        for name, text in TEXTS.items():
            (tmp_path / name).write_text(text)
        name = random.choice([*TEXTS])
        text = mangled(random, TEXTS[name])
        (tmp_path / name).write_text(text)
        made += is_made(tmp_path, name, scripts=bool(number % 2))

    assert made > MANGLED // PARTS // 5


def mangled(random: Random, text: str) -> str:
    """A text with some lines lost, doubled, moved or strange, and some values in the place of others."""
    for _ in range(random.randrange(1, 5)):
        lines = text.split("\n")
        at = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                lines.insert(at, random.choice(LINES))
            case 1:
                lines.insert(at, lines.pop(random.randrange(len(lines))))
            case 2:
                del lines[at]
            case 3 if " = " in lines[at]:
                lines[at] = f"{lines[at].partition(' = ')[0]} = {random.choice(PIECES)}"
            case _:
                said = [*re.finditer(r'(?<==)("[^"]*"|\w+\([^)]*\)|\d+)', lines[at])]
                if said:
                    start, end = random.choice(said).span()
                    lines[at] = lines[at][:start] + random.choice(PIECES) + lines[at][end:]
        text = "\n".join(lines)
    return text


def is_made(folder: Path, name: str, scripts: bool) -> bool:
    """Whether a file was loaded, made and written again; every step may be refused, with an error of ours only."""
    loader = ResourceLoader(folder)
    try:
        resource = loader.load(name, scripts=scripts)
        if not isinstance(resource, PackedScene):
            return ResourceSaver(loader).save(resource, "saved.tres").is_file()
        root = resource.instantiate(scripts=scripts)
    except SapwoodError:
        return False
    try:
        resource.pack(root)
        packed = dumps(resource.document)
        assert dumps(loads(packed)) == packed
        root.duplicate().free()
        resource.save("saved.tscn")
        ResourceLoader(folder).load("saved.tscn", PackedScene).instantiate(scripts=scripts).free()
    except SapwoodError:
        return False
    finally:
        root.free()
    return True
