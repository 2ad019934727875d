from heapq import nsmallest


def largest_files(tree, count):
    if count < 0:
        raise ValueError(f"count is {count}")

    def ranked_files():
        stack = [("", tree)]
        while stack:
            prefix, folder = stack.pop()
            for name, entry in folder.items():
                if isinstance(entry, dict):
                    stack.append((f"{prefix}{name}/", entry))
                else:
                    yield -entry, prefix + name

    return [(path, -size) for size, path in nsmallest(count, ranked_files())]
