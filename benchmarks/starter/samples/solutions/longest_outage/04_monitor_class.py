from datetime import datetime, timedelta


class Monitor:
    def __init__(self):
        self.time = datetime.min
        self.down_since = None
        self.longest = (None, timedelta(0))

    def see(self, time, state):
        if time < self.time:
            raise ValueError("not ordered by time")
        self.time = time
        self.measure()
        if state == "down":
            self.down_since = self.down_since or time
        elif state == "up":
            self.down_since = None
        else:
            raise ValueError(f"state {state!r}")

    def measure(self):
        if self.down_since is None:
            return
        duration = self.time - self.down_since
        if duration > self.longest[1]:
            self.longest = self.down_since, duration


def longest_outage(lines):
    monitor = Monitor()
    for line in lines:
        time, _, state = line.partition(" ")
        monitor.see(datetime.fromisoformat(time), state)
    return monitor.longest if monitor.longest[0] else None
