import heapq


def walk(folder, prefix=""):
    for name, entry in folder.items():
        path = prefix + name
        if isinstance(entry, dict):
            yield from walk(entry, path + "/")
        else:
            yield path, entry


def largest_files(tree, count):
    if count < 0:
        raise ValueError("count must not be negative")
    return heapq.nsmallest(count, walk(tree), key=lambda file: (-file[1], file[0]))
