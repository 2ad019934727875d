"""Wrong: files of equal size stay in the order of the tree."""


def largest_files(tree, count):
    if count < 0:
        raise ValueError("count")

    def walk(folder, prefix):
        for name, entry in folder.items():
            if isinstance(entry, dict):
                yield from walk(entry, prefix + name + "/")
            else:
                yield prefix + name, entry

    return sorted(walk(tree, ""), key=lambda file: file[1], reverse=True)[:count]
