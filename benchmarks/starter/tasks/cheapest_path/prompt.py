def cheapest_path(grid: list[list[int | None]]) -> int | None:
    """Return the cost of the cheapest path through a grid.

    A path begins in the first cell of the first row and ends in the last cell of the last
    row; each step goes one cell to the right or one cell down. Its cost is the sum of the
    costs of its cells, the first and the last one included. A cell that is None cannot be
    entered. Return None if there is no path. The grid is not changed.

    Raises ValueError if the grid has no cells, if its rows are not equally long, or if a
    cost is negative.

    >>> cheapest_path([[1, 2, None], [5, 1, 1]])
    5
    """
