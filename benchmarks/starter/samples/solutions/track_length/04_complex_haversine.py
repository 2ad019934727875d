from cmath import rect
from itertools import pairwise
from math import asin, radians, sqrt


def track_length(points, closed=False):
    for latitude, longitude in points:
        if abs(latitude) > 90 or not -180 <= longitude <= 180:
            raise ValueError("off the globe")
    route = [(radians(latitude), radians(longitude)) for latitude, longitude in points]
    if closed:
        route.extend(route[:1])
    length = 0.0
    for (south, west), (north, east) in pairwise(route):
        across = abs(rect(1, east) - rect(1, west)) ** 2 / 4
        along = abs(rect(1, north) - rect(1, south)) ** 2 / 4
        share = along + rect(1, south).real * rect(1, north).real * across
        length += 2 * asin(min(1, sqrt(share)))
    return length * 6371.0088
