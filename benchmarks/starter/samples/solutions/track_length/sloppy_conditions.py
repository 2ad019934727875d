from functools import reduce
from math import asin, cos, radians, sin, sqrt


def is_valid(point):
    if -90 <= point[0] <= 90 and -180 <= point[1] <= 180:
        return True
    else:
        return False


def track_length(points, closed=False):
    if not all(is_valid(point) for point in points):
        raise ValueError("a point is not valid")
    square = lambda x: sin(x / 2) ** 2
    lengths = []
    for a, b in zip(points, points[1:] + (points[:1] if closed else [])):
        along = square(radians(b[0] - a[0]))
        across = square(radians(b[1] - a[1])) * cos(radians(a[0])) * cos(radians(b[0]))
        lengths.append(2 * 6371.0088 * asin(sqrt(min(1.0, along + across))))
    return reduce(lambda total, length: total + length, lengths, 0.0)
