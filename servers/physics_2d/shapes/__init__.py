"""From the shapes that nodes share to those of pymunk: `baking` makes them, `mass` says how heavy they are, `placing`
what they fill where their body is.
"""
