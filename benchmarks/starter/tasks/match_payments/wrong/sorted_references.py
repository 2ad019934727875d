"""Wrong: sorts the invoices by their references instead of keeping their order."""


def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    def key(reference: str) -> str:
        return "".join(c for c in reference.lower() if c not in " -")

    rest: dict[str, int] = {}
    for reference, due in invoices.items():
        if due <= 0 or key(reference) in rest:
            raise ValueError("bad invoice")
        rest[key(reference)] = due
    unmatched = [paid for reference, paid in payments if key(reference) not in rest]
    for reference, paid in payments:
        if key(reference) in rest:
            rest[key(reference)] -= paid
    result = {name: rest[key(name)] for name, _ in sorted(invoices.items()) if rest[key(name)]}
    if unmatched:
        result[""] = sum(unmatched)
    return result
