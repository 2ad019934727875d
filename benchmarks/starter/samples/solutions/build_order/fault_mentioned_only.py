import heapq


def build_order(dependencies, targets=None):
    needed = set()
    stack = list(dependencies) if targets is None else list(targets)
    while stack:
        name = stack.pop()
        if name in needed:
            continue
        needed.add(name)
        stack.extend(dependencies[name])

    indegree = {name: len(set(dependencies[name])) for name in needed}
    heap = [name for name, count in indegree.items() if count == 0]
    heapq.heapify(heap)
    order = []
    while heap:
        name = heapq.heappop(heap)
        order.append(name)
        for other in needed:
            if name in dependencies[other]:
                indegree[other] -= 1
                if indegree[other] == 0:
                    heapq.heappush(heap, other)
    if len(order) != len(needed):
        raise ValueError("cycle in dependencies")
    return order
