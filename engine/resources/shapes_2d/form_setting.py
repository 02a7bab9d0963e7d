"""What the properties of shapes are made with: setting what is there already is no change, as in Godot."""

from functools import partial

from engine.resources.settings import setting

form_setting = partial(setting, tells_equal=False)
