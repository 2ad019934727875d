"""Wrong: takes a cell that costs nothing for one that cannot be entered."""


def cheapest_path(grid):
    if not grid or not grid[0] or len({len(row) for row in grid}) > 1:
        raise ValueError("grid")
    if any(cost is not None and cost < 0 for row in grid for cost in row):
        raise ValueError("negative")
    never = float("inf")
    reached = [never] * len(grid[0])
    for number, row in enumerate(grid):
        for column, cost in enumerate(row):
            left = reached[column - 1] if column else never
            best = 0 if number == column == 0 else min(reached[column], left)
            reached[column] = best + cost if cost else never
    return None if reached[-1] == never else reached[-1]
