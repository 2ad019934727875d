import heapq


def build_order(dependencies, targets=None):
    """Depth-first search for the needed part and for cycles, then a heap for the order."""
    mentioned = {dep for deps in dependencies.values() for dep in deps}
    known = mentioned.union(dependencies)
    state = {}

    def visit(node):
        if node not in known:
            raise KeyError(node)
        if state.get(node) == "visiting":
            raise ValueError(f"cycle through {node}")
        if node in state:
            return
        state[node] = "visiting"
        for dep in dependencies.get(node, []):
            visit(dep)
        state[node] = "visited"

    for node in known if targets is None else targets:
        visit(node)

    count = {node: len(set(dependencies.get(node, []))) for node in state}
    parents = {}
    for node in state:
        for dep in set(dependencies.get(node, [])):
            parents.setdefault(dep, []).append(node)

    ready = sorted(node for node, number in count.items() if number == 0)
    result = []
    while ready:
        node = heapq.heappop(ready)
        result.append(node)
        for parent in parents.get(node, []):
            count[parent] -= 1
            if not count[parent]:
                heapq.heappush(ready, parent)
    return result
