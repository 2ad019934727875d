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
        if name not in needed:
            needed.add(name)
            stack.extend(dependencies.get(name, []))

    # Build level by level; sort each level so the result is deterministic.
    order = []
    built = set()
    while len(built) < len(needed):
        level = sorted(
            name
            for name in needed - built
            if all(dep in built for dep in dependencies.get(name, []))
        )
        if not level:
            raise ValueError("cycle in dependencies")
        order.extend(level)
        built.update(level)
    return order
