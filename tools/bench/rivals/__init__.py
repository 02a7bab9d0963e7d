"""Moving sprites in other libraries: each in an environment and processes of its own, beside the engine."""
