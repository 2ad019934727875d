def split_amount(cents: int, weights: list[int]) -> list[int]:
    from heapq import nlargest

    if not weights:
        raise ValueError("there are no weights")
    if min(weights) < 0:
        raise ValueError("weights must not be negative")
    total = sum(weights)
    if total == 0:
        raise ValueError("at least one weight must be positive")

    amount = abs(cents)
    parts = [divmod(amount * weight, total) for weight in weights]
    missing = amount - sum(share for share, _ in parts)
    # nlargest keeps the order of equal elements.
    chosen = set(nlargest(missing, range(len(parts)), key=lambda i: parts[i][1]))
    result = [share + (i in chosen) for i, (share, _) in enumerate(parts)]
    return result if cents >= 0 else [-share for share in result]
