def is_folder(entry):
    if isinstance(entry, dict):
        return True
    return False


def flatten(folder, prefix):
    flat = {}
    for name, entry in folder.items():
        if is_folder(entry):
            flat.update(flatten(entry, prefix + name + "/"))
        else:
            flat[prefix + name] = entry
    return flat


def largest_files(tree, count):
    if count < 0:
        raise ValueError("count must not be negative")
    flat = flatten(tree, "")
    order = lambda path: (-flat[path], path)
    return [(path, flat[path]) for path in sorted(flat, key=lambda path: order(path))[:count]]
