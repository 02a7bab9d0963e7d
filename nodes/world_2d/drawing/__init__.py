"""The drawing methods of CanvasItem, by kind; nodes.world_2d.drawing.canvas_drawing puts them together."""
