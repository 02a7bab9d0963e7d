"""What to write instead, for an error about a value that is not of the kind that a property holds."""

from __future__ import annotations

from typing import Any

__all__ = ["advice_on"]

_WAYS = {
    ("Image", "Texture2D"): "wrap it: ImageTexture(image)",
    ("SceneViewport", "Texture2D"): "call get_texture() of it",
    ("SpriteFrames", "Texture2D"): "an AnimatedSprite2D shows these, in its sprite_frames",
    ("Texture2D", "SpriteFrames"): "add it to a SpriteFrames: frames.add_frame('default', texture)",
    ("Shader", "Material"): "wrap it: ShaderMaterial(shader=shader)",
    ("Texture2D", "Material"): "that goes into the property texture",
    ("Gradient", "Texture2D"): "wrap it: GradientTexture1D(gradient=gradient)",
    ("Curve", "Texture2D"): "wrap it: CurveTexture(curve=curve)",
    ("Noise", "Texture2D"): "wrap it: NoiseTexture2D(noise=noise)",
    ("PackedScene", "Node"): "make its nodes: scene.instantiate()",
    ("Texture2D", "Node"): "show it with a node: Sprite2D(texture=texture)",
    ("Shape2D", "Node"): "give it to a node: CollisionShape2D(shape=shape)",
    ("SpriteFrames", "Node"): "show them with a node: AnimatedSprite2D(sprite_frames=frames)",
}
"""What makes the kind that is wanted of another one, by the names of the two classes."""


def advice_on(value: object, wanted: str) -> str:
    """What to write for `value`, which is no `wanted`, the name of a class; "" where nothing is known of it."""
    if isinstance(value, type):
        above = {cls.__name__ for cls in value.__mro__}
        return f"make one: {value.__name__}()" if wanted in above else ""
    if isinstance(value, str):
        return _of_path(value, wanted)
    kinds: Any = type(value).__mro__
    return next((_WAYS[cls.__name__, wanted] for cls in kinds if (cls.__name__, wanted) in _WAYS), "")


def _of_path(path: str, wanted: str) -> str:
    if wanted == "Node":
        is_scene = path.endswith((".tscn", ".escn"))
        return f"make its nodes: load({path!r}, PackedScene).instantiate()" if is_scene else ""
    if wanted == "Material" and path.endswith((".gdshader", ".glsl")):
        return f"load it: ShaderMaterial(shader=load({path!r}, Shader))"
    return f"load it: load({path!r}, {wanted})"
