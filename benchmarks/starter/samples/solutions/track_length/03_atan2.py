from math import atan2, cos, hypot, radians, sin


def arc(a, b):
    lat_a, lon_a, lat_b, lon_b = map(radians, (*a, *b))
    turn = lon_b - lon_a
    east = cos(lat_b) * sin(turn)
    north = cos(lat_a) * sin(lat_b) - sin(lat_a) * cos(lat_b) * cos(turn)
    up = sin(lat_a) * sin(lat_b) + cos(lat_a) * cos(lat_b) * cos(turn)
    return atan2(hypot(east, north), up)


def track_length(points, closed=False):
    if not all(-90 <= lat <= 90 and -180 <= lon <= 180 for lat, lon in points):
        raise ValueError("a point is out of range")
    following = points[1:] + points[:1] if closed else points[1:]
    return 6371.0088 * sum(map(arc, points, following))
