"""Measures tracks over the globe."""

from itertools import pairwise
from math import asin, cos, radians, sin, sqrt

RADIUS = 6371.0088


def distance(first: list[float], second: list[float]) -> float:
    """Return the length of an arc, by the haversine formula."""
    latitude, other_latitude = radians(first[0]), radians(second[0])
    turn = radians(second[1] - first[1])
    half = sin((other_latitude - latitude) / 2) ** 2
    half += cos(latitude) * cos(other_latitude) * sin(turn / 2) ** 2
    return 2 * RADIUS * asin(min(1.0, sqrt(half)))


def track_length(points: list[list[float]], closed: bool = False) -> float:
    """Return the length of a track in kilometres."""
    for latitude, longitude in points:
        if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
            raise ValueError(f"no point of the globe: {latitude}, {longitude}")
    track = [*points, *points[:1]] if closed else points
    return sum((distance(first, second) for first, second in pairwise(track)), 0.0)
