from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass
class Block:
    start: datetime
    end: datetime
    titles: dict[str, None] = field(default_factory=dict)

    def reaches(self, moment: datetime, slack: timedelta) -> bool:
        return moment <= self.end + slack

    def add(self, end: datetime, title: str) -> None:
        if end > self.end:
            self.end = end
        self.titles.setdefault(title)


def merge_bookings(bookings, slack_minutes=0):
    """Merge bookings into blocks; dicts keep the titles unique and in order."""
    if slack_minutes < 0:
        raise ValueError(f"slack_minutes is {slack_minutes}, and must not be negative")
    slack = timedelta(minutes=slack_minutes)
    blocks: list[Block] = []
    for start, end, title in sorted(bookings, key=lambda booking: booking[0]):
        if end < start:
            raise ValueError(f"{title} ends before it starts")
        if end == start:
            continue
        if not (blocks and blocks[-1].reaches(start, slack)):
            blocks.append(Block(start, end))
        blocks[-1].add(end, title)
    return [(block.start, block.end, list(block.titles)) for block in blocks]
