import heapq


def build_order(dependencies, targets=None):
    # Collect every component we know about.
    known = set(dependencies)
    for deps in dependencies.values():
        known.update(deps)

    # Work out which of them have to be built.
    stack = list(known) if targets is None else list(targets)
    needed = set()
    while stack:
        name = stack.pop()
        if name not in known:
            raise KeyError(name)
        if name in needed:
            continue
        needed.add(name)
        stack.extend(dependencies.get(name, []))

    # Kahn's algorithm with a heap, so that the smallest ready name is taken first.
    indegree = {}
    dependents = {name: [] for name in needed}
    for name in needed:
        deps = set(dependencies.get(name, []))
        indegree[name] = len(deps)
        for dep in deps:
            dependents[dep].append(name)

    heap = [name for name in needed if indegree[name] == 0]
    heapq.heapify(heap)
    order = []
    while heap:
        name = heapq.heappop(heap)
        order.append(name)
        for dependent in dependents[name]:
            indegree[dependent] -= 1
            if indegree[dependent] == 0:
                heapq.heappush(heap, dependent)

    if len(order) != len(needed):
        raise ValueError("cycle in dependencies")
    return order
