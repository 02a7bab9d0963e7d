"""The shapes of bodies and areas in 2D: Shape2D and its kinds, such as `engine.CircleShape2D`."""
