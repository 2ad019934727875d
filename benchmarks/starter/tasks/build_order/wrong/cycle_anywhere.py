"""Wrong: refuses a cycle that no target needs, because it orders everything first."""

from graphlib import CycleError, TopologicalSorter


def build_order(
    dependencies: dict[str, list[str]], targets: list[str] | None = None
) -> list[str]:
    sorter = TopologicalSorter(dependencies)
    try:
        sorter.prepare()
    except CycleError as error:
        raise ValueError(str(error)) from error

    everything: list[str] = []
    ready: list[str] = []
    while sorter.is_active():
        ready = sorted([*ready, *sorter.get_ready()])
        component = ready.pop(0)
        sorter.done(component)
        everything.append(component)
    if targets is None:
        return everything

    needed: set[str] = set()
    pending = list(targets)
    while pending:
        component = pending.pop()
        if component not in everything:
            raise KeyError(component)
        if component not in needed:
            needed.add(component)
            pending.extend(dependencies.get(component, []))
    return [component for component in everything if component in needed]
