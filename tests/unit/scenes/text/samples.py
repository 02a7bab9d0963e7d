"""Hand-written texts of the format: whatever is legal, and much of it not as Godot would write it."""

from __future__ import annotations

from typing import Final

_NODE: Final = '[gd_scene format=3]\n\n[node name="A"]\n'

CANONICAL: Final = {
    "header": "[gd_scene format=3]\n",
    "scene": """[gd_scene load_steps=4 format=3 uid="uid://b4"]

[ext_resource type="Script" path="res://a.gd" id="1_abcde"]
[ext_resource type="Texture2D" uid="uid://c8" path="res://it's [odd].png" id="2_fghij"]

[sub_resource type="Curve" id="Curve_x1y2z"]
_data = [Vector2(0, 0), 0.0, 1.5, 0, 1, Vector2(1, 1e-05), 0.0, 0.0, 0, 0]
"nodes/Animation 2/node" = NodePath("")

[node name="Root" type="Node2D" groups=["a b", "it\\'s"]]
script = ExtResource("1_abcde")
0:0/0 = 0
metadata/it's = &"x y"
text = "several
lines; not a comment
[node name=\\"Fake\\"]
 and a \\\\ slash"

[node name="Child" parent="." instance=ExtResource("2_fghij")]

[node name="O\\'Neil" parent="Child" index="2" unique_id=12345]
position = Vector2(-0.5, 1.25e+07)
enabled = false
curve = SubResource("Curve_x1y2z")
table = {
"a": [1, 2.0, null, true],
&"b": {
1: Color(1, 0.5, 0, 1)
},
Vector2i(1, -2): {}
}

[connection signal="hit" from="." to="Child" method="_on_hit" flags=3 binds= [1, "two"]]
[connection signal="left" from="Child" to="." method="_on_left"]

[editable path="Child"]
[editable path="Child/O\\'Neil"]
""",
    "resource": """[gd_resource type="Resource" script_class="Item" format=4 uid="uid://d"]

[ext_resource type="Script" path="res://item.gd" id="1"]

[resource]
script = ExtResource("1")
bytes = PackedByteArray("AAECAw==")
none = PackedByteArray()
low = -inf
parts = Array[ExtResource("1")]([null])
texts = Dictionary[int, String]({
1: "one"
})
""",
    "settings": """config_version=5

[application]

config/name="A game"
config/features=PackedStringArray("4.5")

[input]

jump={
"deadzone": 0.2,
"events": [Object(InputEventKey,"resource_local_to_scene":false,"keycode":32,"script":null)
]
}

[preset.0.options]

"a b]c"="x"
""",
}
"""As Godot would write them: nothing of their layout needs to be kept."""

ODD: Final = {
    "empty": "",
    "blank": " \n\t\n",
    "only a comment": "; nothing",
    "no last line end": '[gd_scene format=3]\n\n[node name="A"]\na = 1',
    "byte order mark": "\ufeff[gd_scene format=3]\n",
    "carriage returns": (_NODE + 'a = 1\nb = {\n"k": "v\nw"\n}\nc = "x"\n').replace("\n", "\r\n"),
    "some carriage returns": '[gd_scene format=3]\r\n\n[node name="A"]\na = 1\r\n\r\nb = 2\n',
    "comments": """; first
[gd_scene ; in a header
format=3] ; behind it
; before a node
[node name="A"] ; behind a header
a = 1 ; behind a value
; alone
b = ; before a value
[1, ; in an array
2, ] ; the end
; last""",
    "spacing": """[ gd_scene   format = 3 ]
[node
name="A"
  type="Node"]
a=1
  b   =   2


c = [ 1 ,2 ]
d = Vector2( 1,2 )


""",
    "one line": '[gd_scene format=3][node name="A"]a=1b=2c="x"d=[1]e=true f=Vector2(1,2)[node name="B"]',
    "repeated keys": _NODE + "a = 1\nb = 2\na = 3\nc = 4\na = 5\nb = 6 ; end\nd = 7\n",
    "repeated attributes": '[gd_scene format=3]\n\n[node name="A" name="B" type="Node"]\na = 1\n',
    "repeated in a dictionary": _NODE + 'a = {\n1: "int",\n1.0: "float",\n1: "again",\n&"x": 1,\n"x": 2\n}\n',
    "numbers": """[gd_scene format=3]

[node name="A"]
a = 007
b = 1.50
c = -0
d = -0.0
e = 1000000.0
f = 1e6
g = 99999999999999999999
h = 1.
i = 1E5
j = 0.1000000000000000055511151231257827
k = Vector3(1.0, -0, 1e3)
l = 1e400
m = Vector2i(1.7, 2)
n = inf_neg
o = -inf
p = nan
q = nil
r = 1e
s = 123456789.5
t = PackedInt32Array(1.0, 2,3)
u = PackedByteArray(256, -1)
v = Vector2(1.0, 2)
w = Vector3(1, 2.0, 3)
x = Color(1, 1, 1, 1.0)
y = Color(1, 1, 1, 0.50)
""",
    "strings": """[gd_scene format=3]

[node name="\\u0041\\n"]
a = "\\u00e9\\U01f600\\ud83d\\ude00\\'\\/"
b = "tab\tand raw \x01 control"
c = @"old"
d = &"it's"
e = NodePath("a'b")
f = PackedStringArray("a\nb", "c'd")
""",
    "old names": """[gd_scene load_steps=1 format=2]

[ext_resource path="res://a.png" type="Texture" id=1]

[node name="A" type="Node"]
a = ExtResource( 1 )
b = PoolVector2Array( 0, 0, 1, 1 )
b2 = PackedVector2Array(0, 0, 1)
c = Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7 )
d = Quat( 0, 0, 0, 1 )
e = Rect3(1, 2, 3, 4, 5, 6)
f = Matrix32(1, 0, 0, 1, 0, 0)
g = #ff8000
h = PoolStringArray( "a" )
i = IntArray(1,2)
""",
    "keys": _NODE + 'a b = 1\n"quoted" = 2\nthis"is left out"=3\né = 4\na[0] = 5\n"" = 6\n',
    "unknown": """[gd_scene format=3 later=[1]]

[future.kind:x thing=Vector2(1, 2) other={}]
some = 1

[node]

[node]
""",
    "settings": """; Engine configuration file.
;   [section] ; section goes between []

config_version=5

[application]
config/name = "A game"
run/main = "x" ; comment

[ spaced ]
[empty]
[with \\] bracket]
a="b"
[backslash\\ ]

[no = attributes="here"]
b=1 c=2
c=3""",
}
"""Not as Godot would write them."""

ALL: Final = CANONICAL | ODD
