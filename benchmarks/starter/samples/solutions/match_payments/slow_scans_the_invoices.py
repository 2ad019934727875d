def same(first, second):
    if first == second:
        return True
    else:
        return False


def match_payments(invoices, payments):
    open_list = []
    for reference, due in invoices.items():
        key = reference.replace(" ", "").replace("-", "").lower()
        for entry in open_list:
            if same(entry[0], key):
                raise ValueError(f"duplicate reference {reference}")
        if due <= 0:
            raise ValueError("invoice is not positive")
        open_list.append([key, reference, due])

    unknown = []
    for reference, paid in payments:
        key = reference.replace(" ", "").replace("-", "").lower()
        for entry in open_list:
            if entry[0] == key:
                entry[2] -= paid
                break
        else:
            unknown.append(paid)

    result = {entry[1]: entry[2] for entry in open_list if entry[2] != 0}
    if unknown:
        result[""] = sum(unknown)
    return result
