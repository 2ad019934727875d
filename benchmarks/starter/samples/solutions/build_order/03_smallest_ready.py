def build_order(dependencies: dict[str, list[str]], targets: list[str] | None = None) -> list[str]:
    graph = {name: set(needs) for name, needs in dependencies.items()}
    for needs in dependencies.values():
        for name in needs:
            graph.setdefault(name, set())

    if targets is not None:
        graph = restrict(graph, targets)

    order = []
    done = set()
    while len(order) < len(graph):
        ready = [name for name in graph if name not in done and graph[name] <= done]
        if not ready:
            raise ValueError("the dependencies contain a cycle")
        chosen = min(ready)
        order.append(chosen)
        done.add(chosen)
    return order


def restrict(graph, targets):
    """Keep only the targets and what they need."""
    kept = {}

    def visit(name):
        if name in kept:
            return
        kept[name] = graph[name]  # KeyError for an unknown target
        for other in graph[name]:
            visit(other)

    for target in targets:
        visit(target)
    return kept
