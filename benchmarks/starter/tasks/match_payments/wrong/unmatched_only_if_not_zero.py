"""Wrong: leaves out the payments without an invoice where they cancel out."""


def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    def key(reference: str) -> str:
        return reference.lower().replace("-", "").replace(" ", "")

    rest = {}
    for reference, due in invoices.items():
        if due <= 0 or key(reference) in rest:
            raise ValueError("bad invoice")
        rest[key(reference)] = due
    unmatched = 0
    for reference, paid in payments:
        if key(reference) in rest:
            rest[key(reference)] -= paid
        else:
            unmatched += paid
    result = {name: rest[key(name)] for name, _ in invoices.items() if rest[key(name)]}
    if unmatched:
        result[""] = unmatched
    return result
