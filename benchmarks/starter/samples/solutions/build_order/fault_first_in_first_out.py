from collections import deque


def build_order(dependencies, targets=None):
    known = set(dependencies)
    for deps in dependencies.values():
        known.update(deps)

    needed = set()
    stack = list(known if targets is None else targets)
    while stack:
        name = stack.pop()
        if name not in known:
            raise KeyError(name)
        if name in needed:
            continue
        needed.add(name)
        stack.extend(dependencies.get(name, []))

    indegree = {name: len(set(dependencies.get(name, []))) for name in needed}
    dependents = {name: [] for name in needed}
    for name in needed:
        for dep in set(dependencies.get(name, [])):
            dependents[dep].append(name)

    # Start with the components that need nothing, in alphabetical order.
    queue = deque(sorted(name for name in needed if indegree[name] == 0))
    order = []
    while queue:
        name = queue.popleft()
        order.append(name)
        for dependent in sorted(dependents[name]):
            indegree[dependent] -= 1
            if indegree[dependent] == 0:
                queue.append(dependent)

    if len(order) != len(needed):
        raise ValueError("cycle in dependencies")
    return order
