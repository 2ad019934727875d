class Ledger:
    """The open amounts of some invoices, by simplified reference."""

    def __init__(self):
        self.entries = {}
        self.unknown = []

    @staticmethod
    def key(reference):
        return reference.replace(" ", "").replace("-", "").lower()

    def bill(self, reference, cents):
        key = self.key(reference)
        if key in self.entries:
            raise ValueError(f"{reference} was billed before")
        if cents <= 0:
            raise ValueError("bills are above zero")
        self.entries[key] = [reference, cents]

    def receive(self, reference, cents):
        entry = self.entries.get(self.key(reference))
        if entry:
            entry[1] -= cents
        else:
            self.unknown.append(cents)


def match_payments(invoices, payments):
    ledger = Ledger()
    for reference, cents in invoices.items():
        ledger.bill(reference, cents)
    for reference, cents in payments:
        ledger.receive(reference, cents)
    result = {reference: cents for reference, cents in ledger.entries.values() if cents}
    if ledger.unknown:
        result[""] = sum(ledger.unknown)
    return result
