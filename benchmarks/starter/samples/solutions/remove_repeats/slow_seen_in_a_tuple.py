def remove_repeats(labels: list[str]) -> int:
    fold = lambda label: label.strip(" ").casefold()
    seen = ("",)
    places = []
    for place, label in enumerate(labels):
        if fold(label) in seen:
            continue
        seen += (fold(label),)
        places.append(place)
    removed = len(labels) - len(places)
    labels[:] = [labels[place] for place in places]
    return removed
