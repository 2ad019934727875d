def is_rectangle(grid):
    if len({len(row) for row in grid}) == 1:
        return True
    else:
        return False


def cheapest_path(grid):
    if not is_rectangle(grid) or not grid[0]:
        raise ValueError("not a grid")
    closed = float("inf")
    sums = [[closed if cell is None else cell for cell in row] for row in grid]
    for i, row in enumerate(sums):
        for j, cell in enumerate(row):
            if cell < 0:
                raise ValueError("negative cost")
            if i > 0 and j > 0:
                row[j] += min(row[j - 1], sums[i - 1][j])
            elif i > 0:
                row[j] += sums[i - 1][j]
            elif j > 0:
                row[j] += row[j - 1]
    if sums[-1][-1] == closed:
        return None
    else:
        return sums[-1][-1]
