from collections import defaultdict


def match_payments(invoices: dict[str, int], payments: list[tuple[str, int]]) -> dict[str, int]:
    def simplified(text: str) -> str:
        return text.replace(" ", "").replace("-", "").lower()

    received = defaultdict(int)
    for reference, cents in payments:
        received[simplified(reference)] += cents

    due_by_key = {simplified(reference): due for reference, due in invoices.items()}
    if len(due_by_key) < len(invoices):
        raise ValueError("two invoices share a reference")
    if due_by_key and min(due_by_key.values()) <= 0:
        raise ValueError("an invoice is not above zero")

    still_open = {
        reference: due - received.get(simplified(reference), 0)
        for reference, due in invoices.items()
    }
    strangers = [paid for key, paid in received.items() if key not in due_by_key]
    result = {reference: cents for reference, cents in still_open.items() if cents}
    return {**result, "": sum(strangers)} if strangers else result
