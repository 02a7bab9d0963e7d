"""A whole platformer: slopes, lifts, branches, crates, springs, thorns, two levels, and an autopilot.

    sapwood run examples/platformer                             play it: arrows or A D, space, P, Enter; or a gamepad
    sapwood run examples/platformer -- --autoplay               watch it play
    sapwood run examples/platformer/levels/level_1.tscn         look at one of its scenes

What things are made of stands in scenes, what they do in the scripts that the types in the scenes name. main.tscn ties
the parts together; the rules are in journey.py, how the acorn moves is in player.py.

    main.tscn           Main
        Overlay             a CanvasLayer, which stands still while the camera moves
            hud.tscn            Hud
            title.tscn, pause.tscn, lost.tscn, won.tscn     Screens, one at a time
        journey.tscn        Journey, while one is under way
            levels/level_1.tscn ...     Level, with all that is in it
                backdrop.tscn               sky, hills and trees, which scroll more slowly
                player.tscn                 Player, while there is one
"""

from engine import SceneTree, Vector2

SIZE = Vector2(640, 360)
"""Pixels that the game is made for; a window of any size shows them."""


def main(tree: SceneTree) -> None:
    """Start the game."""
    root = tree.root
    root.content_scale_size = SIZE
    root.content_scale_mode = root.ContentScaleMode.CANVAS_ITEMS
    root.content_scale_aspect = root.ContentScaleAspect.KEEP
    root.msaa_2d = root.MSAA.MSAA_4X
    tree.change_scene_to_file("main.tscn")
