from datetime import datetime


def longest_outage(lines):
    parse = lambda text: datetime.fromisoformat(text)
    rows = []
    for line in lines:
        time, _, state = line.partition(" ")
        if state not in ["up", "down"]:
            raise ValueError("invalid state")
        rows.append({"time": parse(time), "state": state})
    if any(after["time"] < before["time"] for before, after in zip(rows, rows[1:])):
        raise ValueError("wrong order")

    outages = []
    start = None
    for row in rows:
        if row["state"] == "down":
            start = start or row["time"]
        if start:
            outages.append((start, row["time"] - start))
        if row["state"] == "up":
            start = None
    outages = [outage for outage in outages if outage[1]]
    if not outages:
        return None
    return max(outages, key=lambda outage: outage[1])
