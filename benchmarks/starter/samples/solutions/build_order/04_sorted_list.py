from bisect import insort
from collections import defaultdict


def build_order(dependencies, targets=None):
    nodes = set(dependencies).union(*dependencies.values())
    if targets is None:
        required = nodes
    else:
        required = set()
        frontier = set(targets)
        if not frontier <= nodes:
            raise KeyError(f"unknown targets: {sorted(frontier - nodes)}")
        while frontier:
            required |= frontier
            frontier = {d for n in frontier for d in dependencies.get(n, ())} - required

    waiting_for = {n: set(dependencies.get(n, ())) for n in required}
    used_by = defaultdict(set)
    for n, ds in waiting_for.items():
        for d in ds:
            used_by[d].add(n)

    # `ready` is always sorted, smallest first.
    ready = sorted(n for n, ds in waiting_for.items() if not ds)
    out = []
    while ready:
        current = ready.pop(0)
        out.append(current)
        for n in used_by[current]:
            waiting_for[n].remove(current)
            if not waiting_for[n]:
                insort(ready, n)
    if len(out) < len(required):
        raise ValueError("dependency cycle detected")
    return out
