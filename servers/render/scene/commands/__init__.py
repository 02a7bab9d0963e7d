"""What an item draws, as strips of four points: the drawing commands and the geometry behind them."""
