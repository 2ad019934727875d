def remove_repeats(labels: list[str]) -> int:
    seenLabels = []
    keptLabels = []
    numRemoved = 0
    for label in labels:
        key = label.strip(" ").casefold()
        if key == "":
            numRemoved += 1
        elif key in seenLabels:
            numRemoved += 1
        else:
            seenLabels.append(key)
            keptLabels.append(label)
    labels[:] = keptLabels
    return numRemoved
