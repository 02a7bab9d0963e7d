"""The cheapest way over points that are connected, or over the cells of a grid: Godot's AStar2D, AStar3D, AStarGrid2D.

`search` is the one search that all three share, and `costs` checks what a game gives it. `graph` is what AStar2D and
AStar3D have in common, `grid_cells` and `jump_points` are parts of AStarGrid2D.
"""
