def largest_files(tree, count):
    if count < 0:
        raise ValueError("count must not be negative")
    allFiles = []

    def collectFiles(folder, path):
        for name, entry in folder.items():
            fullPath = path + "/" + name if path else name
            if isinstance(entry, dict):
                collectFiles(entry, fullPath)
            else:
                allFiles.append((fullPath, entry))

    collectFiles(tree, "")
    allFiles.sort(key=lambda file: (-file[1], file[0]))
    return allFiles[:count]
