def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    # Add up the payments by key, then look every invoice up.
    paid: dict[str, int] = {}
    for reference, cents in payments:
        key = reference.lower().replace(" ", "").replace("-", "")
        paid[key] = paid.get(key, 0) + cents

    result: dict[str, int] = {}
    known = set()
    for reference, due in invoices.items():
        key = reference.lower().replace(" ", "").replace("-", "")
        if key in known:
            raise ValueError("duplicate invoice " + reference)
        if due < 1:
            raise ValueError("amount of " + reference + " is not positive")
        known.add(key)
        left = due - paid.pop(key, 0)
        if left:
            result[reference] = left
    if paid:
        result[""] = sum(paid.values())
    return result
