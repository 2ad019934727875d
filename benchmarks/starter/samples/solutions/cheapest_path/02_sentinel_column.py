NEVER = 1 << 200


def cheapest_path(grid):
    lengths = {len(row) for row in grid}
    if len(lengths) != 1 or lengths == {0}:
        raise ValueError("a grid has cells, and rows of the same length")
    # Place 0 stands in front of the first column.
    costs = [NEVER] * (lengths.pop() + 1)
    costs[1] = 0
    for row in grid:
        for place, cost in enumerate(row, start=1):
            if cost is None:
                costs[place] = NEVER
            elif cost < 0:
                raise ValueError(f"a cost of {cost}")
            else:
                costs[place] = min(costs[place], costs[place - 1]) + cost
    return costs[-1] if costs[-1] < NEVER else None
