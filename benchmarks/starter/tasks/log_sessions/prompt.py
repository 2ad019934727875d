from collections.abc import Iterable, Iterator
from datetime import datetime


def log_sessions(
    lines: Iterable[str], max_gap: int = 1800
) -> Iterator[tuple[str, datetime, datetime, int]]:
    """Group the lines of an access log into sessions, and yield each as it closes.

    A line is "<timestamp> <user> <action>", its fields separated by one or more
    whitespace characters, for example "2024-05-01T09:30:00 alice open report.pdf".
    The timestamp has the form YYYY-MM-DDTHH:MM:SS; the action is the rest of the line,
    stripped, and may itself contain spaces. White space around a line has no meaning.

    Lines that are not events are skipped: blank lines, lines whose first character
    other than white space is "#", lines with fewer than three fields, and lines whose
    timestamp cannot be read.

    A session is a run of events of one user, each at most `max_gap` seconds after that
    user's previous one. An event whose action is exactly "logout" belongs to the
    session, opening one if need be, and ends it: the user's next event opens a new one.

    Each session is yielded as (user, start, end, events): the times of its first and
    last event, and the number of its events. Sessions are yielded
    - when their "logout" is read;
    - when an event of the same user is read that comes too late to belong to them;
    - when the lines end: all that are still open, in the order in which they began
      (for equal starts, the one whose first line came first).

    The lines are read one at a time, never all at once, and the result is an iterator.

    Events are in the order of time, those of equal time in any order. Raises ValueError
    on reading an event that is earlier than the event before it, whichever user's.
    """
