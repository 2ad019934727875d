def match_payments(invoices, payments):
    """Return what is still open per invoice."""
    remaining = {}
    spelling = {}
    for reference, due in invoices.items():
        key = normalize(reference)
        if key in remaining or due <= 0:
            raise ValueError(f"invalid invoice: {reference!r}")
        remaining[key] = due
        spelling[key] = reference

    foreign = []
    for reference, paid in payments:
        key = normalize(reference)
        if key not in remaining:
            foreign.append(paid)
            continue
        remaining[key] -= paid

    result = {spelling[key]: cents for key, cents in remaining.items() if cents != 0}
    if foreign:
        result[""] = sum(foreign)
    return result


def normalize(reference):
    return reference.replace("-", "").replace(" ", "").lower()
