"""The drawing methods of CanvasItem, by kind; nodes.world_2d.canvas_drawing puts them together."""
