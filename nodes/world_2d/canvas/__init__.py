"""CanvasItem, what every 2D node is, and the nodes that change how a whole canvas or layer is drawn."""
