from functools import reduce


def match_payments(invoices, payments):
    cleanRef = lambda ref: ref.replace(" ", "").replace("-", "").lower()
    rows = [[cleanRef(reference), reference, due] for reference, due in invoices.items()]
    if len({row[0] for row in rows}) != len(rows):
        raise ValueError("references are not unique")
    if any(row[2] <= 0 for row in rows):
        raise ValueError("an invoice is not above zero")

    rest = []
    for reference, cents in payments:
        wanted = cleanRef(reference)
        # The invoice that was paid, if there is one.
        row = next((row for row in rows if row[0] == wanted), None)
        if row is None:
            rest.append(cents)
        else:
            row[2] -= cents

    result = {reference: left for _, reference, left in rows if left}
    if rest:
        result[""] = reduce(lambda a, b: a + b, rest)
    return result
