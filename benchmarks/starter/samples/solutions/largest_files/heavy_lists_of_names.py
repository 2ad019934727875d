def all_files(folder, names):
    files = []
    for name in folder:
        if type(folder[name]) == dict:
            files = files + all_files(folder[name], names + [name])
        else:
            files.append((names + [name], folder[name]))
    return files


def largest_files(tree, count):
    if count < 0:
        raise ValueError("count must not be negative")
    elif count == 0:
        return []
    else:
        files = [("/".join(names), size) for names, size in all_files(tree, [])]
        files.sort(key=lambda file: file[0])
        files.sort(key=lambda file: file[1], reverse=True)
        return files[:count]
