"""A whole arcade game: vector graphics, particles, levels, lives, screens, pause, gamepad, and an autopilot.

    sapwood run examples/meteors                    play it: arrows or A D W, space, P, Enter; or a gamepad
    sapwood run examples/meteors -- --autoplay      watch it play
    sapwood run examples/meteors/ship.tscn          look at one of its scenes

What things are made of stands in scenes, what they do in the scripts that the types in the scenes name. main.tscn ties
the parts together; the rules are in match.py.

    main.tscn           Main
        star_field.tscn     StarField, behind everything
        Camera              ShakyCamera
        Overlay             a CanvasLayer, which stands still while the camera trembles
            hud.tscn            Hud
            title.tscn, pause.tscn, game_over.tscn      Screens, one at a time
        match.tscn          Match, while one is played
            levels/level_1.tscn ...     Level, with the meteors that come at once
            ship.tscn, bullet.tscn ...
            Explosions          all sparks, in one MultiMesh
"""

import field
from engine import SceneTree


def main(tree: SceneTree) -> None:
    """Start the game, which a window of any size shows whole."""
    root = tree.root
    root.content_scale_size = field.SIZE
    root.content_scale_mode = root.ContentScaleMode.CANVAS_ITEMS
    root.content_scale_aspect = root.ContentScaleAspect.KEEP
    tree.change_scene_to_file("main.tscn")
