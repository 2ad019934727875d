"""Finds cheap paths."""


def cheapest_path(grid: list[list[int | None]]) -> int | None:
    """Return the cost of the cheapest path from the first cell to the last one."""
    if not grid or not grid[0]:
        raise ValueError("the grid has no cells")
    width = len(grid[0])
    for row in grid:
        if len(row) != width:
            raise ValueError("the rows are not equally long")
        if any(cost is not None and cost < 0 for cost in row):
            raise ValueError("a cost is negative")
    # The cost of reaching each cell of one row; there is none in front of a row.
    reached: list[int | None] = [None] * width
    came: int | None = 0
    for row in grid:
        for column, cost in enumerate(row):
            above = reached[column]
            if came is None or (above is not None and above < came):
                came = above
            if came is not None:
                came = came + cost if cost is not None else None
            reached[column] = came
        came = None
    return reached[-1]
