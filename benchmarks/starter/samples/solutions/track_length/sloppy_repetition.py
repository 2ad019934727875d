import math


def track_length(points, closed=False):
    for lat, lon in points:
        if lat < -90 or lat > 90:
            raise ValueError("latitude")
        if lon < -180 or lon > 180:
            raise ValueError("longitude")
    length = 0.0
    for i in range(len(points) - 1):
        lat1 = math.radians(points[i][0])
        lat2 = math.radians(points[i + 1][0])
        dlon = math.radians(points[i + 1][1] - points[i][1])
        a = math.sin((lat2 - lat1) / 2) ** 2
        a += math.cos(lat1) * math.cos(lat2) * math.sin(dlon / 2) ** 2
        length += 2 * 6371.0088 * math.asin(min(1.0, math.sqrt(a)))
    if closed and len(points) > 1:
        lat1 = math.radians(points[-1][0])
        lat2 = math.radians(points[0][0])
        dlon = math.radians(points[0][1] - points[-1][1])
        a = math.sin((lat2 - lat1) / 2) ** 2
        a += math.cos(lat1) * math.cos(lat2) * math.sin(dlon / 2) ** 2
        length += 2 * 6371.0088 * math.asin(min(1.0, math.sqrt(a)))
    return length
