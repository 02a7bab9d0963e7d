"""Scenes: packed node trees, read from and written to Godot's `.tscn` text and a binary form.

Nothing is in here yet. The name is taken now, so that a game does not grow a `scenes/__init__.py` of its own.
"""
