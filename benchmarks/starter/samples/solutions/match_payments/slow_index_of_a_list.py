def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    keyList = []
    openCents = []
    for reference, due in invoices.items():
        key = reference.lower().replace(" ", "").replace("-", "")
        if key in keyList:
            raise ValueError("duplicate")
        elif due <= 0:
            raise ValueError("not positive")
        keyList.append(key)
        openCents.append(due)

    noInvoice = []
    for reference, paid in payments:
        key = reference.lower().replace(" ", "").replace("-", "")
        if key in keyList:
            openCents[keyList.index(key)] -= paid
        else:
            noInvoice.append(paid)

    result = {}
    for index, (reference, due) in enumerate(invoices.items()):
        if openCents[index]:
            result[reference] = openCents[index]
    if noInvoice:
        result[""] = sum(noInvoice)
    return result
