"""The retained canvas: its items, their order, where they are and what draws them; see `canvas`."""
