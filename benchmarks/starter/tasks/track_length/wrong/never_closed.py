"""Wrong: does not return to the first point where the track is closed."""

from math import acos, cos, radians, sin


def track_length(points, closed=False):
    if any(abs(latitude) > 90 or abs(longitude) > 180 for latitude, longitude in points):
        raise ValueError("point")
    total = 0.0
    for (a, b), (c, d) in zip(points, points[1:]):
        a, b, c, d = map(radians, (a, b, c, d))
        cosine = sin(a) * sin(c) + cos(a) * cos(c) * cos(b - d)
        total += 6371.0088 * acos(max(-1.0, min(1.0, cosine)))
    return total
