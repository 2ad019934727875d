"""Wrong: measures in the plane, which is good enough only near the equator."""

from math import hypot, radians


def track_length(points, closed=False):
    if any(abs(latitude) > 90 or abs(longitude) > 180 for latitude, longitude in points):
        raise ValueError("point")
    track = points + points[:1] if closed else points
    legs = zip(track, track[1:])
    return sum(6371.0088 * hypot(radians(a[0] - b[0]), radians(a[1] - b[1])) for a, b in legs)
