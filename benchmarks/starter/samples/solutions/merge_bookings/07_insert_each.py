from datetime import timedelta


def merge_bookings(bookings, slack_minutes=0):
    if slack_minutes < 0:
        raise ValueError("negative slack_minutes")
    slack = timedelta(minutes=slack_minutes)

    # Each group is a list of (start, position, end, title).
    groups = []
    for position, (start, end, title) in enumerate(bookings):
        if end < start:
            raise ValueError("booking with a negative duration")
        if end == start:
            continue
        group = [(start, position, end, title)]
        apart = []
        for other in groups:
            if near(group, other, slack):
                group = group + other
            else:
                apart.append(other)
        groups = apart + [group]

    blocks = []
    for group in groups:
        group.sort(key=lambda entry: entry[:2])
        titles = []
        for _, _, _, title in group:
            if title not in titles:
                titles.append(title)
        blocks.append((group[0][0], max(entry[2] for entry in group), titles))
    return sorted(blocks, key=lambda block: block[0])


def near(left, right, slack):
    """Whether two groups overlap, touch, or are no more than the slack apart."""
    left_start, left_end = min(e[0] for e in left), max(e[2] for e in left)
    right_start, right_end = min(e[0] for e in right), max(e[2] for e in right)
    return left_start <= right_end + slack and right_start <= left_end + slack
