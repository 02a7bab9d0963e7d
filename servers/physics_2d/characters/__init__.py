"""Bodies that go where they are told: `motion` tests how far one gets among its `surroundings`, `character` makes the
moves of a CharacterBody2D of such motions, `grounded_move` with what floors and platforms want.
"""
