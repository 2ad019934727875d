from bisect import insort


def largest_files(tree, count):
    if count < 0:
        raise ValueError("negative")
    best = []

    def visit(folder, prefix):
        for name, entry in folder.items():
            if isinstance(entry, dict):
                visit(entry, prefix + name + "/")
                continue
            file = (-entry, prefix + name)
            if len(best) < count or (best and file < best[-1]):
                insort(best, file)
                del best[count:]

    visit(tree, "")
    return [(path, -size) for size, path in best]
