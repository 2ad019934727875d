from heapq import heapify, heappop, heappush


def build_order(dependencies: dict[str, list[str]], targets: list[str] | None = None) -> list[str]:
    """Kahn's algorithm with a priority queue."""
    components = set(dependencies).union(*dependencies.values())
    if targets is None:
        selected = components
    else:
        selected = set()
        stack = list(targets)
        while stack:
            component = stack.pop()
            if component not in components:
                raise KeyError(component)
            if component not in selected:
                selected.add(component)
                stack.extend(dependencies.get(component, []))

    open_count = {c: len(dependencies.get(c, [])) for c in selected}
    ready = [c for c in selected if open_count[c] == 0]
    heapify(ready)
    order = []
    while ready:
        component = heappop(ready)
        order.append(component)
        for other in selected:
            if component in dependencies.get(other, []):
                open_count[other] -= 1
                if open_count[other] == 0:
                    heappush(ready, other)
    if len(order) != len(selected):
        raise ValueError("the dependencies contain a cycle")
    return order
