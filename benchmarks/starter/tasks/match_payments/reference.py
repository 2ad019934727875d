"""Matches payments with invoices."""


def reference_key(reference: str) -> str:
    """Return what two spellings of a reference have in common."""
    return reference.replace(" ", "").replace("-", "").lower()


def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    """Return the open cents of each invoice that is not settled."""
    open_cents: dict[str, int] = {}
    for reference, due in invoices.items():
        key = reference_key(reference)
        if key in open_cents:
            raise ValueError(f"two invoices have the reference {reference!r}")
        if due <= 0:
            raise ValueError(f"invoice {reference!r} is not above zero")
        open_cents[key] = due

    unmatched = []
    for reference, paid in payments:
        key = reference_key(reference)
        if key in open_cents:
            open_cents[key] -= paid
        else:
            unmatched.append(paid)

    spelled = zip(invoices, open_cents.values())
    result = {reference: cents for reference, cents in spelled if cents}
    if unmatched:
        result[""] = sum(unmatched)
    return result
