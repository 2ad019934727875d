def cheapest_path(grid):
    smaller = lambda a, b: a if b is None or (a is not None and a <= b) else b
    if not grid or not grid[0] or any(len(row) != len(grid[0]) for row in grid):
        raise ValueError("grid")
    if any(cell < 0 for row in grid for cell in row if cell is not None):
        raise ValueError("negative")
    rows = []
    for number, row in enumerate(grid):
        sums = []
        for column, cell in enumerate(row):
            above = rows[-1][column] if rows else None
            left = sums[-1] if sums else None
            if number == 0 and column == 0:
                sums.append(cell)
            elif cell is None or (above is None and left is None):
                sums.append(None)
            else:
                sums.append(smaller(above, left) + cell)
        rows.append(sums)
    return rows[-1][-1]
