"""Wrong: always steps to the cheaper of the two next cells."""


def cheapest_path(grid):
    if not grid or not grid[0] or len({len(row) for row in grid}) > 1:
        raise ValueError("grid")
    if any(cost is not None and cost < 0 for row in grid for cost in row):
        raise ValueError("negative")
    row = column = 0
    total = 0
    while True:
        if grid[row][column] is None:
            return None
        total += grid[row][column]
        if row + 1 == len(grid) and column + 1 == len(grid[0]):
            return total
        steps = []
        if row + 1 < len(grid):
            steps.append((row + 1, column))
        if column + 1 < len(grid[0]):
            steps.append((row, column + 1))
        open_steps = [step for step in steps if grid[step[0]][step[1]] is not None]
        if not open_steps:
            return None
        row, column = min(open_steps, key=lambda step: grid[step[0]][step[1]])
