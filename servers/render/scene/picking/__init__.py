"""Which items are drawn at a point."""
