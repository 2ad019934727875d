from collections import Counter


class _Planner:
    """Keeps track of what is built and what still waits."""

    def __init__(self, dependencies):
        self.needs = {}
        for name, deps in dependencies.items():
            self.needs[name] = frozenset(deps)
            for dep in deps:
                self.needs.setdefault(dep, frozenset())

    def closure(self, targets):
        found, stack = set(), list(targets)
        while stack:
            name = stack.pop()
            if name not in self.needs:
                raise KeyError(name)
            if name not in found:
                found.add(name)
                stack += self.needs[name]
        return found

    def plan(self, names):
        open_needs = Counter({name: len(self.needs[name]) for name in names})
        order = []
        while open_needs:
            ready = [name for name in open_needs if open_needs[name] == 0]
            if not ready:
                raise ValueError("cycle")
            name = min(ready)
            order.append(name)
            del open_needs[name]
            for other in open_needs:
                if name in self.needs[other]:
                    open_needs[other] -= 1
        return order


def build_order(dependencies: dict[str, list[str]], targets: list[str] | None = None) -> list[str]:
    planner = _Planner(dependencies)
    return planner.plan(planner.closure(planner.needs if targets is None else targets))
