from math import asin, cos, radians, sin, sqrt

EARTH_RADIUS = 6371.0088


def haversine(start, end):
    lat1, lon1 = map(radians, start)
    lat2, lon2 = map(radians, end)
    a = sin((lat2 - lat1) / 2) ** 2
    a += cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH_RADIUS * asin(sqrt(min(a, 1.0)))


def track_length(points, closed=False):
    for lat, lon in points:
        if abs(lat) > 90 or abs(lon) > 180:
            raise ValueError(f"invalid point: {lat}, {lon}")
    total = 0.0
    for index in range(1, len(points)):
        total += haversine(points[index - 1], points[index])
    if closed and len(points) > 1:
        total += haversine(points[-1], points[0])
    return total
