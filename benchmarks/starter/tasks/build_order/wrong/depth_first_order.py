"""Wrong: a sorted depth-first walk is a valid order, but not the smallest one."""


def build_order(
    dependencies: dict[str, list[str]], targets: list[str] | None = None
) -> list[str]:
    known = set(dependencies).union(*dependencies.values())
    order: list[str] = []
    active: set[str] = set()

    def visit(component: str) -> None:
        if component in order:
            return
        if component not in known:
            raise KeyError(component)
        if component in active:
            raise ValueError(f"cycle at {component}")
        active.add(component)
        for name in sorted(dependencies.get(component, [])):
            visit(name)
        active.remove(component)
        order.append(component)

    for component in sorted(known if targets is None else targets):
        visit(component)
    return order
