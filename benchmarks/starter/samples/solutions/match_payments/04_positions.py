def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    position = {}
    balance = []
    for place, (reference, due) in enumerate(invoices.items()):
        plain = reference.lower().replace("-", "").replace(" ", "")
        if due <= 0:
            raise ValueError(f"{reference}: {due} cents")
        if position.setdefault(plain, place) != place:
            raise ValueError(f"{reference} occurs twice")
        balance.append(due)

    other = 0
    has_other = False
    for reference, paid in payments:
        place = position.get(reference.lower().replace("-", "").replace(" ", ""))
        if place is None:
            other += paid
            has_other = True
        else:
            balance[place] -= paid

    result = {}
    for (reference, _), cents in zip(invoices.items(), balance):
        if cents:
            result[reference] = cents
    if has_other:
        result[""] = other
    return result
