"""Orders components so that each is built after what it needs."""

from heapq import heapify, heappop, heappush


def build_order(
    dependencies: dict[str, list[str]], targets: list[str] | None = None
) -> list[str]:
    """Return the smallest valid build order of `targets` and everything they need."""
    needs = _needed(dependencies, targets)

    dependents: dict[str, list[str]] = {component: [] for component in needs}
    for component, required in needs.items():
        for name in required:
            dependents[name].append(component)

    missing = {component: len(required) for component, required in needs.items()}
    ready = [component for component, count in missing.items() if count == 0]
    heapify(ready)

    order: list[str] = []
    while ready:
        built = heappop(ready)
        order.append(built)
        for component in dependents[built]:
            missing[component] -= 1
            if missing[component] == 0:
                heappush(ready, component)

    if len(order) < len(needs):
        stuck = sorted(component for component, count in missing.items() if count > 0)
        raise ValueError(f"dependency cycle, cannot build: {', '.join(stuck)}")
    return order


def _needed(
    dependencies: dict[str, list[str]], targets: list[str] | None
) -> dict[str, set[str]]:
    """Map every component that has to be built to its distinct dependencies."""
    known = set(dependencies).union(*dependencies.values())
    pending = list(known if targets is None else targets)
    needs: dict[str, set[str]] = {}
    while pending:
        component = pending.pop()
        if component not in known:
            raise KeyError(component)
        if component not in needs:
            needs[component] = set(dependencies.get(component, ()))
            pending.extend(needs[component])
    return needs
