def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if window < 1:
        raise ValueError("window < 1")

    def states():
        count, total = 0, 0.0
        leaving = iter(readings)
        for place, reading in enumerate(readings, start=1):
            if reading is not None:
                count, total = count + 1, total + reading
            if place >= window:
                yield total, count
                gone = next(leaving)
                if gone is not None:
                    count, total = count - 1, total - gone

    return [total / count if count else None for total, count in states()]
