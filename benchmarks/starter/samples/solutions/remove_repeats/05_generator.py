def remove_repeats(labels: list[str]) -> int:
    def distinct(texts):
        seen = {""}
        for text in texts:
            key = text.strip(" ").casefold()
            if key not in seen:
                yield text
            seen.add(key)

    before = len(labels)
    labels[:] = distinct(labels)
    return before - len(labels)
