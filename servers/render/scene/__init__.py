"""The 2D scene as the renderer keeps it: items with their commands, drawing order, and the draw list made of them.

Nothing here knows GL; every part runs and is tested without a context.
"""
