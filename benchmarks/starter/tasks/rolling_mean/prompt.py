def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    """Return the mean of every `window` readings in a row.

    The first mean is that of the first `window` readings, the next one that of the
    readings from the second on, and so on: there are len(readings) - window + 1 of them,
    none if there are fewer readings than that. A reading that is missing is None; it is
    left out of its means, and a mean of missing readings only is None.

    Readings lie between -1e6 and 1e6; means have to be right to a relative 1e-9 or, near
    zero, to an absolute 1e-6. The list is not changed. Raises ValueError if `window` is
    below one.

    >>> rolling_mean([1.0, 3.0, None, 5.0], 2)
    [2.0, 3.0, 5.0]
    """
