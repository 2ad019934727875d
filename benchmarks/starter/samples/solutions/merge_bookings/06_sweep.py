from datetime import timedelta

OPENS, CLOSES = 0, 1


def merge_bookings(bookings, slack_minutes=0):
    """Sweep over the moments at which bookings begin and stop to matter."""
    if slack_minutes < 0:
        raise ValueError("slack must be zero or more")
    slack = timedelta(minutes=slack_minutes)

    moments = []
    for index, (start, end, _) in enumerate(bookings):
        if end < start:
            raise ValueError("end before start")
        if end > start:
            # Opening sorts before closing, so bookings that touch share a block.
            moments.append((start, OPENS, index))
            moments.append((end + slack, CLOSES, index))
    moments.sort()

    blocks = []
    members = []
    depth = 0
    for _, kind, index in moments:
        if kind == OPENS:
            members.append(index)
            depth += 1
            continue
        depth -= 1
        if depth == 0:
            start = bookings[members[0]][0]
            end = max(bookings[member][1] for member in members)
            titles = list(dict.fromkeys(bookings[member][2] for member in members))
            blocks.append((start, end, titles))
            members = []
    return blocks
