from math import inf


def next_row(above, row):
    """Yield the cost of reaching each cell of a row."""
    left = inf
    for upper, cost in zip(above, row):
        if cost is not None and cost < 0:
            raise ValueError("costs must not be negative")
        left = inf if cost is None else min(left, upper) + cost
        yield left


def cheapest_path(grid):
    if len(grid) == 0 or len(grid[0]) == 0:
        raise ValueError("there is no cell")
    if min(map(len, grid)) != max(map(len, grid)):
        raise ValueError("not a rectangle")
    reached = [0] + [inf] * (len(grid[0]) - 1)
    for row in grid:
        reached = list(next_row(reached, row))
    return reached[-1] if reached[-1] < inf else None
