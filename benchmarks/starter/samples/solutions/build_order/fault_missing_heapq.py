def build_order(dependencies: dict[str, list[str]], targets: list[str] | None = None) -> list[str]:
    known = set(dependencies).union(*dependencies.values())
    pending = list(known if targets is None else targets)
    needs: dict[str, set[str]] = {}
    while pending:
        name = pending.pop()
        if name not in known:
            raise KeyError(name)
        if name not in needs:
            needs[name] = set(dependencies.get(name, []))
            pending.extend(needs[name])

    ready = [name for name in needs if not needs[name]]
    heapq.heapify(ready)
    order: list[str] = []
    while ready:
        name = heapq.heappop(ready)
        order.append(name)
        for other, missing in needs.items():
            if name in missing:
                missing.remove(name)
                if not missing:
                    heapq.heappush(ready, other)
    if len(order) < len(needs):
        raise ValueError("dependency cycle")
    return order
