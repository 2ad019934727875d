from datetime import datetime, timedelta


def longest_outage(lines):
    allStates = []
    for line in lines:
        parts = line.split(" ")
        if len(parts) != 2 or parts[1] not in ("up", "down"):
            raise ValueError("invalid line: " + line)
        allStates.append((datetime.fromisoformat(parts[0]), parts[1]))
    for i in range(1, len(allStates)):
        if allStates[i][0] < allStates[i - 1][0]:
            raise ValueError("lines are not sorted")

    downSince = None
    longestStart = None
    maxLength = timedelta(0)
    for time, state in allStates:
        if downSince is not None and time - downSince > maxLength:
            maxLength = time - downSince
            longestStart = downSince
        if state == "up":
            downSince = None
        elif downSince is None:
            downSince = time
    if longestStart is None:
        return None
    else:
        return longestStart, maxLength
