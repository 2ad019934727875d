def build_order(
    dependencies: dict[str, list[str]], targets: list[str] | None = None
) -> list[str]:
    """Return the order in which components have to be built.

    `dependencies` maps a component to the components that must be built before it.
    A component that is only mentioned in such a list has no dependencies of its own.
    A list may name the same component more than once; that changes nothing.

    The order holds the targets and everything they need, directly or through others,
    each component exactly once and after all of its dependencies. Without `targets`
    (None) it holds every component; with an empty list of targets it is empty.

    Whenever several components could be built next, because everything they need is
    built already, the one whose name sorts first as a plain string comes next.

    Raises KeyError if a target is neither a key of `dependencies` nor mentioned in one
    of its lists. Raises ValueError if the components to be built depend on each other
    in a cycle (a component that needs itself is one); a cycle among components that no
    target needs does not matter.

    The arguments are not changed.

    >>> build_order({"app": ["net", "log"], "net": ["log"], "docs": []})
    ['docs', 'log', 'net', 'app']
    >>> build_order({"app": ["net", "log"], "net": ["log"], "docs": []}, ["net"])
    ['log', 'net']
    """
