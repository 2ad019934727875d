"""Wrong: reverses the whole order, so that equal sizes come from the last path on."""


def largest_files(tree, count):
    if count < 0:
        raise ValueError("count")
    found = []

    def walk(folder, names):
        for name, entry in folder.items():
            if isinstance(entry, dict):
                walk(entry, [*names, name])
            else:
                found.append((entry, "/".join([*names, name])))

    walk(tree, [])
    return [(path, size) for size, path in sorted(found, reverse=True)[:count]]
