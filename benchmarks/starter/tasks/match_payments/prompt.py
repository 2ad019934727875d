def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    """Match payments with invoices by their references, and return what is still open.

    `invoices` holds the cents that are due by reference; a payment is (reference, cents
    paid). References are compared without regard to case, spaces and hyphens, so a
    payment for "re 2024 17" belongs to the invoice "RE-2024-17".

    Return a dict from the references of the invoices that are not settled, spelled and
    ordered as in `invoices`, to the cents that are open; what was paid too much is
    negative. If there are payments that belong to no invoice, the key "" comes last and
    holds their sum, whatever it is.

    Raises ValueError if two invoices have the same reference in that sense, or if an
    invoice is not above zero. Payments below zero are chargebacks and count like all others.

    >>> match_payments({"A-1": 500, "A-2": 300}, [("a1", 200), ("A 2", 300)])
    {'A-1': 300}
    """
