def build_order(dependencies: dict[str, list[str]], targets: list[str] | None = None) -> list[str]:
    """Repeatedly take the first buildable component out of the remaining graph."""
    all_components = set(dependencies)
    for required in dependencies.values():
        all_components |= set(required)

    if targets is None:
        targets = list(all_components)

    remaining: dict[str, set[str]] = {}
    queue = list(targets)
    for component in queue:
        if component not in all_components:
            raise KeyError(component)
        if component not in remaining:
            remaining[component] = set(dependencies.get(component, []))
            queue.extend(remaining[component])

    order: list[str] = []
    while remaining:
        buildable = [component for component, needs in remaining.items() if not needs]
        if not buildable:
            raise ValueError(f"circular dependency among {sorted(remaining)}")
        first = min(buildable)
        order.append(first)
        del remaining[first]
        for needs in remaining.values():
            needs.discard(first)
    return order
