class RunningStats:
    """Mean and variance of numbers that come one after the other.

    add(value) takes a number in. count is how many there were. mean() is their mean, and
    raises ValueError without numbers; variance() is their sample variance (the sum of the
    squares of their distances from the mean, divided by count - 1), and raises ValueError
    for fewer than two. merge(other) takes in all numbers of another RunningStats, which
    stays as it is.

    Values have to be right to a relative 1e-9, also if the numbers are large and lie
    close to each other. add raises ValueError for infinities and what is not a number,
    and takes nothing in then. There may be far more numbers than memory could hold.
    """
