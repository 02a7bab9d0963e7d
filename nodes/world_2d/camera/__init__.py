"""Camera2D."""
