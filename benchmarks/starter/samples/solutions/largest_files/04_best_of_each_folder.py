def largest_files(tree, count):
    """Merge the best files of each folder, from the innermost on."""
    if not count >= 0:
        raise ValueError("count < 0")
    ranked = best_of(tree, count, "")
    return [(path, -size) for size, path in ranked]


def best_of(folder, count, prefix):
    files = []
    for name, entry in folder.items():
        if isinstance(entry, dict):
            files += best_of(entry, count, prefix + name + "/")
        else:
            files.append((-entry, prefix + name))
    files.sort()
    return files[:count]
