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

    order = []
    built = set()
    while len(order) < len(needed):
        # Look for the first component that has everything it needs.
        for name in sorted(needed - built):
            if built.issuperset(dependencies.get(name, [])):
                order.append(name)
                built.add(name)
                break
    return order
