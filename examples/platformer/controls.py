"""The actions of the game, and what presses them."""

from engine import SceneTree

ACTIONS = {
    "left": ("key:Left", "key:A", "pad:DpadLeft", "axis:LeftX-"),
    "right": ("key:Right", "key:D", "pad:DpadRight", "axis:LeftX+"),
    "jump": ("key:Space", "key:Up", "key:W", "pad:A"),
    "pause": ("key:P", "key:Escape", "pad:Start"),
    "start": ("key:Enter", "key:KpEnter", "key:Space", "pad:Start", "pad:A"),
    "leave": ("key:Escape",),
}


def add_controls(tree: SceneTree) -> None:
    """Let a tree know the actions, if it does not yet; what asks for one calls this, so that it also runs alone."""
    for action, bindings in ACTIONS.items():
        if not tree.input_map.has_action(action):
            tree.input_map.add_action(action, *bindings, deadzone=0.25)
