def cheapest_path(grid):
    if not grid or not grid[0]:
        raise ValueError("empty grid")
    width = len(grid[0])
    if any(len(row) != width for row in grid):
        raise ValueError("ragged grid")
    if any(cell is not None and cell < 0 for row in grid for cell in row):
        raise ValueError("negative cost")

    infinity = float("inf")
    best = [infinity] * width
    best[0] = 0
    for row in grid:
        for column, cell in enumerate(row):
            if cell is None:
                best[column] = infinity
                continue
            if column > 0 and best[column - 1] < best[column]:
                best[column] = best[column - 1]
            best[column] += cell
    return None if best[-1] == infinity else best[-1]
