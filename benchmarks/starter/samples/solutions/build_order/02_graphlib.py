from graphlib import TopologicalSorter
from heapq import heappop, heappush


def build_order(dependencies: dict[str, list[str]], targets: list[str] | None = None) -> list[str]:
    """Order components with graphlib, taking the smallest ready one each time."""
    everything = {name for names in dependencies.values() for name in names} | dependencies.keys()
    wanted = set(everything if targets is None else targets)
    unknown = wanted - everything
    if unknown:
        raise KeyError(min(unknown))

    graph: dict[str, list[str]] = {}
    while wanted:
        name = wanted.pop()
        graph[name] = dependencies.get(name, [])
        wanted.update(dep for dep in graph[name] if dep not in graph)

    sorter = TopologicalSorter(graph)
    sorter.prepare()  # raises CycleError, which is a ValueError
    heap: list[str] = []
    result: list[str] = []
    while sorter.is_active():
        for name in sorter.get_ready():
            heappush(heap, name)
        smallest = heappop(heap)
        result.append(smallest)
        sorter.done(smallest)
    return result
