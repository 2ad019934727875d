def cheapest_path(grid):
    if len(grid) == 0 or len(grid[0]) == 0:
        raise ValueError("grid is empty")
    numRows = len(grid)
    numCols = len(grid[0])
    for row in grid:
        if len(row) != numCols:
            raise ValueError("rows differ in length")
        for cell in row:
            if cell is not None and cell < 0:
                raise ValueError("negative cost")

    bestCost = [[None] * numCols for _ in range(numRows)]
    bestCost[0][0] = grid[0][0]
    for i in range(numRows):
        for j in range(numCols):
            if grid[i][j] is None or (i == 0 and j == 0):
                continue
            fromAbove = bestCost[i - 1][j] if i > 0 else None
            fromLeft = bestCost[i][j - 1] if j > 0 else None
            if fromAbove is None and fromLeft is None:
                continue
            elif fromAbove is None:
                bestCost[i][j] = fromLeft + grid[i][j]
            elif fromLeft is None:
                bestCost[i][j] = fromAbove + grid[i][j]
            else:
                bestCost[i][j] = min(fromAbove, fromLeft) + grid[i][j]
    return bestCost[numRows - 1][numCols - 1]
