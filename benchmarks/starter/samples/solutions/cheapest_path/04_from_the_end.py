def cheapest_path(grid):
    """Walk backwards: what does it cost to leave the grid from each cell?"""
    if not any(grid) or any(len(row) != len(grid[0]) for row in grid):
        raise ValueError("grid")
    width = len(grid[0])
    below = [None] * width
    right = 0
    for row in reversed(grid):
        for column in range(width - 1, -1, -1):
            cost = row[column]
            if cost is None:
                right = None
            elif cost < 0:
                raise ValueError("negative")
            else:
                options = [option for option in (right, below[column]) if option is not None]
                right = min(options) + cost if options else None
            below[column] = right
        right = None
    return below[0]
